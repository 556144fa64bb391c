-- Clients with their contacts and sites.
set local search_path to antenne_prive, antenne, public;

create table client (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  raison_sociale nom not null,
  forme_juridique text,
  rccm text,
  ncc text,
  secteur_id uuid references secteur_activite,
  adresse_facturation text,
  ville text,
  zone_id uuid references zone_geographique,
  telephone telephone,
  email email,
  origine origine_client not null,
  statut statut_client not null,
  statut_kyc statut_kyc not null,
  partenaire_actuel_id uuid references partenaire,
  credit_approuve boolean not null,
  plafond_encours nombre,
  credit_approuve_par uuid references utilisateur,
  cree_par uuid references utilisateur,
  cree_le instant not null,
  modifie_le instant not null,
  raison_sociale_pliee text collate "C" not null generated always as (antenne.plier(raison_sociale)) stored,
  recherche text collate "C" not null generated always as
    (antenne.plier(raison_sociale || E'\n' || coalesce(rccm, '') || E'\n' || coalesce(ncc, ''))) stored
);
create index on client (organisation_id);
create index on client (cree_par) where partenaire_actuel_id is null;

create table contact (
  id uuid primary key,
  client_id uuid not null references client,
  prenom text not null,
  nom text not null,
  fonction text,
  email email,
  telephone telephone,
  principal boolean not null,
  cree_le instant not null,
  modifie_le instant not null,
  nom_plie text collate "C" not null generated always as (antenne.plier(nom)) stored,
  prenom_plie text collate "C" not null generated always as (antenne.plier(prenom)) stored,
  constraint contact_principal_unique exclude (client_id with =) where (principal) deferrable initially deferred
);
create index on contact (client_id);

create table site (
  id uuid primary key,
  client_id uuid not null references client,
  libelle text not null,
  adresse text,
  ville text,
  zone_id uuid references zone_geographique,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  contact_id uuid references contact,
  statut statut_site not null,
  cree_le instant not null,
  modifie_le instant not null,
  libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored
);
create index on site (client_id);
