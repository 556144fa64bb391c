-- Generated from src/identity/lists.ts by «npm run generate»: change the declaration, not this file.
--
-- What makes a list cost the same at any size. Each list has readers (`portee`): the operator reads all of it (`antenne.tout()`), a
-- partner its own part. For each of them the database keeps, in the transaction of whatever changes them,
--   …_liste     which rows the reader sees, with what the list is ordered, filtered and searched by,
--   …_compte    how many there are, by what lists filter on: totals are sums, nothing is counted,
--   …_paire     in how many rows two characters stand side by side: how many a search finds at most,
--   …_repere    bookmarks: every 500th row with its rank, so that a far page starts near its place,
--   …_ecart     what was added to the list or taken from it since the bookmarks were set.
-- Counts and changes are signed rows: whoever changes a list appends «so many more here, so many fewer there». Nothing is updated
-- in place, so writers do not wait for one another; a sum is exact in the snapshot of whoever takes it. A row that is `plie` is the
-- only one of its cell; the others wait to be folded into it, by one writer at a time, once they are many.
set local search_path to antenne_prive, antenne, public;

-- Bookmarks to be set anew when the transaction ends: a statement may add, change and remove rows at once, each told to a
-- trigger of its own, and all of them have to be done.
create table repere_a_noter (
  liste text not null,
  portee uuid not null
);
create function noter_reperes() returns trigger language plpgsql as $$
begin
  -- Within a statement, if somebody has made constraints immediate: the next time, then.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  delete from antenne_prive.repere_a_noter where liste = new.liste and portee = new.portee;
  if not found then
    return null;
  end if;
  case new.liste
    when 'client' then perform antenne_prive.client_reperer(new.portee);
    when 'reservation' then perform antenne_prive.reservation_reperer(new.portee);
  end case;
  return null;
end
$$;
create constraint trigger noter_reperes after insert on repere_a_noter deferrable initially deferred
  for each row execute function noter_reperes();

-- client

create table client_liste (
  portee uuid not null,
  raison_sociale_pliee text collate "C" not null,
  raison_sociale nom not null,
  id uuid not null,
  statut statut_client not null,
  statut_kyc statut_kyc not null,
  secteur_id uuid,
  partenaire_actuel_id uuid,
  gere boolean not null generated always as (portee is not distinct from partenaire_actuel_id) stored,
  recherche text collate "C" not null,
  primary key (id, portee)
);
-- The order of the list, with what it is filtered by: a filter is tried without looking at the row.
create index on client_liste (portee, raison_sociale_pliee, raison_sociale, id) include (statut, statut_kyc, secteur_id, partenaire_actuel_id);
create trigger refuser_de_vider before truncate on client_liste for each statement execute function refuser_de_vider();

create function client_lister(concernes uuid[]) returns void language plpgsql as $$
begin
  if cardinality(concernes) = 0 then
    return;
  end if;
  perform antenne_prive.attendre_son_tour(false);
  with voulus as materialized (
    select portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche from antenne_prive.client_portee join antenne_prive.client using (id) where id = any (concernes)
  ), retires as (
    delete from antenne_prive.client_liste as l where id = any (concernes)
      and not exists (select from voulus where voulus.id = l.id and voulus.portee = l.portee)
  )
  insert into antenne_prive.client_liste as l (portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche)
  select * from voulus order by portee, raison_sociale_pliee, raison_sociale, id
  on conflict (id, portee) do update set
    raison_sociale_pliee = excluded.raison_sociale_pliee,
    raison_sociale = excluded.raison_sociale,
    statut = excluded.statut,
    statut_kyc = excluded.statut_kyc,
    secteur_id = excluded.secteur_id,
    partenaire_actuel_id = excluded.partenaire_actuel_id,
    recherche = excluded.recherche
  where (l.raison_sociale, l.statut, l.statut_kyc, l.secteur_id, l.partenaire_actuel_id, l.recherche) is distinct from
    (excluded.raison_sociale, excluded.statut, excluded.statut_kyc, excluded.secteur_id, excluded.partenaire_actuel_id, excluded.recherche);
end
$$;

create function client_change() returns trigger language plpgsql as $$
declare
  concernes uuid[];
