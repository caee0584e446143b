import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Proxy } from '#testing/postgres/proxy.ts'
import { msUntil, type Shop } from '#testing/processes/shop-processes.ts'
import type { Sql } from '#testing/sql.ts'
import { startLoad } from '#testing/scale/steady-load.ts'
import { loadSearches } from './support/load.ts'
import { report } from './support/measure.ts'
import { call, connect, readCpuSeconds, runPostgres, runProxy, runShop } from './support/resources.ts'

// Only ratios and the limits below are comparable between machines. `page-cache` measures how soon both processes show a change.

const students = 30
/** Processor time that two processes need for a read, against one; each has the periodic work of its own. */
const costGoal = 1.5

export async function run({ seconds }: { seconds: number }): Promise<void> {
  await using server = await runPostgres()
  await using sql = connect(server.url)
  const env = { DATABASE_URL: server.url, SHUTDOWN_DELAY_SECONDS: '1', REQUESTS_AT_ONCE: '1000' }
  await using shop = await runShop({ directUrl: server.url, env, processes: 2, students })
  await using proxy = await runProxy(shop.ports)
  await measureDueWork(shop, sql)
  await measureReads(shop, seconds)
  await measureRestart(shop, proxy)
}

/** Each process writes the mails that it sends into its own folder. */
async function countSentFiles({ dataDirs }: Shop): Promise<number> {
  const files = await Promise.all(dataDirs.map((folder) => readdir(`${folder}/outbox`).catch(() => [])))
  return files.flat().filter((name) => name.endsWith('.eml')).length
}

async function measureDueWork(shop: Shop, sql: Sql): Promise<void> {
  const courseId = shop.students[0]?.courseIds[1] ?? ''
  await Promise.all(
    shop.students.map(({ token }, index) =>
      call(shop.products[index % 2]?.origin ?? '', '/checkout', { method: 'POST', token, body: { courseId } }),
    ),
  )
  for (const { order_id: orderId } of await sql<{ order_id: string }>`select order_id from transactions`)
    await shop.act(orderId, 'pay')
  const countOf = async (where: string) =>
    Number((await sql.unsafe(`select count(*)::int as count from ${where}`))[0]?.['count'])
  const countDue = async () =>
    (await countOf('transactions where paid_at is null')) + (await countOf('mails where sent_at is null'))
  await msUntil(async () => (await countDue()) === 0, 60_000)
  const paid = await countOf('transactions where paid_at is not null')
  const [granted, invoices, mails] = [await countOf('enrollments'), await countOf('invoices'), await countOf('mails')]
  const sent = await countSentFiles(shop)
  const isOnce = paid === students && granted === students && invoices === students && mails === sent
  const counts = `${paid} paid, ${granted} enrolled, ${invoices} invoices`
  report(isOnce, `${students} purchases: ${counts}; ${mails} mails due, ${sent} sent by both processes`)
}

type Reads = { perSecond: number; perCpuSecond: number }

async function readFrom(shop: Shop, processes: number, seconds: number): Promise<Reads> {
  await using proxy = await runProxy(shop.ports.slice(0, processes))
  const products = shop.products.slice(0, processes)
  const cpu = async () => (await Promise.all(products.map(readCpuSeconds))).reduce((sum, each) => sum + each, 0)
  await loadSearches(proxy.origin, { connections: 40, duration: 2 })
  const before = await cpu()
  const { requests, non2xx } = await loadSearches(proxy.origin, { connections: 40, duration: seconds })
  if (non2xx > 0) throw new Error(`${non2xx} reads failed`)
  return { perSecond: requests.average, perCpuSecond: requests.total / ((await cpu()) - before) }
}

async function measureReads(shop: Shop, seconds: number): Promise<void> {
  // Both processes are warm then.
  await readFrom(shop, 2, seconds)
  const rounds: Reads[] = []
  for (const processes of [1, 2, 2, 1]) rounds.push(await readFrom(shop, processes, seconds))
  const mean = (a?: Reads, b?: Reads): Reads => ({
    perSecond: ((a?.perSecond ?? NaN) + (b?.perSecond ?? NaN)) / 2,
    perCpuSecond: ((a?.perCpuSecond ?? NaN) + (b?.perCpuSecond ?? NaN)) / 2,
  })
  const [alone, both] = [mean(rounds[0], rounds[3]), mean(rounds[1], rounds[2])]
  const speeds = `one process ${Math.round(alone.perSecond)} a second, two ${Math.round(both.perSecond)}`
  const costs = `${Math.round(alone.perCpuSecond)} and ${Math.round(both.perCpuSecond)} per second of processor time`
  report(
    alone.perCpuSecond / both.perCpuSecond <= costGoal,
    `searches: ${speeds} (${(both.perSecond / alone.perSecond).toFixed(2)} times); ${costs}`,
  )
}

async function measureRestart(shop: Shop, proxy: Proxy): Promise<void> {
  const pathOf = (number: number) => (number % 3 ? `/api/courses?q=kelas%20${number}` : '/')
  const load = startLoad(proxy.origin, { clients: 16, pathOf })
  for (const index of [0, 1]) {
    await msUntil(async () => proxy.readyCount() === 2, 60_000)
    await pause(1000)
    shop.products[index]?.child.kill('SIGTERM')
    await shop.products[index]?.exited
    await shop.restart(index)
  }
  const { served, failed } = await load.end()
  const example = failed[0] ? `, such as ${failed[0]}` : ''
  report(
    failed.length === 0,
    `rolling restart under load: ${served} requests served, ${failed.length} failed${example}`,
  )
}
