import type { Calendar } from '../calendar.ts'
import { slug } from '../names.ts'
import type { ContratCadreRecord, FichierRecord } from '../records.ts'
import type { Partner } from './partners.ts'
import { demoHash, demoId } from './people.ts'

type Terms = {
  readonly statut: ContratCadreRecord['statut']
  /** Days from today. */
  readonly debut?: number
  readonly fin?: number
  /** Days before today. */
  readonly signe?: number
  readonly cree: number
}

const yearly: Terms = { statut: 'signe', debut: -200, fin: 165, signe: 205, cree: 220 }
const cases: Readonly<Record<string, readonly Terms[]>> = {
  aucun: [],
  en_vigueur: [yearly],
  sans_dates: [{ statut: 'signe', signe: 150, cree: 160 }],
  double: [
    { statut: 'signe', debut: -300, fin: 60, signe: 305, cree: 320 },
    { statut: 'signe', debut: -30, fin: 335, signe: 35, cree: 50 },
  ],
  renouvele: [{ statut: 'expire', debut: -566, fin: -201, signe: 570, cree: 580 }, yearly],
  expire: [{ statut: 'expire', debut: -400, fin: -35, signe: 405, cree: 410 }],
  fini_hier: [{ statut: 'signe', debut: -365, fin: -1, signe: 370, cree: 380 }],
  finit_aujourdhui: [{ statut: 'signe', debut: -365, fin: 0, signe: 370, cree: 380 }],
  commence_aujourdhui: [
    { statut: 'resilie', debut: -300, fin: -10, signe: 310, cree: 320 },
    { statut: 'signe', debut: 0, fin: 364, signe: 4, cree: 9 },
  ],
  futur: [{ statut: 'signe', debut: 15, fin: 380, signe: 3, cree: 12 }],
  resilie: [{ statut: 'resilie', debut: -250, fin: 115, signe: 255, cree: 260 }],
  genere: [{ statut: 'genere', cree: 6 }],
  envoye: [{ statut: 'envoye', debut: 10, fin: 375, cree: 8 }],
}

/** The framework contracts of a partner, with their files: every state, in force or not (D15). */
export function contracts(
  time: Calendar,
  partner: Partner,
): { contrat: ContratCadreRecord; fichiers: FichierRecord[] }[] {
  const terms = cases[partner.contrat]
  if (terms === undefined) throw new Error(`Unknown contract case: ${partner.contrat}`)
  return terms.map((term, rank) => {
    const name = `contrat:${partner.index}:${rank}`
    const hash = demoHash(name)
    const file = (kind: string): FichierRecord => ({
      id: demoId(`fichier:${name}:${kind}`),
      nom_original: `contrat-cadre-${slug(partner.nom)}-${rank + 1}${kind === 'signe' ? '-signé' : ''}.pdf`,
      type_mime: 'application/pdf',
      taille_octets: 180_000 + (hash % 900_000),
      statut_scan: 'sain',
    })
    const fichiers = term.signe === undefined ? [file('genere')] : [file('genere'), file('signe')]
    const cree_le = time.instant(term.cree, hash)
    const signe_le = term.signe === undefined ? null : time.instant(term.signe, hash)
    return {
      contrat: {
        id: demoId(name),
        numero: `CC-${String(partner.index + 1).padStart(3, '0')}-${rank + 1}`,
        partenaire_id: partner.id,
        conditions_id: demoId('conditions'),
        fichier_genere_id: demoId(`fichier:${name}:genere`),
        fichier_signe_id: term.signe === undefined ? null : demoId(`fichier:${name}:signe`),
        statut: term.statut,
        date_debut: term.debut === undefined ? null : time.day(term.debut),
        date_fin: term.fin === undefined ? null : time.day(term.fin),
        signe_le,
        cree_le,
        modifie_le: signe_le ?? cree_le,
      },
      fichiers,
    }
  })
}
