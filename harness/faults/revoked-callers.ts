import type { TestBed } from '../service/test-bed.ts'
import { answered, type Question } from './questions.ts'

/** People whose rights are taken away while things happen. */
export interface RevokedCallers {
  readonly questions: readonly Question[]
  /** Takes all their rights away, each in a way of its own. From then on each of their questions is 403. */
  withdraw(): Promise<void>
  /** Gives them back, when nobody asks any more. */
  restore(): Promise<void>
}

interface Withdrawal {
  readonly who: string
  readonly asks: { readonly url: string; readonly kind: string }
  readonly make: string
  readonly undo: string
}

const roleOf = (email: string) => `(select role_id from utilisateur where email = '${email}')`

/** The principal role is one of the user's roles, so both change at once. */
const giveRole = (email: string, role: string) => `with nouveau as (select ${role} as id),
  lien as (update utilisateur_role set role_id = nouveau.id from nouveau
    where utilisateur_id = (select id from utilisateur where email = '${email}'))
  update utilisateur set role_id = nouveau.id from nouveau where email = '${email}'`

const account = 'moussa.kone@savane-telecom.example'
const role = 'mariam.traore@antenne.example'
const withoutRights = 'ange.kouame@antenne.example'
const organisation = 'zie.tuo@reseau-equateur.example'

const setAccount = (actif: boolean) => `update utilisateur set actif = ${actif} where email = '${account}'`
const setOrganisation = (statut: string) => `update organisation set statut = '${statut}'
  where id = (select organisation_id from utilisateur where email = '${organisation}')`

const withdrawals = (formerRole: string): Withdrawal[] => [
  {
    who: account,
    asks: { kind: 'clients', url: '/api/v1/clients' },
    make: setAccount(false),
    undo: setAccount(true),
  },
  {
    who: role,
    asks: { kind: 'partenaires', url: '/api/v1/partenaires?taille=3' },
    make: giveRole(role, roleOf(withoutRights)),
    undo: giveRole(role, `'${formerRole}'::uuid`),
  },
  {
    who: organisation,
    asks: { kind: 'offres', url: '/api/v1/offres' },
    make: setOrganisation('suspendue'),
    undo: setOrganisation('active'),
  },
]

export async function openRevokedCallers(testBed: TestBed): Promise<RevokedCallers> {
  const { sql } = testBed.postgres
  const [former] = await sql<{ role_id: string }>(`select ${roleOf(role)} as role_id`)
  const all = await Promise.all(
    withdrawals(former?.role_id ?? '').map(async (withdrawal) => {
      const question = await answered(testBed, withdrawal.who, withdrawal.asks)
      const withdrawn = { begun: Number.POSITIVE_INFINITY, done: Number.POSITIVE_INFINITY }
      return { ...withdrawal, withdrawn, question: { ...question, withdrawn } }
    }),
  )
  return {
    questions: all.map(({ question }) => question),
    async withdraw() {
      for (const { make, withdrawn } of all) {
        withdrawn.begun = performance.now()
        await sql(make)
        withdrawn.done = performance.now()
      }
    },
    async restore() {
      for (const { undo, withdrawn } of all) {
        await sql(undo)
        withdrawn.begun = withdrawn.done = Number.POSITIVE_INFINITY
      }
    },
  }
}

/** What somebody asks who never had the right to. */
export async function refused(testBed: TestBed): Promise<Question> {
  const token = await testBed.token(withoutRights)
  const never = { begun: 0, done: 0 }
  return { who: withoutRights, url: '/api/v1/clients', kind: 'refus', token, body: null, withdrawn: never }
}
