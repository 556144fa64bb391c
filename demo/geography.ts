import { uuidOf } from './identifiers.ts'
import { pick } from './random.ts'
import type { ZoneGeographiqueRecord } from './records.ts'

/** A place where companies are: its town's name, its zone, its position and its trade court. */
export type Locality = {
  readonly nom: string
  /** The place's name after «de»: `de Daloa`, `d'Aboisso`, `du Plateau`. */
  readonly de: string
  readonly ville: string
  readonly zone_id: string
  readonly latitude: number
  readonly longitude: number
  readonly court: string
}

// Code, name: the 31 regions and the two autonomous districts.
const regions = `ABIDJAN District autonome d'Abidjan|YAMOUSSOUKRO District autonome de Yamoussoukro
AGNEBY Agnéby-Tiassa|BAFING Bafing|BAGOUE Bagoué|BELIER Bélier|BERE Béré|BOUNKANI Bounkani|CAVALLY Cavally
FOLON Folon|GBEKE Gbêkê|GBOKLE Gbôklé|GOH Gôh|GONTOUGO Gontougo|GRANDS-PONTS Grands-Ponts|GUEMON Guémon
HAMBOL Hambol|HAUT-SASSANDRA Haut-Sassandra|IFFOU Iffou|INDENIE Indénié-Djuablin|KABADOUGOU Kabadougou
LA-ME La Mé|LOH-DJIBOUA Lôh-Djiboua|MARAHOUE Marahoué|MORONOU Moronou|NAWA Nawa|N-ZI N'Zi|PORO Poro
SAN-PEDRO San-Pédro|SUD-COMOE Sud-Comoé|TCHOLOGO Tchologo|TONKPI Tonkpi|WORODOUGOU Worodougou`

// Name, region, latitude, longitude, trade court, weight (companies), D when the town heads a département given here.
const towns = `Abidjan,ABIDJAN,5.3364,-4.0267,ABJ,0,D
Yamoussoukro,YAMOUSSOUKRO,6.8276,-5.2893,YKO,9,D
Bouaké,GBEKE,7.6906,-5.0303,BKE,16,D
Daloa,HAUT-SASSANDRA,6.8774,-6.4502,DLA,10,D
Korhogo,PORO,9.458,-5.6296,KGO,9,D
San-Pédro,SAN-PEDRO,4.7485,-6.6363,SPO,12,D
Man,TONKPI,7.4125,-7.5538,MAN,6,D
Gagnoa,GOH,6.1319,-5.9506,GGA,6,D
Divo,LOH-DJIBOUA,5.8372,-5.3572,DVO,5,D
Abengourou,INDENIE,6.7297,-3.4964,ABG,5,D
Soubré,NAWA,5.7856,-6.5939,SBR,5,D
Agboville,AGNEBY,5.9286,-4.2131,AGB,3,D
Grand-Bassam,SUD-COMOE,5.2118,-3.7388,GBM,5,D
Aboisso,SUD-COMOE,5.4678,-3.2071,ABO,3,D
Bonoua,SUD-COMOE,5.2725,-3.5944,GBM,2,
Bondoukou,GONTOUGO,8.0402,-2.8,BDK,3,D
Tanda,GONTOUGO,7.8034,-3.1683,BDK,1,
Bouna,BOUNKANI,9.2693,-2.9951,BNA,2,D
Odienné,KABADOUGOU,9.5051,-7.5643,ODN,3,D
Séguéla,WORODOUGOU,7.9611,-6.6731,SGL,3,D
Touba,BAFING,8.2833,-7.6833,TBA,1,D
Boundiali,BAGOUE,9.5217,-6.4869,BDL,2,D
Tengréla,BAGOUE,10.4869,-6.4089,BDL,1,
Ferkessédougou,TCHOLOGO,9.5928,-5.1945,KGO,3,D
Katiola,HAMBOL,8.1373,-5.101,KTL,2,D
Dimbokro,N-ZI,6.6494,-4.705,DBK,2,D
Bongouanou,MORONOU,6.6517,-4.2041,BGN,2,D
Daoukro,IFFOU,7.0591,-3.9631,DKR,2,D
Toumodi,BELIER,6.552,-5.017,TMD,2,D
Bouaflé,MARAHOUE,6.9904,-5.7442,BFL,3,D
Sinfra,MARAHOUE,6.621,-5.9114,BFL,2,
Issia,HAUT-SASSANDRA,6.4922,-6.5856,DLA,2,
Vavoua,HAUT-SASSANDRA,7.3819,-6.4778,DLA,2,
Duékoué,GUEMON,6.7419,-7.3492,MAN,3,D
Guiglo,CAVALLY,6.5437,-7.4935,GGL,2,D
Danané,TONKPI,7.2596,-8.155,MAN,2,
Sassandra,GBOKLE,4.9538,-6.0853,SSD,2,D
Dabou,GRANDS-PONTS,5.3256,-4.3767,DBU,3,D
Jacqueville,GRANDS-PONTS,5.2052,-4.4146,DBU,1,
Adzopé,LA-ME,6.1069,-3.8619,ADZ,2,D
Tiassalé,AGNEBY,5.8984,-4.8229,TSL,2,
Mankono,BERE,8.0586,-6.1897,SGL,1,D
Minignan,FOLON,9.9975,-7.8347,ODN,1,D
Tabou,SAN-PEDRO,4.423,-7.3528,SPO,2,
Lakota,LOH-DJIBOUA,5.8477,-5.682,DVO,2,
Oumé,GOH,6.3833,-5.4167,GGA,2,`

