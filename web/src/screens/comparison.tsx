import type { ClientDetail, CorrespondanceDoublon, CritereDoublon, FicheProche } from 'antenne-client'
import { phone } from '../format.ts'
import { critereDoublon, statutClient } from '../labels.ts'
import { Link } from '../router.tsx'
import { Badge, Mark } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { PartnerLink } from '../ui/names.tsx'
import { Nothing } from '../ui/table.tsx'
import { nameLikeness, sameIn } from './evidence-words.ts'

interface ComparisonProps {
  readonly requested: ClientDetail | undefined
  readonly match: CorrespondanceDoublon
  /** The close record: undefined until it is read, null where it cannot be. */
  readonly close: FicheProche | null | undefined
}

type Compared = Pick<FicheProche, 'raison_sociale' | 'rccm' | 'ncc' | 'telephone' | 'emails'>

const comparedOf = ({ contacts, ...client }: ClientDetail): Compared => ({
  ...client,
  emails: contacts.flatMap(({ email }) => email ?? []),
})

interface Criterion {
  readonly code: CritereDoublon
  readonly name: string
  readonly of: (client: Compared) => string | null
}

/** What is compared, in the order of importance. */
const criteria: readonly Criterion[] = [
  { code: 'raison_sociale_proche', name: 'Raison sociale', of: ({ raison_sociale }) => raison_sociale },
  { code: 'rccm_identique', name: 'RCCM', of: ({ rccm }) => rccm },
  { code: 'ncc_identique', name: 'NCC', of: ({ ncc }) => ncc },
  {
    code: 'telephone_identique',
    name: 'Téléphone',
    // In a narrow column it breaks between its groups.
    of: ({ telephone }) => telephone && phone(telephone).replaceAll('\u00a0', ' '),
  },
  {
    code: 'email_contact_identique',
    name: 'E-mails des contacts',
    of: ({ emails }) => emails.join('\n') || null,
  },
]

/** The requested client and a close one, side by side, criterion by criterion. */
export function Comparison({ requested, match, close }: ComparisonProps) {
  return (
    <section className="comparison">
      <header>
        <h4>
          <Link href={`/clients/${match.client_id}`}>{match.raison_sociale}</Link>
        </h4>
        {sameIn(match).map((same) => (
          <Mark key={same} tone="warning">
            {same}
          </Mark>
        ))}
        <Likeness of={match} />
        {close && <Badge value={close.statut} of={statutClient} />}
      </header>
      <p className="note">
        Partenaire de cette fiche : <PartnerLink id={match.partenaire_actuel_id} />
      </p>
      <table>
        <caption className="unseen">Comparaison du client demandé avec {match.raison_sociale}</caption>
        <thead>
          <tr>
            <th scope="col">Critère</th>
            <th scope="col">Client demandé</th>
            <th scope="col">Fiche proche</th>
          </tr>
        </thead>
        <tbody>
          {criteria.map(({ code, name, of }) => {
            const met = match.criteres.includes(code)
            return (
              <tr key={code} className={met ? `met ${code}` : code}>
                <th scope="row">
                  {name}
                  {met && (
                    <span className="met-mark">
                      <Icon name="alert" />
                      {critereDoublon[code]}
                    </span>
                  )}
                </th>
                <td data-title="Client demandé">
                  {requested === undefined ? '…' : (of(comparedOf(requested)) ?? <Nothing />)}
                </td>
                <td data-title="Fiche proche">
                  {close === undefined ? '…' : ((close && of(close)) ?? <Nothing />)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** The similarity of two names, as a bar and in words. */
const Likeness = ({ of }: { readonly of: CorrespondanceDoublon }) => (
  <span className="likeness">
    <svg viewBox="0 0 60 8" aria-hidden="true">
      <rect width="60" height="8" rx="4" />
      <rect className="filled" width={60 * of.similarite} height="8" rx="4" />
    </svg>
    {nameLikeness(of)}
  </span>
)
