-- Who an entry of the journal belongs to: the organisation of its author when it was made. People move; what they did
-- stays with the organisation for which they did it.
set local search_path to antenne_prive, antenne, public;

alter table journal add column organisation_id uuid;
create index on journal (mouvement);

-- Of older entries the present organisation of the author is all that is known.
alter table journal disable trigger refuser_de_reecrire;
update journal set organisation_id = utilisateur.organisation_id from utilisateur where utilisateur.id = fait_par;
alter table journal enable trigger refuser_de_reecrire;

create function attribuer_entree() returns trigger language plpgsql set search_path to antenne_prive, antenne, public as $$
begin
  new.organisation_id := coalesce(new.organisation_id, (select organisation_id from utilisateur where id = new.fait_par));
  return new;
end
$$;
create trigger attribuer_entree before insert on journal for each row execute function attribuer_entree();
