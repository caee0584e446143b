import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { startProduct, untilReady } from '../src/testing/processes/product-process.ts'
import { weighPage } from './page-weight.ts'

// Measures a first visit: bytes and requests by kind, and loading times on a slow phone (processor four times slower,
// 1.6 Mbit/s with 150 ms). Bytes are exact; times are only comparable within one run.

const slowPhone = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 }

// Runs in the page, so it is a string.
const observer = `
  globalThis.seen = { firstPaintMs: Infinity, largestPaintMs: 0, layoutShift: 0, longTasks: [] }
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => (seen.largestPaintMs = entry.startTime))
  observe('layout-shift', (entry) => (seen.layoutShift += entry.value))
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.firstPaintMs = entry.startTime })
  observe('longtask', ({ startTime, duration }) => seen.longTasks.push({ startTime, duration }))
`

type Seen = { firstPaintMs: number; largestPaintMs: number; layoutShift: number; longTasks: { startTime: number; duration: number }[] }

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

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-pages-'))
const product = await startProduct({ DATA_DIR: dataDir })
const browser = await chromium.launch(await findBrowser())
try {
  await untilReady(product)
  const { data } = (await (await fetch(`${product.origin}/api/courses?type=premium&limit=1`)).json()) as { data: { _id: string }[] }
  const ebooks = (await (await fetch(`${product.origin}/api/ebooks?limit=1`)).json()) as { data: { _id: string }[] }
  const paths = [
    '/',
    '/kelas',
    '/kelas/javascript',
    '/sale',
    `/kelas/details/${data[0]?._id}`,
    '/auth/sign-in',
    '/auth/sign-up',
    '/e-books',
    '/tips',
    '/tips/membaca-pesan-galat',
    `/e-book/${ebooks.data[0]?._id}`,
    '/tidak-ada',
  ]
  const table: Record<string, Record<string, number>> = {}
  for (const path of paths) {
    const open = () => browser.newPage({ viewport: { width: 360, height: 780 } })
    const [first, second] = [await open(), await open()]
    const weight = await weighPage(first, product.origin + path)
    const { largestPaintMs, layoutShift, blockingMs } = await measureLoading(second, product.origin + path)
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
} finally {
  await browser.close()
  product.child.kill('SIGTERM')
  await product.exited
  await rm(dataDir, { recursive: true, force: true })
}
