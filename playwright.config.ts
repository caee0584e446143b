import { rmSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

const port = Number(process.env.E2E_PORT ?? 3187)
const dataDir = '.data/e2e'
// Workers load this file again; only the first process clears the stage.
if (!process.env.TEST_WORKER_INDEX) rmSync(dataDir, { recursive: true, force: true })

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  // Two cores: the server needs one of them.
  workers: 1,
  // On a machine that CI shares with others a journey may be starved once; it is then reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 360, height: 780 },
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    launchOptions: await findBrowser(),
    trace: 'on-first-retry',
  },
  webServer: {
    command: 'node src/server/main.ts',
    url: `http://127.0.0.1:${port}/api/ready`,
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    timeout: 180_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
