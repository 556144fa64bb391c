-- Who an entry of the journal belongs to: the organisation of its author when it was made. People move; what they did
-- stays with the organisation for which they did it.
set local search_path to antenne_prive, antenne, public;

alter table journal add column organisation_id uuid;
create index on journal (mouvement);

-- Of older entries it is not known: their authors may have moved since.
create function attribuer_entree() returns trigger language plpgsql set search_path to antenne_prive, antenne, public as $$
begin
  new.organisation_id := coalesce(new.organisation_id, (select organisation_id from utilisateur where id = new.fait_par));
  return new;
end
$$;
create trigger attribuer_entree before insert on journal for each row
  when (coalesce(current_setting('antenne.mouvement', true), '') <> '') execute function attribuer_entree();

-- What only actions call is theirs alone.
revoke execute on function noter_tentative, tenir_droits, tenir_partenaire from public;
