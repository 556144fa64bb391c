-- What lists are ordered by is folded when it is written, not each time it is read (D11).
set local search_path to antenne_prive, antenne, public;

alter table contact
  add column nom_plie text collate "C" not null generated always as (antenne.plier(nom)) stored,
  add column prenom_plie text collate "C" not null generated always as (antenne.plier(prenom)) stored;
alter table site add column libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored;
alter table type_document
  add column libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored;
alter table zone_geographique
  add column libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored;
alter table secteur_activite
  add column libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored;
