/** What is done to the cluster in a round, in this order. */
export const faultNames = [
  'kill',
  'lag',
  'freeze',
  'switchover',
  'instance',
  'redis',
  'machine',
  'cut',
] as const

export type FaultName = (typeof faultNames)[number]
