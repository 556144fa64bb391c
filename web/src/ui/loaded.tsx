import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOffline } from '../device/use-offline.ts'
import { Failure } from './failure.tsx'

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** The placeholder until the answer arrives, of about its size. */
  readonly skeleton: ReactNode
  readonly clear?: (() => void) | undefined
  readonly children: (data: Data) => ReactNode
}

/** The content, once it is loaded. An earlier answer stays while a new one is loading or fails. */
export function Loaded<Data>({ query, skeleton, clear, children }: LoadedProps<Data>) {
  const retry = () => void query.refetch()
  // The page says it once for all that it shows.
  const offline = useOffline()
  if (query.data === undefined) {
    return query.isError && !query.isFetching ? (
      <Failure key={query.errorUpdateCount} error={query.error} retry={retry} clear={clear} />
    ) : (
      <div aria-busy="true">
        <p className="unseen" role="status">
          Chargement…
        </p>
        {skeleton}
      </div>
    )
  }
  return (
    <>
      {query.isError && !offline && (
        <p className="banner" role="alert">
          {query.error.message} Ce qui est affiché peut dater.{' '}
          <button type="button" className="link" onClick={retry}>
            Réessayer
          </button>
        </p>
      )}
      {children(query.data)}
    </>
  )
}

/** Grey lines where text will be. */
export const Lines = ({ count = 4 }: { readonly count?: number }) => (
  <div className="skeleton-lines" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <span key={index} className="skeleton" />
    ))}
  </div>
)
