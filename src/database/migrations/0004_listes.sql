-- What makes a list cost the same at any size. A list is read by someone: all of it (`antenne.tout()`) by the operator, a part of
-- it by each partner. For each of these readers (`portee`) the database keeps, in the transaction of whatever changes them,
--   client_liste    who sees which client, with what the list is ordered, filtered and searched by,
--   …_compte        how many there are, by what lists filter on: totals are sums, nothing is counted,
--   …_repere        every 500th place of the list, so that a far page starts near its place,
--   …_ecart         what was added to the list or taken from it since these places were noted.
-- Counts and changes are signed rows: whoever changes a list appends «so many more here, so many fewer there». Nothing is
-- updated in place, so writers do not wait for one another; a sum is exact in the snapshot of whoever takes it.
set local search_path to antenne_prive, antenne, public;

create function antenne.tout() returns uuid language sql immutable parallel safe
return '00000000-0000-0000-0000-000000000000'::uuid;

-- Nobody else is that reader.
alter table partenaire add constraint partenaire_id_reserve check (id <> antenne.tout());

-- D17: which reader sees which client; the lists follow. (Who has no list, because it is neither the operator nor a partner, sees what
-- `identity/scope.ts` says.)
create view client_portee as
  select antenne.tout() as portee, id from client
  union
  -- a partner sees the clients that it manages
  select partenaire_actuel_id, id from client where partenaire_actuel_id is not null
  union
  -- those on which it holds a pending reservation
  select partenaire_id, client_id from reservation where en_attente
  union
  -- and those without a partner that its people created
  select partenaire.id, client.id
  from client
  join utilisateur on utilisateur.id = client.cree_par
  join partenaire on partenaire.organisation_id = utilisateur.organisation_id
  where client.partenaire_actuel_id is null;

create table client_liste (
  portee uuid not null,
  id uuid not null,
  raison_sociale_pliee text collate "C" not null,
  raison_sociale nom not null,
  statut statut_client not null,
  statut_kyc statut_kyc not null,
  secteur_id uuid,
  partenaire_actuel_id uuid,
  gere boolean not null generated always as (portee is not distinct from partenaire_actuel_id) stored, -- by the reader itself
  recherche text collate "C" not null,
  primary key (id, portee)
);
-- The order of the list, with what it is filtered by, so that a filter is tried without looking at the row.
create index on client_liste (portee, raison_sociale_pliee, raison_sociale, id)
  include (statut, statut_kyc, secteur_id, partenaire_actuel_id);
drop index client_raison_sociale_pliee_raison_sociale_id_idx;
drop index client_partenaire_actuel_id_raison_sociale_pliee_raison_soc_idx;
drop index client_secteur_id_idx;
drop index client_recherche_idx;

-- Reservations are narrow enough to be their own list: the operator's, and each partner's. One ascending number orders them
-- as D11 says: pending first, newest first.
alter table reservation add column ordre bigint not null generated always as (
  case when statut in ('demandee', 'conflit') then 0 else 1::bigint << 52 end
    - floor(extract(epoch from cree_le at time zone 'UTC') * 1000)::bigint
) stored;
create view reservation_liste as
  select antenne.tout() as portee, ordre, id from reservation
  union all
  select partenaire_id, ordre, id from reservation;
create index on reservation (ordre, id);
create index on reservation (statut, ordre, id);
create index on reservation (partenaire_id, ordre, id);
create index on reservation (partenaire_id, statut, ordre, id);
drop index reservation_en_attente_cree_le_id_idx;
drop index reservation_partenaire_id_en_attente_cree_le_id_idx;

-- Counts. A row that is `plie` is the only one of its cell; the others wait to be folded into it.
drop trigger compter_ajout on client;
drop trigger compter_retrait on client;
drop trigger compter_changement on client;
drop trigger compter_ajout on reservation;
drop trigger compter_retrait on reservation;
drop trigger compter_changement on reservation;
drop function compter();
drop function plier_compte(text, text);
drop table client_compte, reservation_compte;

create table client_compte (
  portee uuid not null,
  statut statut_client not null,
  statut_kyc statut_kyc not null,
  secteur_id uuid,
  gere boolean not null,
  n int not null,
  plie boolean not null default false
);
create table reservation_compte (
  portee uuid not null,
  statut statut_reservation not null,
  n int not null,
  plie boolean not null default false
);
-- In how many clients two letters stand side by side: too many, mostly, to be found each time.
create table client_paire (
  portee uuid not null,
  recherche text collate "C" not null,
  n int not null,
  plie boolean not null default false
);

