import { hostname } from 'node:os'
import { print, progressLine, tell } from './terminal.ts'

/** How the service reports its start, stop and failure. */
export interface Announcer {
  step(text: string, count?: number): void
  /** Ends the progress. */
  end(): void
  listening(address: string): void
  stopping(): void
  stopped(): void
  failed(message: string, stack?: string): void
}

/** Text for a person at a terminal; in production, JSON lines like the rest of the log. */
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

/** The levels of the request log. */
const levels = { info: 30, warn: 40, fatal: 60 }

/** A line in the format of the request log, whatever LOG_LEVEL says: there are few, and they matter. */
function write(level: number, facts: object): void {
  const line = { level, time: Date.now(), pid: process.pid, hostname: hostname(), ...facts }
  const output = level === levels.fatal ? process.stderr : process.stdout
  output.write(`${JSON.stringify(line)}\n`)
}

/** Logs Node's own warnings, and the exception that ends the process, as JSON lines too. */
export function announceForNode(): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => write(levels.warn, { message, name }))
  process.on('uncaughtException', ({ message, stack }) => {
    write(levels.fatal, { message, stack })
    process.exit(1)
  })
}
