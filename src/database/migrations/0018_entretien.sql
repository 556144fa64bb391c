-- Generated from src/identity/lists.ts by «npm run generate»: change the declaration, not this file.
--
-- How the lists are kept, in place of what an earlier migration said.
set local search_path to antenne_prive, antenne, public;

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
