import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { checkInvariants } from '../../src/testing/chaos/invariants.ts'
import type { SandboxReport } from '../../src/testing/chaos/sandbox-process.ts'
import { hasHaproxy, startHaproxy, whyNoHaproxy } from '../../src/testing/postgres/haproxy.ts'
import { findPostgresPrograms, startPostgresPair, whyNoPair, type PairServer } from '../../src/testing/postgres/postgres-pair.ts'
import { msUntil, startShop } from '../../src/testing/processes/shop-processes.ts'
import { quantile } from '../quantile.ts'
import { report as reportLine } from '../report.ts'
import { startBuyers, startVisits } from './buyers.ts'
import { openSql } from '../../src/testing/sql.ts'

// Two processes of the product sell while their PostgreSQL behind HAProxy fails: the primary is killed, or frozen every third time, and its synchronous standby
// promoted; a process is frozen in the middle of settling; HAProxy swallows everything for half a minute. Exits with 1 when a goal is missed.
//   npm run bench:failover -- --rounds 10 --detect 2 --cut 30 --tls off

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    detect: { type: 'string', default: '2' },
    cut: { type: 'string', default: '30' },
    tls: { type: 'string', default: 'on' },
  },
})
const rounds = Number(values.rounds)
/** Seconds until the watcher of the primary promotes the standby. */
const detectMs = Number(values.detect) * 1000
const cutMs = Number(values.cut) * 1000
const outageGoalMs = 10_000
const frozenGoalMs = 10_000
const readyGoalMs = 2_000
/** The page cache waits four seconds for a database that does not respond, before it counts as unavailable. */
const pageGoalMs = 6_000
const freezes = 3

const programs = findPostgresPrograms()
if (!programs || !hasHaproxy) {
  process.stdout.write(`bench:failover ${programs ? whyNoHaproxy : whyNoPair}\n`)
  process.exit(1)
}

