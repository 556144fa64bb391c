import { LienFichier } from '../contract/conformite-extension.ts'
import { Rien } from '../contract/corps-conformite.ts'
import { Refusal } from '../refusal.ts'
import { action } from './action.ts'
import { addressOf } from './links.ts'

interface Found {
  readonly present: boolean
  readonly statut_scan: string
  readonly cle: number
  readonly secret: Buffer
  readonly expire: number
}

/** A link to the file of a document that the person may read. Stores nothing. */
export const lierFichier = action({
  id: 'lierFichier',
  method: 'POST',
  path: '/extension/v1/fichiers/{id}/lien',
  rights: { operateur: ['partenaires.consulter'], partenaire: ['partenaires.consulter'] },
  alsoNeeds: null,
  summary: 'Donne un lien de cinq minutes vers le fichier d’un document',
  description: 'Le lien vaut pour vous seul, sans jeton. Un fichier infecté n’est jamais donné.',
  geste: () => 'lien',
  body: Rien,
  empty: true,
  conflicts: ['etat_incompatible', 'contenu_absent'],
  target: 'fichier_pris',
  versioned: false,
  keyed: false,
  answer: null,
  ownAnswer: LienFichier,
  status: 200,
  async run({ connection, who, settings: { scanned, publicUrl } }, { id }) {
    const { rows } = await connection.query<Found>(FOUND, [id])
    const [found] = rows
    if (found === undefined) throw new Refusal('ressource_introuvable')
    const { cle, secret, expire } = found
    if (!mayBeGiven(found.statut_scan, scanned))
      throw new Refusal('etat_incompatible', {
        message:
          found.statut_scan === 'infecte'
            ? 'Ce fichier est infecté et reste bloqué. Il faut en déposer un autre.'
            : 'Ce fichier n’est pas encore analysé. Réessayez dans un instant.',
        details: { statut: found.statut_scan },
      })
    if (!found.present) throw new Refusal('contenu_absent')
    const link = { fichier_id: id, utilisateur_id: who.utilisateur_id, expire, cle }
    return {
      corps: {
        url: publicUrl + addressOf(link, secret),
        expire_le: new Date(expire * 1000).toISOString(),
      },
    }
  },
})

/** Whether a file is given, by its verdict: never an infected one, and where files are scanned only clean ones. */
export const mayBeGiven = (statut_scan: string, scanned: boolean): boolean =>
  statut_scan === 'sain' || (statut_scan === 'en_attente' && !scanned)

/** The newest key signs; the time is the database's, which all instances share. */
const FOUND = `
  select contenu_id is not null as present, statut_scan, cle.id as cle, cle.secret,
    floor(extract(epoch from now() + interval '5 minutes'))::float8 as expire
  from fichier, (select id, secret from cle_lien_secret order by id desc limit 1) as cle
  where fichier.id = $1`
