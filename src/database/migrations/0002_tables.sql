-- The data model: names equal the contract's. What the contract states of a value is a constraint here.
set local search_path to antenne_prive, antenne, public;

create type type_organisation as enum ('operateur', 'partenaire', 'client', 'tiers');
create type statut_organisation as enum ('active', 'suspendue', 'fermee');
create type type_zone as enum ('region', 'departement', 'ville', 'commune');
create type mode_versement as enum ('virement', 'mobile_money', 'portefeuille');
create type statut_partenaire as enum
  ('candidat', 'en_verification', 'a_completer', 'rejete', 'valide', 'actif', 'suspendu');
create type statut_contrat_cadre as enum ('genere', 'envoye', 'signe', 'expire', 'resilie');
create type cible_document as enum ('partenaire', 'client');
create type statut_scan as enum ('en_attente', 'sain', 'infecte');
create type statut_document as enum ('depose', 'valide', 'a_completer', 'rejete', 'expire');
create type origine_client as enum ('partenaire', 'direct', 'import');
create type statut_client as enum ('prospect', 'reservation_demandee', 'reserve', 'actif', 'inactif');
create type statut_kyc as enum ('a_fournir', 'en_verification', 'conforme', 'a_completer', 'rejete');
create type statut_site as enum ('a_qualifier', 'a_installer', 'installe', 'actif', 'suspendu', 'resilie');
create type statut_reservation as enum ('demandee', 'conflit', 'validee', 'refusee', 'annulee');
create type resultat_doublon as enum ('aucun', 'doublon_potentiel', 'conflit');
create type critere_doublon as enum (
  'raison_sociale_proche', 'telephone_identique', 'email_contact_identique', 'rccm_identique', 'ncc_identique'
);
create type periode_forfait as enum ('hebdomadaire', 'mensuelle', 'trimestrielle', 'semestrielle', 'annuelle');

create domain nom as text collate "C" check (length(value) <= 255);
create domain email as text check (value ~ '^[^ @]+@[^ @]+\.[^ @]+$');
create domain telephone as text check (value ~ '^\+225(\d{8}|\d{10})$');
create domain nombre as bigint check (value between 0 and 9007199254740991);
create domain instant as timestamptz(3);

-- Session

create table organisation (
  id uuid primary key,
  type type_organisation not null,
  nom text not null,
  statut statut_organisation not null,
  cree_le instant not null,
  modifie_le instant not null
);

create table role (
  id uuid primary key,
  code nom not null constraint role_code_unique unique deferrable initially deferred,
  libelle text not null,
  type_organisation type_organisation not null
);

create table role_permission (
  role_id uuid not null references role,
  permission text not null,
  primary key (role_id, permission)
);

create table utilisateur (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  role_id uuid not null references role,
  prenom text not null,
  nom text not null,
  email email,
  telephone telephone,
  fonction text,
  actif boolean not null,
  double_authentification boolean not null,
  derniere_connexion instant
);
create index on utilisateur (organisation_id);

create table utilisateur_role (
  utilisateur_id uuid not null references utilisateur deferrable initially deferred,
  role_id uuid not null references role,
  primary key (utilisateur_id, role_id)
);
-- The principal role is one of the user's roles.
alter table utilisateur add constraint utilisateur_role_principal
  foreign key (id, role_id) references utilisateur_role deferrable initially deferred;

-- Two-factor authentication is mandatory in organisations of the operator's type.
create function exiger_double_authentification() returns trigger language plpgsql as $$
begin
  if exists (
    select from antenne_prive.utilisateur u join antenne_prive.organisation o on o.id = u.organisation_id
    where o.type = 'operateur' and not u.double_authentification
      and new.id = case tg_table_name when 'organisation' then o.id else u.id end
  ) then
    raise exception using errcode = 'check_violation', constraint = 'double_authentification_operateur',
      message = 'double_authentification is mandatory for operator users';
  end if;
  return null;
