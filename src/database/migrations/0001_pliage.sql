-- Schema `antenne` (made by the migration runner) holds functions and is on the search path of every connection.
-- Schema `antenne_prive` holds every row of every organisation and is on none that answers requests:
-- there, a table name means what the caller's scope says it means, or nothing.
create schema antenne_prive;

create extension if not exists pg_trgm with schema antenne;

-- Lower-casing must not depend on how the server was installed.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    create collation antenne.unicode (provider = builtin, locale = 'C.UTF-8');
  else
    create collation antenne.unicode (provider = icu, locale = 'und');
  end if;
end
$$;

-- D7: what search and order compare. Compatibility-decomposed, diacritics removed, lower-cased,
-- ligatures opened, typographic apostrophes and dashes made plain. A sigma is a sigma wherever it stands in its word:
-- servers differ there. Plain ASCII takes the short way.
create function antenne.plier(texte text) returns text
language sql immutable strict parallel safe
return case
  when texte collate "C" !~ E'[^\\x01-\\x7f]' then lower(texte collate "C")
  else replace(replace(replace(
    translate(
      lower(
        regexp_replace(
          normalize(texte, nfkd),
          E'[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'
        ) collate antenne.unicode
      ),
      E'\u2018\u2019\u201b\u02bc\u2032\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043ς',
      '''''''''''--------σ'
    ),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss') collate "C"
end;

-- A search word as a LIKE pattern that finds it anywhere: folded, and each character means itself.
create function antenne.motif(mot text) returns text
language sql immutable strict parallel safe
return '%' || regexp_replace(antenne.plier(mot), '([\\%_])', '\\\1', 'g') || '%';