const report = (goal: string, measured: string, isMet: boolean) => reportLine(isMet, `${goal}: ${measured}`)
const progress = (what: string) => void process.stderr.write(`${what}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const pair = await startPostgresPair(programs)
let [primary, standby]: [PairServer, PairServer] = [pair.one, pair.other]

/** Commits of the primary wait for the standby, as soon as it streams. */
async function waitForStandby(): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  await msUntil(async () => (await primary.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length > 0, 30_000)
}

/** What a cluster manager such as Patroni does after it detected the failure. Returns the time of the failure. */
async function failOver(failure: 'killed' | 'frozen'): Promise<number> {
  const failed = performance.now()
  if (failure === 'killed') await primary.crash()
  else primary.freeze()
  await pause(detectMs)
  await standby.promote()
  await standby.query(`alter system set synchronous_standby_names = ''`)
  await standby.query('select pg_reload_conf()')
  ;[primary, standby] = [standby, primary]
  return failed
}

await waitForStandby()
const upstreams = [pair.one, pair.other].map((server) => ({
  port: server.port,
  isPrimary: async () => (await server.query('select pg_is_in_recovery() as standby'))[0]?.['standby'] === false,
}))
const proxy = await startHaproxy(upstreams)
const tls = values.tls === 'off' ? '' : `?sslmode=verify-full&sslrootcert=${pair.caPath}`
const databaseUrl = `postgres://cendaki@127.0.0.1:${proxy.port}/cendaki${tls}`
const shop = await startShop({ directUrl: primary.url, env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' }, processes: 2, students: 1_000 })
const origins = shop.products.map(({ origin }) => origin)
const [onTls] = await primary.query(
  `select count(*)::int as count from pg_stat_ssl join pg_stat_activity using (pid) where ssl and application_name = 'cendaki'`,
)
progress(`connections of the product with TLS: ${onTls?.['count']}`)

async function orderIdOf(transactionId: string): Promise<string> {
  for (;;) {
    const found = await primary.query(`select order_id from transactions where id = '${transactionId}'`).catch(() => [])
    if (found[0]) return found[0]['order_id'] as string
    await pause(100)
  }
}

try {
  const buyers = startBuyers(shop, { buyers: 4, orderIdOf })
  const pages = startVisits(origins, '/')
  await pause(3_000)

  const outages: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await pause(2_000 * (0.5 + Math.random()))
    const failure = round % 3 === 0 ? 'frozen' : 'killed'
    const failed = await failOver(failure)
    await msUntil(async () => buyers.outageSince(failed) < Infinity, 60_000)
    outages.push(buyers.outageSince(failed))
    progress(`round ${round}, primary ${failure}: writes failed for ${seconds(outages.at(-1) ?? NaN)}, of which ${seconds(detectMs)} until the promotion`)
    await standby.rebuildFrom(primary)
    await waitForStandby()
  }
  const slowestOutage = Math.max(...outages)
  report(
    `writes return within ${seconds(outageGoalMs)}`,
    `p50 ${seconds(quantile(outages, 0.5))}, p95 ${seconds(quantile(outages, 0.95))}, slowest ${seconds(slowestOutage)}`,
    slowestOutage <= outageGoalMs,
  )

  const gaps: number[] = []
  for (let freeze = 1; freeze <= freezes; freeze++) {
    const [frozen, other] = freeze % 2 ? [0, 1] : [1, 0]
    await pause(2_000)
    shop.products[frozen]?.child.kill('SIGSTOP')
    buyers.useOnly([origins[other] ?? ''])
    const began = performance.now()
    await pause(15_000)
    gaps.push(buyers.longestGapSince(began))
    shop.products[frozen]?.child.kill('SIGCONT')
    buyers.useOnly(origins)
    progress(`freeze ${freeze}: the other process had no sale for ${seconds(gaps.at(-1) ?? NaN)}`)
  }
  report(
    `with one process frozen the other goes on within ${seconds(frozenGoalMs)}`,
    `longest time without a sale ${seconds(Math.max(...gaps))}`,
    Math.max(...gaps) <= frozenGoalMs,
  )
  // Visits to a frozen process wait until it continues.
  const pagesBeforeCut = pages.outcomes.length

  const readiness = startVisits(origins, '/api/ready')
  await pause(2_000)
  const cut = performance.now()
  proxy.freeze()
  await pause(cutMs)
  proxy.thaw()
  const back = performance.now()
  await msUntil(async () => buyers.outageSince(back) < Infinity, 60_000)
  const resumedMs = buyers.outageSince(back)
  await pause(5_000)
  await readiness.end()
  const during = readiness.outcomes.filter(({ at }) => at > cut && at < back)
  const firstUnready = during.find(({ status }) => status === 503)
  const unreadyAfterMs = firstUnready ? firstUnready.at + firstUnready.ms - cut : Infinity
  const slowestReady = Math.max(...during.map(({ ms }) => ms))
  report(
    `readiness returns 503 within ${seconds(readyGoalMs)} of a cut`,
    `after ${seconds(unreadyAfterMs)}, slowest response ${seconds(slowestReady)}`,
    unreadyAfterMs <= readyGoalMs,
  )
  report('nothing hangs during a cut', `slowest response to a write ${seconds(buyers.figures().slowestMs)}`, buyers.figures().slowestMs <= 15_000)
  report(`everything resumes within ${seconds(outageGoalMs)} of the end of a cut`, `first sale after ${seconds(resumedMs)}`, resumedMs <= outageGoalMs)

  await buyers.end()
  await pages.end()
  const failedPages = pages.outcomes.slice(0, pagesBeforeCut).filter(({ status, ms }) => status !== 200 && ms < 10_000)
  const cutPages = pages.outcomes.slice(pagesBeforeCut)
  const failed = [...failedPages, ...cutPages.filter(({ status }) => status !== 200)]
  const pageMs = cutPages.map(({ ms }) => ms)
  report(
    'cached pages are never interrupted',
    `${pages.outcomes.length} visits, ${failed.length} without the page; during the cut p99 ${Math.round(quantile(pageMs, 0.99))} ms`,
    failed.length === 0 && quantile(pageMs, 0.99) <= pageGoalMs,
  )

  progress('waiting until nothing is due')
  await msUntil(async () => (await primary.query('select 1 from payment_events where processed_at is null limit 1')).length === 0, 120_000)
  const sql = openSql(primary.url, { max: 2 })
  const provider = (await shop.report()) as SandboxReport
  const { checked, violated } = await checkInvariants(sql, provider, buyers.opened, new Date())
  const [lost] = await sql`select count(*)::int as count from unnest(${buyers.paid}::uuid[]) as acknowledged (id) left join transactions t using (id)
    where t.paid_at is null or not exists (select 1 from enrollments e where e.source_ref = 'transaction:' || t.id)`
  const [double] =
    await sql`select count(*)::int as count from (select student_id, item_id from transactions where paid_at is not null group by 1, 2 having count(*) > 1) as bought`
  await sql.end()
  report('no acknowledged purchase is lost', `${buyers.paid.length} acknowledged, ${lost?.['count']} lost`, lost?.['count'] === 0 && buyers.paid.length > 0)
  report('nothing is granted twice', `${double?.['count']} bought twice`, double?.['count'] === 0)
  report(
    'every invariant about money holds',
    `${checked} checked, ${provider.acknowledged.length} notifications acknowledged; violated: ${violated.join('; ') || 'none'}`,
    violated.length === 0,
  )
  const ended = shop.products.filter(({ child }) => child.exitCode !== null || child.signalCode !== null)
  report('no process of the product ends', `${ended.length} of ${shop.products.length} ended`, ended.length === 0)
  report(
    'no unexpected responses',
    `other than 200, 429 and 503: ${buyers.figures().unexpected.join('; ') || 'none'}`,
    buyers.figures().unexpected.length === 0,
  )
  if (buyers.figures().unexpected.length > 0) for (const { output } of shop.products) progress(output())
} finally {
  await shop.close()
  await proxy.close()
  await pair.close()
}
