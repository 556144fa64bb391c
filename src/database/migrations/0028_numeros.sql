-- Numbers of registers are the same whatever words stand around them, in full-width characters too, and a year of two digits is
-- a year.
set local search_path to antenne_prive, antenne, public;

-- Seven digits and a letter, however they are spaced, with nothing but words around; null for what is no number («en cours», zeros).
create or replace function antenne.ncc_normalise(ncc text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n text := regexp_replace(upper(normalize(ncc, nfkc) collate "C"), '[^A-Z0-9]+', '', 'g');
  chiffres text;
begin
  if left(n, 1) in ('C', 'N') then
    n := regexp_replace(n, '^(NCC|CC|NO|N)(?=[0-9])', '');
  end if;
  n := coalesce(substring(n from '^[A-Z]*([0-9]{7}[A-Z])[A-Z]*$'), n);
  chiffres := translate(n, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '');
  return case when length(chiffres) >= 5 and ltrim(chiffres, left(chiffres, 1)) <> '' then n end;
end
$$;

-- A trade-register number: court, year, letter and number, which both shapes have, then what only the newer one has (the
-- registry's code and the digits of the letter). Null for what is no number.
create or replace function antenne.rccm_normalise(rccm text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n text := btrim(regexp_replace(upper(normalize(rccm, nfkc) collate "C"), '[^A-Z0-9]+', '-', 'g'), '-');
  p text[];
  code text := '';
  annee int;
  chiffres text;
begin
  if left(n, 2) <> 'CI' then
    n := regexp_replace(n, '^((R-?C-?C-?M|R-?C|NUMERO|NO|N)(-|(?=CI)))+', '');
    n := regexp_replace(n, '^C-I-', 'CI-');
  end if;
  if n ~ '^CI.*[0-9](-[A-Z]{3,})+$' then
    -- Words behind it, such as the town.
    n := substring(n from '^.*[0-9]');
  end if;
  p := string_to_array(n, '-');
  if left(n, 2) = 'CI' and cardinality(p) < 5 then
    -- Written without separators, or with some of them.
    p := coalesce(
      regexp_match(replace(n, '-', ''), '^(CI)([A-Z]{2,4})([0-9]{2})?((?:19|20)[0-9]{2})([A-Z](?:[0-9]{2}(?=[0-9]{4}))?)([0-9]+)$'),
      regexp_match(replace(n, '-', ''), '^(CI)([A-Z]{2,4})([0-9]{2})?([0-9]{2})([A-Z](?:[0-9]{2}(?=[0-9]{4}))?)([0-9]+)$')
    );
    p := case when p[3] is null then array['CI', p[2], p[4], left(p[5], 1), substr(p[5], 2) || p[6]] else p end;
  end if;
  -- The first two digits of the year may be left out.
  annee := case when p[4] ~ '^[A-Z]' then 3 when p[5] ~ '^[A-Z]' then 4 end;
  if p[annee] ~ '^[0-9]{2}$' then
    p[annee] := case when p[annee] > '60' then '19' else '20' end || p[annee];
  end if;
  if length(p[3]) = 2 then
    code := p[3];
    p := p[:2] || p[4:];
  end if;
  chiffres := array_to_string(p[5:], '');
  if p[1] = 'CI' and length(p[3]) = 4 and translate(p[3] || substr(p[4], 2) || chiffres, '0123456789', '') = '' and chiffres <> '' then
    return p[2] || '-' || p[3] || '-' || left(p[4], 1) || '-' || ltrim(chiffres, '0') || ' ' || code || '-' || substr(p[4], 2);
  end if;
  chiffres := translate(n, '-ABCDEFGHIJKLMNOPQRSTUVWXYZ', '');
  return case when length(chiffres) >= 5 and ltrim(chiffres, left(chiffres, 1)) <> '' then replace(n, '-', '') || ' -' end;
end
$$;

reindex index client_ncc_normalise;
reindex index client_rccm_souche;
