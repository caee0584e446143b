import { setTimeout as pause } from 'node:timers/promises'
import { callApi, msUntil, startShop } from '../src/testing/processes/shop-processes.ts'
import { median } from './quantile.ts'
import { report } from './report.ts'
import { startPostgres } from '../src/testing/postgres/start-postgres.ts'
import { openSql } from '../src/testing/sql.ts'

// The page cache of two processes on one PostgreSQL: how many visits are served from it while students enrol and review by the thousand a minute, then how
// soon an edit in one process is shown by the other meanwhile, and whether made-up URLs evict pages. Exits with 1 when a line is missed.
//   npm run bench:page-cache -- 75        seconds, more than the minute in which changed counters are collected

const seconds = Number(process.argv[2] ?? 75)
const visitsPerSecond = 40
/** Enrolments, and as many reviews. */
const writesPerSecond = 17
const edits = 20
const editEveryMs = 1_000
const unknownUrls = 1_500

const hitRateGoal = 0.95
const seenGoalMs = 1_000
const writesPerMinuteGoal = 2_000

const server = await startPostgres()
const { url: databaseUrl } = server
const sql = openSql(databaseUrl)
const metricsToken = 'a token of this measurement'
const env = { DATABASE_URL: databaseUrl, METRICS_TOKEN: metricsToken, REQUESTS_AT_ONCE: '1000' }
const shop = await startShop({ directUrl: databaseUrl, env, processes: 2, students: writesPerSecond * seconds })
const [one, other] = shop.products.map(({ origin }) => origin) as [string, string]
const courseIds = shop.students[0]?.courseIds ?? []

type CacheFigures = { misses: number; stale: number; entries: number; bytes: number }
async function readFigures(): Promise<CacheFigures> {
  const texts = await Promise.all(
    [one, other].map(async (origin) => (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()),
  )
  const sum = (name: string) => texts.reduce((total, text) => total + Number(new RegExp(`^cendaki_page_cache_${name} (\\S+)$`, 'm').exec(text)?.[1]), 0)
  return { misses: sum('misses_total'), stale: sum('stale_total'), entries: sum('entries'), bytes: sum('bytes') }
}

async function visit(origin: string, path: string): Promise<string> {
  const response = await fetch(origin + path)
  const text = await response.text()
  if (response.status >= 500) throw new Error(`${path} returned ${response.status}`)
  return text
}

const pages = ['/', '/kelas', '/kelas/chaos', '/sale', ...courseIds.flatMap((id) => [`/kelas/details/${id}`, `/api/courses/${id}/overview`])]
const visitAll = () => Promise.all([one, other].flatMap((origin) => pages.map((path) => visit(origin, path))))

/** Runs `act` so many times a second until `isOver`, also while earlier ones wait. Resolves with how many there were; throws the first failure when all have ended. */
async function pace(perSecond: number, isOver: () => boolean, act: (number: number) => Promise<unknown>): Promise<number> {
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

let written = 0
let failed = 0
/** A student enrols in a free course and reviews it. */
async function enrolAndReview(number: number): Promise<void> {
  const { token = '' } = shop.students[number % shop.students.length] ?? {}
  const courseId = courseIds[number % courseIds.length]
  const origin = number % 2 ? one : other
  const enrolled = await callApi(origin, `/courses/${courseId}/enroll`, { method: 'POST', token })
  const reviewed = await callApi(origin, `/courses/${courseId}/reviews`, { method: 'PUT', token, body: { rating: 1 + (number % 5), text: 'Bagus' } })
  for (const { status } of [enrolled, reviewed]) {
    if (status === 200 || status === 201) written++
    else failed++
  }
}

const visitSome = (number: number) => visit(number % 2 ? one : other, pages[Math.floor(number / 2) % pages.length] ?? '/')

/** Visits pages while students write, until `isOver`. Resolves with the number of visits. */
async function visitWhileStudentsWrite(isOver: () => boolean): Promise<number> {
  const [visits] = await Promise.all([pace(visitsPerSecond, isOver, visitSome), pace(writesPerSecond, isOver, enrolAndReview)])
  return visits
}

async function measureWrites(): Promise<void> {
  await visitAll()
  const before = await readFigures()
  const end = performance.now() + seconds * 1000
  const visits = await visitWhileStudentsWrite(() => performance.now() >= end)
  const after = await readFigures()
  const hitRate = 1 - (after.misses - before.misses) / visits
  const perMinute = Math.round((written * 60) / seconds)
  report(failed === 0 && perMinute >= writesPerMinuteGoal, `${perMinute} enrolments and reviews a minute, ${failed} without a response in time or rejected`)
  report(
    hitRate >= hitRateGoal,
    `${(hitRate * 100).toFixed(1)} % of ${visits} visits were served from the page cache, ${after.stale - before.stale} of them with earlier counters`,
  )
}

async function measureEdits(): Promise<void> {
  const courseId = courseIds[0] ?? ''
  const seenMs: number[] = []
  let isOver = false
  const edit = async () => {
    for (let number = 1; number <= edits; number++) {
      const title = `Judul yang ke-${number}`
      const began = performance.now()
      const { status } = await callApi(one, `/courses/${courseId}`, { method: 'PATCH', token: shop.instructorToken, body: { title } })
      if (status !== 200) throw new Error(`An edit returned ${status}`)
      seenMs.push(await msUntil(async () => (await visit(other, `/kelas/details/${courseId}`)).includes(title), 30_000))
      await pause(Math.max(0, began + editEveryMs - performance.now()))
    }
  }
  await Promise.all([visitWhileStudentsWrite(() => isOver), edit().finally(() => (isOver = true))])
  const slowest = Math.max(...seenMs)
  report(
    slowest <= seenGoalMs,
    `${seenMs.length} edits are shown by the other process while students write: p50 ${Math.round(median(seenMs))} ms, slowest ${Math.round(slowest)} ms`,
  )
}

async function measureUnknown(): Promise<void> {
  await visitAll()
  const before = await readFigures()
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
        await visit(number % 2 ? one : other, kinds[number % kinds.length]?.(number) ?? '/')
      }
    }),
  )
  const flooded = await readFigures()
  await visitAll()
  const remade = (await readFigures()).misses - flooded.misses
  report(remade === 0, `after ${unknownUrls} unknown URLs ${pages.length * 2 - remade} of ${pages.length * 2} pages are still cached`)
  report(flooded.entries <= before.entries, `entries before ${before.entries}, after ${flooded.entries}; ${Math.round(flooded.bytes / 1024)} KB`)
}

try {
  await sql`update courses set price_idr = 0, discount_percent = 0`
  // First: counters that students change are collected for a minute, and would evict pages during this.
  await measureUnknown()
  await measureWrites()
  await measureEdits()
} finally {
  await shop.close()
  await sql.end()
  await server.stop()
}