create table client_repere (
  portee uuid not null,
  rang int not null,
  raison_sociale_pliee text collate "C" not null,
  raison_sociale nom not null,
  id uuid not null
);
create table client_ecart (
  portee uuid not null,
  raison_sociale_pliee text collate "C" not null,
  raison_sociale nom not null,
  id uuid not null,
  n int not null
);
create table reservation_repere (
  portee uuid not null,
  rang int not null,
  ordre bigint not null,
  id uuid not null
);
create table reservation_ecart (
  portee uuid not null,
  ordre bigint not null,
  id uuid not null,
  n int not null
);

create index on client_compte (portee);
create index on client_compte (plie) where not plie;
create index on reservation_compte (portee);
create index on reservation_compte (plie) where not plie;
create index on client_paire (portee, recherche);
create index on client_paire (plie) where not plie;
create index on client_repere (portee, rang);
create index on client_ecart (portee);
create index on reservation_repere (portee, rang);
create index on reservation_ecart (portee);
do $$
declare
  petite text;
begin
  -- Small and often written: what is dead in them is cleared away early.
  foreach petite in array array['client_compte', 'reservation_compte', 'client_paire', 'client_repere', 'client_ecart',
    'reservation_repere', 'reservation_ecart'] loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)', petite);
  end loop;
end
$$;

-- What the statement of a trigger changed, as SQL: for each `lecteur` of a row, the expressions, and how many more or fewer.
create function changement(operation text, lecteurs text, expressions text[]) returns text language sql immutable
return format('select lecteur, %s, sum(n)::int as n from (%s) as change, %s group by %s having sum(n) <> 0',
  array_to_string(expressions, ', '),
  case operation
    when 'INSERT' then 'select *, 1 as n from nouvelles'
    when 'DELETE' then 'select *, -1 as n from anciennes'
    else 'select *, 1 as n from nouvelles union all select *, -1 from anciennes'
  end,
  lecteurs,
  (select string_agg(place::text, ', ') from generate_series(1, 1 + cardinality(expressions)) as place));

-- Trigger: appends to a table of counts. Its arguments: that table, the readers of a row (a FROM item), what is counted by.
create function compter() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform from anciennes limit 1;
  else
    perform from nouvelles limit 1;
  end if;
  if not found then
    return null;
  end if;
  execute format('insert into antenne_prive.%I %s', tg_argv[0], antenne_prive.changement(tg_op, tg_argv[1], tg_argv[2:]));
  perform antenne_prive.plier_comptes(tg_argv[0]);
  return null;
end
$$;

-- Folds what was appended to a table of counts into its cells, once it has become long. One at a time; a writer that finds
-- another at it goes on. What is not yet committed elsewhere is not seen, and stays.
create function plier_comptes(comptes text) returns void language plpgsql as $$
declare
  colonnes text;
  long boolean;
begin
  execute format('select exists (select from antenne_prive.%I where not plie offset 1000)', comptes) into long;
  if not long or current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtext('antenne.' || comptes)) then
    return;
  end if;
  select string_agg(attname, ', ' order by attnum) into colonnes from pg_attribute
  where attrelid = format('antenne_prive.%I', comptes)::regclass and attnum > 0 and not attisdropped and attname not in ('n', 'plie');
  execute format('
    with nouveaux as (delete from antenne_prive.%1$I where not plie returning *),
    sommes as (select %2$s, sum(n) as n from nouveaux group by %2$s),
    anciens as (
      delete from antenne_prive.%1$I as c using sommes
      where c.plie and c.portee = sommes.portee and (select (%3$s)) is not distinct from (select (%4$s))
      returning c.*
    )
    insert into antenne_prive.%1$I (%2$s, n, plie)
    select %2$s, sum(n)::int, true from (select %2$s, n from sommes union all select %2$s, n from anciens) as tous
    group by %2$s having sum(n) <> 0 order by %2$s', comptes, colonnes,
    'c.' || replace(colonnes, ', ', ', c.'), 'sommes.' || replace(colonnes, ', ', ', sommes.'));
end
$$;

-- Trigger: notes what entered or left a list. Its arguments: the list, the readers of a row (a FROM item), what the list is ordered by.
-- After many changes the places of the readers concerned are noted anew, and the changes are forgotten; of very many at once no
-- change is noted: there are no places until then.
create function reperer() returns trigger language plpgsql as $$
declare
  ecarts text := tg_argv[0] || '_ecart';
  cles text[] := tg_argv[2:];
  change text := antenne_prive.changement(tg_op, tg_argv[1], cles);
  combien bigint;
  lecteurs uuid[];
