import type { Config } from '../../config.ts'
import type { DatabaseAddress } from '../../database/database.ts'
import { openWriters } from '../../database/writers.ts'
import type { ActionServices } from '../../extension/engine.ts'
import { dailyQuestions } from '../../extension/questions.ts'
import { SigningKeys } from '../../extension/signing-keys.ts'
import type { Limits } from '../admission/rate-limits.ts'
import { type FileTransfers, Semaphore } from './file-transfers.ts'

/** How many files are stored at once: others wait, and take no connection from other actions. */
const FILES_AT_ONCE = 2

/** What actions work with, and its end. */
interface OpenActions {
  readonly engine: ActionServices
  readonly transfers: FileTransfers
  close(): Promise<void>
}

/** Opens the connections of actions. Questions are counted on others: an action holds one meanwhile. */
export function openActions(
  config: Config,
  servers: readonly DatabaseAddress[],
  limits: Limits,
): OpenActions {
  const writers = openWriters(servers, config.actionPoolSize)
  const counters = openWriters(servers, 2)
  const files = openWriters(servers, FILES_AT_ONCE)
  const ofDay = dailyQuestions(counters, config.questionsPerDay)
  return {
    engine: {
      writers,
      signingKeys: new SigningKeys(counters),
      settings: {
        mostPending: config.mostPending,
        scanned: config.antivirus !== undefined,
        publicUrl: config.publicUrl ?? '',
        quota: { mostUnattached: config.mostUnattached, mostBytes: config.mostFileBytes },
      },
      questions: {
        async requireRoom(asker) {
          await limits.roomForQuestion(asker.who.utilisateur_id)
          await ofDay.requireRoom(asker)
        },
        async count(asker) {
          await limits.question(asker.who.utilisateur_id)
          await ofDay.count(asker)
        },
      },
    },
    transfers: { writers: files, stores: new Semaphore(FILES_AT_ONCE), reads: new Semaphore(FILES_AT_ONCE) },
    async close() {
      await Promise.all([writers.close(), counters.close(), files.close()])
    },
  }
}
