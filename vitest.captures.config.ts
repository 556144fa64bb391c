import { defineConfig } from 'vitest/config'

/**
 * `npm run captures`: the main screens, as they are, into docs/captures. `npm run weak-network`: how long the page
 * takes to start on a weak network.
 */
export default defineConfig({
  test: {
    include: ['test/captures/*.ts', 'test/measures/*.ts'],
    globalSetup: ['test/setup/postgres.ts', 'test/setup/built-pages.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
