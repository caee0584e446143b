import { controlledByServiceWorker } from './offline-copies.ts'
import { expect, offlineConsoleErrors, ready, test } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

/** Runs in the browser. */
const askHealth = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    ({ status }) => status,
    () => 'unreachable',
  )

test('offline affects a page, its service worker and another browser alike, and so does going online', async ({
  page,
  browser,
  network,
  baseURL,
}) => {
  await page.goto('/tips')
  await ready(page)
  await controlledByServiceWorker(page)
  const [worker] = page.context().serviceWorkers()
  const other = await browser.newPage()
  await other.goto(`${baseURL}/offline`)
  const statuses = async () => [
    await page.evaluate(askHealth),
    await worker?.evaluate(askHealth),
    await other.evaluate(askHealth),
  ]
  expect(await statuses()).toEqual([200, 200, 200])
  await network.goOffline()
  expect(await statuses()).toEqual(['unreachable', 'unreachable', 'unreachable'])
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await network.goOnline()
  expect(await statuses()).toEqual([200, 200, 200])
  await other.close()
})

test('a connection can fail while navigator.onLine is true, and can be slow', async ({ page, connection }) => {
  await page.goto('/tips')
  await ready(page)
  // Waits for the service worker, whose installation would report the failure, too.
  await controlledByServiceWorker(page)
  await connection.fail()
  expect(await page.evaluate(askHealth)).toBe('unreachable')
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
  await connection.restore()
  await connection.slow(300)
  const seconds = await page.evaluate(async () => {
    const began = performance.now()
    await fetch('/api/health', { cache: 'no-store' })
    return (performance.now() - began) / 1000
  })
  expect(seconds).toBeGreaterThan(0.3)
})