begin
  if tg_op = 'DELETE' then
    select count(*) into combien from anciennes;
  else
    select count(*) into combien from nouvelles;
  end if;
  if combien = 0 then
    return null;
  end if;
  if combien > 10000 and current_setting('transaction_isolation') = 'read committed' then
    execute format('select array_agg(distinct lecteur) from (%s) as change', change) into lecteurs;
    perform pg_advisory_xact_lock(hashtext('antenne.' || ecarts));
    execute format('delete from antenne_prive.%I where portee = any ($1)', tg_argv[0] || '_repere') using lecteurs;
  else
    execute format('with notes as (insert into antenne_prive.%I %s returning portee)
      select array_agg(distinct portee) from notes', ecarts, change) into lecteurs;
    if lecteurs is null or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    execute format('select array_agg(portee) from (select portee from antenne_prive.%I
      where portee = any ($1) group by portee having count(*) > 1000) as longs', ecarts) into lecteurs using lecteurs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.' || ecarts)) then
      return null;
    end if;
  end if;
  insert into antenne_prive.repere_a_noter select tg_argv[0], array_to_string(cles, ', '), unnest(lecteurs);
  return null;
end
$$;

-- Places to be noted anew when the transaction ends: a statement may add, change and remove rows at once, each told to a trigger
-- of its own, and all of them have to be done.
create table repere_a_noter (
  liste text not null,
  cles text not null,
  portee uuid not null
);
create function noter_reperes() returns trigger language plpgsql as $$
begin
  -- Within a statement, if somebody has made constraints immediate: the next time, then.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  delete from antenne_prive.repere_a_noter where liste = new.liste and portee = new.portee;
  if found then
    perform antenne_prive.reperer_liste(new.liste, new.cles, new.portee);
  end if;
  return null;
end
$$;
create constraint trigger noter_reperes after insert on repere_a_noter deferrable initially deferred
  for each row execute function noter_reperes();

-- Notes every 500th place of a list as one reader sees it. In one statement, so that list and changes are of one moment.
create function reperer_liste(liste text, cles text, lecteur uuid) returns void language plpgsql as $$
begin
  execute format('delete from antenne_prive.%I where portee = $1', liste || '_repere') using lecteur;
  execute format('
    with oublies as (delete from antenne_prive.%1$I where portee = $1)
    insert into antenne_prive.%2$I (portee, rang, %4$s)
    select $1, rang, %4$s from (
      select row_number() over (order by %4$s) - 1 as rang, %4$s from antenne_prive.%3$I where portee = $1
    ) as places where rang > 0 and rang %% 500 = 0',
    liste || '_ecart', liste || '_repere', liste || '_liste', cles) using lecteur;
end
$$;

-- The pairs of letters or digits of a text, each once (and some pairs with a space, that nobody asks for). Of plain ASCII,
-- pg_trgm knows its trigrams at once: any pair begins one of them.
create function antenne.paires(texte text) returns setof text language sql immutable parallel safe rows 40
begin atomic
  select distinct left(debut, 2) from unnest(
    case when texte ~ E'[^\\x01-\\x7f]' then array(select substr(texte, i, 2) from generate_series(1, length(texte) - 1) as i)
    else antenne.show_trgm(texte) end
  ) as debut;
end;

-- Who keeps what.
create procedure tenir(source text, fonction text, arguments text[] default '{}') language plpgsql as $$
declare
  appel text := format('%s(%s)', fonction, (select string_agg(quote_literal(a), ', ') from unnest(arguments) as a));
  nom text := fonction || coalesce('_' || arguments[1], '');