begin
  if tg_op = 'INSERT' then
    concernes := array(select id from nouvelles);
  elsif tg_op = 'DELETE' then
    concernes := array(select id from anciennes);
  else
    concernes := array(
      select id from nouvelles as n full join anciennes as a using (id)
      where (n.raison_sociale, n.statut, n.statut_kyc, n.secteur_id, n.partenaire_actuel_id, n.recherche, n.cree_par) is distinct from
        (a.raison_sociale, a.statut, a.statut_kyc, a.secteur_id, a.partenaire_actuel_id, a.recherche, a.cree_par)
    );
  end if;
  perform antenne_prive.client_lister(concernes);
  return null;
end
$$;
create trigger client_change_ajout after insert on client referencing new table as nouvelles
  for each statement execute function client_change();
create trigger client_change_retrait after delete on client referencing old table as anciennes
  for each statement execute function client_change();
create trigger client_change_changement after update on client referencing old table as anciennes new table as nouvelles
  for each statement execute function client_change();

create table client_compte (
  portee uuid not null,
  statut statut_client not null,
  statut_kyc statut_kyc not null,
  secteur_id uuid,
  gere boolean not null,
  n int not null,
  plie boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on client_compte (portee);
create index on client_compte (plie) where not plie;

create function client_compte_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.client_compte where not plie offset 1000 limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.client_compte')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.client_compte where not plie returning *),
  sommes as (select portee, statut, statut_kyc, secteur_id, gere, sum(n) as n from nouveaux group by portee, statut, statut_kyc, secteur_id, gere),
  anciens as (
    delete from antenne_prive.client_compte as c using sommes
    where c.plie and c.portee = sommes.portee and (select (c.portee, c.statut, c.statut_kyc, c.secteur_id, c.gere)) is not distinct from (select (sommes.portee, sommes.statut, sommes.statut_kyc, sommes.secteur_id, sommes.gere))
    returning c.*
  )
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n, plie)
  select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int, true from (select portee, statut, statut_kyc, secteur_id, gere, n from sommes union all select portee, statut, statut_kyc, secteur_id, gere, n from anciens) as tous
  group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0 order by portee, statut, statut_kyc, secteur_id, gere;
end
$$;

