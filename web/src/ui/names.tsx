import type { UseQueryResult } from '@tanstack/react-query'
import { AntenneError, type PartenaireResume } from 'antenne-client'
import { useClient, usePartenaire } from '../queries.ts'
import { Link } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Nothing } from './table.tsx'

/** A name that lists give as an id: it is looked up once and cached. Its arrival moves nothing. */
function Name({ query }: { readonly query: UseQueryResult<{ readonly raison_sociale: string }> }) {
  const name = query.data?.raison_sociale
  return (
    <span className="name" title={name}>
      {name ??
        (query.isError ? (
          <span className="nothing">
            {isAbsent(query.error) ? 'hors de votre périmètre' : 'nom indisponible'}
          </span>
        ) : (
          <span className="skeleton" role="status" aria-label="Chargement du nom" />
        ))}
    </span>
  )
}

const isAbsent = (error: Error) => error instanceof AntenneError && error.code === 'ressource_introuvable'

export const ClientName = ({ id }: { readonly id: string }) => <Name query={useClient(id)} />

export const PartnerName = ({ id }: { readonly id: string }) => <Name query={usePartenaire(id)} />

/** The partner with that id: by name for those who may read partners. */
export function PartnerLink({ id }: { readonly id: string | null }) {
  const can = useRights()
  if (id === null) return <Nothing />
  if (!can('partenaires.consulter')) return <span className="nothing">un partenaire</span>
  return (
    <Link href={`/partenaires/${id}`}>
      <PartnerName id={id} />
    </Link>
  )
}

/** A partner whose name is known: a link for those who may read partners. */
export function KnownPartner({ partner }: { readonly partner: PartenaireResume }) {
  const can = useRights()
  if (!can('partenaires.consulter')) return partner.raison_sociale
  return <Link href={`/partenaires/${partner.id}`}>{partner.raison_sociale}</Link>
}
