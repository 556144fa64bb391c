-- Words are noted of names that changed, not of every client that did.
set local search_path to antenne_prive, antenne, public;

create or replace function noter_mots() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform from nouvelles join anciennes using (id) where nouvelles.nom_normalise <> anciennes.nom_normalise limit 1;
    if not found then
      return null;
    end if;
  end if;
  insert into nom_mot
  select variante, mot from (
    select distinct mot from (select distinct nom_normalise from nouvelles) as n, unnest(string_to_array(nom_normalise, ' ')) as mot
  ) as m, lateral (select distinct unnest(antenne.variantes(mot))) as v (variante)
  where not exists (
    select from nom_mot as connu where connu.variante = ltrim(left(m.mot, 40), '~@=-') and connu.mot = m.mot
  );
  return null;
end
$$;

drop trigger noter_mots_changement on client;
create trigger noter_mots_changement after update on client referencing old table as anciennes new table as nouvelles
  for each statement execute function noter_mots();
