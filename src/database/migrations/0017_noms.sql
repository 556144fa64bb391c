-- Abbreviated words, names that give their initials and what these stand for, and words written together or apart (docs/doublons.md).
set local search_path to antenne_prive, antenne, public;

-- Spellings of one sound that 0009 leaves apart («Restoran», «Gourmé»), in longer words only: in short ones every letter counts.
create function antenne.assourdir(mot text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if length(mot) < 8 then
    mot := replace(replace(mot, 'nb', 'mb'), 'np', 'mp');
  end if;
  if length(mot) > 6 then
    mot := replace(mot, 'au', 'o');
  end if;
  return case when length(mot) > 5 and mot ~ '[^s][td]$' then left(mot, -1) else mot end;
end
$$;

-- As in 0009, but for the last line.
create or replace function antenne.entendre(mot text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if mot !~ '^[a-z]+$' then
    return mot;
  end if;
  if right(mot, 3) = 'aux' and length(mot) > 3 then
    mot := left(mot, -3) || 'al';
  end if;
  mot := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(mot, 'yzw', 'isu'),
    'ph', 'f'), 'tch', 'ch'), 'dj', 'j'), 'gj', 'j'), 'ch', 'x'), 'qu', 'k'), 'q', 'k'), 'ce', 'se'), 'ci', 'si'), 'c', 'k'),
    'ge', 'je'), 'gi', 'ji'), 'gn', 'ni'), 'eau', 'o'), 'ou', 'u'), 'h', '');
  if length(mot) < 4 then
    return mot;
  end if;
  mot := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    mot, 'll', 'l'), 'ss', 's'), 'nn', 'n'), 'mm', 'm'), 'tt', 't'), 'pp', 'p'), 'rr', 'r'), 'ff', 'f'), 'kk', 'k'), 'gg', 'g'),
    'dd', 'd'), 'bb', 'b'), 'aa', 'a'), 'ii', 'i'), 'oo', 'o'), 'ee', 'e');
  if length(mot) > 4 then
    mot := rtrim(mot, 's');
  end if;
  return antenne.assourdir(case when length(mot) > 5 then rtrim(mot, 'e') else mot end);
end
$$;

-- Added words that are now heard alike: the first one stays.
drop index nom_dictionnaire_cle_mot_idx;
delete from nom_dictionnaire as m using nom_dictionnaire as premier
where premier.rang < m.rang and antenne.cle_mot(antenne.plier(premier.mot)) = antenne.cle_mot(antenne.plier(m.mot));
create unique index on nom_dictionnaire (antenne.cle_mot(antenne.plier(mot)));

