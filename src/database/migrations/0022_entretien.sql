-- Generated from src/identity/lists.ts by «npm run generate»: change the declaration, not this file.
--
-- How the lists are kept, in place of what an earlier migration said.
set local search_path to antenne_prive, antenne, public;

-- The whole list in parts. For a filtered list (the filters that are left free are the bits of `grouping`): at which rows of the
-- whole list those parts begin that have some of its rows, and how many of them there are up to the end of each.
create table client_rang (
  portee uuid not null,
  libres int not null,
  statut statut_client,
  statut_kyc statut_kyc,
  secteur_id uuid,
  places int[] not null,
  rangs int[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on client_rang (portee, libres);
alter table client_ecart add column statut statut_client, add column statut_kyc statut_kyc, add column secteur_id uuid;

-- The whole list in parts. For a filtered list (the filters that are left free are the bits of `grouping`): at which rows of the
-- whole list those parts begin that have some of its rows, and how many of them there are up to the end of each.
create table reservation_rang (
  portee uuid not null,
  libres int not null,
  statut statut_reservation,
  places int[] not null,
  rangs int[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on reservation_rang (portee, libres);
alter table reservation_ecart add column statut statut_reservation;

create or replace function reperer(liste text, lecteur uuid) returns void language plpgsql as $$
begin
  delete from antenne_prive.repere_a_noter as n where n.liste = reperer.liste and n.portee = lecteur;
  if found then
    case liste
      when 'client' then perform antenne_prive.client_reperer(lecteur);
      when 'reservation' then perform antenne_prive.reservation_reperer(lecteur);
    end case;
  end if;
end
$$;

create or replace function noter_reperes() returns trigger language plpgsql as $$
begin
  -- Within a statement, if somebody has made constraints immediate: the next time, then. In a long list it takes longer than
  -- an action may: what has a time limit leaves it to the service.
  if pg_trigger_depth() = 1 and current_setting('statement_timeout') = '0' then
    perform antenne_prive.reperer(new.liste, new.portee);
  end if;
  return null;
end
$$;

-- One that was left; false if there is none, or if somebody else is at it.
create or replace function reperer_un_reste() returns boolean
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
declare
  reste antenne_prive.repere_a_noter;
begin
  select * into reste from antenne_prive.repere_a_noter limit 1;
  if not found or not pg_try_advisory_xact_lock(hashtext(format('antenne.%s_ecart', reste.liste))) then
    return false;
  end if;
  perform antenne_prive.reperer(reste.liste, reste.portee);
  return true;
end
$$;
revoke execute on function reperer_un_reste from public;

-- The triggers of a statement cost as much when it changes nothing: only what has something to do is run. Whoever calls this
-- holds the rows concerned or is alone (`attendre_son_tour`): nobody else changes their copies meanwhile.
create or replace function client_lister(concernes uuid[]) returns void language plpgsql as $$
declare
  ajoute boolean;
  retire boolean;
  change boolean;
begin
  if cardinality(concernes) = 0 then
    return;
  end if;
  perform antenne_prive.attendre_son_tour(false);
  perform from antenne_prive.client_liste where id = any (concernes) limit 1;
  if found then
    select bool_or(l.id is null), bool_or(v.id is null), bool_or(l.id = v.id and (l.raison_sociale, l.statut, l.statut_kyc, l.secteur_id, l.partenaire_actuel_id, l.recherche) is distinct from
      (v.raison_sociale, v.statut, v.statut_kyc, v.secteur_id, v.partenaire_actuel_id, v.recherche))
    into ajoute, retire, change
    from (select portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche from antenne_prive.client_portee join antenne_prive.client using (id) where id = any (concernes)) as v
      full join (select * from antenne_prive.client_liste where id = any (concernes)) as l using (id, portee);
  else
    ajoute := true;
  end if;
  if retire then
    with voulus as materialized (select id, portee from antenne_prive.client_portee where id = any (concernes))
    delete from antenne_prive.client_liste as l where id = any (concernes)
      and not exists (select from voulus where voulus.id = l.id and voulus.portee = l.portee);
  end if;
  if ajoute then
    insert into antenne_prive.client_liste (portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche)
    select * from (select portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche from antenne_prive.client_portee join antenne_prive.client using (id) where id = any (concernes)) as v
    where not exists (select from antenne_prive.client_liste as l where l.id = v.id and l.portee = v.portee)
    order by portee, raison_sociale_pliee, raison_sociale, id;
  end if;
  if change then
    update antenne_prive.client_liste as l set
      raison_sociale_pliee = v.raison_sociale_pliee,
      raison_sociale = v.raison_sociale,
      statut = v.statut,
      statut_kyc = v.statut_kyc,
      secteur_id = v.secteur_id,
      partenaire_actuel_id = v.partenaire_actuel_id,
      recherche = v.recherche
    from (select portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche from antenne_prive.client_portee join antenne_prive.client using (id) where id = any (concernes)) as v
    where l.id = v.id and l.portee = v.portee and (l.raison_sociale, l.statut, l.statut_kyc, l.secteur_id, l.partenaire_actuel_id, l.recherche) is distinct from
      (v.raison_sociale, v.statut, v.statut_kyc, v.secteur_id, v.partenaire_actuel_id, v.recherche);
  end if;
end
$$;

create or replace function client_change() returns trigger language plpgsql as $$
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

create or replace function client_compte_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.client_compte where not plie offset 1000 limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.client_compte')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.client_compte where not plie returning *),
  anciens as (
    delete from antenne_prive.client_compte
    where plie and portee = any (array(select distinct portee from nouveaux)) returning *
  )
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n, plie)
  select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int, true from (select portee, statut, statut_kyc, secteur_id, gere, n from nouveaux union all select portee, statut, statut_kyc, secteur_id, gere, n from anciens) as tous
  group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0 order by portee, statut, statut_kyc, secteur_id, gere;
end
$$;

create or replace function client_paire_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.client_paire where not plie offset 1000 limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.client_paire')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.client_paire where not plie returning *),
  anciens as (
    delete from antenne_prive.client_paire
    where plie and portee = any (array(select distinct portee from nouveaux)) returning *
  )
  insert into antenne_prive.client_paire (portee, recherche, n, plie)
  select portee, recherche, sum(n)::int, true from (select portee, recherche, n from nouveaux union all select portee, recherche, n from anciens) as tous
  group by portee, recherche having sum(n) <> 0 order by portee, recherche;
end
$$;

create or replace function client_reperer(lecteur uuid) returns void language plpgsql as $$
declare
  total int := (select coalesce(sum(n), 0) from antenne_prive.client_compte where portee = lecteur);
  pas int := 500 * (1 + total / 100000);
  eloignes int := (select coalesce(max(suivant - rang), total) from (select rang, lead(rang, 1, total) over (order by rang) as suivant
    from antenne_prive.client_repere where portee = lecteur) as reperes);
begin
  perform from antenne_prive.client_rang where portee = lecteur limit 1;
  if found and eloignes <= 5000 then
    with rangs as (delete from antenne_prive.client_rang where portee = lecteur returning libres, statut, statut_kyc, secteur_id, places, rangs),
    reperes as (delete from antenne_prive.client_repere where portee = lecteur returning rang, raison_sociale_pliee, raison_sociale, id),
    ecarts as (delete from antenne_prive.client_ecart where portee = lecteur returning raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, n),
    -- Bookmarks and changes in the order of the list, a bookmark before changes of its own row: how many rows there are more
    -- before each, and in which part it is.
    suite as materialized (
      select rang, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, n, sum(n) over ordre as plus,
        coalesce(max(rang) filter (where rang in (select unnest(places) from rangs)) over ordre, 0) as place
      from (
        select rang, raison_sociale_pliee, raison_sociale, id, null::statut_client, null::statut_kyc, null::uuid, 0 as n from reperes
        union all select null, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, n from ecarts
      ) as tous (rang, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, n)
      window ordre as (order by raison_sociale_pliee, raison_sociale, id, rang is null rows unbounded preceding)
    ), notes as (
      -- Of bookmarks between which nothing is left, one.
      insert into antenne_prive.client_repere (portee, rang, raison_sociale_pliee, raison_sociale, id)
      select distinct on (rang + plus) lecteur, rang + plus, raison_sociale_pliee, raison_sociale, id from suite where rang is not null and rang + plus > 0
      order by rang + plus, raison_sociale_pliee, raison_sociale, id
    ), parts as (
      select libres, statut, statut_kyc, secteur_id, place, rang - lag(rang, 1, 0) over (partition by libres, statut, statut_kyc, secteur_id order by place) as n
      from rangs, unnest(places, rangs) as part (place, rang)
      union all
      select grouping(statut, statut_kyc, secteur_id), statut, statut_kyc, secteur_id, place, sum(n) from suite where rang is null group by place, cube (statut, statut_kyc, secteur_id)
    )
    insert into antenne_prive.client_rang (portee, libres, statut, statut_kyc, secteur_id, places, rangs)
    select lecteur, libres, statut, statut_kyc, secteur_id, array_agg(place order by place), array_agg(rang order by place) from (
      select libres, statut, statut_kyc, secteur_id, place, sum(n) over (partition by libres, statut, statut_kyc, secteur_id order by place) as rang
        from (
          select libres, statut, statut_kyc, secteur_id, place + coalesce(plus, 0) as place, sum(parts.n) as n
          from parts left join (select rang as place, plus from suite where rang is not null) as deplaces using (place)
          group by libres, statut, statut_kyc, secteur_id, place + coalesce(plus, 0) having sum(parts.n) <> 0
        ) as listes
      ) as cumulees group by libres, statut, statut_kyc, secteur_id;
    return;
  end if;
  delete from antenne_prive.client_repere where portee = lecteur;
  delete from antenne_prive.client_rang where portee = lecteur;
  -- In one statement, so that list and changes are of one moment.
  with oublies as (delete from antenne_prive.client_ecart where portee = lecteur),
  reperes as (
    insert into antenne_prive.client_repere (portee, rang, raison_sociale_pliee, raison_sociale, id)
    select lecteur, rang, raison_sociale_pliee, raison_sociale, id from (select row_number() over (order by raison_sociale_pliee, raison_sociale, id) - 1 as rang, raison_sociale_pliee, raison_sociale, id from antenne_prive.client_liste where portee = lecteur) as rangs where rang > 0 and rang % 500 = 0
  ), parts as materialized (
    select rang / pas * pas as place, statut, statut_kyc, secteur_id, count(*) as n from (select row_number() over (order by raison_sociale_pliee, raison_sociale, id) - 1 as rang, statut, statut_kyc, secteur_id from antenne_prive.client_liste where portee = lecteur) as rangs group by place, statut, statut_kyc, secteur_id
  )
  insert into antenne_prive.client_rang (portee, libres, statut, statut_kyc, secteur_id, places, rangs)
  select lecteur, libres, statut, statut_kyc, secteur_id, array_agg(place order by place), array_agg(rang order by place) from (
      select libres, statut, statut_kyc, secteur_id, place, sum(n) over (partition by libres, statut, statut_kyc, secteur_id order by place) as rang
      from (select grouping(statut, statut_kyc, secteur_id) as libres, statut, statut_kyc, secteur_id, place, sum(n) as n from parts group by place, cube (statut, statut_kyc, secteur_id)) as listes
    ) as cumulees where (select max(place) from parts) > 0 group by libres, statut, statut_kyc, secteur_id;
end
$$;

create or replace function client_liste_ajout() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  -- To look whether it is time to fold costs as much as a small change: one in 20 of them does, or in so many as this setting says.
  regarde boolean := combien > 20 or random() * coalesce(nullif(current_setting('antenne.un_sur', true), ''), '20')::int < 1;
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n)
    select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int from (select *, 1 as n from nouvelles) as change group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0;
  if regarde then
    perform antenne_prive.client_compte_plier();
  end if;
  insert into antenne_prive.client_paire (portee, recherche, n)
    select portee, paire, sum(n)::int from (select portee, recherche, sum(n) as n from (select *, 1 as n from nouvelles) as change where portee = antenne.tout() group by portee, recherche having sum(n) <> 0) as change cross join lateral antenne.paires(recherche) as paire group by portee, paire having sum(n) <> 0;
  if regarde then
    perform antenne_prive.client_paire_plier();
  end if;
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles) as change group by portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.client_ecart'));
    delete from antenne_prive.client_repere where portee = any (lecteurs);
    delete from antenne_prive.client_rang where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.client_ecart (portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, n)
      select portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, sum(n)::int from (select *, 1 as n from nouvelles) as change group by portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or not regarde or current_setting('transaction_isolation') <> 'read committed' then
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

create or replace function client_liste_retrait() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from anciennes);
  -- To look whether it is time to fold costs as much as a small change: one in 20 of them does, or in so many as this setting says.
  regarde boolean := combien > 20 or random() * coalesce(nullif(current_setting('antenne.un_sur', true), ''), '20')::int < 1;
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n)
    select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int from (select *, -1 as n from anciennes) as change group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0;
  if regarde then
    perform antenne_prive.client_compte_plier();
  end if;
  insert into antenne_prive.client_paire (portee, recherche, n)
    select portee, paire, sum(n)::int from (select portee, recherche, sum(n) as n from (select *, -1 as n from anciennes) as change where portee = antenne.tout() group by portee, recherche having sum(n) <> 0) as change cross join lateral antenne.paires(recherche) as paire group by portee, paire having sum(n) <> 0;
  if regarde then
    perform antenne_prive.client_paire_plier();
  end if;
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, -1 as n from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.client_ecart'));
    delete from antenne_prive.client_repere where portee = any (lecteurs);
    delete from antenne_prive.client_rang where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.client_ecart (portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, n)
      select portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, sum(n)::int from (select *, -1 as n from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or not regarde or current_setting('transaction_isolation') <> 'read committed' then
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

create or replace function client_liste_changement() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  -- To look whether it is time to fold costs as much as a small change: one in 20 of them does, or in so many as this setting says.
  regarde boolean := combien > 20 or random() * coalesce(nullif(current_setting('antenne.un_sur', true), ''), '20')::int < 1;
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.client_compte (portee, statut, statut_kyc, secteur_id, gere, n)
    select portee, statut, statut_kyc, secteur_id, gere, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change group by portee, statut, statut_kyc, secteur_id, gere having sum(n) <> 0;
  if regarde then
    perform antenne_prive.client_compte_plier();
  end if;
  insert into antenne_prive.client_paire (portee, recherche, n)
    select portee, paire, sum(n)::int from (select portee, recherche, sum(n) as n from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change where portee = antenne.tout() group by portee, recherche having sum(n) <> 0) as change cross join lateral antenne.paires(recherche) as paire group by portee, paire having sum(n) <> 0;
  if regarde then
    perform antenne_prive.client_paire_plier();
  end if;
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.client_ecart'));
    delete from antenne_prive.client_repere where portee = any (lecteurs);
    delete from antenne_prive.client_rang where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.client_ecart (portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, n)
      select portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change group by portee, raison_sociale_pliee, raison_sociale, id, statut, statut_kyc, secteur_id having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or not regarde or current_setting('transaction_isolation') <> 'read committed' then
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


create or replace function reservation_compte_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.reservation_compte where not plie offset 1000 limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.reservation_compte')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.reservation_compte where not plie returning *),
  anciens as (
    delete from antenne_prive.reservation_compte
    where plie and portee = any (array(select distinct portee from nouveaux)) returning *
  )
  insert into antenne_prive.reservation_compte (portee, statut, n, plie)
  select portee, statut, sum(n)::int, true from (select portee, statut, n from nouveaux union all select portee, statut, n from anciens) as tous
  group by portee, statut having sum(n) <> 0 order by portee, statut;
end
$$;

create or replace function reservation_reperer(lecteur uuid) returns void language plpgsql as $$
declare
  total int := (select coalesce(sum(n), 0) from antenne_prive.reservation_compte where portee = lecteur);
  pas int := 500 * (1 + total / 100000);
  eloignes int := (select coalesce(max(suivant - rang), total) from (select rang, lead(rang, 1, total) over (order by rang) as suivant
    from antenne_prive.reservation_repere where portee = lecteur) as reperes);
begin
  perform from antenne_prive.reservation_rang where portee = lecteur limit 1;
  if found and eloignes <= 5000 then
    with rangs as (delete from antenne_prive.reservation_rang where portee = lecteur returning libres, statut, places, rangs),
    reperes as (delete from antenne_prive.reservation_repere where portee = lecteur returning rang, ordre, id),
    ecarts as (delete from antenne_prive.reservation_ecart where portee = lecteur returning ordre, id, statut, n),
    -- Bookmarks and changes in the order of the list, a bookmark before changes of its own row: how many rows there are more
    -- before each, and in which part it is.
    suite as materialized (
      select rang, ordre, id, statut, n, sum(n) over ordre as plus,
        coalesce(max(rang) filter (where rang in (select unnest(places) from rangs)) over ordre, 0) as place
      from (
        select rang, ordre, id, null::statut_reservation, 0 as n from reperes
        union all select null, ordre, id, statut, n from ecarts
      ) as tous (rang, ordre, id, statut, n)
      window ordre as (order by ordre, id, rang is null rows unbounded preceding)
    ), notes as (
      -- Of bookmarks between which nothing is left, one.
      insert into antenne_prive.reservation_repere (portee, rang, ordre, id)
      select distinct on (rang + plus) lecteur, rang + plus, ordre, id from suite where rang is not null and rang + plus > 0
      order by rang + plus, ordre, id
    ), parts as (
      select libres, statut, place, rang - lag(rang, 1, 0) over (partition by libres, statut order by place) as n
      from rangs, unnest(places, rangs) as part (place, rang)
      union all
      select grouping(statut), statut, place, sum(n) from suite where rang is null group by place, cube (statut)
    )
    insert into antenne_prive.reservation_rang (portee, libres, statut, places, rangs)
    select lecteur, libres, statut, array_agg(place order by place), array_agg(rang order by place) from (
      select libres, statut, place, sum(n) over (partition by libres, statut order by place) as rang
        from (
          select libres, statut, place + coalesce(plus, 0) as place, sum(parts.n) as n
          from parts left join (select rang as place, plus from suite where rang is not null) as deplaces using (place)
          group by libres, statut, place + coalesce(plus, 0) having sum(parts.n) <> 0
        ) as listes
      ) as cumulees group by libres, statut;
    return;
  end if;
  delete from antenne_prive.reservation_repere where portee = lecteur;
  delete from antenne_prive.reservation_rang where portee = lecteur;
  -- In one statement, so that list and changes are of one moment.
  with oublies as (delete from antenne_prive.reservation_ecart where portee = lecteur),
  reperes as (
    insert into antenne_prive.reservation_repere (portee, rang, ordre, id)
    select lecteur, rang, ordre, id from (select row_number() over (order by ordre, id) - 1 as rang, ordre, id from antenne_prive.reservation_liste where portee = lecteur) as rangs where rang > 0 and rang % 500 = 0
  ), parts as materialized (
    select rang / pas * pas as place, statut, count(*) as n from (select row_number() over (order by ordre, id) - 1 as rang, statut from antenne_prive.reservation_liste join antenne_prive.reservation using (ordre, id) where portee = lecteur) as rangs group by place, statut
  )
  insert into antenne_prive.reservation_rang (portee, libres, statut, places, rangs)
  select lecteur, libres, statut, array_agg(place order by place), array_agg(rang order by place) from (
      select libres, statut, place, sum(n) over (partition by libres, statut order by place) as rang
      from (select grouping(statut) as libres, statut, place, sum(n) as n from parts group by place, cube (statut)) as listes
    ) as cumulees where (select max(place) from parts) > 0 group by libres, statut;
end
$$;

create or replace function reservation_liste_ajout() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  -- To look whether it is time to fold costs as much as a small change: one in 20 of them does, or in so many as this setting says.
  regarde boolean := combien > 20 or random() * coalesce(nullif(current_setting('antenne.un_sur', true), ''), '20')::int < 1;
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.reservation_compte (portee, statut, n)
    select portee, statut, sum(n)::int from (select *, 1 as n from nouvelles) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, statut having sum(n) <> 0;
  if regarde then
    perform antenne_prive.reservation_compte_plier();
  end if;
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id, statut having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.reservation_ecart'));
    delete from antenne_prive.reservation_repere where portee = any (lecteurs);
    delete from antenne_prive.reservation_rang where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.reservation_ecart (portee, ordre, id, statut, n)
      select portee, ordre, id, statut, sum(n)::int from (select *, 1 as n from nouvelles) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id, statut having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or not regarde or current_setting('transaction_isolation') <> 'read committed' then
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

create or replace function reservation_liste_retrait() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from anciennes);
  -- To look whether it is time to fold costs as much as a small change: one in 20 of them does, or in so many as this setting says.
  regarde boolean := combien > 20 or random() * coalesce(nullif(current_setting('antenne.un_sur', true), ''), '20')::int < 1;
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.reservation_compte (portee, statut, n)
    select portee, statut, sum(n)::int from (select *, -1 as n from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, statut having sum(n) <> 0;
  if regarde then
    perform antenne_prive.reservation_compte_plier();
  end if;
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, -1 as n from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id, statut having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.reservation_ecart'));
    delete from antenne_prive.reservation_repere where portee = any (lecteurs);
    delete from antenne_prive.reservation_rang where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.reservation_ecart (portee, ordre, id, statut, n)
      select portee, ordre, id, statut, sum(n)::int from (select *, -1 as n from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id, statut having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or not regarde or current_setting('transaction_isolation') <> 'read committed' then
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

create or replace function reservation_liste_changement() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from nouvelles);
  -- To look whether it is time to fold costs as much as a small change: one in 20 of them does, or in so many as this setting says.
  regarde boolean := combien > 20 or random() * coalesce(nullif(current_setting('antenne.un_sur', true), ''), '20')::int < 1;
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
  insert into antenne_prive.reservation_compte (portee, statut, n)
    select portee, statut, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, statut having sum(n) <> 0;
  if regarde then
    perform antenne_prive.reservation_compte_plier();
  end if;
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id, statut having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.reservation_ecart'));
    delete from antenne_prive.reservation_repere where portee = any (lecteurs);
    delete from antenne_prive.reservation_rang where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.reservation_ecart (portee, ordre, id, statut, n)
      select portee, ordre, id, statut, sum(n)::int from (select *, 1 as n from nouvelles union all select *, -1 from anciennes) as change cross join unnest(array[antenne.tout(), partenaire_id]) as lecteur (portee) group by portee, ordre, id, statut having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or not regarde or current_setting('transaction_isolation') <> 'read committed' then
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

do $$
declare
  fonction regprocedure;
begin
  for fonction in
    select distinct tgfoid::regprocedure from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'antenne_prive'::regnamespace
  loop
    execute format('alter function %s security definer set search_path to antenne_prive, antenne, public, pg_temp', fonction);
  end loop;
end
$$;
