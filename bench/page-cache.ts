import { setTimeout as pause } from 'node:timers/promises'
import { callApi, msUntil, type Shop } from '#testing/processes/shop-processes.ts'
import { median, report } from './support/measure.ts'
import { call, connect, runPostgres, runShop } from './support/resources.ts'

// How many visits are served from the page cache while students enrol and review by the thousand a minute, then how soon an edit in one
// process is shown by the other meanwhile, and whether made-up URLs evict pages. Changed counters are collected for a minute: the
// measurement takes longer.

const visitsPerSecond = 40
/** Enrolments, and as many reviews. */
const writesPerSecond = 17
const edits = 20
const editEveryMs = 1_000
const unknownUrls = 1_500

const hitRateGoal = 0.95
const seenGoalMs = 1_000
const writesPerMinuteGoal = 2_000

const metricsToken = 'a token of this measurement'

export async function run({ seconds }: { seconds: number }): Promise<void> {
  await using server = await runPostgres()
  await using sql = connect(server.url)
  const env = { DATABASE_URL: server.url, METRICS_TOKEN: metricsToken, REQUESTS_AT_ONCE: '1000' }
  await using shop = await runShop({ directUrl: server.url, env, processes: 2, students: writesPerSecond * seconds })
  await sql`update courses set price_idr = 0, discount_percent = 0`
  // First: counters that students change are collected for a minute, and would evict pages during this.
  await measureUnknown(shop)
  await measureWrites(shop, seconds)
  await measureEdits(shop)
}

const coursesOf = (shop: Shop): readonly string[] => shop.students[0]?.courseIds ?? []
const pagesOf = (shop: Shop): readonly string[] => [
  '/',
  '/kelas',
  '/kelas/chaos',
  '/sale',
  ...coursesOf(shop).flatMap((id) => [`/kelas/details/${id}`, `/api/courses/${id}/overview`]),
]
/** One process after the other. */
const originOf = ({ products }: Shop, number: number): string => products[number % products.length]?.origin ?? ''

type CacheFigures = { misses: number; stale: number; entries: number; bytes: number }
async function readFigures({ products }: Shop): Promise<CacheFigures> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const texts = await Promise.all(
    products.map(async ({ origin }) => (await fetch(`${origin}/metrics`, { headers })).text()),
  )
  const figureOf = (text: string, name: string) =>
    Number(new RegExp(`^cendaki_page_cache_${name} (\\S+)$`, 'm').exec(text)?.[1])
  const sum = (name: string) => texts.reduce((total, text) => total + figureOf(text, name), 0)
  return { misses: sum('misses_total'), stale: sum('stale_total'), entries: sum('entries'), bytes: sum('bytes') }
}

async function visit(url: string): Promise<string> {
  const response = await fetch(url)
  const text = await response.text()
  if (response.status >= 500) throw new Error(`${url} returned ${response.status}`)
  return text
}

const visitAll = (shop: Shop) =>
  Promise.all(shop.products.flatMap(({ origin }) => pagesOf(shop).map((path) => visit(origin + path))))

/**
 * Runs `act` so many times a second until `isOver`, also while earlier ones wait. Resolves with how many there were; throws the first
 * failure when all have ended.
 */
