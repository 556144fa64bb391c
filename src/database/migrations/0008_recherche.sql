-- Searches of any characters. How often two characters stand side by side is kept for all pairs, not only of letters and digits:
-- a search knows beforehand how many clients it finds at most, and none at once.
set local search_path to antenne_prive, antenne, public;

-- The words of a search: folded, each once, none that another one contains; and each as a LIKE pattern.
create function antenne.mots(mots text[]) returns table (mot text, motif text)
language sql immutable strict parallel safe rows 2
begin atomic
  with plies as (select distinct antenne.plier(brut) collate "C" as mot, antenne.motif(brut) as motif from unnest(mots) as brut)
  select mot, motif from plies
  where mot <> '' and not exists (select from plies as autre where autre.mot <> plies.mot and strpos(autre.mot, plies.mot) > 0);
end;

-- The pairs of characters that stand side by side in a text, each once.
create or replace function antenne.paires(texte text) returns setof text language sql immutable parallel safe rows 40
begin atomic
  select distinct substr(texte, i, 2) from generate_series(1, length(texte) - 1) as i;
end;
delete from client_paire;
insert into client_paire (portee, recherche, n, plie)
  select antenne.tout(), paire, count(*), true from client_liste, antenne.paires(recherche) as paire where portee = antenne.tout() group by paire;

-- There are hundreds of partners: their texts are read.
drop index partenaire_recherche_idx;
