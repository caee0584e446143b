import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Only ends what hangs: a test that starts a whole product takes half a minute on a busy machine.
const testTimeout = 120_000
const embeddedSetup = 'src/testing/embedded-setup.ts'
const postgresSetup = 'src/testing/postgres/postgres-setup.ts'
const buildSetup = 'src/testing/build-setup.ts'
const checksOfPatterns = 'checks/*.thorough.test.ts'
const [thorough, throughHttp, onPostgres, withProcesses] = [
  'src/**/*.thorough.*.ts',
  'src/**/*.api.test.ts',
  'src/**/*.race.test.ts',
  'src/**/*.process.test.ts',
]

type Files = { include: string[]; exclude?: string[] }
const project = (
  name: string,
  { include, exclude = [] }: Files,
  setup: { globalSetup: string[]; provide?: { postgresTemplateUrl: string } },
) => ({
  test: {
    name,
    include,
    exclude,
    testTimeout,
    hookTimeout: testTimeout,
    // What becomes true later is waited for as long, too.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    setupFiles: ['src/testing/property-seed.ts'],
    ...setup,
  },
})
// Both databases are PostgreSQL; the embedded one has one connection. What waits for others, locks and counts money is tried on it again;
// of the rest the journeys, which all run on it, try enough.
const againOnEmbedded = [
  'src/server/{app,commerce,groups,privacy}/**/*.api.test.ts',
  'src/server/platform/{backup,database,jobs,mail,observing,protection}/**/*.api.test.ts',
]
/** Pages and lists of orders: what is read, not what waits. */
const decidedBefore = 'src/server/commerce/{transactions,items}/**'
// Without a URL the tests open embedded databases.
const embedded = { globalSetup: [embeddedSetup], provide: { postgresTemplateUrl: '' } }

// Tests named *.api.test.ts make promises about the database: they run on PostgreSQL and, some in the thorough run, on the embedded one.
// Those named *.process.test.ts start whole products and commands; *.thorough.*test.ts go through many random or hostile cases.
export default defineConfig({
  test: {
    // Tests wait for databases as much as they compute: one worker per core, at least two.
    maxWorkers: Math.max(2, availableParallelism()),
    // Modules hold no state between tests, so they are loaded once per worker instead of once per file.
    isolate: false,
    // What a library prints about a hostile file looks like a failure, and is shown with one only.
    silent: 'passed-only',
    projects: [
      project(
        'unit',
        {
          include: ['src/**/*.test.ts', 'docs/*.test.ts', 'checks/*.test.ts'],
          exclude: [thorough, checksOfPatterns, throughHttp, onPostgres, withProcesses],
        },
        embedded,
      ),
      project(
        'postgres',
        { include: [throughHttp, onPostgres], exclude: [thorough] },
        { globalSetup: [postgresSetup] },
      ),
      project('thorough', { include: [thorough, checksOfPatterns] }, { globalSetup: [postgresSetup] }),
      project('embedded', { include: againOnEmbedded, exclude: [thorough, decidedBefore] }, embedded),
      project('processes', { include: [withProcesses] }, { globalSetup: [buildSetup, embeddedSetup, postgresSetup] }),
    ],
  },
})
