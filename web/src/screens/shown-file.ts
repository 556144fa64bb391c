import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FichierResume, typesFichier } from 'antenne-client'
import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { fileBytes } from '../file-bytes.ts'

/** How a file is shown. One of another type could run in this page's name: it is never made into an address. */
export function kindOf({ type_mime }: FichierResume): 'picture' | 'pdf' | undefined {
  if (!Object.hasOwn(typesFichier, type_mime)) return undefined
  return type_mime === 'application/pdf' ? 'pdf' : 'picture'
}

/** Files are large: one that is not shown any more is kept for who comes back at once, in milliseconds. */
const KEPT = 60_000

/** How much of a file is there, in bytes. */
const progressKey = (id: string) => ['fichier', id, 'recu']

/** The contents of a file, fetched once; an infected one never is. */
export function useFile(file: FichierResume): UseQueryResult<Blob> & { readonly received: number } {
  const { id, statut_scan, type_mime, taille_octets: size } = file
  const { lierFichier } = useApi()
  const queries = useQueryClient()
  const received = useQuery({ queryKey: progressKey(id), queryFn: () => 0, enabled: false })
  const query = useQuery({
    // A verdict may open what was not given before.
    queryKey: ['fichier', id, statut_scan],
    queryFn: async ({ signal }) => {
      const pieces = await fileBytes({
        link: async () => (await lierFichier(id, { signal })).url,
        size,
        signal,
        onProgress: (octets) => queries.setQueryData(progressKey(id), octets),
      })
      return new Blob([...pieces], { type: type_mime })
    },
    enabled: statut_scan !== 'infecte' && kindOf(file) !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT,
  })
  return { ...query, received: received.data ?? 0 }
}

/** An address of the contents within this page, gone with what shows it. */
export function useAddress(contents: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(contents)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [contents])
  return address
}
