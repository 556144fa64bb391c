import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  ClientDetail,
  ComparaisonReservation,
  DocumentKycDetail,
  ListerClientsQuery,
  ListerDocumentsAVerifierQuery,
  ListerDossiersKycQuery,
  ListerFileReservationsQuery,
  ListerOffresQuery,
  ListerPartenairesQuery,
  PartenaireDetail,
  ReservationDetail,
  Site,
} from 'antenne-client'
import { useApi } from './api.ts'
import { useOrCopy } from './device/copy.ts'
import { clientFromCopy, clientsFromCopy, sitesFromCopy } from './device/copy-reads.ts'

/** Names and details that are looked up by id are cached for a while. */
const LOOKED_UP = { staleTime: 300_000 }

// Values from the address are passed on unchanged: the service says what is wrong with them.
type Asked = Readonly<Record<string, string | number | undefined>>

export function useClients(query: Asked) {
  const { listerClients } = useApi()
  const asked = useQuery({
    queryKey: ['clients', query],
    queryFn: ({ signal }) => listerClients(query as ListerClientsQuery, { signal }),
    placeholderData: keepPreviousData,
  })
  return useOrCopy(asked, ['clients', query], (copy) => clientsFromCopy(copy, query as ListerClientsQuery))
}

export function usePartenaires(query: Asked, enabled = true) {
  const { listerPartenaires } = useApi()
  return useQuery({
    queryKey: ['partenaires', query],
    queryFn: ({ signal }) => listerPartenaires(query as ListerPartenairesQuery, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Partners with what their KYC files ask for. */
export function useDossiersKyc(query: Asked) {
  const { listerDossiersKyc } = useApi()
  return useQuery({
    queryKey: ['partenaires', 'dossiers', query],
    queryFn: ({ signal }) => listerDossiersKyc(query as ListerDossiersKycQuery, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** What others change meanwhile is read again this often, in milliseconds, while the page is visible. */
const LIVE = 20_000

/** Reservations with their client, partner and requester. */
export function useReservations(query: Asked, { live = false } = {}) {
  const { listerFileReservations } = useApi()
  return useQuery({
    queryKey: ['reservations', query],
    queryFn: ({ signal }) => listerFileReservations(query as ListerFileReservationsQuery, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: live && LIVE,
  })
}

/** One reservation, wherever it stands in the list. */
export function useReservation(id: string | undefined): UseQueryResult<ReservationDetail> {
  const { lireReservation } = useApi()
  return useQuery({
    queryKey: ['reservation', id],
    queryFn: ({ signal }) => lireReservation(id as string, { signal }),
    enabled: id !== undefined,
    refetchInterval: LIVE,
  })
}

/** All requests on a client, with who asked. */
export function useRequestsOn(client_id: string, enabled: boolean) {
  const { listerFileReservations } = useApi()
  return useQuery({
    queryKey: ['requests', client_id],
    queryFn: ({ signal }) => listerFileReservations({ client_id, taille: 100 }, { signal }),
    enabled,
  })
}

/** What a request is compared with: all close records and competing partners in one call. */
export function useComparison(
  { id, modifie_le, concurrentes }: ReservationDetail,
  enabled: boolean,
): UseQueryResult<ComparaisonReservation> {
  const { lireComparaison } = useApi()
  return useQuery({
    // The first competitor that comes makes another version of the request; later ones do not.
    queryKey: ['comparaison', id, modifie_le, concurrentes],
    queryFn: ({ signal }) => lireComparaison(id, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Documents of partners to verify, or of another state, the oldest first. */
export function useDocuments(query: Asked, { live = false, enabled = true } = {}) {
  const { listerDocumentsAVerifier } = useApi()
  return useQuery({
    queryKey: ['documents', query],
    queryFn: ({ signal }) => listerDocumentsAVerifier(query as ListerDocumentsAVerifierQuery, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: live && LIVE,
    enabled,
  })
}

/** One document, as others change it meanwhile. */
export function useDocument(id: string): UseQueryResult<DocumentKycDetail> {
  const { lireDocumentKyc } = useApi()
  return useQuery({
    queryKey: ['document', id],
    queryFn: ({ signal }) => lireDocumentKyc(id, { signal }),
    refetchInterval: LIVE,
  })
}

export function useOffres(query: Asked, enabled = true) {
  const { listerOffres } = useApi()
  return useQuery({
    queryKey: ['offres', query],
    queryFn: ({ signal }) => listerOffres(query as ListerOffresQuery, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useClient(id: string | null): UseQueryResult<ClientDetail> {
  const { lireClient } = useApi()
  const asked = useQuery({
    queryKey: ['client', id],
    queryFn: ({ signal }) => lireClient(id as string, { signal }),
    enabled: id !== null,
    ...LOOKED_UP,
  })
  return useOrCopy(asked, ['client', id], (copy) => clientFromCopy(copy, id ?? ''))
}

export function useSites(id: string): UseQueryResult<{ readonly donnees: Site[] }> {
  const { listerSitesClient } = useApi()
  const asked = useQuery({
    queryKey: ['sites', id],
    queryFn: ({ signal }) => listerSitesClient(id, { signal }),
  })
  return useOrCopy(asked, ['sites', id], (copy) => sitesFromCopy(copy, id))
}

/** What was read of a client is read again. */
export function useReadAgain(id: string): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      [['client', id], ['sites', id], ['historique'], ['clients']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
}

export function usePartenaire(id: string | null): UseQueryResult<PartenaireDetail> {
  const { lirePartenaire } = useApi()
  return useQuery({
    queryKey: ['partenaire', id],
    queryFn: ({ signal }) => lirePartenaire(id as string, { signal }),
    enabled: id !== null,
    ...LOOKED_UP,
  })
}
