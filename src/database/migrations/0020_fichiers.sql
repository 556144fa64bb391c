-- The contents of files, in pieces beside their rows, and the keys that sign links to them (docs/files.md).
set local search_path to antenne_prive, antenne, public;

-- Contents are shared within one organisation, never across. Imported ones belong to nobody and are shared with nobody.
create table contenu (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid references organisation,
  -- SHA-256.
  empreinte bytea not null check (length(empreinte) = 32),
  taille_octets nombre not null,
  unique (organisation_id, empreinte)
);

create table contenu_morceau (
  contenu_id uuid not null references contenu on delete cascade,
  rang int not null,
  octets bytea not null,
  primary key (contenu_id, rang)
);
-- Documents and pictures are compressed already.
alter table contenu_morceau alter column octets set storage external;

-- Who deposited a file, for which organisation, and when. Imported ones say nothing of it, and may have no contents.
alter table fichier
  add column contenu_id uuid references contenu,
  add column organisation_id uuid references organisation,
  add column depose_par uuid references utilisateur,
  add column depose_le instant;
create index on fichier (contenu_id);
create index on fichier (organisation_id);
create index fichier_a_analyser on fichier (depose_le, id) where statut_scan = 'en_attente' and contenu_id is not null;
create index on document_kyc (statut, cree_le, id);

-- Who deposited a document: nobody verifies their own.
alter table document_kyc add column depose_par uuid references utilisateur;
create or replace function document_kyc_au(jour date) returns setof document_kyc
language sql stable parallel safe
begin atomic
  select id, organisation_id, type_document_id, fichier_id, date_emission, date_expiration,
    case when date_expiration < jour then 'expire'::statut_document else statut end,
    case when date_expiration < jour
      then 'Document expiré le ' || to_char(date_expiration, 'DD/MM/YYYY') || '.'
      else motif end,
    verifie_par, verifie_le, cree_le,
    case when date_expiration < jour
      then greatest(modifie_le, (date_expiration + 1)::timestamp at time zone 'UTC')
      else modifie_le end::instant,
    depose_par
  from document_kyc;
end;

-- The keys that sign links. The newest signs; an older one still verifies until it is withdrawn. Answers to requests may know
-- which keys there are, not what they are.
create table cle_lien (
  id int generated always as identity primary key,
  cree_le timestamptz not null default now()
);
create table cle_lien_secret (
  id int primary key references cle_lien on delete cascade,
  secret bytea not null
);
create function tourner_cle_lien() returns int language sql as $$
  with nouvelle as (insert into cle_lien default values returning id)
  insert into cle_lien_secret
  select id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from nouvelle returning id
$$;
revoke execute on function tourner_cle_lien from public;
select tourner_cle_lien();
