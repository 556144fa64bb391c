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

-- The words of a search: folded, each once, none that another one contains; and each as a LIKE pattern.
create function antenne.mots(mots text[]) returns table (mot text, motif text)
language sql immutable strict parallel safe rows 2
begin atomic
  with plies as (select distinct antenne.plier(brut) collate "C" as mot, antenne.motif(brut) as motif from unnest(mots) as brut)
  select mot, motif from plies
  where mot <> '' and not exists (select from plies as autre where autre.mot <> plies.mot and strpos(autre.mot, plies.mot) > 0);
end;

-- The pairs of characters that stand side by side in a text, each once.
create function antenne.paires(texte text) returns setof text language sql immutable parallel safe rows 40
begin atomic
  select distinct substr(texte, i, 2) from generate_series(1, length(texte) - 1) as i;
end;

-- The reader of everything: the operator. Nobody else has this id.
create function antenne.tout() returns uuid language sql immutable parallel safe
return '00000000-0000-0000-0000-000000000000'::uuid;

-- What the contract states of a value is a constraint here. Names equal the contract's.
set local search_path to antenne_prive, antenne, public;

create type type_organisation as enum ('operateur', 'partenaire', 'client', 'tiers');
create type statut_organisation as enum ('active', 'suspendue', 'fermee');
create type type_zone as enum ('region', 'departement', 'ville', 'commune');
create type mode_versement as enum ('virement', 'mobile_money', 'portefeuille');
create type statut_partenaire as enum
  ('candidat', 'en_verification', 'a_completer', 'rejete', 'valide', 'actif', 'suspendu');
create type statut_contrat_cadre as enum ('genere', 'envoye', 'signe', 'expire', 'resilie');
create type cible_document as enum ('partenaire', 'client');
create type statut_scan as enum ('en_attente', 'sain', 'infecte');
create type statut_document as enum ('depose', 'valide', 'a_completer', 'rejete', 'expire');
create type origine_client as enum ('partenaire', 'direct', 'import');
create type statut_client as enum ('prospect', 'reservation_demandee', 'reserve', 'actif', 'inactif');
create type statut_kyc as enum ('a_fournir', 'en_verification', 'conforme', 'a_completer', 'rejete');
create type statut_site as enum ('a_qualifier', 'a_installer', 'installe', 'actif', 'suspendu', 'resilie');
create type statut_reservation as enum ('demandee', 'conflit', 'validee', 'refusee', 'annulee');
create type resultat_doublon as enum ('aucun', 'doublon_potentiel', 'conflit');
create type critere_doublon as enum (
  'raison_sociale_proche', 'telephone_identique', 'email_contact_identique', 'rccm_identique', 'ncc_identique'
);
create type periode_forfait as enum ('hebdomadaire', 'mensuelle', 'trimestrielle', 'semestrielle', 'annuelle');

create domain nom as text collate "C" check (length(value) <= 255);
create domain email as text check (value ~ '^[^ @]+@[^ @]+\.[^ @]+$');
create domain telephone as text check (value ~ '^\+225(\d{8}|\d{10})$');
create domain nombre as bigint check (value between 0 and 9007199254740991);
create domain instant as timestamptz(3);