const communes = `Abobo,5.4161,-4.0159,14|Adjamé,5.365,-4.0236,22|Attécoubé,5.3363,-4.0414,6
Cocody,5.3545,-3.9835,42|Koumassi,5.297,-3.945,16|Marcory,5.3027,-3.9827,26|Plateau,5.3233,-4.0233,38
Port-Bouët,5.2566,-3.964,14|Treichville,5.293,-4.0128,24|Yopougon,5.34,-4.089,34|Anyama,5.4946,-4.0518,4
Bingerville,5.355,-3.8854,6|Songon,5.317,-4.255,2`

const rows = (table: string): string[] => table.split(/[\n|]/)
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
const zoneId = (code: string): string => uuidOf(`zone:${code}`)
const zone = (
  code: string,
  libelle: string,
  type: ZoneGeographiqueRecord['type'],
  parent: string | null,
): ZoneGeographiqueRecord => ({
  id: zoneId(code),
  code,
  libelle,
  type,
  parent_id: parent === null ? null : zoneId(parent),
})
const after = (name: string): string => {
  if (name === 'Plateau') return 'du Plateau'
  return /^[AEIOUÉ]/.test(name) ? `d'${name}` : `de ${name}`
}

function build() {
  const zones: ZoneGeographiqueRecord[] = []
  const localities: Locality[] = []
  const weighted: Locality[] = []
  const settle = (locality: Locality, weight: number): void => {
    localities.push(locality)
    for (let n = 0; n < weight; n++) weighted.push(locality)
  }
  for (const row of rows(regions)) {
    const space = row.indexOf(' ')
    zones.push(zone(`REG-${row.slice(0, space)}`, row.slice(space + 1), 'region', null))
  }
  for (const row of rows(towns)) {
    const [nom = '', region, latitude, longitude, court = '', weight, heads] = row.split(',')
    const code = fold(nom)
    if (heads === 'D') zones.push(zone(`DEP-${code}`, nom, 'departement', `REG-${region}`))
    zones.push(zone(`VIL-${code}`, nom, 'ville', heads === 'D' ? `DEP-${code}` : `REG-${region}`))
    if (nom === 'Abidjan') continue
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    settle(
      { nom, de: after(nom), ville: nom, zone_id: zoneId(`VIL-${code}`), ...position, court },
      Number(weight),
    )
  }
  for (const row of rows(communes)) {
    const [nom = '', latitude, longitude, weight] = row.split(',')
    const code = `COM-${fold(nom)}`
    zones.push(zone(code, nom, 'commune', 'VIL-ABIDJAN'))
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    settle(
      { nom, de: after(nom), ville: 'Abidjan', zone_id: zoneId(code), ...position, court: 'ABJ' },
      Number(weight),
    )
  }
  return { zones, localities, weighted }
}

const built = build()

/** Regions, départements, towns and the communes of Abidjan, parents first. */
export const zones: readonly ZoneGeographiqueRecord[] = built.zones

/** A place chosen by a hash, as often as companies are there. */
export const localityFor = (hash: number): Locality => pick(built.weighted, hash)

const byName = new Map(built.localities.map((locality) => [locality.nom, locality]))

/** The town or commune of that name. */
export function locality(nom: string): Locality {
  const found = byName.get(nom)
  if (found === undefined) throw new Error(`Unknown place: ${nom}`)
  return found
}

/** The id of the zone with that code (`REG-PORO`, `VIL-MAN`, `COM-COCODY`). */
export function zoneByCode(code: string): string {
  const found = zones.find((candidate) => candidate.code === code)
  if (found === undefined) throw new Error(`Unknown zone: ${code}`)
  return found.id
}

/** A coordinate moved by less than a kilometre, chosen by a hash. */
export const near = (degrees: number, hash: number): number =>
  Math.round(degrees * 1e6 + ((hash % 16_001) - 8000)) / 1e6
