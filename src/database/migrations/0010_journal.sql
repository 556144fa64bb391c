-- What the moves did: who, when, what, before and after. A move says what it is by three settings of its transaction; every
-- row of client, reservation and document_kyc that it then changes is noted here, by the database itself. Imports set
-- none and are not noted.
set local search_path to antenne_prive, antenne, public;

create table journal (
  numero bigint generated always as identity primary key,
  -- All that one move did has one number.
  mouvement uuid not null,
  geste text not null,
  fait_par uuid,
  fait_le instant not null,
  ressource text not null,
  ressource_id uuid not null,
  client_id uuid,
  reservation_id uuid,
  -- Of a changed row the columns that changed; of a new one all that are filled.
  avant jsonb,
  apres jsonb not null
);
create index on journal (client_id, numero) where client_id is not null;
create index on journal (reservation_id, numero) where reservation_id is not null;

create function journaliser() returns trigger language plpgsql set search_path to antenne_prive, antenne, public as $$
declare
  calculees text[] := array(
    select attname::text from pg_attribute where attrelid = tg_relid and attgenerated <> '');
  nouveau jsonb := jsonb_strip_nulls(to_jsonb(new) - calculees);
  ancien jsonb;
begin
  if tg_op = 'UPDATE' then
    ancien := to_jsonb(old) - calculees;
    nouveau := to_jsonb(new) - calculees;
    select jsonb_object_agg(cle, ancien -> cle), jsonb_object_agg(cle, nouveau -> cle)
      into ancien, nouveau
      from jsonb_object_keys(nouveau) as cle where ancien -> cle is distinct from nouveau -> cle;
    if nouveau is null then return null; end if;
  end if;
  insert into journal (mouvement, geste, fait_par, fait_le, ressource, ressource_id, client_id, reservation_id, avant, apres)
  values (
    current_setting('antenne.mouvement')::uuid,
    current_setting('antenne.geste'),
    nullif(current_setting('antenne.fait_par'), '')::uuid,
    current_setting('antenne.fait_le')::instant,
    tg_table_name,
    new.id,
    case tg_table_name when 'client' then new.id when 'reservation' then (to_jsonb(new) ->> 'client_id')::uuid end,
    case tg_table_name when 'reservation' then new.id end,
    ancien,
    nouveau
  );
  return null;
end
$$;

do $$
declare
  nom text;
begin
  foreach nom in array array['client', 'reservation', 'document_kyc'] loop
    execute format(
      'create trigger journaliser after insert or update on %I for each row
        when (coalesce(current_setting(''antenne.mouvement'', true), '''') <> '''') execute function journaliser()', nom);
  end loop;
end
$$;

create function refuser_de_reecrire() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is only ever added to' using errcode = '0A000';
end
$$;
create trigger refuser_de_reecrire before update or delete or truncate on journal
  for each statement execute function refuser_de_reecrire();

-- The rules of the moves, once more, on what a move leaves behind: whatever the program believes, nothing else is stored.
create function verifier_mouvement() returns trigger language plpgsql set search_path to antenne_prive, antenne, public as $$
declare
  r reservation%rowtype;
  c client%rowtype;
begin
  if tg_op = 'UPDATE' and not old.en_attente and new.statut <> old.statut then
    raise exception 'a decided reservation is not decided again' using errcode = '23514';
  end if;
  select * into r from reservation where id = new.id;
  select * into c from client where id = r.client_id;
  if not r.en_attente and (r.traitee_par is null or r.traitee_le is null) then
    raise exception 'a decision says by whom and when' using errcode = '23514';
  end if;
  if r.statut in ('refusee', 'annulee') and coalesce(r.motif_decision, '') = '' then
    raise exception 'a refusal or a cancellation says why' using errcode = '23514';
  end if;
  if r.statut = 'validee' and (c.partenaire_actuel_id is distinct from r.partenaire_id
      or exists (select from reservation as autre where autre.client_id = r.client_id and autre.en_attente)) then
    raise exception 'a validated reservation has the client, and nobody waits for it' using errcode = '23514';
  end if;
  if r.statut = 'demandee' and (c.partenaire_actuel_id is not null
      or exists (select from reservation as autre where autre.client_id = r.client_id and autre.id <> r.id and autre.en_attente)) then
    raise exception 'who competes for a client is in conflict' using errcode = '23514';
  end if;
  return null;
end
$$;
create constraint trigger verifier_mouvement after insert or update of statut on reservation
  deferrable initially deferred for each row
  when (coalesce(current_setting('antenne.mouvement', true), '') <> '') execute function verifier_mouvement();