create table client_paire (
  portee uuid not null,
  recherche text collate "C" not null,
  n int not null,
  plie boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on client_paire (portee, recherche);
create index on client_paire (plie) where not plie;

create function client_paire_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.client_paire where not plie offset 1000 limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.client_paire')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.client_paire where not plie returning *),
  sommes as (select portee, recherche, sum(n) as n from nouveaux group by portee, recherche),
  anciens as (
    delete from antenne_prive.client_paire as c using sommes
    where c.plie and c.portee = sommes.portee and (select (c.portee, c.recherche)) is not distinct from (select (sommes.portee, sommes.recherche))
    returning c.*
  )
  insert into antenne_prive.client_paire (portee, recherche, n, plie)
  select portee, recherche, sum(n)::int, true from (select portee, recherche, n from sommes union all select portee, recherche, n from anciens) as tous
  group by portee, recherche having sum(n) <> 0 order by portee, recherche;
end
$$;

create table client_repere (
  portee uuid not null,
  rang int not null,
  raison_sociale_pliee text collate "C" not null,
  raison_sociale nom not null,
  id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create table client_ecart (
  portee uuid not null,
  raison_sociale_pliee text collate "C" not null,
  raison_sociale nom not null,
  id uuid not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on client_repere (portee, rang);
create index on client_ecart (portee);

create function client_reperer(lecteur uuid) returns void language plpgsql as $$
begin
  delete from antenne_prive.client_repere where portee = lecteur;
  -- In one statement, so that list and changes are of one moment.
  with oublies as (delete from antenne_prive.client_ecart where portee = lecteur)
  insert into antenne_prive.client_repere (portee, rang, raison_sociale_pliee, raison_sociale, id)
  select lecteur, rang, raison_sociale_pliee, raison_sociale, id from (
    select row_number() over (order by raison_sociale_pliee, raison_sociale, id) - 1 as rang, raison_sociale_pliee, raison_sociale, id from antenne_prive.client_liste where portee = lecteur
  ) as rangs where rang > 0 and rang % 500 = 0;
end
$$;

create function client_liste_ajout() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n)
    select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int from (select *, 1 as n from nouvelles) as change group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0;
  perform antenne_prive.client_compte_plier();
  insert into antenne_prive.client_paire (portee, recherche, n)
    select portee, paire, sum(n)::int from (select *, 1 as n from nouvelles) as change cross join lateral (select paire from antenne.paires(recherche) as paire where portee = antenne.tout()) as p group by portee, paire having sum(n) <> 0;
  perform antenne_prive.client_paire_plier();
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles) as change group by portee, raison_sociale_pliee, raison_sociale, id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.client_ecart'));
    delete from antenne_prive.client_repere where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.client_ecart (portee, raison_sociale_pliee, raison_sociale, id, n)
      select portee, raison_sociale_pliee, raison_sociale, id, sum(n)::int from (select *, 1 as n from nouvelles) as change group by portee, raison_sociale_pliee, raison_sociale, id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    select array_agg(portee) into lecteurs from (select portee from antenne_prive.client_ecart
      where portee = any (lecteurs) group by portee having count(*) > 1000) as longs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.client_ecart')) then
      return null;
    end if;
  end if;
  insert into antenne_prive.repere_a_noter select 'client', unnest(lecteurs);
  return null;
end
$$;
create trigger client_liste_ajout after insert on client_liste referencing new table as nouvelles
  for each statement execute function client_liste_ajout();

create function client_liste_retrait() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from anciennes);
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n)
    select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int from (select *, -1 as n from anciennes) as change group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0;
  perform antenne_prive.client_compte_plier();
  insert into antenne_prive.client_paire (portee, recherche, n)
    select portee, paire, sum(n)::int from (select *, -1 as n from anciennes) as change cross join lateral (select paire from antenne.paires(recherche) as paire where portee = antenne.tout()) as p group by portee, paire having sum(n) <> 0;
  perform antenne_prive.client_paire_plier();
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, -1 as n from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.client_ecart'));
    delete from antenne_prive.client_repere where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.client_ecart (portee, raison_sociale_pliee, raison_sociale, id, n)
      select portee, raison_sociale_pliee, raison_sociale, id, sum(n)::int from (select *, -1 as n from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    select array_agg(portee) into lecteurs from (select portee from antenne_prive.client_ecart
      where portee = any (lecteurs) group by portee having count(*) > 1000) as longs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.client_ecart')) then
      return null;
    end if;
  end if;
  insert into antenne_prive.repere_a_noter select 'client', unnest(lecteurs);
  return null;
end
$$;
create trigger client_liste_retrait after delete on client_liste referencing old table as anciennes
  for each statement execute function client_liste_retrait();

create function client_liste_changement() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n)
    select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0;
  perform antenne_prive.client_compte_plier();
  insert into antenne_prive.client_paire (portee, recherche, n)
    select portee, paire, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change cross join lateral (select paire from antenne.paires(recherche) as paire where portee = antenne.tout()) as p group by portee, paire having sum(n) <> 0;
  perform antenne_prive.client_paire_plier();
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.client_ecart'));
    delete from antenne_prive.client_repere where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.client_ecart (portee, raison_sociale_pliee, raison_sociale, id, n)
      select portee, raison_sociale_pliee, raison_sociale, id, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    select array_agg(portee) into lecteurs from (select portee from antenne_prive.client_ecart
      where portee = any (lecteurs) group by portee having count(*) > 1000) as longs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.client_ecart')) then
      return null;
    end if;
  end if;
  insert into antenne_prive.repere_a_noter select 'client', unnest(lecteurs);
  return null;
end
$$;
create trigger client_liste_changement after update on client_liste referencing old table as anciennes new table as nouvelles
  for each statement execute function client_liste_changement();

select client_lister(array(select id from client));
create index client_liste_recherche on client_liste using gin (recherche gin_trgm_ops) where portee = antenne.tout();

-- reservation

create view reservation_liste as
  select antenne.tout() as portee, ordre, id from reservation
  union all
  select partenaire_id, ordre, id from reservation;

