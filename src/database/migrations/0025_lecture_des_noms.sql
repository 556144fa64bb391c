-- The functions of 0017 that read names, with the same results for less time: a step that most names do not need is not taken,
-- and what can be said without a query is.
set local search_path to antenne_prive, antenne, public;

create or replace function antenne.sens_possibles(mot text, pointe boolean) returns text[]
language plpgsql immutable parallel safe as $$
declare
  connu text := antenne.sens(mot);
  entendu text;
  autrement text;
  possibles text[] := '{}';
begin
  -- A word that ends in the middle of a doubled consonant is cut too.
  pointe := pointe or right(mot, 2) in ('cc', 'ff', 'll', 'mm', 'nn', 'pp', 'rr', 'ss', 'tt');
  if connu is not null and (not pointe or connu = '') then
    return array[connu];
  end if;
  entendu := antenne.entendre(mot);
  if pointe and entendu ~ '^.(.)\1$' then
    entendu := left(entendu, 2);
  end if;
  if mot ~ '^[a-z]{3,}$' and (pointe or length(mot) > 3) then
    autrement := left(entendu, -1) || case right(mot, 1) when 'c' then 's' when 'g' then 'j' else right(entendu, 1) end;
    -- Few words begin like one that is known.
    if coalesce(antenne.abreges(entendu), antenne.abreges(autrement), antenne.abreges(replace(entendu, 'au', 'o')),
      antenne.abreges(replace(autrement, 'au', 'o'))) is not null then
      possibles := array(
        select distinct s from unnest(array[entendu, autrement]) as e, unnest(array[e, replace(e, 'au', 'o')]) as debut,
          jsonb_array_elements_text(antenne.abreges(debut)) as s
        where s is distinct from connu order by s
      );
    end if;
  end if;
  if connu is null and pointe and cardinality(possibles) > 0 then
    return possibles;
  end if;
  return coalesce(connu, entendu) || possibles;
end
$$;

create or replace function antenne.mots_lus(mots text[]) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n int := cardinality(mots);
  i int := 1;
  lectures text[] := '{""}';
  mot text;
  suivant text;
  pointe boolean;
  sens text[];
begin
  while i <= n loop
    mot := rtrim(mots[i], '.');
    pointe := mot <> mots[i];
    i := i + 1;
    suivant := case when i <= n then rtrim(mots[i], '.') end;
    if mot = 'ste' and i = 2 or mot = 'i' and i <= n then
      continue;
    elsif i <= n and mot in ('saint', 'sainte', 'st', 'ste') then
      sens := array[case when antenne.sens(suivant) is null then 'saint' else '=saint' end || antenne.entendre(suivant)];
      i := i + 1;
    elsif mot ~ '^[0-9]+$' then
      sens := array['#' || coalesce(nullif(ltrim(mot, '0'), ''), '0')];
    elsif i > n and n > 1 and mot in ('v', 'x') then
      sens := array[case mot when 'v' then '#5' else '#10' end];
    else
      sens := null;
      if suivant not in ('d', 'de', 'des', 'du', 'et', 'la', 'le', 'les') and mot in ('agro', 'auto', 'conseil', 'deux', 'dix', 'electro', 'gd', 'gpe', 'grand', 'groupe', 'haut', 'hyper', 'import', 'micro',
        'nord', 'notre', 'poly', 'port', 'rond', 'san', 'sous', 'sud', 'sup', 'super', 'tele') then
        sens := array[antenne.sens(case mot when 'gd' then 'grand' when 'gpe' then 'groupe' when 'sup' then 'super' else mot end
          || case when suivant = 'scol' then 'scolaire' else suivant end)];
      end if;
      if sens[1] is null then
        sens := antenne.sens_possibles(mot, pointe);
      else
        i := i + 1;
      end if;
    end if;
    if cardinality(lectures) * cardinality(sens) > 12 then
      sens := sens[:1];
    end if;
    if cardinality(lectures) = 1 and cardinality(sens) = 1 then
      lectures := array[case when sens[1] = '' then lectures[1] when lectures[1] = '' then sens[1] else lectures[1] || ' ' || sens[1] end];
    else
      lectures := array(
        select case when s = '' then l when l = '' then s else l || ' ' || s end
        from unnest(lectures) with ordinality as a (l, rang), unnest(sens) with ordinality as b (s, ordre) order by rang, ordre
      );
    end if;
  end loop;
  return array_to_string(lectures, ' / ');
end
$$;

create or replace function antenne.sigle_developpe(mots text[], apart text[]) returns text
language plpgsql immutable strict parallel safe as $$
declare
  propres text[];
  n int;
  mot text;
  autres text[];
begin
  if cardinality(mots) < 4 then
    return null;
  end if;
  propres := array_remove(array_remove(array_remove(array_remove(array_remove(mots, 'sarl'), 'sa'), 'sas'), 'suarl'), 'sarlu');
  n := cardinality(propres);
  if n < 4 then
    return null;
  end if;
  foreach mot in array apart || propres[1] || propres[n] loop
    if length(mot) not between 3 and 12 or mot !~ '^[a-z]+$' then
      continue;
    end if;
    autres := array_remove(propres, mot);
    if cardinality(autres) < 3 or left(mot, 1) <> left(autres[1], 1) or coalesce(antenne.sens(mot), '=') not like '=%' then
      continue;
    end if;
    if not exists (select from unnest(autres) as autre where autre like mot || '%') then
      if antenne.est_sigle(mot, autres) or mot = any (apart) and array_to_string(autres, '') ~ array_to_string(regexp_split_to_array(mot, ''), '.*') then
        return mot;
      end if;
    end if;
  end loop;
  return null;