-- More words that the check knows, as 0009 has them: those of before stay.
create temporary table mots_nouveaux (marque text not null, entrees text not null) on commit drop;
insert into mots_nouveaux values
('', 'civ, ent entrepr, etabt etablt, fcfa, gpe, limited, limitee, plc, responsabilite, sau, srl, unipersonnelle'),
('~', 'abattoir, accessoire, acier acierie, administration admin, aeroportuaire, agence agce, agricole agri, agroindustrie agroind, alimentation
  alimentaire, amenagement, animation, apiculture apicole, approvisionnement, arachide, arboriculture, archive, art,
  assurance, automatisme, autoroute, avocat, ballon, batiment, beton betonnage, biomedical, biscuiterie, blanchiment, boulangerie bakery,
  cabine, cacaoculture, cantine, car, cargo, carreau, catering, chambre, chaudronnerie, chaussure, chirurgie chirurgical, climat,
  collecte, collectivite, colis, commerce com, concession concessionnaire, conditionnement, conception, confort, construction construct
  constru cstr, controle, corps, courses, cuisine, culture culturel, dechet, decoupage, dermatologie, diagnostic, diffusion, douane,
  drone, ecommerce, elagage, electrification, electronique, engin, entrepreneuriat, entretien, environnement, epices, equipement,
  essai, etancheite, evenement, expedition, extraction, fabrication, farine, ferraille, fleur fleuriste, fluvial, fourniture, foyer,
  froid, fumage, gastronomie, gestion, graphisme, groupement gpt, groupescolaire gpescolaire, gynecologie, habillement, habitat, hebergement,
  hopital hop, horticulture, huissier, imagerie, import, importexport importexp, infrastructure, ingenierie ingenieur, installation, interpretariat, irrigation, jardin
  jardinage, jeu, jouet, jus, kinesitherapie, laitier laiterie lait, lessive, lingerie, linge, lubrifiant, maconnerie, maintenance,
  management, manager, maraichage, marbre, marchandise, mareyage maree, market, marketing, matelas, mercerie, metier, meunerie,
  mobile, montage, mutuelle, nautique, navigation, negoce negociant, notariale, nutrition, ophtalmologie, organisation, orfevrerie,
  parapharmacie, parking, pavage, pediatrie, pension, pepiniere, pharmaceutique, pharmacie phcie phie pcie pharma, pizzeria, placement,
  plaisance, plante, plongee, poissonnerie, poterie, poulailler, prestataire, printing print, prevention, produit, propriete,
  protection, psychologie, puericulture, quincaillerie quincail, radiologie, ravitaillement, recouvrement, recyclage, reparation,
  revetement, rotisserie, salaison, secretariat, secourisme, sel, sellerie, signaletique, sidérurgie, soin, sondage, spectacle, stage,
  statistique, store, sucre sucrerie, surgele, surveillance, tabac, tapisserie, teinture, terrassement, theatre, tissu, toilettage,
  toiture, tole tolerie, topographie, torrefacteur, tours, traduction, traitement, transport trspt tpt transpt, travaux tvx trvx,
  tuyauterie, valeur, vehicule, verger, verre verrerie, vetement, viande, vidange, vigile, vin, voirie, voiture, volailler, voyageur'),
('-', 'administratif, artisanal, assist, associe, best, catholique cath, client, communal, communautaire, complementaire,
  contemporain, delegation, directeur, economique, familial, federal, filiale, financier, franchise, general gale gle gnle gnl, groupe,
  integre, interprofessionnel interpro, islamique, local, logistics, mixte, mondial, new, nouveau nvl nvlle nelle,
  official, originel, participation, permanent, personnel, polyvalent, pratique, principal, priorite,
  reunion, salutaire, senior, siege, simple, standard, succursale, super, supplementaire, technologique, traditionnel, universel,
  utile, utilitaire, varie, world'),
('@', 'ananeraie, anyama, attinguie, banfora, bamako, bobo, bobodioulasso, cotonou, dakar, dokui, dougabougou, duncan, ghana,
  gonzagueville, lome, mali, maroc, millionnaire, niamey, ouaga ouagadougou, senegal, togo'),
('=', 'acajou, aigle, ailes, akwaba, alliance, alpha, ambition, ami amie amis amitie, ange, aurore, avenir, azur, bambin, baobab, baron, belair,
  belle, beta, blanc, bleu, bonheur, caiman, canal, carre, cascade, champion, champignon, chance, chateau, cheval, ciel, citron, clarisse,
  clarte, cocotier, coeur, coin, colombe, concorde, confluent, confiance, conscience, corniche, couronne, cygne, dame, delice, delta, destin, diamant,
  dieu, divin, dore, est, eclair, eclat, elegance, elephant, elite elit, enfant, envol, epi, esperance, espoir, etoile, eureka, europe, excellence,
  faucon, fidele fidelite, filao, flambeau, flamboyant, fleuve, fontaine, fortune, fraternite, fromager, galaxie, gazelle, genie, gerbe,
  girafe, gloire, golfe, gout, gold golden, gourmand, gourmet, harmonie, hibiscus, hirondelle, horizon, humanite, ideal, iroko,
  jasmin, joie, jour, justice, kilometre km, lac, laureat, laurier, leader, liberte, libellule, libre, lion, lotus, lumiere, lune, lys, madone,
  main, manguier, marguerite, marina, mer, merveille, mimosa, miracle, miroir, monde, neige, neem, nere, noir, nord, nordest, nordouest, oasis, ocean, oiseau, oisillon,
  olivier, olympe, orange, orchidee, orient, ouest, ours, pain, paix, palace, palmier, panthere, papillon, paradis, parasol, parc, pelican,
  pepite, perle, phare, phenix, phoenix, pilier, pin, pionnier, plage, planete, pluie, poisson, pont, port, poussin, premium, prestige, prestance,
  presto, prince, princesse, progres, propre, prosperite, prudence, providence, qualite, racine, rapide, refuge, reine, relais, renaissance, renouveau, resistance,
  reussite, reve, roi, ronier, rosier, roseraie, rosine, rouge, royal, ruche, sagesse, sahel, samaritain, saphir, saveur, savoir, secours,
  sigma, silver, sirene, soleil, solidarite, source, sourire, stade, star, succes, sud, sudest, sudouest, sultan, symbole, temple, terre, terminus, tigre, total,
  tournesol, tradition, travail, tresor, triomphe, trone, tropical, tropicana, unique, univers, veranda, vert, victoire, vie, ville, violette,
  vision, voie, zebre, zenith, zephyr, zoo,
  allianz, axa, canal, dhl, ecobank, moov, mtn, nestle, nsia, oryx, peugeot, renault, samsung, shell, sunu, toyota, unilever, wave');

-- What means something already keeps its meaning: the new words fill the gaps.
do $$
declare
  mots jsonb;
begin
  select jsonb_object_agg(antenne.assourdir(cle), left(sens, 1) || antenne.assourdir(substr(sens, 2))) into mots
  from jsonb_each_text(antenne.mots_fournis()) as m (cle, sens)
  -- Directions say which of two companies it is, as names do: they are among the new words. «Pour» is heard as «pur» is written.
  where cle not in ('nord', 'sud', 'est', 'ouest', 'nordest', 'sudouest', 'pur');
  select jsonb_object_agg(cle, case
    when marque = '' then ''
    when mots ->> antenne.cle_mot(premier) like marque || '%' then mots ->> antenne.cle_mot(premier)
    else marque || antenne.entendre(premier) end) || mots
  into mots from (
    select distinct on (cle) cle, marque, plies[1] as premier from (
      select marque, rang, regexp_split_to_array(btrim(antenne.plier(entree), E' \n'), '\s+') as plies
      from mots_nouveaux, regexp_split_to_table(entrees, ',') with ordinality as e (entree, rang)
    ) as entree, unnest(plies) as mot, lateral (select antenne.cle_mot(mot)) as c (cle)
    order by cle, marque <> '', strpos('#~-@=', marque), rang
  ) as mot;
  execute format('create or replace function antenne.mots_fournis() returns jsonb language sql immutable parallel safe return %L::jsonb', mots);
end
$$;

-- As in 0013. Beside it, the words of trades and the weak ones by their first letters (`antenne.abreges`): what an abbreviation may
-- stand for. Letters that begin many words say nothing.
create or replace function refaire_sens() returns void language plpgsql as $$
declare
  mots jsonb := antenne.mots_fournis() || (
    select coalesce(jsonb_object_agg(antenne.cle_mot(antenne.plier(mot)), case
      when marque = '' then ''
      when connu like marque || '%' then connu
      else marque || antenne.entendre(antenne.plier(pour)) end), '{}')
    from antenne_prive.nom_dictionnaire, lateral (select antenne.mots_fournis() ->> antenne.cle_mot(antenne.plier(pour))) as c (connu)
  );
begin
  execute format('create or replace function antenne.sens(mot text) returns text language sql immutable parallel safe
    return %L::jsonb ->> antenne.cle_mot(mot)', mots);
  execute format('create or replace function antenne.abreges(debut text) returns jsonb language sql immutable parallel safe
    return %L::jsonb -> debut', (
      select coalesce(jsonb_object_agg(debut, sens), '{}') from (
        select left(cle, n) as debut, jsonb_agg(distinct sens) as sens from jsonb_each_text(mots) as m (cle, sens), generate_series(2, length(cle)) as n
        where sens ~ '^[~-]' and length(cle) > 3 group by debut having count(distinct sens) <= 8
      ) as d
    ));
end
$$;
select refaire_sens();

-- A place that only one name gives says a little less than before: «Sotrapim» and «Sotrapim Abidjan» are close.
create or replace function antenne.poids(mot text) returns numeric language sql immutable parallel safe
return case left(mot, 1) when '@' then 0.55 when '#' then 0.5 when '~' then 0.45 when '-' then 0.15 else 1 end;

-- What a word may mean: what the dictionary says; of an abbreviation, with a point or unknown, each word that begins with it. At its
-- end, `c` and `g` may be heard in two ways.
create function antenne.sens_possibles(mot text, pointe boolean) returns text[]
language plpgsql immutable parallel safe as $$
declare
  connu text := antenne.sens(mot);
  entendu text;
  possibles text[];
begin
  -- A word that ends in the middle of a doubled consonant is cut too.
  pointe := pointe or mot ~ '([cflmnprst])\1$';
  if connu is not null and (not pointe or connu = '') then
    return array[connu];
  end if;
  entendu := antenne.entendre(mot);
  if pointe and entendu ~ '^.(.)\1$' then
    entendu := left(entendu, 2);
  end if;
  possibles := array(
    select distinct s from unnest(array[entendu, left(entendu, -1) || case right(mot, 1) when 'c' then 's' when 'g' then 'j' else right(entendu, 1) end]) as e,
      unnest(array[e, replace(e, 'au', 'o')]) as debut, jsonb_array_elements_text(antenne.abreges(debut)) as s
    where mot ~ '^[a-z]{3,}$' and (pointe or length(mot) > 3) and s is distinct from connu order by s
  );
  if connu is null and pointe and cardinality(possibles) > 0 then
    return possibles;
  end if;
  return coalesce(connu, entendu) || possibles;
end
$$;

-- These words as they are heard, with their marks, in each way that they can be read: ` / ` stands between the readings. Two words that
-- the dictionary has as one are one («auto école», «San Pédro»); a saint is one word with its name; `Ste` is a company at the
-- beginning, a saint elsewhere. A point at the end of a word says that it is abbreviated.
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
    lectures := array(
      select case when s = '' then l when l = '' then s else l || ' ' || s end
      from unnest(lectures) with ordinality as a (l, rang), unnest(sens) with ordinality as b (s, ordre) order by rang, ordre
    );
  end loop;
  return array_to_string(lectures, ' / ');
end
$$;

-- Whether a word is made of the first letters of some of these, in their order («SOTRACI», «Société de Transport de CI»).
create function antenne.est_sigle(mot text, mots text[]) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  motif text := '';
  debut text;
begin
  foreach debut in array mots loop
    motif := motif || '(' || array_to_string(regexp_split_to_array(left(debut, 6), ''), '(') || repeat(')?', length(left(debut, 6)));
  end loop;
  return mot ~ ('^' || motif || '$');
end
$$;

-- The word of a name that gives the initials of the others: the first or the last one, or one that stands apart (`apart`: in
-- parentheses, after a dash), whose letters then need only come in the order of theirs.
create function antenne.sigle_developpe(mots text[], apart text[]) returns text
language plpgsql immutable strict parallel safe as $$
declare
  propres text[] := array(select mot from unnest(mots) with ordinality as m (mot, rang) where mot not in ('sarl', 'sa', 'sas', 'suarl', 'sarlu') order by rang);
  n int := cardinality(propres);
  mot text;
  autres text[];
begin
  if n < 4 then
    return null;
  end if;
  foreach mot in array apart || propres[1] || propres[n] loop
    autres := array_remove(propres, mot);
    if length(mot) between 3 and 12 and mot ~ '^[a-z]+$' and cardinality(autres) > 2 and left(mot, 1) = left(autres[1], 1)
      and coalesce(antenne.sens(mot), '=') like '=%' and not exists (select from unnest(autres) as autre where autre like mot || '%') then
      if antenne.est_sigle(mot, autres) or mot = any (apart) and array_to_string(autres, '') ~ array_to_string(regexp_split_to_array(mot, ''), '.*') then
        return mot;
      end if;
    end if;
  end loop;
  return null;
end
$$;

-- The words of a name, folded, without what only its form has: apostrophes, signs, legal forms of several words. An abbreviation keeps
-- its point.
create function antenne.mots_du_nom(texte text) returns text[]
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
  texte := ' ' || btrim(regexp_replace(regexp_replace(texte collate antenne.unicode, '[^[:alnum:].]+', ' ', 'g'), '(?<![a-z])\.', ' ', 'g')) || ' ';
  texte := regexp_replace(texte, '  +', ' ', 'g');
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

-- A company's name as the check compares it: its words as they are heard, each with its mark, without what says nothing. A name that
-- gives its own initials («SITM - Société Ivoirienne de …»), or an abbreviation of several words, can be read in several ways: ` / `
-- stands between them. (`d'` counts among the words that initials stand for.)
create or replace function antenne.nom_normalise(nom text) returns text
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  texte text := antenne.plier(nom);
  mots text[] := antenne.mots_du_nom(texte);
  sigle text;
  lu text := '';
begin
  sigle := antenne.sigle_developpe(antenne.mots_du_nom(regexp_replace(texte, '\m([dl])''', '\1 ', 'g')), case when texte ~ '[^[:alnum:] ''.]' then array(
    select replace(btrim(part), '.', '') from regexp_split_to_table(texte, '[^[:alnum:] ''.-]+|\s-+|-+\s') as part where btrim(part) ~ '^[a-z.]{3,14}$'
  ) else '{}' end);
  if sigle is not null then
    lu := antenne.entendre(sigle) || ' / ';
    mots := array_remove(mots, sigle);
  end if;
  return lu || coalesce(nullif(antenne.mots_lus(mots), ''), (select string_agg(antenne.entendre(rtrim(mot, '.')), ' ') from unnest(mots) as mot), '');
end
$$;
drop function antenne.sigle_developpe(text[]);

-- A name without its spaces, as it is heard, whatever the dictionary has of its words. (The `k` keeps its end, where letters can be
-- silent.)
create function antenne.nom_serre(nom text) returns text
language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return (
    select antenne.entendre(string_agg(case when sens like '#%' then substr(sens, 2) else mot end, '' order by rang) || 'k')
    from unnest(antenne.mots_du_nom(regexp_replace(antenne.plier(nom), '\m([dl])['' ](?!ivoire)', '\1', 'g'))) with ordinality as m (brut, rang),
      lateral (select rtrim(brut, '.'), antenne.sens(rtrim(brut, '.'))) as s (mot, sens)
    where sens is distinct from '' and (mot <> 'ste' or rang > 1)
  );
end
$$;

-- Names are read anew where this changes them; their keys follow.
drop index client_cles_nom;
update client set raison_sociale = raison_sociale where nom_normalise <> antenne.nom_normalise(raison_sociale);
create index client_cles_nom on client using gin (antenne.cles_nom(nom_normalise, false)) with (fastupdate = off);
create index client_nom_serre on client (antenne.nom_serre(raison_sociale));
analyze client;
analyze nom_mot;