async function pace(
  perSecond: number,
  isOver: () => boolean,
  act: (number: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now()
  const acts: Promise<unknown>[] = []
  const failures: unknown[] = []
  while (!isOver()) {
    acts.push(act(acts.length).catch((error: unknown) => failures.push(error)))
    await pause(Math.max(0, began + (acts.length * 1000) / perSecond - performance.now()))
  }
  await Promise.all(acts)
  if (failures.length > 0) throw new Error(`${failures.length} of ${acts.length} failed`, { cause: failures[0] })
  return acts.length
}

/** Visits pages while students enrol in free courses and review them, until `isOver`. */
async function visitWhileStudentsWrite(shop: Shop, isOver: () => boolean) {
  const [pages, courseIds] = [pagesOf(shop), coursesOf(shop)]
  const written = { ok: 0, failed: 0 }
  const visitSome = (number: number) =>
    visit(originOf(shop, number) + (pages[Math.floor(number / 2) % pages.length] ?? '/'))
  async function enrolAndReview(number: number): Promise<void> {
    const { token = '' } = shop.students[number % shop.students.length] ?? {}
    const path = `/courses/${courseIds[number % courseIds.length]}`
    const origin = originOf(shop, number)
    const body = { rating: 1 + (number % 5), text: 'Bagus' }
    const enrolled = await callApi(origin, `${path}/enroll`, { method: 'POST', token })
    const reviewed = await callApi(origin, `${path}/reviews`, { method: 'PUT', token, body })
    for (const { status } of [enrolled, reviewed]) written[status === 200 || status === 201 ? 'ok' : 'failed']++
  }
  const [visits] = await Promise.all([
    pace(visitsPerSecond, isOver, visitSome),
    pace(writesPerSecond, isOver, enrolAndReview),
  ])
  return { visits, ...written }
}

async function measureWrites(shop: Shop, seconds: number): Promise<void> {
  await visitAll(shop)
  const before = await readFigures(shop)
  const end = performance.now() + seconds * 1000
  const { visits, ok, failed } = await visitWhileStudentsWrite(shop, () => performance.now() >= end)
  const after = await readFigures(shop)
  const hitRate = 1 - (after.misses - before.misses) / visits
  const perMinute = Math.round((ok * 60) / seconds)
  report(
    failed === 0 && perMinute >= writesPerMinuteGoal,
    `${perMinute} enrolments and reviews a minute, ${failed} without a response in time or rejected`,
  )
  const hits = `${(hitRate * 100).toFixed(1)} % of ${visits} visits were served from the page cache`
  report(hitRate >= hitRateGoal, `${hits}, ${after.stale - before.stale} of them with earlier counters`)
}

async function measureEdits(shop: Shop): Promise<void> {
  const courseId = coursesOf(shop)[0] ?? ''
  const [one, other] = [originOf(shop, 0), originOf(shop, 1)]
  const seenMs: number[] = []
  let isOver = false
  const edit = async () => {
    for (let number = 1; number <= edits; number++) {
      const title = `Judul yang ke-${number}`
      const began = performance.now()
      await call(one, `/courses/${courseId}`, { method: 'PATCH', token: shop.instructorToken, body: { title } })
      seenMs.push(
        await msUntil(async () => (await visit(`${other}/kelas/details/${courseId}`)).includes(title), 30_000),
      )
      await pause(Math.max(0, began + editEveryMs - performance.now()))
    }
  }
  await Promise.all([visitWhileStudentsWrite(shop, () => isOver), edit().finally(() => (isOver = true))])
  const slowest = Math.max(...seenMs)
  const times = `p50 ${Math.round(median(seenMs))} ms, slowest ${Math.round(slowest)} ms`
  report(slowest <= seenGoalMs, `${seenMs.length} edits are shown by the other process while students write: ${times}`)
}

async function measureUnknown(shop: Shop): Promise<void> {
  await visitAll(shop)
  const before = await readFigures(shop)
  const kinds = [
    (number: number) => `/tidak-ada-${number}`,
    (number: number) => `/kelas/details/00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    (number: number) => `/api/courses/00000000-0000-7000-8000-${String(number).padStart(12, '0')}/overview`,
    (number: number) => `/?utm_source=${number}`,
  ]
  let sent = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (sent < unknownUrls) {
        const number = sent++
        await visit(originOf(shop, number) + (kinds[number % kinds.length]?.(number) ?? '/'))
      }
    }),
  )
  const flooded = await readFigures(shop)
  await visitAll(shop)
  const remade = (await readFigures(shop)).misses - flooded.misses
  const all = pagesOf(shop).length * shop.products.length
  report(remade === 0, `after ${unknownUrls} unknown URLs ${all - remade} of ${all} pages are still cached`)
  report(
    flooded.entries <= before.entries,
    `entries before ${before.entries}, after ${flooded.entries}; ${Math.round(flooded.bytes / 1024)} KB`,
  )
}