end
$$;
create constraint trigger double_authentification_operateur after insert or update on utilisateur
  deferrable initially deferred for each row when (not new.double_authentification)
  execute function exiger_double_authentification();
create constraint trigger double_authentification_operateur after update of type on organisation
  deferrable initially deferred for each row when (new.type = 'operateur')
  execute function exiger_double_authentification();

-- Reference data

create table zone_geographique (
  id uuid primary key,
  code text not null,
  libelle text not null,
  type type_zone not null,
  parent_id uuid references zone_geographique
);

create table secteur_activite (
  id uuid primary key,
  code text not null,
  libelle text not null
);

create table type_document (
  id uuid primary key,
  code text not null,
  libelle text not null,
  cible cible_document not null,
  obligatoire boolean not null,
  validite_mois nombre,
  actif boolean not null
);

create table fichier (
  id uuid primary key,
  nom_original text not null,
  type_mime text not null,
  taille_octets nombre not null,
  statut_scan statut_scan not null
);

-- Partners. Logo and contract files live in the file store, whose register is not shown.

create table partenaire (
  id uuid primary key,
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
create index on partenaire using gin (recherche gin_trgm_ops);

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

-- Clients

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
create index on client (raison_sociale_pliee, raison_sociale, id);
create index on client (organisation_id);
create index on client (partenaire_actuel_id, raison_sociale_pliee, raison_sociale, id);
create index on client (secteur_id);
create index on client (cree_par) where partenaire_actuel_id is null;
create index on client using gin (recherche gin_trgm_ops);

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
  modifie_le instant not null
);
create index on site (client_id);

-- Reservations

create table reservation (
  id uuid primary key,
  client_id uuid not null references client,
  partenaire_id uuid not null references partenaire,
  demandee_par uuid not null references utilisateur,
  statut statut_reservation not null,
  doublon_resultat resultat_doublon,
  doublon_controle_le instant,
  motif_decision text,
  traitee_par uuid references utilisateur,
  traitee_le instant,
  cree_le instant not null,
  modifie_le instant not null,
  en_attente boolean not null generated always as (statut in ('demandee', 'conflit')) stored,
  constraint reservation_controle check ((doublon_resultat is null) = (doublon_controle_le is null))
);
create index on reservation (en_attente desc, cree_le desc, id);
create index on reservation (partenaire_id, en_attente desc, cree_le desc, id);
create index on reservation (client_id);

-- The evidence is a dated photograph: it keeps the names that the check saw and follows no later change.
create table reservation_correspondance (
  reservation_id uuid not null references reservation on delete cascade,
  rang int not null,
  client_id uuid not null,
  raison_sociale text not null,
  partenaire_actuel_id uuid,
  criteres critere_doublon[] not null,
  similarite double precision not null check (similarite between 0 and 1),
  primary key (reservation_id, rang)
);

create table reservation_concurrente (
  reservation_id uuid not null references reservation on delete cascade,
  rang int not null,
  concurrente_id uuid not null,
  partenaire_id uuid not null,
  demandee_le instant not null,
  primary key (reservation_id, rang)
);

-- Catalogue. Products are not shown: their ids are kept as given.

create table offre (
  id uuid primary key,
  produit_id uuid not null,
  code nom not null constraint offre_code_unique unique deferrable initially deferred,
  libelle text not null,
  volume_go nombre not null check (volume_go >= 1),
  periode periode_forfait not null,
  debit text,
  nb_appareils nombre,
  nb_acces nombre,
  actif boolean not null,
  cree_le instant not null,
  modifie_le instant not null
);
create index on offre (periode, volume_go, code, id);

create table tarif (
  id uuid primary key,
  produit_id uuid not null,
  offre_id uuid references offre,
  prix_ht nombre not null,
  valide_du date not null,
  valide_au date,
  cree_par uuid not null references utilisateur,
  cree_le instant not null,
  constraint tarif_dates check (valide_du <= valide_au)
);
create index on tarif (offre_id, valide_du desc);
create index on tarif (produit_id, valide_du desc) where offre_id is null;
