import { test } from 'vitest'
import { hasBrowser } from './browser.ts'

/** A test that needs a browser: skipped where there is none, which the run says at its beginning. */
export const browserTest = test.skipIf(!hasBrowser)
