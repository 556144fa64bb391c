-- What the duplicate check compares (docs/doublons.md): names and identifiers in a form that does not depend on who wrote them,
-- and the indexes that find who shares it.
set local search_path to antenne_prive, antenne, public;

-- A word as it is heard: two spellings of one sound are one word. Of words of four letters and more, what is doubled or silent
-- at the end goes too: in shorter ones, often initials, every letter counts. (No regular expressions where a replacement will
-- do: this runs for every word of every name.)
create function antenne.entendre(mot text) returns text
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
  return case when length(mot) > 5 then rtrim(mot, 'e') else mot end;
end
$$;

-- The words that the check knows. A mark says what a word does in a name: `~` says the trade, `-` says little, `@` says where,
-- `#` is a number, `=` is a name or an ordinary word; nothing: the word says nothing at all. Entries are separated by commas;
-- in each, the first spelling stands for the others. Words that are not here are taken for names of their own.
create table nom_dictionnaire (marque text not null, entrees text not null);
insert into nom_dictionnaire values
-- Legal forms, words that every company has, and little words.
('', 'a, and, au, aux, chez, ci, cie compagnie company co, d, dans, de, des, du, ei, en, entreprise, et, etablissement
  etablissements ets etab etabl, eurl, for, gie, groupe group grp grpe, holding, inc, l, la, le, les, llc, ltd, m, madame,
  messieurs, mlle, mme, monsieur, mr, of, ong, par, pour, rci, sa, sarl, sarlu, sas, sasu, sci, scp, scs, snc, societe soc,
  suarl, the, une, y, à'),
-- What a company does, and for whom.
('~', 'academie academy, achat, aerien, aeroport, agence ag, agent, agricole agric agriculture agro, agroalimentaire, agrobusiness,
  agropastorale, alimentation alim, aluminium alu, ambassade, amicale, anacarde, analyse, ananas, architecte architecture,
  artisan artisanat, assainissement, association assoc asso, assurance assur, atelier, auberge, audit, auto automobile,
  autoecole, avicole aviculture, avocat, banane bananeraie, banque bank, bar, batiment bat, bazar, beaute, betail, bijouterie,
  blanchisserie, bois, boisson, boucherie, boulangerie boul, bourse, boutique, bovin, brasserie, brique briqueterie, btp,
  bureau, buvette, cabinet cab, cacao, cadastre, cafe, caisse, cajou, campement, caoutchouc, carburant, carrelage, carriere,
  carrosserie, cave, centrale, centre ctre center, change, chantier, charcuterie, charpente, chauffeur, chimie chimique,
  ciment cimenterie, cinema, civil, climatisation clim climatiseur, clinique clin, club, coiffure, collectif, college, comite,
  commercant commercante, commerce, commercial commerciale commercialisation, communication comm, complexe, comptable compta
  comptabilite, comptoir, confection, confiserie, conseil consulting consultant consult, conseilregional, conserverie,
  consignation, construction constr construct, conteneur, cooperative coop scoop scoops coopca scoopca, cordonnerie,
  cosmetique, coton, courrier, cours, courtage courtier, couture, creche, credit, cuir, cyber, decoration deco, demenagement,
  dentaire, depot, detail, developpement dev devpt developp devt, diamantaire, digital numerique, direction dir, discotheque,
  dispensaire, distribution distrib dist, eau, ebenisterie, ecole ec, edition, education, eglise, electricite elec electrique,
  electro, electromenager, electronique, elevage eleveur, eleve, emballage, energie, enfance, engrais, enseignant,
  enseignement, entrepot, epargne, epicerie, espace, essence, esthetique, etude, evenementiel event, expertise expert,
  exploitation exploit, export exp, exportateur, federation fed, femme, ferme, ferronnerie, finance, fondation, fonderie,
  forage, forestier foret forestiere, formation, fret, friperie, froid frigo frigorifique, fruit, funeraire funebre, garage,
  garderie, gardiennage, gare, gaz, genie, geometre, glace, glacier, granulat, gravier, gros, grossiste, groupement,
  groupescolaire gs, hevea, hopital hosp, horlogerie, hospitalier, hotel, hotelier hoteliere hotellerie, huile, huilerie,
  hydraulique, hygiene, hypermarche, igname, immobilier immo immobiliere, import imp, importexport, imprimerie impr, industrie
  ind industrielle industriel indus, infirmerie, infographie, informatique info informatiques, ingenierie engineering,
  institut inst institution, interim, internat, internet, intrant, jeune, journal, karite, kiosque, laboratoire labo lab,
  langue, lavage, laverie, legume, librairie, location loc, logiciel software, logistique logist, loisir, lycee lyc, magasin
  mag, mairie, mais, maison, manganese, mangue, manioc, manufacture, manutention, maquis, maraicher maraichage, marbrerie,
  marchand, marche, maritime, materiaux, materiel mat, maternelle, maternite, mecanique meca, media, medical medicale med
  medicaux, menager, menuiserie, messagerie, metallique metal metallurgie, meuble mobilier, microfinance, mine miniere minier,
  ministere, minoterie, mission, mode, mosquee, motel, moto, multimedia, musique, mutuelle mut, naval, negoce, nettoyage,
  notaire notariat, notarial, obstetricale, oeuf, office, optique opticien, or, orphelinat, pagne, palais, palme, palmeraie,
  palmier, papeterie, parent, parfumerie, patisserie patis pat, peche pecheur, peinture, petrole petrolier, pharmacie phcie
  pharm phie phcy officine, photo, piece, pisciculture piscicole, plantage, plantation, planteur, plastique, plomberie, pneu,
  poisson, poissonnerie, polyclinique, pompe, poulet, prefecture, presse, pressing, primaire, producteur, production,
  promotion, public publique, publicite pub, quincaillerie quinc, radio, recherche, recrutement, regie, reseau network,
  residence resid, restaurant resto rest restau restauration, riz rizerie rizicole riziculture, rural rurale, sable sabliere,
  salon, sanitaire sanit, sante, savon, savonnerie, scierie, scolaire, secondaire, securite security, semence semenciere,
  serigraphie, serrurerie, social sociale, solaire, soudure, sousprefecture, sport sportif, stade, station, stockage, studio,
  superette, superieur sup, supermarche, supermarket, syndicat, systeme, tailleur, tannerie, taxi, technique techn,
  technologie tech technology technologies, technopole, teinturerie, telecommunication telecom telecoms telecommunications,
  television tele tv, textile, tissage, tisserand, tissu, topographe, torrefaction, tourisme touristique, trading, traiteur,
  transformation, transit, transport transp trans transporteur, travaux, tresorerie, union, universite univ, urbain urbaine,
  urbanisme, usine, vente, veterinaire, video, vitrerie, vivrier, volaille, voyage, vulcanisation, web'),
-- What could be said of any.
('-', 'activite, africain africaine afr, afrique africa afrik, ancien ancienne, associe associes, avec, bis, bon bonne, business,
  central, climatise climatisee, departemental, divers, docteur dr, express, fille, fils, frere frs freres, general generale
  gal gle gen, global, grand grande gd gde grd, international internationale inter intl, ivoire, ivoirien ivoirienne, laic
  laique, ma, maitre me, mes, moderne mod, mon, multi, municipal municipale, national nationale nat natle, nos, notre, nouveau
  nouvelle nlle nvelle nvel, pere, petit petite, plus, populaire, prestation, prive privee, professionnel
  professionnelle prof, regional regionale reg, reuni reunis reunie, service serv sce sces svce svces, simplifiee, soeur,
  solution, son, sons, sous, specialise, ter, top, tout, toute, vos, votre'),
-- Towns, communes, quarters, regions, rivers and directions.
('@', 'abatta, abengourou, abidjan abj, abobo, aboisso, adiake, adjame, adzope, agboville, aghien, agneby, agnibilekrou, akouedo,
  akoupe, alepe, anador, angre, anono, anoumabo, anyama, arrah, arras, assinie, attecoube, attiegouakro, avocatier, ayame,
  azaguie, bafing, bagoue, banco, bandama, bangolo, bassam, belier, belleville, beoumi, bere, bereby, bettie, biabou, biafra,
  biankouma, bietry, bingerville, blockhauss, blolequin, bocanda, bondo, bondoukou, bongouanou, bonoua, bonoumin, botro,
  bouafle, bouake bke, bouboury, bouna, boundiali, bounkani, buyo, cavally, cocody, comoe, dabakala, dabou, daloa, danane,
  danga, daoukro, denguele, dianra, didievi, dikodougou, dimbokro, divo, djekanou, djiboua, djuablin, doropo, duekoue, ebrie,
  est, facobly, faya, ferkessedougou ferke, folon, fresco, gagnoa, gbeke, gbokle, gesco, goh, gohitafla, gontougo,
  gonzagueville gonzague, grabo, grandbassam, grandbereby, grandlahou, guemon, gueyo, guiglo, guitry, hambol, hautsassandra,
  hire, iffou, indenie, issia, jacqueville, kabadougou, kani, kaniasso, katiola, kong, korhogo, kossou, kouibly, koumassi,
  koun, kounahiri, kouto, lagunaire, lagune, lahou, lakota, locodjro, loh, lopou, maferé, man, mankono, marahoue, marcory,
  mbadon, mbahiakro, mbatto, mbengue, meagui, minignan, montagnes, moronou, napie, nassian, nawa, ndouci, niable, niakara
  niakaramandougou, niangon, nielle, nord, nordest, nzi, odienne, ouangolodougou ouangolo, ouest, oume, plateau, ponts, poro,
  portbouet, prikro, remblais, riviera, rubino, sakassou, samake, samatiguila, sandegue, sanpedro, sassandra, sassandrine,
  savanes, seguela, selmer, sicogi, sikensi, sinematiali, sinfra, sipilou, siporex, songon, soubre, sud, sudcomoe, sudouest,
  taabo, tabou, tafire, tai, tanda, tchologo, tehini, tengrela, tiapoum, tiassa, tiassale, tiebissou, tonkpi, touba,
  toulepleu, toumodi, transua, treichville, vallee, vallon, vavoua, vridi, wassakara, williamsville, worodougou, yakasse,
  yamoussoukro yakro, yopougon yop, zanzan, zone, zouanhounien, zuenoula'),
-- Numbers in words and in Roman figures.
('#', '1 un premier premiere i, 2 deux ii, 3 trois iii, 4 quatre iv, 5 cinq, 6 six vi, 7 sept vii, 8 huit viii, 9 neuf ix, 10 dix, 11 onze xi, 12
  douze xii, 13 treize xiii, 14 quatorze xiv, 15 quinze xv, 16 seize xvi, 17 dixsept, 18 dixhuit, 19 dixneuf, 20 vingt xx, 30
  trente, 40 quarante, 50 cinquante, 100 cent, 1000 mille, 2000 deuxmille'),
-- Family names, first names, and words of addresses.
('=', 'abdoulaye, abo, aboua, aboubacar, achi, adama, adele, adjoua, adjoumani, adou, affoue, agnero, agnes, ahou, ahoua, ahoussou,
  aicha, aissata, aka, ake, akissi, akoua, akre, alain, albert, alexandre, alice, allou, alphonse, ama, aman, amani, amenan,
  aminata, amoin, amon, andre, ange, anicet, anne, anoh, antoine, anzian, aristide, arsene, assamoi, assemien, assi, assoumou,
  atse, attoumbre, augustin, avenue av, awa, aya, bakary, bakayoko, bamba, bedi, benoit, bernadette, bernard, berte, bile,
  bini, bintou, ble, bli, bogui, boka, boni, boniface, boubacar, boulevard bd, brou, camara, carrefour carref, catherine,
  cecile, cedric, celestin, celestine, charles, christelle, cisse, cite, claire, claude, commune, compaore, coulibaly,
  dagnogo, dago, dah, danho, daniel, daouda, david, dembele, denis, desire, diabate, diakite, diallo, diarra, diarrassouba,
  dibi, didier, digbeu, diomande, djaha, dje, djedje, dogbo, doh, dosso, doumbia, dramane, drissa, ehouman, ehui, ekra,
  elisabeth, emmanuel, eric, esmel, essis, essoh, estelle, etienne, ettien, eva, evelyne, ezan, fabrice, fadiga, fanny, fanta,
  fatoumata, felix, fofana, franck, francois, gabriel, gadji, gbamele, gbane, georges, gerard, gilles, gnagne, gnahore,
  gnakpa, gnamien, gnangoran niangoran, gnepa, godo, gohi, gohou, goue, grace, guede, guei, gueu, guillaume, helene, henri,
  herve, hien, ibrahim, ilboudo, immeuble imm, ines, issouf, jacques, jean, jerome, joseph, kabore, kabran, kacou, kadidia,
  kadjo, kady, kakou, kamagate, kambire, kambou, kanga, kangah, kangou, karamoko, kassi, keita, kipre, koffi kofi, konan,
  konate, kone, kouadio kwadio, kouakou kouacou kwakou, kouame kouamé, kouao, kouassi kwassi, kouya, kouyate, kra, lago,
  lambert, lamine, lasme, lassina, lath, laurent, lida, logbo, lohoues, louis, loukou, luc, maimouna, mamadou, mambo, manouan,
  marc, marcel, mariam mariame, marie, marthe, martin, massandje, maurice, mbra, meite, mel, meledje, memel, mian, michel,
  miezan, modibo, monique, mory, moussa, nadege, nahounou, nanga, ncho, nda, ndri, ngoran, nguessan guessan, nguettia, niamke
  niamkey, niangui, niava, nicolas, notredame, odile, okou, olivier, ori, ouattara wattara, ouedraogo, ouffoue, oulai, oumar,
  oura, ouraga, ousmane, pale, patrick, paul, philippe, pierre, place, pokou, prisca, quartier, rachel, raissa, raphael, remi,
  rita, robert, rokia, rondpoint, rose, rue, ruth, sahi, sako, salif, salimata, sangare, sanogo, savadogo, savane, sawadogo,
  secteur, seka, sekongo, sekou, serge, sery, seydou, siaka, sidibe, sidiki, silue, simon, siriki, sissoko cissoko, soro,
  souleymane, soumahoro, stephane, sylla, tanoh tano, tape, tenin, tetchi, theodore, theophile, therese, thomas, tidiane,
  tiehi, tiemoko, toh, toure, tra, tranche, traore, tuo, vamara, vanie, victor, village, vincent, wodie, yace, yacouba, yao,
  yapi, yapo, yeo, yobo, yoboue yobouet, yves, zadi, zahui, zie, zirignon, zogbo, zokou, zongo, zoro, zoumana, zouzou');

-- One object of all of them: a word looked up in a constant, so that what is stored depends on nothing that may change. Short
-- words are looked up as they are written: heard, «Zié» is «Cie».
do $$
declare
  dictionnaire jsonb;
begin
  select jsonb_object_agg(cle, sens) into dictionnaire from (
    select distinct on (cle) cle, case when marque = '' then '' else marque || antenne.entendre(mots[1]) end as sens
    from (
      select marque, rang, regexp_split_to_array(btrim(antenne.plier(entree), E' \n'), '\s+') as mots
      from nom_dictionnaire, regexp_split_to_table(entrees, ',') with ordinality as e (entree, rang)
    ) as entree, unnest(mots) as mot, lateral (select case when length(mot) < 4 then mot else antenne.entendre(mot) end) as c (cle)
    order by cle, marque <> '', strpos('#~-@=', marque), rang
  ) as mot;
  execute format('create function antenne.sens(mot text) returns text language sql immutable strict parallel safe
    return %L::jsonb ->> case when length(mot) < 4 then mot else antenne.entendre(mot) end', dictionnaire);
end
$$;
drop table nom_dictionnaire;

-- A company's name as the check compares it: its words as they are heard, each with its mark, without what says nothing.
-- A name that gives its own initials («SITM - Société Ivoirienne de …») can be read in two ways: ` / ` stands between them.
create function antenne.nom_normalise(nom text) returns text
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  texte text := antenne.plier(nom);
  mots text[];
  sigle text;
  lu text := '';
begin
  texte := replace(replace(texte, '&', ' et '), '+', ' et ');
  if strpos(texte, '''') > 0 then
    texte := replace(regexp_replace(texte, '\m(d|l|qu)''', ' ', 'g'), '''', '');
  end if;
  if strpos(texte, '.') > 0 then
    texte := regexp_replace(texte, '\m([a-z])\.(?=[a-z]\M)', '\1', 'g');
  end if;
  if texte ~ '[0-9]' then
    texte := regexp_replace(texte, '\m(n|no|num|numero)[°. ]*(?=[0-9])', ' ', 'g');
    texte := regexp_replace(texte, '([0-9])(er|ere|e|eme|ieme|nd|nde)\M', '\1 ', 'g');
    texte := regexp_replace(texte, '(?<=[0-9])(?=[a-z])|(?<=[a-z])(?=[0-9])', ' ', 'g');
  end if;
  texte := ' ' || btrim(regexp_replace(texte collate antenne.unicode, '[^[:alnum:]]+', ' ', 'g')) || ' ';
  texte := replace(replace(replace(texte, ' cote ivoire ', ' ci '), ' nd ', ' notredame '), ' sarl u ', ' ');
  if strpos(texte, ' travaux public') > 0 then
    texte := regexp_replace(texte, ' (batiments? (et )?travaux publics?|travaux publics? (et )?batiments?) ', ' btp ');
  end if;
  texte := replace(replace(texte, 'coop ca ', 'coop '), ' entreprise individuelle ', ' ');
  if strpos(texte, ' societe ') > 0 then
    texte := regexp_replace(texte, ' societe (anonyme|a responsabilite limitee|civile immobiliere) ', ' ');
  end if;
  mots := string_to_array(btrim(texte), ' ');
  sigle := antenne.sigle_developpe(mots);
  if sigle is not null then
    lu := antenne.entendre(sigle) || ' / ';
    mots := array_remove(mots, sigle);
  end if;
  return lu || coalesce(nullif(antenne.mots_lus(mots), ''), (select string_agg(antenne.entendre(mot), ' ') from unnest(mots) as mot), '');
end
$$;

-- The first or last of these words, when it is made of the initials of the others (and up to two words more).
create function antenne.sigle_developpe(mots text[]) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n int := cardinality(mots);
  mot text;
  initiales text;
begin
  if n < 4 then
    return null;
  end if;
  foreach mot in array array[mots[1], mots[n]] loop
    if length(mot) between 3 and 8 and left(mot, 1) = left(mots[case mot when mots[1] then 2 else 1 end], 1) and mot ~ '^[a-z]+$' then
      initiales := (
        select string_agg(left(autre, 1), '' order by rang) from unnest(mots) with ordinality as m (autre, rang)
        where autre <> mot and autre not in ('de', 'du', 'des', 'le', 'la', 'les', 'et', 'en', 'a', 'au', 'aux')
      );
      if initiales like mot || '%' and length(initiales) <= length(mot) + 2 then
        return mot;
      end if;
    end if;
  end loop;
  return null;
end
$$;

-- These words as they are heard, with their marks. Two words that the dictionary has as one are one («auto école», «San Pédro»);
-- a saint is one word with its name; `Ste` is a company at the beginning, a saint elsewhere.
create function antenne.mots_lus(mots text[]) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n int := cardinality(mots);
  i int := 1;
  lus text[] := '{}';
  mot text;
  sens text;
begin
  while i <= n loop
    mot := mots[i];
    i := i + 1;
    if mot = 'ste' and i = 2 or mot = 'i' and i <= n then
      continue;
    elsif i <= n and mot in ('saint', 'sainte', 'st', 'ste') then
      sens := case when antenne.sens(mots[i]) is null then 'saint' else '=saint' end || antenne.entendre(mots[i]);
      i := i + 1;
    elsif mot ~ '^[0-9]+$' then
      sens := '#' || coalesce(nullif(ltrim(mot, '0'), ''), '0');
    elsif i > n and n > 1 and mot in ('v', 'x') then
      sens := case mot when 'v' then '#5' else '#10' end;
    else
      sens := null;
      if i <= n and mot in ('agro', 'auto', 'conseil', 'deux', 'dix', 'electro', 'grand', 'groupe', 'haut', 'import', 'micro', 'nord',
        'notre', 'port', 'rond', 'san', 'sous', 'sud') then
        sens := antenne.sens(mot || mots[i]);
      end if;
      if sens is null then
        sens := coalesce(antenne.sens(mot), antenne.entendre(mot));
      else
        i := i + 1;
      end if;
    end if;
    if sens <> '' then
      lus := lus || sens;
    end if;
  end loop;
  return array_to_string(lus, ' ');
end
$$;

-- What finds close names: all their telling words (`=`), and all but one or two that weigh little beside the others (`-`). Of two
-- close names, the words of one are those of the other, or those of the other but for such words: so who is looked for is looked
-- for (`cherchee`) with all its words among the whole and among the curtailed, and curtailed among the whole. Beside this, the name
-- without its spaces and the letters that come and go where words are joined, and its beginning if it may have been cut. The bound
-- is a little wider than the measure's (src/actions/doublon/similarity.ts). Hashed, for the index to stay small.
create function antenne.cles_nom(nom text, cherchee boolean) returns bigint[]
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
    poids := array(select case left(mot, 1) when '~' then 0.45 when '@' then 0.6 else 1 end from unnest(mots) as mot);
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

-- What a word shares with those that are one letter away from it, or that it begins. Short words are only themselves.
create function antenne.variantes(mot text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  nu text := ltrim(left(mot, 40), '~@=-');
  variantes text[];
begin
  if length(nu) < 5 or left(nu, 1) = '#' then
    return '{}';
  end if;
  variantes := array[nu, left(nu, 5) || '*'];
  for i in 1 .. length(nu) loop
    variantes := variantes || (left(nu, i - 1) || substr(nu, i + 1));
  end loop;
  return variantes;
end
$$;

-- +225 and 8 digits is a number of before 31 January 2021: its operator's prefix is put before it. One of a block that had no
-- operator, or of a service, stays as it is. Null for zeros.
create function antenne.telephone_normalise(telephone text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n text := replace(telephone, '+225', '');
begin
  if length(n) <> 8 or ltrim(n, '0') = '' then
    return case when ltrim(n, '0') <> '' then n end;
  end if;
  return case
    when n like '2_8%' then '21'
    when n like '2_0%' or n like '3_0%' then '25'
    when left(n, 1) in ('2', '3') then '27'
    when left(n, 2) in ('01', '02', '03', '40', '41', '42', '43', '50', '51', '52', '53', '70', '71', '72', '73') then '01'
    when left(n, 1) = '1' then ''
    when substr(n, 2, 1) in ('4', '5', '6') then '05'
    when substr(n, 2, 1) in ('7', '8', '9') then '07'
    else '' end || n;
end
$$;

-- Case never tells two addresses apart; dots and what follows a plus do not at Gmail.
create function antenne.email_normalise(email text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  adresse text := lower(email collate antenne.unicode);
begin
  if split_part(adresse, '@', 2) in ('gmail.com', 'googlemail.com') then
    return replace(split_part(split_part(adresse, '@', 1), '+', 1), '.', '') || '@gmail.com';
  end if;
  return adresse;
end
$$;

-- Seven digits and a letter, however they are spaced; null for what is no number («en cours», zeros).
create function antenne.ncc_normalise(ncc text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n text := regexp_replace(upper(ncc collate "C"), '[^A-Z0-9]+', '', 'g');
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
create function antenne.rccm_normalise(rccm text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  n text := btrim(regexp_replace(upper(rccm collate "C"), '[^A-Z0-9]+', '-', 'g'), '-');
  p text[];
  code text := '';
  chiffres text;
begin
  if left(n, 2) <> 'CI' then
    n := regexp_replace(n, '^((RCCM|RC|NUMERO|NO|N)-)+', '');
  end if;
  p := string_to_array(n, '-');
  if left(n, 2) = 'CI' and cardinality(p) < 5 then
    -- Written without separators, or with some of them.
    p := regexp_match(replace(n, '-', ''), '^(CI)([A-Z]{2,4})([0-9]{2})?((?:19|20)[0-9]{2})([A-Z](?:[0-9]{2}(?=[0-9]{4}))?)([0-9]+)$');
    p := case when p[3] is null then array['CI', p[2], p[4], left(p[5], 1), substr(p[5], 2) || p[6]] else p end;
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

create function antenne.rccm_souche(rccm text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return split_part(antenne.rccm_normalise(rccm), ' ', 1);
end
$$;

-- Whether two numbers of one stem can be one: what only the newer shape says is the same, or one of them does not say it.
create function antenne.rccm_compatibles(un text, autre text) returns boolean
language sql immutable strict parallel safe
return (
  select bool_and(u = '' or a = '' or u = a)
  from unnest(
    string_to_array(split_part(antenne.rccm_normalise(un), ' ', 2), '-'), string_to_array(split_part(antenne.rccm_normalise(autre), ' ', 2), '-')
  ) as precision (u, a)
);

alter table client add column nom_normalise text collate "C" not null generated always as (antenne.nom_normalise(raison_sociale)) stored;
create index client_cles_nom on client using gin (antenne.cles_nom(nom_normalise, false)) with (fastupdate = off);
create index client_rccm_souche on client (antenne.rccm_souche(rccm)) where rccm is not null;
create index client_ncc_normalise on client (antenne.ncc_normalise(ncc)) where ncc is not null;
create index client_telephone_normalise on client (antenne.telephone_normalise(telephone)) where telephone is not null;
create index client_email_normalise on client (antenne.email_normalise(email)) where email is not null;
create index contact_telephone_normalise on contact (antenne.telephone_normalise(telephone)) where telephone is not null;
create index contact_email_normalise on contact (antenne.email_normalise(email)) where email is not null;

-- Every word that has been in a name, under each of its variants: those that a word may be a slip of are found here. A word may be
-- here twice, and stays when its last name goes: neither changes what is found, and nobody waits for anybody.
create table nom_mot (
  variante text collate "C" not null,
  mot text collate "C" not null
);
create index on nom_mot (variante, mot);

create function noter_mots() returns trigger language plpgsql as $$
begin
  insert into antenne_prive.nom_mot
  select variante, mot from (
    select distinct mot from (select distinct nom_normalise from nouvelles) as n, unnest(string_to_array(nom_normalise, ' ')) as mot
  ) as m, lateral (select distinct unnest(antenne.variantes(mot))) as v (variante)
  where not exists (
    select from antenne_prive.nom_mot as connu where connu.variante = ltrim(left(m.mot, 40), '~@=-') and connu.mot = m.mot
  );
  return null;
end
$$;
create trigger noter_mots_ajout after insert on client referencing new table as nouvelles for each statement execute function noter_mots();
create trigger noter_mots_changement after update on client referencing new table as nouvelles for each statement execute function noter_mots();
insert into nom_mot select variante, mot from (
  select distinct mot from client, unnest(string_to_array(nom_normalise, ' ')) as mot
) as m, lateral (select distinct unnest(antenne.variantes(mot))) as v (variante);

analyze client;
analyze contact;
analyze nom_mot;
