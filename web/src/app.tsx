import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MeansContext, meansOf } from './api.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { routes } from './routes.ts'
import { Entrance } from './session/entrance.tsx'
import { MeContext } from './session/me.ts'
import { openSession } from './session/sign-in.ts'
import { Stopped } from './session/stopped.tsx'
import { Shell } from './shell.tsx'
import { Alone } from './ui/alone.tsx'
import { Failure } from './ui/failure.tsx'

const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

// Requested while the page is still loading, and once: a code is valid for one exchange.
const opening = readConfiguration().then(async (configuration) => ({
  configuration,
  opening: await openSession(configuration),
}))
opening.catch(() => {})

// The screen is fetched in parallel with /moi.
routes
  .find(({ pattern }) => pattern.test(location.pathname))
  ?.load()
  .catch(() => {})

/** The page: signing in, then what /moi allows. */
export function App() {
  const started = useQuery({ queryKey: ['start'], queryFn: () => opening, ...once })
  if (started.isError) {
    return (
      <Alone title="Antenne">
        <Failure error={started.error} retry={() => location.reload()} />
      </Alone>
    )
  }
  if (started.data === undefined) return <Alone title="Antenne">Chargement…</Alone>
  const { configuration, opening: how } = started.data
  return how.state === 'signed-in' ? (
    <SignedIn configuration={configuration} />
  ) : (
    <Entrance configuration={configuration} opening={how} />
  )
}

function SignedIn({ configuration }: { readonly configuration: Configuration }) {
  const means = useMemo(() => meansOf(configuration), [configuration])
  const me = useQuery({ queryKey: ['moi'], queryFn: ({ signal }) => means.api.lireMoi({ signal }) })
  if (me.data === undefined) {
    return me.isError && !me.isFetching ? (
      <Stopped configuration={configuration} error={me.error} retry={() => void me.refetch()} />
    ) : (
      <Alone title="Antenne">Chargement…</Alone>
    )
  }
  return (
    <MeansContext value={means}>
      <MeContext value={me.data}>
        <Shell />
      </MeContext>
    </MeansContext>
  )
}
