import { type FilesTarget, surveyFiles } from './survey-files.ts'
import { bearer, type Target, type Versioned } from './target.ts'
import { Keeper } from './wire.ts'

/** What there is to act on. */
export interface ActionTarget extends Target, FilesTarget {
  readonly clients: readonly (Versioned & {
    readonly contacts: readonly Versioned[]
    readonly sites: readonly Versioned[]
  })[]
  readonly reservations: readonly Versioned[]
}

/** Looks around for some clients with their parts, reservations and documents that wait, and files. */
export async function surveyActions(target: Target): Promise<ActionTarget> {
  const keeper = new Keeper(target.port)
  const [authorization] = bearer(target.callers[0].token)
  const read = async (path: string) => {
    const top = `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization?.join(': ')}\r\n\r\n`
    const answer = await keeper.ask(Buffer.from(top))
    if (answer?.status !== 200) throw new Error(`no answer to ${path}: ${answer?.status}`)
    return JSON.parse(answer.body)
  }
  const clients: ActionTarget['clients'][number][] = []
  for (const { id } of (await read('/api/v1/clients?taille=20')).donnees as Versioned[]) {
    const { donnees: sites } = await read(`/api/v1/clients/${id}/sites`)
    clients.push({ ...(await read(`/api/v1/clients/${id}`)), sites })
  }
  const { donnees: reservations } = await read('/extension/v1/reservations?en_attente=true&taille=50')
  keeper.close()
  return {
    ...target,
    clients,
    reservations,
    ...(await surveyFiles(target.port, `${target.callers[0].token}`)),
  }
}
