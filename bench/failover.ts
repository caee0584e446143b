import { setTimeout as pause } from 'node:timers/promises'
import { checkInvariants } from '#testing/chaos/invariants.ts'
import type { SandboxReport } from '#testing/chaos/sandbox-process.ts'
import { hasHaproxy, startHaproxy, whyNoHaproxy, type Haproxy } from '#testing/postgres/haproxy.ts'
import {
  findPostgresPrograms,
  startPostgresPair,
  whyNoPair,
  type PairServer,
  type PostgresPair,
} from '#testing/postgres/postgres-pair.ts'
import { msUntil, type Shop } from '#testing/processes/shop-processes.ts'
import { startBuyers, startVisits, type Buyers, type Visits } from './support/buyers.ts'
import { quantile, report } from './support/measure.ts'
import { connect, runShop } from './support/resources.ts'

// Two processes of the product sell while their PostgreSQL behind HAProxy fails: the primary is killed, or frozen every third time, and its
// synchronous standby promoted; a process is frozen in the middle of settling; HAProxy swallows everything for a while. Needs Debian's
// `postgresql` and `haproxy`.

const outageGoalMs = 10_000
const frozenGoalMs = 10_000
const readyGoalMs = 2_000
/** The page cache waits four seconds for a database that does not respond, before it counts as unavailable. */
const pageGoalMs = 6_000
const freezes = 3

const goal = (text: string, measured: string, isMet: boolean) => report(isMet, `${text}: ${measured}`)
const progress = (what: string) => void process.stderr.write(`${what}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

type Options = {
  rounds: number
  /** Seconds until the watcher of the primary promotes the standby. */
  detect: number
  /** Seconds that the database is cut off. */
  cut: number
  tls: string
}

export async function run({ rounds, detect, cut, tls }: Options): Promise<void> {
  const programs = findPostgresPrograms()
  if (!programs || !hasHaproxy) throw new Error(`failover ${programs ? whyNoHaproxy : whyNoPair}`)
  await using ended = new AsyncDisposableStack()
  const pair = await startPostgresPair(programs)
  ended.defer(() => pair.close())
  const cluster = watchPair(pair)
  await cluster.waitForStandby()
  const upstreams = [pair.one, pair.other].map((server) => ({
    port: server.port,
    isPrimary: async () => (await server.query('select pg_is_in_recovery() as standby'))[0]?.['standby'] === false,
  }))
  const proxy = await startHaproxy(upstreams)
  ended.defer(() => proxy.close())
  const parameters = tls === 'off' ? '' : `?sslmode=verify-full&sslrootcert=${pair.caPath}`
  const env = { DATABASE_URL: `postgres://cendaki@127.0.0.1:${proxy.port}/cendaki${parameters}`, LOG_LEVEL: 'error' }
  await using shop = await runShop({ directUrl: cluster.primary().url, env, processes: 2, students: 1_000 })
  const [onTls] = await cluster
    .primary()
    .query(
      `select count(*)::int as count from pg_stat_ssl join pg_stat_activity using (pid) where ssl and application_name = 'cendaki'`,
    )
  progress(`connections of the product with TLS: ${onTls?.['count']}`)

  const buyers = startBuyers(shop, { buyers: 4, orderIdOf: cluster.orderIdOf })
  const origins = shop.products.map(({ origin }) => origin)
  const pages = startVisits(origins, '/')
  await pause(3_000)
  await measureFailovers(cluster, buyers, { rounds, detectMs: detect * 1000 })
  await measureFreezes(shop, buyers)
  // Visits to a frozen process wait until it continues.
  const pagesBeforeCut = pages.outcomes.length
  await measureCut(proxy, buyers, { origins, cutMs: cut * 1000 })
  await buyers.end()
  await pages.end()
  reportPages(pages, pagesBeforeCut)
  await reportPurchases(shop, buyers, cluster.primary())
  const stopped = shop.products.filter(({ child }) => child.exitCode !== null || child.signalCode !== null)
  goal('no process of the product ends', `${stopped.length} of ${shop.products.length} ended`, stopped.length === 0)
  const { unexpected } = buyers.figures()
  goal(
    'no unexpected responses',
    `other than 200, 429 and 503: ${unexpected.join('; ') || 'none'}`,
    unexpected.length === 0,
  )
  if (unexpected.length > 0) for (const { output } of shop.products) progress(output())
}

type Cluster = ReturnType<typeof watchPair>

