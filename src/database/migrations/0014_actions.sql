-- What people do over HTTP: keys of idempotency (A2), and walls around the role that acts (A8).
set local search_path to antenne_prive, antenne, public;

-- What was answered to whom, kept for a day: the same key and request get the same answer again.
create table action_cle (
  utilisateur_id uuid not null,
  organisation_id uuid not null,
  cle text collate "C" not null,
  -- SHA-256 of method, path, query, media type, version and body.
  empreinte bytea not null,
  action text not null,
  ressource_id uuid,
  statut int not null,
  corps text,
  emplacement text,
  -- The request that did it: leads to the journal and to the log.
  requete text not null,
  fait_le timestamptz not null default now(),
  primary key (utilisateur_id, organisation_id, cle)
);
create index on action_cle (fait_le);

-- One action, one request: its id leads from the journal to the log.
alter table journal add column requete text;

-- What follows from a change (lists, counts, words, the journal) is written with the rights of the owner: the role that acts
-- cannot write there itself.
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

-- An attempt to ask for a client by its number is noted in the history of the client, in the movement of the action.
create function noter_tentative(client uuid, par uuid, partenaire uuid, le instant) returns void
language sql security definer set search_path to antenne_prive, antenne, public, pg_temp
begin atomic
  insert into journal (mouvement, geste, fait_par, fait_le, requete, ressource, ressource_id, client_id, avant, apres)
  values (current_setting('antenne.mouvement')::uuid, 'tentative', par, le, nullif(current_setting('antenne.requete', true), ''),
    'client', client, client, null, jsonb_build_object('partenaire_id', partenaire));
end;

-- How often an organisation has asked about clients of others today (A8).
create table question_jour (
  organisation_id uuid not null,
  jour date not null,
  nombre int not null,
  primary key (organisation_id, jour)
);

-- The name under which a client was asked for: the partner follows its request by it when it no longer sees the client.
alter table reservation add column client_nom text;
update reservation set client_nom = client.raison_sociale from client where client.id = reservation.client_id;
create function garder_nom() returns trigger language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  new.client_nom := coalesce(new.client_nom, (select raison_sociale from client where id = new.client_id));
  return new;
end
$$;
create trigger garder_nom before insert on reservation for each row execute function garder_nom();

-- Rows that an action relies on stay as they are until it commits. The role that acts may not change them, so it cannot lock
-- them itself.
create function tenir_droits(utilisateur_id uuid) returns void
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  perform from utilisateur join organisation on organisation.id = utilisateur.organisation_id
    where utilisateur.id = tenir_droits.utilisateur_id for share of utilisateur, organisation;
  perform from utilisateur_role join role_permission on role_permission.role_id = utilisateur_role.role_id
    where utilisateur_role.utilisateur_id = tenir_droits.utilisateur_id for share;
  -- Before it locks what it changes: it waits for those who go alone without holding anything that they want.
  perform attendre_son_tour(false);
end
$$;

create function tenir_partenaire(partenaire_id uuid) returns void
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  perform from partenaire join organisation on organisation.id = partenaire.organisation_id
    where partenaire.id = tenir_partenaire.partenaire_id for share of partenaire, organisation;
end
$$;
