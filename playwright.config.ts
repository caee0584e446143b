import { rmSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import { products } from './e2e/products.ts'

// Workers load this file again; only the first process starts from empty data folders.
if (!process.env.TEST_WORKER_INDEX)
  for (const { dataDir } of products) rmSync(dataDir, { recursive: true, force: true })

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // Only end what hangs: a test that takes five seconds by itself takes a minute beside other work.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Each product serves one test at a time; which of a file's tests it serves does not matter.
  fullyParallel: true,
  workers: products.length,
  // On a machine with other work a test may be starved once; it is then named as flaky. `test:any-day` fails on those.
  retries: 1,
  reporter: [['list']],
  use: {
    viewport: { width: 360, height: 780 },
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    launchOptions: await findBrowser(),
    trace: 'on-first-retry',
  },
  webServer: {
    command: 'node e2e/start-products.ts',
    wait: { stdout: /All products are ready/ },
    // Only ends what hangs: two products are built and filled, on a machine that may have other work.
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
