-- D17, once: which organisations see which clients. The operator sees all of them; the rest depends on the type of the organisation.
set local search_path to antenne_prive, antenne, public;

create view client_lecteur as
  -- a partner sees the clients that it manages
  select 'partenaire'::type_organisation as type, partenaire.organisation_id, client.id
  from client join partenaire on partenaire.id = client.partenaire_actuel_id
  union
  -- those on which it holds a pending reservation
  select 'partenaire', partenaire.organisation_id, reservation.client_id
  from reservation join partenaire on partenaire.id = reservation.partenaire_id
  where reservation.en_attente
  union
  -- and those without a partner that its people created
  select 'partenaire', utilisateur.organisation_id, client.id
  from client join utilisateur on utilisateur.id = client.cree_par
  where client.partenaire_actuel_id is null
  union
  -- a client sees the records of its own organisation
  select 'client', organisation_id, id from client where organisation_id is not null;

-- The same for those who have a list.
create or replace view client_portee as
  select antenne.tout() as portee, id from client
  union all
  select partenaire.id, client_lecteur.id
  from client_lecteur join partenaire using (organisation_id)
  where client_lecteur.type = 'partenaire';
