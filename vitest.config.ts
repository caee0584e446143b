import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests named *.api.test.ts make promises about the database: they run on the embedded one and on a real PostgreSQL.
// Everything else runs once.
export default defineConfig({
  test: {
    // The tests wait for databases as much as they reckon: one worker a core, at least two.
    maxWorkers: Math.max(2, availableParallelism()),
    // Modules keep nothing between tests, so they are loaded once a worker instead of once a file.
    isolate: false,
    projects: [
      {
        test: {
          name: 'embedded',
          include: ['src/**/*.test.ts', 'docs/*.test.ts', '*.test.ts'],
          exclude: ['src/**/*.race.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: ['src/testing/embedded-setup.ts'],
          provide: { postgresTemplateUrl: '' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['src/**/*.api.test.ts', 'src/**/*.race.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: ['src/testing/postgres-setup.ts'],
        },
      },
    ],
  },
})
