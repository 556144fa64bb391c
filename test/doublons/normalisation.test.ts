import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { similarity, type Weights, weights } from '../../src/actions/doublon/similarity.ts'
import { type Data, openData } from '../setup/command-line.ts'

/**
 * What the check compares: identifiers and names in a form that does not depend on who wrote them (docs/doublons.md).
 */

let data: Data
let poids: Weights
beforeAll(async () => {
  data = await openData('vide')
  poids = (await data.sql<{ poids: Weights }>(`select ${weights} as poids`))[0]?.poids as Weights
})
afterAll(() => data.close())

async function normalised(of: string, value: string): Promise<string | null> {
  const [row] = await data.sql<{ valeur: string | null }>(`select antenne.${of}_normalise($1) as valeur`, [
    value,
  ])
  return row?.valeur ?? null
}

describe('a telephone number', () => {
  test.each([
    ['+22507000012', '0707000012'],
    ['+22549000012', '0749000012'],
    ['+22504000012', '0504000012'],
    ['+22596000012', '0596000012'],
    ['+22501000012', '0101000012'],
    ['+22570000012', '0170000012'],
    ['+22520200012', '2720200012'],
    ['+22536800012', '2736800012'],
    ['+22522000012', '2522000012'],
    ['+22531000012', '2531000012'],
    ['+22521800012', '2121800012'],
  ])('of 8 digits, %s, has its operator’s prefix of 2021: %s', async (before, after) => {
    expect(await normalised('telephone', before)).toBe(after)
    expect(await normalised('telephone', `+225${after}`)).toBe(after)
  })

  test.each(['+22580000012', '+22560000012', '+22590500012'])(
    'of a service, or of a block without an operator, stays as it is: %s',
    async (number) => {
      expect(await normalised('telephone', number)).toBe(number.slice(4))
    },
  )

  test.each(['+2250000000000', '+22500000000'])('of zeros is none: %s', async (number) => {
    expect(await normalised('telephone', number)).toBeNull()
  })
})

test.each([
  ['Achats@Exemple.CI', 'achats@exemple.ci'],
  ['prenom.nom+devis@exemple.ci', 'prenom.nom+devis@exemple.ci'],
  ['Prenom.Nom+devis@Gmail.com', 'prenomnom@gmail.com'],
  ['prenom.nom@googlemail.com', 'prenomnom@gmail.com'],
])('the e-mail %s is %s: dots and tags count, but at Gmail', async (written, kept) => {
  expect(await normalised('email', written)).toBe(kept)
})

test.each([
  ['9012345 T', '9012345T'],
  ['9012345t', '9012345T'],
  ['NCC : 9 012 345-T', '9012345T'],
  ['N° 9012345 T', '9012345T'],
  ['NCC N° 9012345 T', '9012345T'],
  ['Numéro CC : 9012345 T', '9012345T'],
  ['9012345 T (CI)', '9012345T'],
  ['9012345 T, Abidjan', '9012345T'],
  ['\uff19\uff10\uff11\uff12\uff13\uff14\uff15 \uff34', '9012345T'],
  ['9012345 SARL', '9012345SARL'],
  ['9012345 T 2', '9012345T2'],
  ['12345678 T', '12345678T'],
  ['0000000 A', null],
  ['en cours', null],
  ['', null],
])('the taxpayer number «%s» is %s', async (written, kept) => {
  expect(await normalised('ncc', written)).toBe(kept)
})

