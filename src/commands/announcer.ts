import { hostname } from 'node:os'
import { print, progressLine, tell } from './terminal.ts'

/** How the service tells of its start, its stop and its failure. */
export interface Announcer {
  step(text: string, count?: number): void
  /** No more steps follow. */
  end(): void
  listening(address: string): void
  stopping(): void
  stopped(): void
  failed(message: string, stack?: string): void
}

/** Words for a person at a terminal; in production lines of JSON, as all of the log. */
export const announcer = (production: boolean): Announcer => (production ? inJson : inWords())

function inWords(): Announcer {
  const line = progressLine()
  return {
    ...line,
    listening: (address) => print(listening(address)),
    stopping: () => tell(`\n${stopping}…`),
    stopped: () => tell(stopped),
    failed(message, stack) {
      line.end()
      tell(stack ?? message)
    },
  }
}

const inJson: Announcer = {
  step: (message, count) => write(levels.info, { message, ...(count === undefined ? {} : { count }) }),
  end() {},
  listening: (address) => write(levels.info, { message: listening(address), address }),
  stopping: () => write(levels.info, { message: stopping }),
  stopped: () => write(levels.info, { message: stopped }),
  failed: (message, stack) => write(levels.fatal, { message, ...(stack === undefined ? {} : { stack }) }),
}

const listening = (address: string) => `Antenne est à l'écoute : ${address}`
const stopping = 'Arrêt en cours'
const stopped = 'Arrêté.'

/** Those of the requests' log. */
const levels = { info: 30, warn: 40, fatal: 60 }

/** A line as the requests' log writes them, whatever LOG_LEVEL says: these are few, and nobody should miss them. */
function write(level: number, facts: object): void {
  const line = { level, time: Date.now(), pid: process.pid, hostname: hostname(), ...facts }
  const output = level === levels.fatal ? process.stderr : process.stdout
  output.write(`${JSON.stringify(line)}\n`)
}

/** What Node itself has to say becomes lines of the log too: its warnings, and the exception that ends the process. */
export function announceForNode(): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => write(levels.warn, { message, name }))
  process.on('uncaughtException', ({ message, stack }) => {
    write(levels.fatal, { message, stack })
    process.exit(1)
  })
}
