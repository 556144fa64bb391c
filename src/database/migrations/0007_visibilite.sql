-- D17: which reader sees which client, and when that changes. The list of clients follows (see the migration `listes`).
-- (Who is neither the operator nor a partner has no list: it sees what `identity/scope.ts` says.)
set local search_path to antenne_prive, antenne, public;

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
  perform antenne_prive.client_lister(concernes);
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
  perform antenne_prive.client_lister(concernes);
  return null;
end
$$;

create trigger reservation_change_ajout after insert on reservation referencing new table as nouvelles
  for each statement execute function reservation_change();
create trigger reservation_change_retrait after delete on reservation referencing old table as anciennes
  for each statement execute function reservation_change();
create trigger reservation_change_changement after update on reservation referencing old table as anciennes new table as nouvelles
  for each statement execute function reservation_change();
create trigger organisation_change_ajout after insert on partenaire referencing new table as nouvelles
  for each statement execute function organisation_change();
create trigger organisation_change_retrait after delete on partenaire referencing old table as anciennes
  for each statement execute function organisation_change();
create trigger organisation_change_changement after update on partenaire referencing old table as anciennes new table as nouvelles
  for each statement execute function organisation_change();
create trigger organisation_change_changement after update on utilisateur referencing old table as anciennes new table as nouvelles
  for each statement execute function organisation_change();

-- A table emptied at a stroke tells no trigger which rows went: the lists would go on showing them.
create function refuser_de_vider() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'feature_not_supported', message = format('%s is not truncated: delete its rows', tg_table_name);
end
$$;
create trigger refuser_de_vider before truncate on client for each statement execute function refuser_de_vider();
create trigger refuser_de_vider before truncate on reservation for each statement execute function refuser_de_vider();
create trigger refuser_de_vider before truncate on utilisateur for each statement execute function refuser_de_vider();
create trigger refuser_de_vider before truncate on partenaire for each statement execute function refuser_de_vider();
