-- D20: the permissions of a user are those of all its roles, and none as soon as the account or the organisation is not active.
set local search_path to antenne_prive, antenne, public;

create view droit as
  select utilisateur.id as utilisateur_id, role_permission.permission
  from utilisateur
  join organisation on organisation.id = utilisateur.organisation_id
  join utilisateur_role on utilisateur_role.utilisateur_id = utilisateur.id
  join role_permission on role_permission.role_id = utilisateur_role.role_id
  where utilisateur.actif and organisation.statut = 'active';
