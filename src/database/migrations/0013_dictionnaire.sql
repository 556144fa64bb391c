-- Words that an administrator adds to those of 0009 (`antenne dictionnaire`), and the weights of words in one place (docs/doublons.md).
set local search_path to antenne_prive, antenne, public;

-- The additions, as they were written. `mot` is read as `pour`; the marks are those of 0009.
create table nom_dictionnaire (
  rang int primary key,
  marque text not null check (marque in ('', '~', '-', '@', '#', '=')),
  mot text not null,
  pour text not null
);

-- What a folded word is looked up by: short words as they are written, others as they are heard.
create function antenne.cle_mot(mot text) returns text language sql immutable parallel safe
return case when length(mot) < 4 then mot else antenne.entendre(mot) end;

create unique index on nom_dictionnaire (antenne.cle_mot(antenne.plier(mot)));

-- The words of 0009, taken out of the function that had them.
do $$
begin
  execute 'create function antenne.mots_fournis() returns jsonb language sql immutable parallel safe return '
    || substring(pg_get_function_sqlbody('antenne.sens(text)'::regprocedure) from $r$'\{.*\}'::jsonb$r$);
end
$$;

-- Remakes what says the meaning of a word, out of the additions and the words of 0009. It stays a constant: who calls this also reads
-- anew the names that hold a word whose meaning changes (src/actions/dictionnaire.ts). A word that is added for a known word of
-- the same mark means what that one means. (Not strict: inlined, so that the plans of other sessions notice that it was remade.)
create function refaire_sens() returns void language plpgsql as $$
begin
  execute format('create or replace function antenne.sens(mot text) returns text language sql immutable parallel safe
    return %L::jsonb ->> antenne.cle_mot(mot)', antenne.mots_fournis() || (
      select coalesce(jsonb_object_agg(antenne.cle_mot(antenne.plier(mot)), case
        when marque = '' then ''
        when connu like marque || '%' then connu
        else marque || antenne.entendre(antenne.plier(pour)) end), '{}')
      from antenne_prive.nom_dictionnaire, lateral (select antenne.mots_fournis() ->> antenne.cle_mot(antenne.plier(pour))) as c (connu)
    ));
end
$$;
select refaire_sens();

-- How much a word says about whose name it is, by its mark. The measure of names reads it here (src/actions/doublon/similarity.ts).
create function antenne.poids(mot text) returns numeric language sql immutable parallel safe
return case left(mot, 1) when '@' then 0.6 when '#' then 0.5 when '~' then 0.45 when '-' then 0.15 else 1 end;

-- As in 0009, but for the weights, which are the same: keys that are stored stay valid.
create or replace function antenne.cles_nom(nom text, cherchee boolean) returns bigint[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  cles text[] := '{}';
  lecture text;
  mots text[];
  poids real[];
  total real;
  reste real;
  restes text;
  serre text;
begin
  foreach lecture in array string_to_array(nom, ' / ') loop
    mots := array(
      select distinct left(mot, 40) collate "C" as mot from unnest(string_to_array(lecture, ' ')) as mot where strpos('-#', left(mot, 1)) = 0
      order by mot limit 8
    );
    poids := array(select antenne.poids(mot) from unnest(mots) as mot);
    total := (select sum(p) from unnest(poids) as p);
    cles := cles || ('=' || array_to_string(mots, ' '));
    if cherchee then
      cles := cles || ('-' || array_to_string(mots, ' '));
    end if;
    for i in 1 .. cardinality(mots) loop
      for j in i .. cardinality(mots) loop
        reste := total - poids[i] - case when j > i then poids[j] else 0 end;
        restes := array_to_string(mots[:i - 1] || mots[i + 1:j - 1] || mots[j + 1:], ' ');
        if total - reste <= 0.6 * reste and restes !~ '^=[^ ]*$' then
          cles := cles || (case when cherchee then '=' else '-' end || restes);
        end if;
      end loop;
    end loop;
    serre := translate(lecture, ' ~@#=-es', '');
    cles := cles || (' ' || left(serre, 60));
    if length(serre) >= 18 then
      cles := cles || ('^' || left(serre, 18));
    end if;
  end loop;
  return array(select distinct hashtextextended(cle collate "C", 0) from unnest(cles) as cle where length(cle) > 1);
end
$$;