end
$$;

create or replace function antenne.mots_du_nom(texte text) returns text[]
language plpgsql immutable strict parallel safe as $$
begin
  texte := replace(replace(texte, '&', ' et '), '+', ' et ');
  if strpos(texte, '''') > 0 then
    texte := replace(regexp_replace(texte, '\m(d|l|qu)''', ' ', 'g'), '''', '');
  end if;
  if strpos(texte, '.') > 0 then
    texte := regexp_replace(regexp_replace(texte, '(?<=\.[a-z])\.(?![a-z])', ' ', 'g'), '\m([a-z])\.(?=[a-z]\M)', '\1', 'g');
    texte := regexp_replace(replace(texte, '.', ' . '), '(?<=\m[a-z]{2,}) \. ', '. ', 'g');
  end if;
  if texte ~ '[0-9]' then
    texte := regexp_replace(texte, ' (sarl|sas?|suarl|sarlu)?,? au capital d.*$', ' ');
    texte := regexp_replace(texte, '\m(n|no|num|numero)[°. ]*(?=[0-9])', ' ', 'g');
    texte := regexp_replace(texte, '([0-9])(er|ere|e|eme|ieme|nd|nde)\M', '\1 ', 'g');
    texte := regexp_replace(texte, '(?<=[0-9])(?=[a-z])|(?<=[a-z])(?=[0-9])', ' ', 'g');
  end if;
  texte := regexp_replace(texte collate antenne.unicode, '[^[:alnum:].]+', ' ', 'g');
  if strpos(texte, '.') > 0 then
    texte := regexp_replace(texte collate antenne.unicode, '(?<![a-z])\.', ' ', 'g');
  end if;
  texte := ' ' || btrim(texte) || ' ';
  if strpos(texte, '  ') > 0 then
    texte := regexp_replace(texte, '  +', ' ', 'g');
  end if;
  if strpos(texte, ' cote ') > 0 or strpos(texte, ' ivory ') > 0 then
    texte := replace(replace(replace(texte, ' cote d ivoire ', ' ci '), ' cote ivoire ', ' ci '), ' ivory coast ', ' ci ');
  end if;
  texte := replace(replace(replace(texte, ' nd ', ' notredame '), ' sarl u ', ' '), ' pour ', ' ');
  if strpos(texte, ' travaux public') > 0 then
    texte := regexp_replace(texte, ' (batiments? (et )?travaux publics?|travaux publics? (et )?batiments?) ', ' btp ');
  end if;
  texte := replace(replace(replace(texte, 'coop ca ', 'coop '), ' entreprise individuelle ', ' '), ' avec conseil administration ', ' ');
  if strpos(texte, ' societe ') > 0 then
    texte := regexp_replace(texte, ' societe (anonyme|a responsabilite limitee|civile immobiliere|par actions simplifiee) ', ' ');
  end if;
  return string_to_array(btrim(texte), ' ');
end
$$;

create or replace function antenne.nom_normalise(nom text) returns text
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  texte text := antenne.plier(nom);
  mots text[] := antenne.mots_du_nom(texte);
  avec_articles text[] := mots;
  apart text[] := '{}';
  sigle text;
  lu text := '';
  suite text;
begin
  if strpos(texte, '''') > 0 then
    avec_articles := antenne.mots_du_nom(regexp_replace(texte, '\m([dl])''', '\1 ', 'g'));
  end if;
  if cardinality(avec_articles) > 3 then
    if texte ~ '[^[:alnum:] ''.]' then
      apart := array(
        select replace(btrim(part), '.', '') from regexp_split_to_table(texte, '[^[:alnum:] ''.-]+|\s-+|-+\s') as part where btrim(part) ~ '^[a-z.]{3,14}$'
      );
    end if;
    sigle := antenne.sigle_developpe(avec_articles, apart);
  end if;
  if sigle is not null then
    lu := antenne.entendre(sigle) || ' / ';
    mots := array_remove(mots, sigle);
  end if;
  suite := antenne.mots_lus(mots);
  if suite = '' then
    suite := coalesce((select string_agg(antenne.entendre(rtrim(mot, '.')), ' ') from unnest(mots) as mot), '');
  end if;
  return lu || suite;
end
$$;

create or replace function antenne.nom_serre(nom text) returns text
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  mots text[] := antenne.mots_du_nom(regexp_replace(antenne.plier(nom), '\m([dl])['' ](?!ivoire)', '\1', 'g'));
  mot text;
  sens text;
  serre text;
begin
  for i in 1 .. cardinality(mots) loop
    mot := rtrim(mots[i], '.');
    sens := antenne.sens(mot);
    if sens is distinct from '' and (mot <> 'ste' or i > 1) then
      serre := coalesce(serre, '') || case when sens like '#%' then substr(sens, 2) else mot end;
    end if;
  end loop;
  return antenne.entendre(serre || 'k');
end
$$;
