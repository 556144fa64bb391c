import type { Config } from '../../config.ts'
import type { Connection } from '../../database/database.ts'
import { openWriters } from '../../database/writers.ts'
import type { Means } from '../../extension/engine.ts'
import { dailyQuestions } from '../../extension/questions.ts'
import type { Limits } from '../admission/rate-limits.ts'

/** What actions work with, and its end. */
interface OpenActions {
  readonly engine: Means
  close(): Promise<void>
}

/** Opens the connections of actions. Questions are counted on others: an action holds one meanwhile. */
export function openActions(config: Config, servers: readonly Connection[], limits: Limits): OpenActions {
  const writers = openWriters(servers, config.actionPoolSize)
  const counters = openWriters(servers, 2)
  const ofDay = dailyQuestions(counters, config.questionsPerDay)
  return {
    engine: {
      writers,
      settings: {
        mostPending: config.mostPending,
        scanned: false,
        publicUrl: config.publicUrl ?? '',
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
    async close() {
      await Promise.all([writers.close(), counters.close()])
    },
  }
}
