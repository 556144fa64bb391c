-- Counts are folded in one pass: all cells of the readers concerned are summed anew. To compare every new cell with every folded one
-- took longer than an action may.
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
