import type { Answer } from '../http/ask.ts'
import type { Question } from './questions.ts'

interface Times {
  readonly begun: number
  readonly ended: number
}

/** What is wrong with an answer that was given while things happened; undefined when nothing is. */
export function faultOf(question: Question, heard: Answer, times: Times): string | undefined {
  const fault = faultByStatus(question, heard, times)
  return fault && `${question.who} ${question.url}: ${heard.status}, ${fault}`
}

function faultByStatus(question: Question, heard: Answer, { begun, ended }: Times): string | undefined {
  const { withdrawn } = question
  switch (heard.status) {
    case 200:
      if (withdrawn !== undefined && begun > withdrawn.done) return 'after the right was withdrawn'
      return isRight(question, heard) ? undefined : `another body than before: ${heard.text.slice(0, 200)}`
    case 403:
      if (withdrawn === undefined || ended < withdrawn.begun) return 'although it has the right'
      return shapeFault(heard, 'acces_refuse')
    case 429:
      return retryFault(heard) ?? shapeFault(heard, 'trop_de_requetes')
    case 503:
      return retryFault(heard) ?? shapeFault(heard, 'service_indisponible')
    default:
      return heard.text.slice(0, 200)
  }
}

/** Equal to what this caller got before; the health has the hour in it. */
function isRight({ body }: Question, heard: Answer): boolean {
  if (body !== null) return heard.text === body
  const { body: health } = heard
  const keys = Object.keys(health).join()
  return keys === 'statut,version,horodatage' && ['ok', 'degrade'].includes(health.statut)
}

function retryFault({ headers }: Answer): string | undefined {
  return Number(headers['retry-after']) >= 1 ? undefined : `Retry-After: ${headers['retry-after']}`
}

function shapeFault({ headers, text, body: error }: Answer, code: string): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return `type ${headers['content-type']}`
  const inShape =
    Object.keys(error).sort().join() === 'code,details,message' &&
    error.code === code &&
    typeof error.message === 'string' &&
    error.message !== ''
  return inShape ? undefined : `not in shape: ${text.slice(0, 200)}`
}
