-- Partners, their contracts and their compliance documents. Logo and contract files live in the file store, whose register
-- is not shown. There are hundreds of partners: a search reads their texts.
set local search_path to antenne_prive, antenne, public;

create table type_document (
  id uuid primary key,
  code text not null,
  libelle text not null,
  cible cible_document not null,
  obligatoire boolean not null,
  validite_mois nombre,
  actif boolean not null,
  libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored
);

create table fichier (
  id uuid primary key,
  nom_original text not null,
  type_mime text not null,
  taille_octets nombre not null,
  statut_scan statut_scan not null
);

create table partenaire (
  id uuid primary key constraint partenaire_id_reserve check (id <> antenne.tout()),
  organisation_id uuid not null references organisation
    constraint partenaire_organisation_unique unique deferrable initially deferred,
  raison_sociale nom not null,
  forme_juridique text,
  rccm text,
  ncc text,
  adresse text,
  ville text,
  zone_principale_id uuid references zone_geographique,
  telephone telephone,
  email email,
  capacite_commerciale nombre,
  mode_versement mode_versement not null,
  rib text,
  numero_mobile_money text,
  logo_fichier_id uuid,
  presentation text,
  profil_publie boolean not null,
  statut statut_partenaire not null,
  valide_par uuid references utilisateur,
  valide_le instant,
  cree_le instant not null,
  modifie_le instant not null,
  raison_sociale_pliee text collate "C" not null generated always as (antenne.plier(raison_sociale)) stored,
  recherche text collate "C" not null generated always as
    (antenne.plier(raison_sociale || E'\n' || coalesce(rccm, '') || E'\n' || coalesce(ncc, ''))) stored
);
create index on partenaire (raison_sociale_pliee, raison_sociale, id);

create table partenaire_zone (
  partenaire_id uuid not null references partenaire,
  zone_id uuid not null references zone_geographique,
  primary key (partenaire_id, zone_id)
);
create index on partenaire_zone (zone_id);

create table partenaire_secteur (
  partenaire_id uuid not null references partenaire,
  secteur_id uuid not null references secteur_activite,
  primary key (partenaire_id, secteur_id)
);

create table contrat_cadre (
  id uuid primary key,
  numero nom not null constraint contrat_cadre_numero_unique unique deferrable initially deferred,
  partenaire_id uuid not null references partenaire,
  conditions_id uuid not null,
  fichier_genere_id uuid not null,
  fichier_signe_id uuid,
  statut statut_contrat_cadre not null,
  date_debut date,
  date_fin date,
  signe_le instant,
  cree_le instant not null,
  modifie_le instant not null,
  constraint contrat_cadre_dates check (date_debut <= date_fin)
);
create index on contrat_cadre (partenaire_id);

create table document_kyc (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  type_document_id uuid not null references type_document,
  fichier_id uuid not null references fichier,
  date_emission date,
  date_expiration date,
  statut statut_document not null,
  motif text,
  verifie_par uuid references utilisateur,
  verifie_le instant,
  cree_le instant not null,
  modifie_le instant not null,
  constraint document_kyc_dates check (date_emission <= date_expiration)
);
create index on document_kyc (organisation_id);
create index on document_kyc (fichier_id);

-- D13: the documents as they are on a day. A document whose expiry date has passed is `expire`,
-- whether or not the sweep has written it; the sweep writes exactly these values.
create function document_kyc_au(jour date) returns setof document_kyc
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
      else modifie_le end::instant
  from document_kyc;
end;