create table reservation_compte (
  portee uuid not null,
  statut statut_reservation not null,
  n int not null,
  plie boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on reservation_compte (portee);
create index on reservation_compte (plie) where not plie;

create function reservation_compte_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.reservation_compte where not plie offset 1000 limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.reservation_compte')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.reservation_compte where not plie returning *),
  sommes as (select portee, statut, sum(n) as n from nouveaux group by portee, statut),
  anciens as (
    delete from antenne_prive.reservation_compte as c using sommes
    where c.plie and c.portee = sommes.portee and (select (c.portee, c.statut)) is not distinct from (select (sommes.portee, sommes.statut))
    returning c.*
  )
  insert into antenne_prive.reservation_compte (portee, statut, n, plie)
  select portee, statut, sum(n)::int, true from (select portee, statut, n from sommes union all select portee, statut, n from anciens) as tous
  group by portee, statut having sum(n) <> 0 order by portee, statut;
end
$$;

create table reservation_repere (
  portee uuid not null,
  rang int not null,
  ordre bigint not null,
  id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create table reservation_ecart (
  portee uuid not null,
  ordre bigint not null,
  id uuid not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on reservation_repere (portee, rang);
create index on reservation_ecart (portee);

create function reservation_reperer(lecteur uuid) returns void language plpgsql as $$
begin
  delete from antenne_prive.reservation_repere where portee = lecteur;
  -- In one statement, so that list and changes are of one moment.
  with oublies as (delete from antenne_prive.reservation_ecart where portee = lecteur)
  insert into antenne_prive.reservation_repere (portee, rang, ordre, id)
  select lecteur, rang, ordre, id from (
    select row_number() over (order by ordre, id) - 1 as rang, ordre, id from antenne_prive.reservation_liste where portee = lecteur
  ) as rangs where rang > 0 and rang % 500 = 0;
end
$$;

create function reservation_liste_ajout() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.reservation_compte (portee, statut, n)
    select portee, statut, sum(n)::int from (select *, 1 as n from nouvelles) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, statut having sum(n) <> 0;
  perform antenne_prive.reservation_compte_plier();
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.reservation_ecart'));
    delete from antenne_prive.reservation_repere where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.reservation_ecart (portee, ordre, id, n)
      select portee, ordre, id, sum(n)::int from (select *, 1 as n from nouvelles) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    select array_agg(portee) into lecteurs from (select portee from antenne_prive.reservation_ecart
      where portee = any (lecteurs) group by portee having count(*) > 1000) as longs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.reservation_ecart')) then
      return null;
    end if;
  end if;
  insert into antenne_prive.repere_a_noter select 'reservation', unnest(lecteurs);
  return null;
end
$$;
create trigger reservation_liste_ajout after insert on reservation referencing new table as nouvelles
  for each statement execute function reservation_liste_ajout();

create function reservation_liste_retrait() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from anciennes);
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.reservation_compte (portee, statut, n)
    select portee, statut, sum(n)::int from (select *, -1 as n from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, statut having sum(n) <> 0;
  perform antenne_prive.reservation_compte_plier();
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, -1 as n from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.reservation_ecart'));
    delete from antenne_prive.reservation_repere where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.reservation_ecart (portee, ordre, id, n)
      select portee, ordre, id, sum(n)::int from (select *, -1 as n from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    select array_agg(portee) into lecteurs from (select portee from antenne_prive.reservation_ecart
      where portee = any (lecteurs) group by portee having count(*) > 1000) as longs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.reservation_ecart')) then
      return null;
    end if;
  end if;
  insert into antenne_prive.repere_a_noter select 'reservation', unnest(lecteurs);
  return null;
end
$$;
create trigger reservation_liste_retrait after delete on reservation referencing old table as anciennes
  for each statement execute function reservation_liste_retrait();

create function reservation_liste_changement() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.reservation_compte (portee, statut, n)
    select portee, statut, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, statut having sum(n) <> 0;
  perform antenne_prive.reservation_compte_plier();
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.reservation_ecart'));
    delete from antenne_prive.reservation_repere where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.reservation_ecart (portee, ordre, id, n)
      select portee, ordre, id, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    select array_agg(portee) into lecteurs from (select portee from antenne_prive.reservation_ecart
      where portee = any (lecteurs) group by portee having count(*) > 1000) as longs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.reservation_ecart')) then
      return null;
    end if;
  end if;
  insert into antenne_prive.repere_a_noter select 'reservation', unnest(lecteurs);
  return null;
end
$$;
create trigger reservation_liste_changement after update on reservation referencing old table as anciennes new table as nouvelles
  for each statement execute function reservation_liste_changement();

insert into reservation_compte (portee, statut, n, plie)
  select portee, statut, count(*), true from reservation_liste join reservation using (id) group by portee, statut;
select reservation_reperer(portee) from (select distinct portee from reservation_liste) as lecteurs;