describe('two trade-register numbers', () => {
  const one = async (a: string, b: string): Promise<boolean> => {
    const [row] = await data.sql<{ un: boolean | null }>(
      'select antenne.rccm_souche($1) = antenne.rccm_souche($2) and antenne.rccm_compatibles($1, $2) as un',
      [a, b],
    )
    return row?.un ?? false
  }

  test.each([
    ['spacing, dashes and case', 'CI-ABJ-2006-B-90001', 'ci abj/2006 b – 90001'],
    ['what stands before', 'RCCM N° CI-ABJ-2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['leading zeros', 'CI-ABJ-03-2024-B12-00077', 'CI-ABJ-03-2024-B12-77'],
    ['no separators at all', 'CIABJ032024B1290001', 'CI-ABJ-03-2024-B12-90001'],
    ['no separators in the old shape', 'CIABJ2006B90001', 'CI-ABJ-2006-B-90001'],
    ['no separators in the old shape, against the new one', 'CIABJ2018B90001', 'CI-ABJ-03-2018-B12-90001'],
    ['the old and the new shape of one number', 'CI-ABJ-2018-B-90001', 'CI-ABJ-03-2018-B12-90001'],
    ['the registry’s code left out', 'CI-ABJ-2024-B12-90001', 'CI-ABJ-03-2024-B12-90001'],
    ['initials with points', 'R.C.C.M. CI-ABJ-2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['words that touch', 'RCCMCI-ABJ-2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['the country with points', 'C.I.-ABJ-2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['the town behind it', 'CI-ABJ-2006-B-90001 (Abidjan Plateau)', 'CI-ABJ-2006-B-90001'],
    [
      'full-width characters',
      '\uff23\uff29-ABJ-2006-B-\uff19\uff10\uff10\uff10\uff11',
      'CI-ABJ-2006-B-90001',
    ],
    ['a year of two digits', 'CI-ABJ-06-B-90001', 'CI-ABJ-2006-B-90001'],
    ['a year of the last century', 'CI-ABJ-98-B-90001', 'CI-ABJ-1998-B-90001'],
    ['a year of two digits behind the code', 'CI-ABJ-03-24-B12-90001', 'CI-ABJ-03-2024-B12-90001'],
    ['one dash left out', 'CI-ABJ-03-2024-B1290001', 'CI-ABJ-03-2024-B12-90001'],
    ['another dash left out', 'CI-ABJ03-2024-B12-90001', 'CI-ABJ-03-2024-B12-90001'],
    ['a dash too many', 'CI-ABJ-03-2024-B-12-90001', 'CI-ABJ-03-2024-B12-90001'],
    ['the country left out', 'ABJ-2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['the country with three letters', 'CIV-ABJ-2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['words before it', 'Registre du commerce CI-ABJ-2006-B-90001', 'CI-ABJ-2006-B-90001'],
    [
      'words before it in which there is «CI»',
      'Ancienne société : CI-ABJ-2006-B-90001',
      'CI-ABJ-2006-B-90001',
    ],
    ['words behind the court', 'CI-ABJ (ancien) 2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['all with points', 'C.I.V. A.B.J. 2006-B-90001', 'CI-ABJ-2006-B-90001'],
    ['words that touch, without separators', 'RCCMCIABJ2006B90001', 'CI-ABJ-2006-B-90001'],
    ['a town with an accent', 'CI-BKE-2006-B-90001 (Bouaké)', 'CI-BKE-2006-B-90001'],
    ['another form of number', 'RC 284 115', '284115'],
  ])('are one: %s', async (_, a, b) => {
    expect(await one(a, b)).toBe(true)
    expect(await one(b, a)).toBe(true)
  })

  test.each([
    ['number', 'CI-ABJ-2006-B-90001', 'CI-ABJ-2006-B-90010'],
    ['year', 'CI-ABJ-2006-B-90001', 'CI-ABJ-2007-B-90001'],
    ['year, in two shapes', 'CI-ABJ-2018-B-90001', 'CI-ABJ-03-2019-B12-90001'],
    ['court', 'CI-ABJ-2006-B-90001', 'CI-BKE-2006-B-90001'],
    ['court, with the same words behind', 'CI-ABJ (ancien) 2006-B-90001', 'CI-BKE (ancien) 2006-B-90001'],
    ['letter', 'CI-ABJ-2006-A-90001', 'CI-ABJ-2006-B-90001'],
    ['digits of the letter', 'CI-ABJ-03-2024-B12-90001', 'CI-ABJ-03-2024-B13-90001'],
    ['shape, without a year', 'CI-ABJ-03-B12-90001', 'CI-ABJ-2003-B-90001'],
    ['word, in what is no such number', 'CI-12345-SARL', 'CI-12345-SAS'],
    ['year of two digits', 'CI-ABJ-06-B-90001', 'CI-ABJ-2007-B-90001'],
    ['registry', 'CI-ABJ-01-2024-B12-90001', 'CI-ABJ-03-2024-B12-90001'],
  ])('are two: another %s', async (_, a, b) => {
    expect(await one(a, b)).toBe(false)
  })

  test.each([
    'EN COURS',
    'Néant',
    '-',
    '00000',
    'CI-ABJ',
    'CI-ABJ-2006',
    'CI-ABJ-03-2024-ENCOURS',
    'CI-ABJ-03-2024',
  ])('are none, when both say «%s»', async (written) => {
    expect(await one(written, written)).toBe(false)
  })
})

describe('two names', () => {
  const tight = async (name: string) =>
    (await data.sql<{ serre: string | null }>('select antenne.nom_serre($1) as serre', [name]))[0]?.serre
  const alike = async (a: string, b: string): Promise<number> => {
    const [mine, other] = await Promise.all([normalised('nom', a), normalised('nom', b)])
    return similarity(mine ?? '', other ?? '', poids)
  }

  test.each([
    ['accents, case and dashes', 'Éts N’Goran-Blé', 'ETS NGORAN BLE'],
    ['legal forms', 'Sahoua Fret S.A.R.L.', 'Sahoua Fret SA'],
    ['little words', 'Atelier du Bois de Soubré', 'Atelier Bois Soubré'],
    ['the order of the words', 'Quincaillerie Gnaoré Lakota', 'Gnaoré quincaillerie - Lakota'],
    ['abbreviations', 'Phcie Ste Odile', 'Pharmacie Sainte-Odile'],
    ['numbers in words and in Roman figures', 'Collège Horizon deux', 'Collège Horizon II'],
    ['Ste at the beginning, which is Société', 'Ste Lobognon Froid', 'Lobognon Froid'],
    ['joined words', 'Belair Pressing', 'Bel Air Pressing'],
    ['what is heard alike', 'Garage Koulibali', 'Garage Coulibaly'],
    ['the first letters of words, with a point', 'Const. Métal. Gbizié', 'Constructions Métalliques Gbizié'],
    ['the first letters of words, without', 'Quincail Gbizié Distrib', 'Quincaillerie Gbizié Distribution'],
    ['an abbreviation of several words', 'Coop. Prod. Cacao Gbizié', 'Coopérative Producteurs Cacao Gbizié'],
    ['contractions', 'Phie Gale Gbizié', 'Pharmacie Générale Gbizié'],
    ['initials that the name gives', 'SOTRACI – Société de Transport de Côte d’Ivoire', 'SOTRACI'],
    ['what initials stand for', 'Gbizié Union de Zikisso (GUZI)', 'Gbizié Union de Zikisso'],
    ['the country', 'Gbizié Ivory Coast', 'Gbizié Côte d’Ivoire'],
    ['the capital', 'Gbizié SARL au capital de 1 000 000 FCFA', 'Gbizié'],
  ])('are the same but for %s', async (_, a, b) => {
    expect(await alike(a, b)).toBe(1)
  })

  test.each([
    ['a doubled, a dropped and a swapped letter', 'Minoterie Sassandrinne', 'Minoterie Sasandrien', 0.78, 1],
    [
      'initials beside what they stand for',
      'SITAM (Société Ivoirienne de Thé, d’Arômes et de Miel)',
      'SITAM',
      0.78,
      1,
    ],
    ['a trade beside a name of one’s own', 'Kefrimex', 'Kefrimex Négoce', 0.78, 1],
    ['a trade beside a common name', 'Ets Kouassi', 'Kouassi Transport', 0, 0.78],
    ['acronyms', 'COOPAGA', 'COOPAGNY', 0, 0.5],
    ['acronyms', 'SIPIM', 'SICIM', 0, 0.5],
    ['family names', 'Cabinet Kouamé', 'Cabinet Kouadio', 0, 0.5],
    ['emblems', 'Pharmacie du Plateau', 'Pharmacie du Port', 0, 0.5],
    ['numbers', 'Boulangerie Le Bon Pain 1', 'Boulangerie Le Bon Pain 2', 0, 0.78],
    ['a number on one side', 'Hôtel Ivotel', 'Hôtel Ivotel 2', 0, 0.78],
    ['trades', 'Pharmacie Kouassi', 'Boulangerie Kouassi', 0, 0.5],
    ['places', 'Hôtel Les Rôniers Toumodi', 'Hôtel Les Rôniers Odienné', 0, 0.78],
    ['saints', 'Collège Sainte-Anne', 'Collège Sainte-Agnès', 0, 0.5],
    ['saints', 'Pharmacie Saint-Paul', 'Pharmacie Saint-Paulin', 0, 0.5],
    ['a town beside a name of one’s own', 'Sotrapim', 'Sotrapim Abidjan', 0.78, 1],
    ['directions', 'Pharmacie de l’Étoile', 'Pharmacie de l’Étoile du Sud', 0, 0.78],
    ['opposite weak words', 'Grande Pharmacie du Carrefour', 'Pharmacie du Petit Carrefour', 0, 0.78],
    ['a trade beside a common word', 'Prestige', 'Prestige Auto', 0, 0.78],
    ['a trade beside trades', 'Pharmacie du Marché', 'Pharmacie du Marché de Gros', 0, 0.78],
    ['three letters that begin a word', 'Ivoire Net', 'Ivoire Nettoyage', 0, 0.78],
    ['nothing in common', 'Transit Zadi', 'Hôtel Les Rôniers', 0, 0],
  ])('with %s: «%s» and «%s» lie between %d and %d', async (_, a, b, least, most) => {
    const value = await alike(a, b)
    expect(value).toBeGreaterThanOrEqual(least)
    expect(value).toBeLessThanOrEqual(most)
    expect(await alike(b, a)).toBeCloseTo(value, 10)
  })

  test.each([
    ['Télé Com Plus', 'Télécom Plus'],
    ['Ivoire Tech Solutions SARL', 'IVOIRETECH SOLUTIONS'],
    ['Maquis Le Vallon Dor', 'Maquis Le Vallon d’Or'],
  ])('without their spaces are the same: «%s» and «%s»', async (a, b) => {
    expect(await tight(a)).toBe(await tight(b))
  })

  test.each([
    ['Auto Star', 'Auto Start'],
    ['Sol Béton', 'Sol Bétail'],
  ])('without their spaces differ by their last letters: «%s» and «%s»', async (a, b) => {
    expect(await tight(a)).not.toBe(await tight(b))
  })

  test.each([
    'SARL',
    'La Société',
    '...',
    'a. b. c.',
    'Imm.',
    '!!!',
    '日本',
    '1',
    'a'.repeat(255),
    'b '.repeat(127),
  ])('may be anything: «%s» is as close to itself as can be, or nothing at all', async (name) => {
    expect([0, 1]).toContain(await alike(name, name))
    await data.sql('select antenne.cles_nom(antenne.nom_normalise($1), true)', [name])
    await tight(name)
  })
})
