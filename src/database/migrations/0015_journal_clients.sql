-- What people do: contacts, sites, organisations and files are journaled too, and what is removed (A7).
set local search_path to antenne_prive, antenne, public;

alter table journal alter column apres drop not null;
alter table journal add column document_id uuid;
alter table journal disable trigger refuser_de_reecrire;
update journal set document_id = ressource_id where ressource = 'document_kyc';
alter table journal enable trigger refuser_de_reecrire;
create index on journal (document_id, numero) where document_id is not null;

create or replace function journaliser() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
declare
  calculees text[] := array(
    select attname::text from pg_attribute where attrelid = tg_relid and attgenerated <> '');
  ancien jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - calculees end;
  nouveau jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - calculees end;
  ligne jsonb := coalesce(nouveau, ancien);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(cle, ancien -> cle), jsonb_object_agg(cle, nouveau -> cle)
      into ancien, nouveau
      from jsonb_object_keys(nouveau) as cle where ancien -> cle is distinct from nouveau -> cle;
    if nouveau is null then return null; end if;
  else
    ancien := jsonb_strip_nulls(ancien);
    nouveau := jsonb_strip_nulls(nouveau);
  end if;
  insert into journal (mouvement, geste, fait_par, fait_le, requete, ressource, ressource_id, client_id, reservation_id, document_id,
    avant, apres)
  values (
    current_setting('antenne.mouvement')::uuid,
    current_setting('antenne.geste'),
    nullif(current_setting('antenne.fait_par'), '')::uuid,
    current_setting('antenne.fait_le')::instant,
    nullif(current_setting('antenne.requete', true), ''),
    tg_table_name,
    (ligne ->> 'id')::uuid,
    case when tg_table_name = 'client' then (ligne ->> 'id')::uuid
      when tg_table_name in ('reservation', 'contact', 'site') then (ligne ->> 'client_id')::uuid end,
    case tg_table_name when 'reservation' then (ligne ->> 'id')::uuid end,
    case tg_table_name when 'document_kyc' then (ligne ->> 'id')::uuid
      when 'fichier' then (select id from document_kyc where fichier_id = (ligne ->> 'id')::uuid order by cree_le, id limit 1) end,
    ancien,
    nouveau
  );
  return null;
end
$$;

create trigger journaliser after insert or update or delete on contact for each row
  when (coalesce(current_setting('antenne.mouvement', true), '') <> '') execute function journaliser();
create trigger journaliser after insert or update or delete on site for each row
  when (coalesce(current_setting('antenne.mouvement', true), '') <> '') execute function journaliser();
create trigger journaliser after insert or update on organisation for each row
  when (coalesce(current_setting('antenne.mouvement', true), '') <> '') execute function journaliser();
create trigger journaliser after insert or update or delete on fichier for each row
  when (coalesce(current_setting('antenne.mouvement', true), '') <> '') execute function journaliser();