begin
  execute format('create trigger %I after insert on %I referencing new table as nouvelles
    for each statement execute function %s', nom || '_ajout', source, appel);
  execute format('create trigger %I after delete on %I referencing old table as anciennes
    for each statement execute function %s', nom || '_retrait', source, appel);
  execute format('create trigger %I after update on %I referencing old table as anciennes new table as nouvelles
    for each statement execute function %s', nom || '_changement', source, appel);
end
$$;
call tenir('client_liste', 'compter', array['client_compte', 'unnest(array[portee]) as lecteur',
  'statut', 'statut_kyc', 'secteur_id', 'gere']);
call tenir('client_liste', 'compter', array['client_paire', 'lateral (select antenne.tout() where portee = antenne.tout()) as tous (lecteur),
  antenne.paires(recherche) as paire', 'paire']);
call tenir('client_liste', 'reperer', array['client', 'unnest(array[portee]) as lecteur',
  'raison_sociale_pliee', 'raison_sociale', 'id']);
call tenir('reservation', 'compter', array['reservation_compte', 'unnest(array[antenne.tout(), partenaire_id]) as lecteur',
  'statut']);
call tenir('reservation', 'reperer', array['reservation', 'unnest(array[antenne.tout(), partenaire_id]) as lecteur',
  'ordre', 'id']);

-- Those who change clients or reservations do so side by side; who changes an organisation's people or partner does so alone. A
-- transaction that keeps one snapshot would not see what it has waited for.
create function attendre_son_tour(seul boolean) returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception using errcode = 'feature_not_supported', message = 'clients are changed in read committed transactions only';
  end if;
  if seul then
    perform pg_advisory_xact_lock(hashtext('antenne.client_portee'));
  else
    perform pg_advisory_xact_lock_shared(hashtext('antenne.client_portee'));
  end if;
end
$$;

-- Brings the list of clients up to date for these clients. Whoever changes what the rule says of a client holds its row.
create function lister_clients(concernes uuid[]) returns void language plpgsql as $$
begin
  if cardinality(concernes) = 0 then
    return;
  end if;
  perform antenne_prive.attendre_son_tour(false);
  with voulus as materialized (
    select portee, id, raison_sociale_pliee, raison_sociale, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche
    from antenne_prive.client_portee join antenne_prive.client using (id) where id = any (concernes)
  ), retires as (
    delete from antenne_prive.client_liste as l where id = any (concernes)
      and not exists (select from voulus where voulus.id = l.id and voulus.portee = l.portee)
  )
  insert into antenne_prive.client_liste as l
    (portee, id, raison_sociale_pliee, raison_sociale, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche)
  select * from voulus order by portee, raison_sociale_pliee, raison_sociale, id
  on conflict (id, portee) do update set
    raison_sociale_pliee = excluded.raison_sociale_pliee, raison_sociale = excluded.raison_sociale, statut = excluded.statut,
    statut_kyc = excluded.statut_kyc, secteur_id = excluded.secteur_id,
    partenaire_actuel_id = excluded.partenaire_actuel_id, recherche = excluded.recherche
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
  perform antenne_prive.lister_clients(concernes);
  return null;
end
$$;

create function reservation_change() returns trigger language plpgsql as $$
declare
  concernes uuid[];
begin
  if tg_op = 'INSERT' then
    concernes := array(select client_id from nouvelles where en_attente);
  elsif tg_op = 'DELETE' then
    concernes := array(select client_id from anciennes where en_attente);
  else
    concernes := array(
      select unnest(array[n.client_id, a.client_id]) from nouvelles as n full join anciennes as a using (id)
      where (n.client_id, n.partenaire_id, n.en_attente) is distinct from (a.client_id, a.partenaire_id, a.en_attente)
    );
  end if;
  perform from antenne_prive.client where id = any (concernes) order by id for no key update;
  perform antenne_prive.lister_clients(concernes);
  return null;
end
$$;

-- A user that changes organisation, an organisation that becomes a partner: rare, and alone while it lasts.
create function organisation_change() returns trigger language plpgsql as $$
declare
  organisations uuid[];
  concernes uuid[];
begin
  if tg_op = 'INSERT' then
    organisations := array(select organisation_id from nouvelles);
  elsif tg_op = 'DELETE' then
    organisations := array(select organisation_id from anciennes);
  else
    organisations := array(
      select unnest(array[n.organisation_id, a.organisation_id]) from nouvelles as n full join anciennes as a using (id)
      where n.organisation_id is distinct from a.organisation_id
    );
  end if;
  if cardinality(organisations) = 0 then
    return null;
  end if;
  perform antenne_prive.attendre_son_tour(true);
  concernes := array(
    select client.id from antenne_prive.client join antenne_prive.utilisateur on utilisateur.id = client.cree_par
    where client.partenaire_actuel_id is null and utilisateur.organisation_id = any (organisations)
  );
  perform antenne_prive.lister_clients(concernes);
  return null;
end
$$;

call tenir('client', 'client_change');
call tenir('reservation', 'reservation_change');
call tenir('partenaire', 'organisation_change');
create trigger organisation_change_changement after update on utilisateur
  referencing old table as anciennes new table as nouvelles for each statement execute function organisation_change();
drop procedure tenir(text, text, text[]);

-- A table emptied at a stroke tells no trigger which rows went: the lists would go on showing them.
create function refuser_de_vider() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'feature_not_supported', message = format('%s is not truncated: delete its rows', tg_table_name);
end
$$;
create trigger refuser_de_vider before truncate on client for each statement execute function refuser_de_vider();
create trigger refuser_de_vider before truncate on client_liste for each statement execute function refuser_de_vider();
create trigger refuser_de_vider before truncate on reservation for each statement execute function refuser_de_vider();
create trigger refuser_de_vider before truncate on utilisateur for each statement execute function refuser_de_vider();
create trigger refuser_de_vider before truncate on partenaire for each statement execute function refuser_de_vider();

-- What is there already.
select lister_clients(array(select id from client));
create index client_liste_recherche on client_liste using gin (recherche gin_trgm_ops) where portee = antenne.tout();
insert into reservation_compte (portee, statut, n, plie)
  select portee, statut, count(*), true from reservation_liste join reservation using (id) group by 1, 2;
select reperer_liste('reservation', 'ordre, id', portee) from (select distinct portee from reservation_liste) as l;