/** Does the work of a cluster manager such as Patroni. */
function watchPair({ one, other }: PostgresPair) {
  let [primary, standby] = [one, other]

  /** Commits of the primary wait for the standby, as soon as it streams. */
  async function waitForStandby(): Promise<void> {
    await primary.query(`alter system set synchronous_standby_names = '*'`)
    await primary.query('select pg_reload_conf()')
    await msUntil(
      async () => (await primary.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length > 0,
      30_000,
    )
  }

  return {
    primary: () => primary,
    waitForStandby,
    /** Promotes the standby after the failure was detected. Returns the time of the failure. */
    async failOver(failure: 'killed' | 'frozen', detectMs: number): Promise<number> {
      const failed = performance.now()
      if (failure === 'killed') await primary.crash()
      else primary.freeze()
      await pause(detectMs)
      await standby.promote()
      await standby.query(`alter system set synchronous_standby_names = ''`)
      await standby.query('select pg_reload_conf()')
      ;[primary, standby] = [standby, primary]
      return failed
    },
    async rebuildStandby(): Promise<void> {
      await standby.rebuildFrom(primary)
      await waitForStandby()
    },
    async orderIdOf(transactionId: string): Promise<string> {
      for (;;) {
        const found = await primary
          .query(`select order_id from transactions where id = '${transactionId}'`)
          .catch(() => [])
        if (found[0]) return found[0]['order_id'] as string
        await pause(100)
      }
    },
  }
}

async function measureFailovers(
  cluster: Cluster,
  buyers: Buyers,
  { rounds, detectMs }: { rounds: number; detectMs: number },
): Promise<void> {
  const outages: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await pause(2_000 * (0.5 + Math.random()))
    const failure = round % 3 === 0 ? 'frozen' : 'killed'
    const failed = await cluster.failOver(failure, detectMs)
    await msUntil(async () => buyers.outageSince(failed) < Infinity, 60_000)
    outages.push(buyers.outageSince(failed))
    progress(
      `round ${round}, primary ${failure}: writes failed for ${seconds(outages.at(-1) ?? NaN)}, of which ${seconds(detectMs)} until the promotion`,
    )
    await cluster.rebuildStandby()
  }
  const slowest = Math.max(...outages)
  goal(
    `writes return within ${seconds(outageGoalMs)}`,
    `p50 ${seconds(quantile(outages, 0.5))}, p95 ${seconds(quantile(outages, 0.95))}, slowest ${seconds(slowest)}`,
    slowest <= outageGoalMs,
  )
}

async function measureFreezes({ products }: Shop, buyers: Buyers): Promise<void> {
  const origins = products.map(({ origin }) => origin)
  const gaps: number[] = []
  for (let freeze = 1; freeze <= freezes; freeze++) {
    const [frozen, other] = freeze % 2 ? [0, 1] : [1, 0]
    await pause(2_000)
    products[frozen]?.child.kill('SIGSTOP')
    buyers.useOnly([origins[other] ?? ''])
    const began = performance.now()
    await pause(15_000)
    gaps.push(buyers.longestGapSince(began))
    products[frozen]?.child.kill('SIGCONT')
    buyers.useOnly(origins)
    progress(`freeze ${freeze}: the other process had no sale for ${seconds(gaps.at(-1) ?? NaN)}`)
  }
  goal(
    `with one process frozen the other goes on within ${seconds(frozenGoalMs)}`,
    `longest time without a sale ${seconds(Math.max(...gaps))}`,
    Math.max(...gaps) <= frozenGoalMs,
  )
}

async function measureCut(
  proxy: Haproxy,
  buyers: Buyers,
  { origins, cutMs }: { origins: readonly string[]; cutMs: number },
): Promise<void> {
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
  goal(
    `readiness returns 503 within ${seconds(readyGoalMs)} of a cut`,
    `after ${seconds(unreadyAfterMs)}, slowest response ${seconds(slowestReady)}`,
    unreadyAfterMs <= readyGoalMs,
  )
  const { slowestMs } = buyers.figures()
  goal('nothing hangs during a cut', `slowest response to a write ${seconds(slowestMs)}`, slowestMs <= 15_000)
  goal(
    `everything resumes within ${seconds(outageGoalMs)} of the end of a cut`,
    `first sale after ${seconds(resumedMs)}`,
    resumedMs <= outageGoalMs,
  )
}

function reportPages({ outcomes }: Visits, beforeCut: number): void {
  const cutPages = outcomes.slice(beforeCut)
  const failed = [
    ...outcomes.slice(0, beforeCut).filter(({ status, ms }) => status !== 200 && ms < 10_000),
    ...cutPages.filter(({ status }) => status !== 200),
  ]
  const pageMs = cutPages.map(({ ms }) => ms)
  goal(
    'cached pages are never interrupted',
    `${outcomes.length} visits, ${failed.length} without the page; during the cut p99 ${Math.round(quantile(pageMs, 0.99))} ms`,
    failed.length === 0 && quantile(pageMs, 0.99) <= pageGoalMs,
  )
}

async function reportPurchases(shop: Shop, buyers: Buyers, primary: PairServer): Promise<void> {
  progress('waiting until nothing is due')
  await msUntil(
    async () => (await primary.query('select 1 from payment_events where processed_at is null limit 1')).length === 0,
    120_000,
  )
  await using sql = connect(primary.url)
  const provider = (await shop.report()) as SandboxReport
  const { checked, violated } = await checkInvariants(sql, provider, buyers.opened, new Date())
  const [lost] =
    await sql`select count(*)::int as count from unnest(${buyers.paid}::uuid[]) as acknowledged (id) left join transactions t using (id)
    where t.paid_at is null or not exists (select 1 from enrollments e where e.source_ref = 'transaction:' || t.id)`
  const [double] = await sql`select count(*)::int as count from
    (select student_id, item_id from transactions where paid_at is not null group by 1, 2 having count(*) > 1) as bought`
  goal(
    'no acknowledged purchase is lost',
    `${buyers.paid.length} acknowledged, ${lost?.['count']} lost`,
    lost?.['count'] === 0 && buyers.paid.length > 0,
  )
  goal('nothing is granted twice', `${double?.['count']} bought twice`, double?.['count'] === 0)
  goal(
    'every invariant about money holds',
    `${checked} checked, ${provider.acknowledged.length} notifications acknowledged; violated: ${violated.join('; ') || 'none'}`,
    violated.length === 0,
  )
}
