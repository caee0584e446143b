import { rmSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import { stages } from './e2e/stages.ts'

// Workers load this file again; only the first process clears the stages.
if (!process.env.TEST_WORKER_INDEX) for (const { dataDir } of stages) rmSync(dataDir, { recursive: true, force: true })

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  workers: stages.length,
  // On a machine that CI shares with others a journey may be starved once; it is then reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 360, height: 780 },
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    launchOptions: await findBrowser(),
    trace: 'on-first-retry',
  },
  // Started one after the other: the first builds what both serve.
  webServer: stages.map(({ port, origin, dataDir }) => ({
    command: 'node src/server/main.ts',
    url: `${origin}/api/ready`,
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    timeout: 180_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  })),
})
