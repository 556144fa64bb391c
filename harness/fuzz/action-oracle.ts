import Value from 'typebox/value'
import { type CodeExtension, extensionDetails } from '../../src/contract/erreur-extension.ts'
import { erreurFaults, isRequestId } from './oracle.ts'
import type { Fuzzed } from './request.ts'
import type { Answer } from './wire.ts'

/** Whether an answer says that something was done, or noted. */
export const isDone = ({ status, body, headers }: Answer): boolean =>
  headers['idempotency-replayed'] === undefined &&
  headers['content-disposition'] === undefined &&
  (status < 300 || body.includes('"client_reserve"'))

/** What is wrong with the answer to an action; empty when nothing is. */
export function actionFaults(request: Fuzzed, answer: Answer): string[] {
  const { allowed, head } = request
  const { status, headers, body } = answer
  const faults = allowed.includes(status) ? [] : [`status ${status}`]
  if (!isRequestId(headers['x-request-id'])) faults.push(`x-request-id ${headers['x-request-id']}`)
  if (headers['content-disposition'] !== undefined) return [...faults, ...downloadFaults(answer, head)]
  if (status === 204) return body === '' ? faults : [...faults, '204 with a body']
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    faults.push(`content-type ${headers['content-type']}`)
  if (status < 300) {
    if ((status === 201) !== (headers.location !== undefined)) faults.push(`location ${headers.location}`)
    return headers['cache-control'] === 'no-store' ? faults : [...faults, 'not marked no-store']
  }
  if (head) return faults
  const { faults: wrong, code, details } = erreurFaults(answer)
  return [
    ...faults,
    ...wrong,
    ...(areRight(code, details) ? [] : [`details of ${code}: ${JSON.stringify(details)}`]),
  ]
}

function areRight(code: string, details: unknown): boolean {
  if (code === 'doublon_detecte' || code === 'trop_de_requetes') return typeof details === 'object'
  if (code === 'parametres_invalides' || code === 'acces_refuse') {
    const told = Object.values((details ?? {}) as Record<string, unknown>)
    return told.length > 0 && told.every((text) => typeof text === 'string' && text !== '')
  }
  const schema = extensionDetails[code as CodeExtension]
  return schema === undefined ? details === null : Value.Check(schema, details)
}

const harmless = {
  'content-type': 'application/pdf',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
}

/** A file is given as something that no browser runs or keeps; a part of it says which. */
function downloadFaults({ status, headers, body }: Answer, head: boolean): string[] {
  const wrong = Object.entries(harmless).flatMap(([name, value]) =>
    headers[name] === value ? [] : [`${name} ${headers[name]}`],
  )
  const [, first, last] = /^bytes (\d+)-(\d+)\/\d+$/.exec(headers['content-range'] ?? '') ?? []
  const length = status === 206 ? Number(last) - Number(first) + 1 : Number(headers['content-length'])
  return length === (head ? Number(headers['content-length']) : body.length)
    ? wrong
    : [...wrong, `length ${body.length}`]
}
