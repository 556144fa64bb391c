import { type AskedOfQueue, askedOfQueue, type QueueName, queueNames } from '../asked.ts'
import { type Filters, useFilters } from '../filters.ts'
import { useDecides } from '../session/me.ts'

/** What of the queue is shown, and what is asked for it. */
export interface QueueFilters extends AskedOfQueue {
  readonly filters: Filters<QueueName>
}

/** The queue as the address and the rights of the person have it. */
export function useQueueFilters(): QueueFilters {
  const filters = useFilters(queueNames)
  return { filters, ...askedOfQueue(filters.values, useDecides()) }
}
