import { defineConfig } from 'vitest/config'

/** `npm run captures`: the main screens, as they are, into docs/captures. */
export default defineConfig({
  test: {
    include: ['test/captures/*.ts'],
    globalSetup: ['test/setup/postgres.ts', 'test/setup/built-pages.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
