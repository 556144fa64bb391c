import { useMutation, useQuery } from '@tanstack/react-query'
import type { Compte } from '../configuration.ts'
import { typeOrganisation } from '../labels.ts'
import { Alone } from '../ui/alone.tsx'
import { Failure } from '../ui/failure.tsx'
import { Lines } from '../ui/loaded.tsx'
import { chooseAccount, listAccounts } from './demonstration.ts'

const kinds = ['operateur', 'partenaire', 'client', 'tiers'] as const

/** The choice of a demonstration account. */
export function Accounts() {
  const accounts = useQuery({ queryKey: ['comptes'], queryFn: listAccounts })
  const entering = useMutation({ mutationFn: chooseAccount, onSuccess: () => location.reload() })
  return (
    <Alone title="Choisissez un compte de démonstration">
      <p>
        Les données sont inventées. Chaque compte voit ce que ses droits et son organisation lui permettent :
        essayez-en plusieurs.
      </p>
      {entering.isError && <p role="alert">La connexion n’a pas abouti. Réessayez dans quelques instants.</p>}
      {accounts.isError && <Failure error={accounts.error} retry={() => void accounts.refetch()} />}
      {accounts.isPending && <Lines count={12} />}
      {accounts.data?.length === 0 && (
        <p>
          Cette base ne contient pas les comptes de démonstration. Démarrez le service avec{' '}
          <code>npm start</code> sur une base vide.
        </p>
      )}
      {accounts.data !== undefined && (
        <AccountList accounts={accounts.data} enter={entering.mutate} busy={entering.isPending} />
      )}
    </Alone>
  )
}

interface AccountListProps {
  readonly accounts: readonly Compte[]
  readonly enter: (email: string) => void
  readonly busy: boolean
}

const AccountList = ({ accounts, enter, busy }: AccountListProps) =>
  kinds.map((kind) => {
    const group = accounts.filter(({ type }) => type === kind)
    return (
      group.length > 0 && (
        <section key={kind} className="accounts" aria-labelledby={`kind-${kind}`}>
          <h2 id={`kind-${kind}`}>{typeOrganisation[kind]}</h2>
          <ul>
            {group.map(({ email, organisation, presentation }) => (
              <li key={email}>
                <button type="button" className="account" disabled={busy} onClick={() => enter(email)}>
                  <strong>{presentation}</strong>
                  <span>
                    {email} · {organisation}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
