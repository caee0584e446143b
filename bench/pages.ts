import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { weighPage } from './support/page-weight.ts'
import { call, runProduct } from './support/resources.ts'

// The phone has a processor four times slower, and 1.6 Mbit/s with 150 ms. Bytes are exact; times are only comparable within one run.

const slowPhone = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}

// Runs in the page, so it is a string.
const observer = `
  globalThis.seen = { firstPaintMs: Infinity, largestPaintMs: 0, layoutShift: 0, longTasks: [] }
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => (seen.largestPaintMs = entry.startTime))
  observe('layout-shift', (entry) => (seen.layoutShift += entry.value))
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.firstPaintMs = entry.startTime })
  observe('longtask', ({ startTime, duration }) => seen.longTasks.push({ startTime, duration }))
`

type Seen = {
  firstPaintMs: number
  largestPaintMs: number
  layoutShift: number
  longTasks: { startTime: number; duration: number }[]
}

/**
 * Measures largest paint, layout shifts and total blocking time until two seconds after the load event. Blocking time is the time
 * of tasks beyond 50 ms after the first paint. Source: https://web.dev/articles/tbt
 */
async function measureLoading(page: Page, url: string) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slowPhone)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(observer)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(2_000)
  const { firstPaintMs, longTasks, ...seen } = (await page.evaluate('seen')) as Seen
  const blocking = longTasks.filter(({ startTime }) => startTime >= firstPaintMs).map(({ duration }) => duration - 50)
  return { ...seen, blockingMs: blocking.reduce((sum, ms) => sum + ms, 0) }
}

const kilobytes = (bytes: number): number => Math.round(bytes / 102.4) / 10

export async function run(): Promise<void> {
  await using product = await runProduct()
  await using browser = await chromium.launch(await findBrowser())
  const { origin } = product
  const [course] = await call<{ _id: string }[]>(origin, '/courses?type=premium&limit=1')
  const [ebook] = await call<{ _id: string }[]>(origin, '/ebooks?limit=1')
  const paths = [
    '/',
    '/kelas',
    '/kelas/javascript',
    '/sale',
    `/kelas/details/${course?._id}`,
    '/auth/sign-in',
    '/auth/sign-up',
    '/e-books',
    '/tips',
    '/tips/membaca-pesan-galat',
    `/e-book/${ebook?._id}`,
    '/tidak-ada',
  ]
  const table: Record<string, Record<string, number>> = {}
  for (const path of paths) {
    const open = () => browser.newPage({ viewport: { width: 360, height: 780 } })
    const [first, second] = [await open(), await open()]
    const weight = await weighPage(first, origin + path)
    const { largestPaintMs, layoutShift, blockingMs } = await measureLoading(second, origin + path)
    await first.close()
    await second.close()
    table[path.replace(/[0-9a-f-]{36}/, '{id}')] = {
      'html KB': kilobytes(weight.html),
      'css KB': kilobytes(weight.css),
      'font KB': kilobytes(weight.font),
      'script KB': kilobytes(weight.script),
      'image KB': kilobytes(weight.image),
      'total KB': kilobytes(weight.total),
      requests: weight.requests,
      scripts: weight.scripts,
      elsewhere: weight.elsewhere.length,
      'LCP ms': Math.round(largestPaintMs),
      CLS: Math.round(layoutShift * 1000) / 1000,
      'blocking ms': Math.round(blockingMs),
    }
  }
  // oxlint-disable-next-line no-console
  console.table(table)
}
