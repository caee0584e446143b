import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Only ends what hangs: a test that starts a whole product takes half a minute on a busy machine.
const testTimeout = 120_000

// Tests named *.api.test.ts make promises about the database: they run on the embedded one and on a real PostgreSQL.
// Everything else runs once.
export default defineConfig({
  test: {
    // Tests wait for databases as much as they compute: one worker per core, at least two.
    maxWorkers: Math.max(2, availableParallelism()),
    // Modules keep nothing between tests, so they are loaded once per worker instead of once per file.
    isolate: false,
    projects: [
      {
        test: {
          name: 'embedded',
          include: ['src/**/*.test.ts', 'docs/*.test.ts', '*.test.ts'],
          exclude: ['src/**/*.race.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          globalSetup: ['src/testing/embedded-setup.ts'],
          provide: { postgresTemplateUrl: '' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['src/**/*.api.test.ts', 'src/**/*.race.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          globalSetup: ['src/testing/postgres-setup.ts'],
        },
      },
    ],
  },
})
