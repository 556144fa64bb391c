import { Compile } from 'typebox/compile'
import { catalogue } from '../../src/contract/erreur.ts'
import { extensionCatalogue } from '../../src/contract/erreur-extension.ts'
import { bodyOf } from '../../src/http/description/openapi.ts'
import { operations } from '../../src/operations/index.ts'
import type { Fuzzed } from './request.ts'
import type { Answer } from './wire.ts'

/** What an answer is judged by. */
type Judged = Pick<Fuzzed, 'marker' | 'allowed' | 'operation' | 'faults' | 'head'>

/** Words of what lies behind the service: none of them is for its callers. */
const inside = new RegExp(
  [
    'antenne_prive|select |insert into|pg_|relation|syntax error|prepared|violates|column ',
    'node_modules|node:|\\.[jt]s\\b| at /|/src/|/dist/|Error:|\\bstack\\b|exception|undefined|\\[object',
    'FST_|HPE_|ERR_|ECONN|ENOENT|EACCES|EPIPE|ETIMEDOUT|fastify|typebox|postgres|preflight',
  ].join('|'),
  'i',
)

/** The statuses that HTTP itself makes of a malformed request, all under one code (D4). */
const malformed = [400, 408, 413, 414, 417, 431]

const validators = new Map(operations.map((operation) => [operation.id, Compile(bodyOf(operation))]))

/** What is wrong with an answer; empty when nothing is. The body of a 200 is looked into only when asked. */
export function faultsOf(request: Judged, answer: Answer, { deep }: { deep: boolean }): string[] {
  const { status } = answer
  if (request.operation === undefined && isPage(answer)) return []
  const faults = [
    ...(request.allowed.includes(status)
      ? []
      : [`status ${status}, expected ${request.allowed.join(' or ')}`]),
    ...topFaults(request, answer),
  ]
  if (request.head && answer.body !== '') faults.push('HEAD with a body')
  if (status === 204 || status === 304) return faults
  if (answer.headers['content-type'] !== 'application/json; charset=utf-8')
    faults.push(`content-type ${answer.headers['content-type']}`)
  if (answer.body.includes(request.marker)) faults.push('the request is echoed in the body')
  if (request.head) return faults
  if (status !== 200) faults.push(...errorFaults(request, answer))
  else if (deep) faults.push(...bodyFaults(request, answer))
  return faults
}

/** One of the pages beside the operations: no data, the same for everybody. */
const isPage = ({ headers }: Answer): boolean =>
  headers['content-security-policy']?.includes("script-src 'self'") === true

/** Whether it is one that the service makes. */
export const isRequestId = (id: string | undefined): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '')

function topFaults({ marker }: Judged, { status, headers, top }: Answer): string[] {
  const faults: string[] = []
  const id = headers['x-request-id']
  if (!isRequestId(id)) faults.push(`x-request-id ${id}`)
  const rest = id === undefined ? top : top.replace(id, '')
  if (top.includes(marker)) faults.push('the request is echoed in the headers')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(top)) faults.push('control characters in the headers')
  if (/^(server|x-powered-by|content-encoding|x-injected|set-cookie|location):/im.test(top))
    faults.push('a header that has no place here')
  if (status === 405 && headers.allow !== 'GET, HEAD') faults.push(`allow ${headers.allow}`)
  if (status === 401 && headers['www-authenticate'] === undefined) faults.push('no www-authenticate')
  if (status === 304 && headers.etag === undefined) faults.push('304 without etag')
  if (status !== 200 && inside.test(rest))
    faults.push(`words of the inside in the headers: ${inside.exec(rest)}`)
  return faults
}

function errorFaults(request: Judged, answer: Answer): string[] {
  const { faults, code, details } = erreurFaults(answer)
  return code === '' ? faults : [...faults, ...detailFaults(request, code, details)]
}

const codes: Readonly<Record<string, { readonly status: number }>> = { ...catalogue, ...extensionCatalogue }

/** What is wrong with a refusal whatever was asked: its shape, its code, its message, words of the inside. */
export function erreurFaults({ status, body }: Answer): { faults: string[]; code: string; details: unknown } {
  const faults: string[] = []
  const erreur = parsed(body)
  if (erreur === undefined || Object.keys(erreur).join() !== 'code,message,details')
    return { faults: [`not the shape Erreur: ${body.slice(0, 300)}`], code: '', details: null }
  const { code, message, details } = erreur as { code: string; message: unknown; details: unknown }
  // Evidence shows names of clients, which may be anything.
  if (code !== 'doublon_detecte' && inside.test(body))
    faults.push(`words of the inside: ${inside.exec(body)}`)
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  const right = code === 'requete_invalide' ? malformed.includes(status) : known?.status === status
  if (!right) faults.push(`code ${code} with status ${status}`)
  if (typeof message !== 'string' || !/^[A-ZÀÂÇÉÈÊÎÔ].* .*\.$/.test(message))
    faults.push(`message ${message}`)
  return { faults, code, details }
}

function detailFaults({ operation, faults }: Judged, code: string, details: unknown): string[] {
  const wrong = [`details of ${code}: ${JSON.stringify(details)}`]
  if (code === 'acces_refuse') {
    const { permission_requise } = (details ?? {}) as { permission_requise?: unknown }
    const expected = operation === undefined || permission_requise === operation.permission
    return typeof permission_requise === 'string' && expected ? [] : wrong
  }
  if (code !== 'parametres_invalides') return details === null ? [] : wrong
  const told = Object.entries((details ?? {}) as Record<string, unknown>)
  const sentences = told.every(([, text]) => typeof text === 'string' && /^Donnez .+\.$/.test(text))
  if (told.length === 0 || !sentences) return wrong
  if (faults === undefined) return []
  const names = told.map(([name]) => name)
  const missing = faults.must.filter((name) => !names.includes(name))
  const extra = names.filter((name) => !faults.must.includes(name) && !faults.may.includes(name))
  return missing.length + extra.length === 0 ? [] : wrong
}

function bodyFaults({ operation }: Judged, { body }: Answer): string[] {
  const value = parsed(body)
  if (value === undefined) return ['a body that is not JSON']
  const validator = operation === undefined ? undefined : validators.get(operation.id)
  if (validator === undefined || validator.Check(value)) return []
  return [`a body beside its schema: ${JSON.stringify(validator.Errors(value).slice(0, 3))}`]
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Where HEAD and GET of the same request differ, that should not. */
export function twinFaults({ bytes }: Fuzzed, get: Answer, head: Answer): string[] {
  // The health says the time: no two answers are the same.
  const changing = bytes.includes('sante') || get.body.includes('"horodatage"')
  const compared = [
    'content-type',
    'allow',
    'www-authenticate',
    ...(changing ? [] : ['content-length', 'etag']),
  ]
  return [
    ...(get.status === head.status ? [] : [`GET ${get.status}, HEAD ${head.status}`]),
    ...compared
      .filter((name) => get.headers[name] !== head.headers[name])
      .map((name) => `${name} of GET ${get.headers[name]}, of HEAD ${head.headers[name]}`),
  ]
}
