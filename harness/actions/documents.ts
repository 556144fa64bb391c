import { isDeepStrictEqual } from 'node:util'
import type { Random } from '../fuzz/random.ts'
import type { Draft, Intention, People, Person } from './intention.ts'
import type { Read, Row } from './reading.ts'

/** A document, with who deposited it. */
type Deposited = Row & { readonly depose_par: Person }

const isWaiting = ({ statut }: Row): boolean => statut === 'depose'
const shown = ({ depose_par: _, ...row }: Deposited): object => row

/** Files and KYC documents as actions change them, stated once more and plainly. */
export class Documents {
  /** Who deposited each file. */
  readonly files = new Map<string, Person>()
  readonly all = new Map<string, Deposited>()
  /** A type of document that partners give. */
  readonly #type: string
  /** Those of before the run, which nobody touches. */
  readonly #before: ReadonlySet<string>

  constructor(type: string, before: Iterable<string>) {
    this.#type = type
    this.#before = new Set(before)
  }

  /** What an intention changed, as its answer must show it; throws when the answer says something else. */
  apply({ cle, action, body, file, part = '', version, who }: Intention, answer: Row): void {
    const agrees = (expected: object) => {
      if (!isDeepStrictEqual(answer, { ...answer, ...expected }))
        throw new Error(`${cle}, ${action}: answered ${JSON.stringify(answer)}`)
    }
    if (action === 'deposerFichier') {
      const taille_octets = file?.bytes.length
      agrees({
        nom_original: file?.name,
        type_mime: 'application/pdf',
        taille_octets,
        statut_scan: 'en_attente',
      })
      this.files.set(answer.id, who)
    } else if (action === 'deposerDocumentKyc') {
      if ([...this.all.values()].some(({ fichier_id }) => fichier_id === body.fichier_id))
        throw new Error(`${cle}: a file was taken twice`)
      agrees({ ...body, statut: 'depose', motif: null, verifie_par: null, verifie_le: null })
      this.all.set(answer.id, { ...answer, depose_par: who })
    } else {
      const before = this.all.get(part) as Deposited
      if (!isWaiting(before) || before.modifie_le !== version)
        throw new Error(`${cle}: verified twice, or as it was not`)
      const { verifie_le, modifie_le } = answer
      if (modifie_le <= before.modifie_le) throw new Error(`${cle}: its instant is not later`)
      const verified = { statut: body.statut, motif: body.motif ?? null, verifie_par: who.utilisateur_id }
      agrees({ ...shown(before), ...verified, verifie_le, modifie_le })
      this.all.set(part, { ...answer, depose_par: before.depose_par })
    }
  }

  /** Some intention on files and documents, mostly one that may happen; one that must be refused says so. */
  draft(random: Random, { partners }: People, who: Person, n: number): Draft {
    const documents = [...this.all.values()]
    const files = [...this.files]
    const taken = new Set(documents.map(({ fichier_id }) => fichier_id))
    const waiting = documents.filter((row) => isWaiting(row) && row.depose_par !== who)
    const free = files.filter(
      ([id, { organisation_id }]) => organisation_id === who.organisation_id && !taken.has(id),
    )
    const likely = <T>(possible: readonly T[], all: readonly T[]): T | undefined => {
      const drawn = possible.length > 0 && random.chance(0.8) ? possible : all.slice(-12)
      return drawn.length === 0 ? undefined : random.pick(drawn)
    }
    const [document, file] = [likely(waiting, documents), likely(free, files)]
    const verifies = who.partenaire_id === null ? 0.6 : 0.1
    if (document !== undefined && random.chance(verifies)) return verification(random, document, who)
    if (file !== undefined && random.chance(0.6)) return this.#deposit(random, partners, file, who)
    // A few contents, so that they are shared.
    const sent = { name: `piece ${n}.pdf`, bytes: `%PDF-1.4\n% ${random.below(9)}` }
    return { action: 'deposerFichier', method: 'POST', path: '/fichiers', body: {}, file: sent }
  }

  #deposit(
    random: Random,
    partners: readonly Person[],
    [fichier_id, owner]: readonly [string, Person],
    who: Person,
  ): Draft {
    const { partenaire_id } = who.partenaire_id !== null && random.chance(0.9) ? who : random.pick(partners)
    const date_expiration = `${2040 + random.below(9)}-01-01`
    return {
      ...{
        action: 'deposerDocumentKyc',
        method: 'POST',
        path: `/partenaires/${partenaire_id}/documents-kyc`,
      },
      body: { type_document_id: this.#type, fichier_id, date_expiration },
      foul:
        owner.organisation_id !== who.organisation_id ||
        (who.partenaire_id !== null && who.partenaire_id !== partenaire_id),
    }
  }

  /** Where the reads of these partners' documents say something else. */
  async disagreements(read: Read, { operator, partners }: People): Promise<string[]> {
    const wrong: string[] = []
    const isNew = ({ id }: Row) => !this.#before.has(id)
    for (const { partenaire_id, organisation_id } of partners) {
      const own = [...this.all.values()].filter((row) => row.organisation_id === organisation_id)
      const sorted = (rows: Row[]) =>
        rows.sort((a, b) => (`${a.cree_le}${a.id}` < `${b.cree_le}${b.id}` ? -1 : 1))
      const expected = sorted(own).map((row) => shown(row as Deposited))
      for (const who of [operator, ...partners]) {
        const { status, body } = await read(who, `/api/v1/partenaires/${partenaire_id}/documents-kyc`)
        const sees = who.partenaire_id === null || who.partenaire_id === partenaire_id
        if (!isDeepStrictEqual(status === 200 && sorted(body.donnees.filter(isNew)), sees && expected))
          wrong.push(`documents of ${partenaire_id} to ${who.email}: ${status} ${JSON.stringify(body)}`)
      }
      const path = `/extension/v1/documents-kyc?partenaire_id=${partenaire_id}&taille=100`
      const { body } = await read(operator, path)
      const bare = ({ partenaire: _, infecte: __, expire_bientot: ___, renouvellement: ____, ...row }: Row) =>
        row
      const queue = body.donnees.filter(isNew).map(bare)
      if (
        !isDeepStrictEqual(
          queue,
          expected.filter((row) => isWaiting(row as Row)),
        )
      )
        wrong.push(`${path}: ${JSON.stringify(queue)}`)
    }
    return wrong
  }
}

function verification(random: Random, { id, modifie_le, depose_par }: Deposited, who: Person): Draft {
  const statut = random.pick(['valide', 'valide', 'rejete', 'a_completer'])
  return {
    ...{ action: 'verifierDocumentKyc', method: 'POST', path: `/documents-kyc/${id}/verification` },
    ...{ part: id, version: modifie_le },
    body: { statut, ...(statut === 'valide' ? {} : { motif: 'Illisible.' }) },
    foul: who.partenaire_id !== null || who === depose_par,
  }
}
