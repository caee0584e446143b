import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { startProxy } from '../src/testing/postgres/proxy.ts'
import { callApi, msUntil, startShop, type Shop } from '../src/testing/processes/shop-processes.ts'
import { startLoad } from '../src/testing/steady-load.ts'
import { quantile } from './quantile.ts'
import { report } from './report.ts'
import { startPostgres } from '../src/testing/postgres/start-postgres.ts'
import { openSql } from '../src/testing/sql.ts'

// Two processes of the product behind a proxy, on one PostgreSQL: how soon both show a change, whether due work is done once, what two serve against one, and
// whether a rolling restart under load fails a request. Only ratios and the limits below are comparable between machines.
//   npm run bench:processes -- 8        seconds of each load

const seconds = Number(process.argv[2] ?? 8)
const edits = 20
const seenGoalMs = 1000
const students = 30
/** Processor time that two processes need for a read, against one; each has the periodic work of its own. */
const costGoal = 1.5

const server = await startPostgres()
const { url: databaseUrl } = server
const sql = openSql(databaseUrl)
const env = { DATABASE_URL: databaseUrl, SHUTDOWN_DELAY_SECONDS: '1', REQUESTS_AT_ONCE: '1000' }
const shop = await startShop({ directUrl: databaseUrl, env, processes: 2, students })
const proxy = await startProxy(shop.ports)
const [one, other] = shop.products.map(({ origin }) => origin) as [string, string]

async function measureChanges(): Promise<void> {
  const courseId = shop.students[0]?.courseIds[0] ?? ''
  const seenMs: number[] = []
  for (let edit = 1; edit <= edits; edit++) {
    const title = `Judul yang ke-${edit}`
    const shows = async (origin: string) => (await (await fetch(`${origin}/kelas/details/${courseId}`)).text()).includes(title)
    await Promise.all([shows(one), shows(other)])
    const edited = await callApi(one, `/courses/${courseId}`, { method: 'PATCH', token: shop.instructorToken, body: { title } })
    if (edited.status !== 200) throw new Error(`An edit returned ${edited.status}`)
    seenMs.push(await msUntil(async () => (await shows(one)) && (await shows(other)), 10_000))
  }
  const slowest = Math.max(...seenMs)
  report(slowest <= seenGoalMs, `${edits} edits are shown by both processes: p50 ${Math.round(quantile(seenMs, 0.5))} ms, slowest ${Math.round(slowest)} ms`)
}

/** Each process writes the mails that it sends into its own folder. */
async function countSentFiles({ dataDirs }: Shop): Promise<number> {
  const files = await Promise.all(dataDirs.map((folder) => readdir(`${folder}/outbox`).catch(() => [])))
  return files.flat().filter((name) => name.endsWith('.eml')).length
}

async function measureDueWork(): Promise<void> {
  const courseId = shop.students[0]?.courseIds[1] ?? ''
  await Promise.all(
    shop.students.map(async ({ token }, index) => {
      const opened = await callApi(index % 2 ? one : other, '/checkout', { method: 'POST', token, body: { courseId } })
      const { transactionId } = (opened.body?.data ?? {}) as { transactionId?: string }
      if (!transactionId) throw new Error(`A checkout returned ${opened.status}`)
      const [row] = await sql`select order_id from transactions where id = ${transactionId}`
      await shop.act(row?.['order_id'] as string, 'pay')
    }),
  )
  const countOf = async (where: string) => Number((await sql.unsafe(`select count(*)::int as count from ${where}`))[0]?.['count'])
  await msUntil(async () => (await countOf('transactions where paid_at is null')) + (await countOf('mails where sent_at is null')) === 0, 60_000)
  const [paid, granted, invoices, mails] = await Promise.all(['transactions where paid_at is not null', 'enrollments', 'invoices', 'mails'].map(countOf))
  const sent = await countSentFiles(shop)
  const isOnce = paid === students && granted === students && invoices === students && mails === sent
  report(isOnce, `${students} purchases: ${paid} paid, ${granted} enrolled, ${invoices} invoices; ${mails} mails due, ${sent} sent by both processes`)
}

/** Seconds of processor time that this process has taken. */
async function cpuSecondsOf(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100
}

type Reads = { perSecond: number; perCpuSecond: number }
let searched = 0
async function measureReads(processes: number): Promise<Reads> {
  const loaded = await startProxy(shop.ports.slice(0, processes))
  const pids = shop.products.slice(0, processes).map(({ child }) => child.pid)
  const cpu = async () => (await Promise.all(pids.map(cpuSecondsOf))).reduce((sum, each) => sum + each, 0)
  const flood = (duration: number) =>
    // Never cached, because no two are equal.
    autocannon({
      url: loaded.origin,
      connections: 40,
      duration,
      requests: [{ setupRequest: (request) => ({ ...request, path: `/api/courses?q=kelas%20${searched++}` }) }],
    })
  await flood(2)
  const before = await cpu()
  const { requests, non2xx } = await flood(seconds)
  const used = (await cpu()) - before
  await loaded.close()
  if (non2xx > 0) throw new Error(`${non2xx} reads failed`)
  return { perSecond: requests.average, perCpuSecond: requests.total / used }
}

async function measureRestart(): Promise<void> {
  const load = startLoad(proxy.origin, { clients: 16, pathOf: (number) => (number % 3 ? `/api/courses?q=kelas%20${number}` : '/') })
  for (const index of [0, 1]) {
    await msUntil(async () => proxy.readyCount() === 2, 60_000)
    await pause(1000)
    shop.products[index]?.child.kill('SIGTERM')
    await shop.products[index]?.exited
    await shop.restart(index)
  }
  const { served, failed } = await load.end()
  report(failed.length === 0, `rolling restart under load: ${served} requests served, ${failed.length} failed${failed[0] ? `, such as ${failed[0]}` : ''}`)
}

try {
  await measureChanges()
  await measureDueWork()
  // Both processes are warm then.
  await measureReads(2)
  const rounds = [await measureReads(1), await measureReads(2), await measureReads(2), await measureReads(1)] as const
  const mean = (a: Reads, b: Reads): Reads => ({ perSecond: (a.perSecond + b.perSecond) / 2, perCpuSecond: (a.perCpuSecond + b.perCpuSecond) / 2 })
  const [alone, both] = [mean(rounds[0], rounds[3]), mean(rounds[1], rounds[2])]
  const times = both.perSecond / alone.perSecond
  report(
    alone.perCpuSecond / both.perCpuSecond <= costGoal,
    `searches of one process ${Math.round(alone.perSecond)} a second, of two ${Math.round(both.perSecond)} (${times.toFixed(2)} times); per second of processor time of the product ${Math.round(alone.perCpuSecond)} and ${Math.round(both.perCpuSecond)}`,
  )
  await measureRestart()
} finally {
  await proxy.close()
  await shop.close()
  await sql.end()
  await server.stop()
}
