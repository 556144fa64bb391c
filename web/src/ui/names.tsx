import { useQuery } from '@tanstack/react-query'
import type { PartenaireResume } from 'antenne-client'
import { useServices } from '../api.ts'
import { Link } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Nothing } from './table.tsx'

/** The name of what an id means, or null. */
export function useName(id: string | null) {
  const { nameOf } = useServices()
  return useQuery({
    queryKey: ['nom', id],
    queryFn: () => nameOf(id ?? ''),
    enabled: id !== null,
    staleTime: 300_000,
  })
}

interface NameProps {
  readonly id: string
  /** What stands for a name that the person may not see. */
  readonly unseen?: string
}

/** The name of what an id means: those of a screen are looked up together, and cached. Its arrival moves nothing. */
export function Name({ id, unseen = 'hors de votre périmètre' }: NameProps) {
  const query = useName(id)
  const name = query.data
  return (
    <span className="name" title={name ?? undefined}>
      {name ??
        (query.isPending ? (
          <span className="skeleton" role="status" aria-label="Chargement du nom" />
        ) : (
          <span className="nothing">{query.isError ? 'nom indisponible' : unseen}</span>
        ))}
    </span>
  )
}

/** The partner with that id: a link for those who may read partners. */
export function PartnerLink({ id }: { readonly id: string | null }) {
  const can = useRights()
  if (id === null) return <Nothing />
  if (!can('partenaires.consulter')) return <Name id={id} />
  return (
    <Link href={`/partenaires/${id}`}>
      <Name id={id} />
    </Link>
  )
}

/** A partner whose name is known: a link for those who may read partners. */
export function KnownPartner({ partner }: { readonly partner: PartenaireResume }) {
  const can = useRights()
  if (!can('partenaires.consulter')) return partner.raison_sociale
  return <Link href={`/partenaires/${partner.id}`}>{partner.raison_sociale}</Link>
}
