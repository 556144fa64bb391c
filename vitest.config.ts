import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/setup/longest-first.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['postgres', 'built-pages', 'built-program', 'browser'].map(
      (name) => `test/setup/${name}.ts`,
    ),
    // For what hangs, and for nothing else: how long something takes says how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // One more than cores: tests wait for processes, browsers and clocks for a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    isolate: false,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'demo/**/*.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95 },
    },
  },
})
