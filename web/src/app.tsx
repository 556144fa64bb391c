import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AntenneError } from 'antenne-client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { ServicesContext, servicesOf } from './api.ts'
import { NotConfigured, readConfiguration } from './configuration.ts'
import { useCopy } from './device/copy.ts'
import { forgetReads, keepFor } from './device/kept.ts'
import { useReturn } from './device/return.ts'
import { Entrance } from './session/entrance.tsx'
import { MeContext } from './session/me.ts'
import { Stopped } from './session/stopped.tsx'
import { Shell } from './shell.tsx'
import type { Start } from './start.ts'
import { Alone } from './ui/alone.tsx'
import { Failure, Unavailable } from './ui/failure.tsx'

const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** The page: signing in, then what /moi allows. */
export function App({ starting }: { readonly starting: Promise<Start> }) {
  const started = useQuery({ queryKey: ['start'], queryFn: () => starting, ...once })
  if (started.isError) {
    return (
      <Alone title="Antenne">
        <NotStarted error={started.error} />
      </Alone>
    )
  }
  if (started.data === undefined) return <Alone title="Antenne">Chargement…</Alone>
  const { configuration, opening } = started.data
  return opening.state === 'signed-in' ? (
    <SignedIn {...started.data} />
  ) : (
    <Entrance configuration={configuration} opening={opening} />
  )
}

/** The page begins again once the service can be asked: a reload without it would leave nothing that asks again. */
function NotStarted({ error }: { readonly error: Error }) {
  const [attempts, setAttempts] = useState(0)
  const retry = useCallback(() => {
    readConfiguration().then(reload, () => setAttempts((before) => before + 1))
  }, [])
  return error instanceof NotConfigured ? (
    <Unavailable key={attempts} message={error.message} retry={retry} />
  ) : (
    <Failure error={error} retry={reload} />
  )
}

const reload = () => location.reload()

function SignedIn({ configuration, kept }: Start) {
  const queries = useQueryClient()
  const services = useMemo(() => servicesOf(configuration, kept), [configuration, kept])
  const me = useQuery({
    queryKey: ['moi'],
    async queryFn({ signal }) {
      const now = await services.api.lireMoi({ signal })
      if (!(await keepFor(now, configuration))) queries.removeQueries({ predicate: isOfSomebody })
      return now
    },
    staleTime: 0,
  })
  const unknown = me.error instanceof AntenneError && me.error.code === 'authentification_requise'
  useEffect(() => {
    if (unknown) void forgetReads()
  }, [unknown])
  if (me.data === undefined || unknown) {
    return me.isError && !me.isFetching ? (
      <Stopped configuration={configuration} error={me.error} retry={() => void me.refetch()} />
    ) : (
      <Alone title="Antenne">Chargement…</Alone>
    )
  }
  return (
    <ServicesContext value={services}>
      <MeContext value={me.data} key={me.data.utilisateur.id}>
        <Away />
        <Shell />
      </MeContext>
    </ServicesContext>
  )
}

/** What goes on beside the screens: the copy on the device, and what waits for a network. */
function Away() {
  useCopy()
  useReturn()
  return null
}

/** What was read of a person: all but how the page started, and who it is now. */
const isOfSomebody = ({ queryKey: [of] }: { readonly queryKey: readonly unknown[] }): boolean =>
  of !== 'start' && of !== 'moi'
