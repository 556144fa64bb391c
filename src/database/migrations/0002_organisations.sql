-- Organisations, their people with roles and permissions, and the reference lists that everybody reads.
set local search_path to antenne_prive, antenne, public;

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

-- Reference lists. What lists are ordered by is folded when it is written (D11).

create table zone_geographique (
  id uuid primary key,
  code text not null,
  libelle text not null,
  type type_zone not null,
  parent_id uuid references zone_geographique,
  libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored
);

create table secteur_activite (
  id uuid primary key,
  code text not null,
  libelle text not null,
  libelle_plie text collate "C" not null generated always as (antenne.plier(libelle)) stored
);
