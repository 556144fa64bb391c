import type { Static } from 'typebox'
import { comptesDemonstration } from '../../demo/accounts.ts'
import type { CompteDemonstration } from '../contract/page.ts'
import type { Account } from '../identity/accounts.ts'

/** The demonstration accounts that exist, as the page presents them. */
export const presented = (accounts: readonly Account[]): Static<typeof CompteDemonstration>[] =>
  comptesDemonstration.flatMap(({ email, presentation }) => {
    const account = accounts.find((candidate) => candidate.email === email)
    if (account === undefined) return []
    const { id, organisation, type } = account
    return [{ id, email, organisation, type, presentation }]
  })
