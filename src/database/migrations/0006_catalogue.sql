-- The catalogue. Products are not shown: their ids are kept as given.
set local search_path to antenne_prive, antenne, public;

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
