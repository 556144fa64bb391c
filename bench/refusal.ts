/** Why a figure is not reported: one that is not made of right answers alone is none. */
export class Refusal extends Error {}

/** Does the work, and gives the reason if it was refused. */
export async function refusalOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
