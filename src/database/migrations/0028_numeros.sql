-- Numbers of registers are the same whatever words stand around them, with accents or in full-width characters too, and a year of
-- two digits is a year.
set local search_path to antenne_prive, antenne, public;

-- What was written, in capitals without accents, with a dash between letters and digits that something separates.
create function antenne.numero_lu(numero text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  upper(regexp_replace(normalize(numero, nfkd), '[\u0300-\u036f]', '', 'g') collate "C"), '[^A-Z0-9]+', '-', 'g'), '-');

-- Seven digits and a letter, however they are spaced, with nothing but words around; null for what is no number («en cours», zeros).
create or replace function antenne.ncc_normalise(ncc text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  lu text := antenne.numero_lu(ncc);
  p text[] := regexp_match(lu, '^[A-Z-]*([0-9](?:-?[0-9]){6})-?([A-Z])(?:-[A-Z-]*)?$');
  n text := replace(coalesce(p[1] || p[2], lu), '-', '');
  chiffres text;
begin
  if left(n, 1) in ('C', 'N') then
    n := regexp_replace(n, '^(NCC|CC|NO|N)(?=[0-9])', '');
  end if;
  chiffres := translate(n, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '');
  return case when length(chiffres) >= 5 and ltrim(chiffres, left(chiffres, 1)) <> '' then n end;
end
$$;

-- A trade-register number: court, year, letter and number, which both shapes have, then what only the newer one has (the
-- registry's code and the digits of the letter). Null for what is no number.
create or replace function antenne.rccm_normalise(rccm text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n text := regexp_replace(antenne.numero_lu(rccm), '^((R-?C-?C-?M|R-?C|NUMERO|NO|N)(-|(?=CI)))+', '');
  -- The words before the first digit, with the letters of abbreviations together.
  tete text := regexp_replace(substring(n from '^[A-Z-]*'), '(?<![A-Z])([A-Z])-(?=[A-Z](?:-|$))', '\1', 'g');
  -- The word behind «CI», or else the letters behind it; a court may also stand alone.
  tribunal text := coalesce(
    substring(tete from '(?:^|-)CIV?-([A-Z]{2,})'),
    substring(tete from '(?:^|-)CI(?:V(?=[A-Z]{3}(?:-|$)))?([A-Z]{2,})'),
    substring(tete from '^([A-Z]{3})-?$')
  );
  -- From the first digit on, without the words behind.
  suite text := regexp_replace(substring(n from '[0-9].*$'), '-?[A-Z]{2,}(-[A-Z]+)*$', '');
  -- The code, the year, the letter, and the digits. A year of two digits stands behind a code, or before a letter alone.
  p text[] := coalesce(
    regexp_match(suite, '^(?:([0-9]{2})-?)?((?:19|20)[0-9]{2})-?([A-Z])(-?[0-9][0-9-]*)$'),
    regexp_match(suite, '^([0-9]{2})-?([0-9]{2})-?([A-Z])(-?[0-9][0-9-]*)$'),
    regexp_match(suite, '^()([0-9]{2})-?([A-Z])(-[0-9][0-9-]*)$')
  );
  code text := coalesce(p[1], '');
  annee text := case when length(p[2]) = 4 then p[2] when p[2] > '60' then '19' || p[2] else '20' || p[2] end;
  precision_lettre text := case
    when p[4] ~ '^[0-9]+-' then substring(p[4] from '^[0-9]+')
    when code <> '' and p[4] ~ '^-[0-9]{2}-[0-9]' then substr(p[4], 2, 2)
    when p[4] ~ '^[0-9]{6,}$' then left(p[4], 2)
    else ''
  end;
  chiffres text;
begin
  if tribunal is not null and p is not null then
    chiffres := substr(replace(p[4], '-', ''), 1 + length(precision_lettre));
    return tribunal || '-' || annee || '-' || p[3] || '-' || ltrim(chiffres, '0') || ' ' || code || '-' || precision_lettre;
  end if;
  if n ~ '^CI-?[A-Z]{2,4}-?([0-9]{2}-?)?(19|20)[0-9]{2}(-?[A-Z]+)*$' then
    -- Court and year: «CI-ABJ-03-2024-EN COURS».
    return null;
  end if;
  chiffres := translate(n, '-ABCDEFGHIJKLMNOPQRSTUVWXYZ', '');
  return case when length(chiffres) >= 5 and ltrim(chiffres, left(chiffres, 1)) <> '' then replace(n, '-', '') || ' -' end;
end
$$;

-- Built beside the old ones, which are dropped at the end: until then nobody who reads clients waits.
create index client_ncc on client (antenne.ncc_normalise(ncc)) where ncc is not null;
create index client_rccm on client (antenne.rccm_souche(rccm)) where rccm is not null;
drop index client_ncc_normalise, client_rccm_souche;
alter index client_ncc rename to client_ncc_normalise;
alter index client_rccm rename to client_rccm_souche;
