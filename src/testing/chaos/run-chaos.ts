import type { ChildProcess } from 'node:child_process'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { freePort } from '#testing/processes/product-process.ts'
import type { AppProcessOptions } from './app-process.ts'
import { coursesPerStudent, end, seedStudents, startProcess, type Student } from './processes.ts'
import { seededRandom, pick } from './seeded-random.ts'
import { checkInvariants } from './invariants.ts'
import type { PayerAct, SandboxCommand, SandboxProcessOptions, SandboxReport } from './sandbox-process.ts'
import { openSql, type Sql } from '#testing/sql.ts'

// Runs purchases against two processes of the product on one PostgreSQL, with a faulty provider, while processes are killed.

export type ChaosOptions = {
  /** A migrated database to copy. */
  templateUrl: string
  purchases: number
  seed: number
  buyersAtOnce: number
  /** Number of purchases between two kills, independent of the speed of the machine. */
  killEvery: number
  /** How far the clock is moved after the purchases, so that every timeout is reached. */
  laterMs?: readonly number[]
  /** Folders of versions of the product: processes start with them in turn, so that each runs beside and after each other one. By default this one. */
  versions?: readonly (string | undefined)[]
  onProgress?: (what: string) => void
}
export type ChaosFigures = {
  purchases: number
  transactions: number
  paid: number
  refunded: number
  kills: number
  reports: { sent: number; dropped: number; doubled: number; acknowledged: number }
  wrongResponsesOfProvider: number
  checkoutsWithResponse: number
  seconds: number
  invariantsChecked: number
  violated: string[]
}

const keys = { serverKey: 'SIM-server-chaos', clientKey: 'SIM-client-chaos', merchantId: 'SIM-merchant' }
const publicUrl = 'http://cendaki.test'
/** Work leased by a killed process becomes due again after this time. */
const leaseMs = 70_000
// Not earlier: open transactions are checked repeatedly, so some work would always be due.
const afterAllTimeouts = [27 * hourMs, 53 * hourMs]

export async function runChaos(options: ChaosOptions): Promise<ChaosFigures> {
  const { purchases, seed } = options
  const began = Date.now()
  const onProgress = (what: string) => options.onProgress?.(`${Math.round((Date.now() - began) / 1000)} s: ${what}`)
  const databaseUrl = await createPostgresCopy(options.templateUrl)
  const sql = openSql(databaseUrl, { max: 4 })
  const [sandboxPort, ...appPorts] = [await freePort(), await freePort(), await freePort()]
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const [sandbox, apps] = await Promise.all([
    startProcess('sandbox-process.ts', {
      port: sandboxPort ?? 0,
      appPorts,
      publicUrl,
      seed,
      keys,
    } satisfies SandboxProcessOptions),
    startApps(
      appPorts,
      (port, aheadMs) => ({ databaseUrl, port, sandboxUrl, publicUrl, aheadMs, keys }),
      options.versions ?? [undefined],
    ),
  ])
  try {
    onProgress('started')
    const students = await seedStudents(sql, Math.ceil(purchases / coursesPerStudent))
    const buyer = createBuyer({ sql, appPorts, sandboxUrl, random: seededRandom(seed + 1) })
    const wanted = students
      .flatMap(({ token, ...offered }, index) => wantedOf(offered, index).map((body) => ({ token, body })))
      .slice(0, purchases)
    let begun = 0
    await Promise.all(
      Array.from({ length: options.buyersAtOnce }, async () => {
        for (let next = wanted[begun++]; next; next = wanted[begun++]) {
          if (begun % options.killEvery === 0) apps.killNext()
          await buyer.buy(next)
          if (begun % 200 === 0) onProgress(`${begun} purchases, ${apps.kills()} kills`)
        }
      }),
    )
    onProgress(`${wanted.length} purchases, ${apps.kills()} kills`)
    await apps.restarted()
    await buyer.sendCommand({ command: 'quiet' })
    let aheadMs = 0
    for (const later of options.laterMs ?? afterAllTimeouts) {
      await buyer.sendCommand({ command: 'ahead', ms: later - aheadMs })
      aheadMs = later
      await apps.restart(aheadMs)
      await untilIdle(sql, aheadMs)
      onProgress(`quiet ${Math.round(later / minuteMs)} minutes later`)
    }
    await buyer.sendCommand({ command: 'silence' })
    await untilIdle(sql, aheadMs)
    const report = (await buyer.sendCommand({ command: 'report' })) as SandboxReport
    const { checked, violated } = await checkInvariants(sql, report, buyer.respondedIds, new Date(Date.now() + aheadMs))
    const [counts] = await sql<{
      all: number
      paid: number
      refunded: number
    }>`select count(*)::int as all, (count(*) filter (where paid_at is not null))::int as paid,
      (count(*) filter (where refunded_amount_idr > 0))::int as refunded from transactions`
    return {
      purchases,
      transactions: counts?.all ?? 0,
      paid: counts?.paid ?? 0,
      refunded: counts?.refunded ?? 0,
      kills: apps.kills(),
      reports: {
        sent: report.sent,
        dropped: report.dropped,
        doubled: report.doubled,
        acknowledged: report.acknowledged.length,
      },
      wrongResponsesOfProvider: report.wrongResponses,
      checkoutsWithResponse: buyer.respondedIds.length,
      seconds: Math.round((Date.now() - began) / 1000),
      invariantsChecked: checked,
      violated,
    }
  } finally {
    await apps.close()
    await end(sandbox)
    await sql.end()
  }
}

type Wanted = { courseId: string } | { bundleId: string } | { items: { courseId: string }[] }

/** Purchases of a student at once: single courses, and of every second student a cart or a bundle with some of the same courses. */
function wantedOf({ courseIds, bundleId }: Pick<Student, 'courseIds' | 'bundleId'>, index: number): Wanted[] {
  const [first, second, ...others] = courseIds.map((courseId) => ({ courseId }))
  if (!first || !second || index % 2 === 0) return courseIds.map((courseId) => ({ courseId }))
  return [index % 4 === 1 ? { items: [first, second] } : { bundleId }, second, ...others]
}

async function startApps(
  ports: readonly number[],
  optionsOf: (port: number, aheadMs: number) => AppProcessOptions,
  versions: readonly (string | undefined)[],
) {
  const children = new Map<number, ChildProcess>()
  const starts = new Map<number, number>()
  let kills = 0
  let killing: Promise<void> = Promise.resolve()
  const startOne = async (port: number, aheadMs = 0) => {
    const begun = starts.get(port) ?? 0
    starts.set(port, begun + 1)
    const version = versions[(ports.indexOf(port) + begun) % versions.length]
    children.set(port, await startProcess('app-process.ts', optionsOf(port, aheadMs), version))
  }
  const endOne = async (port: number) => {
    const child = children.get(port)
    if (child) await end(child)
  }
  await Promise.all(ports.map((port) => startOne(port)))
  return {
    kills: () => kills,
    /** Kills the next process in turn after the previous one has restarted, so that one process always responds. */
    killNext() {
      killing = killing.then(async () => {
        const port = ports[kills % ports.length] ?? 0
        await endOne(port)
        kills++
        await startOne(port)
      })
      // `restarted` reports the rejection.
      killing.catch(() => {})
    },
    restarted: () => killing,
    restart: (aheadMs: number) =>
      Promise.all(
        ports.map(async (port) => {
          await endOne(port)
          await startOne(port, aheadMs)
        }),
      ),
    close: () => Promise.all(ports.map(endOne)),
  }
}

type BuyerOptions = { sql: Sql; appPorts: readonly number[]; sandboxUrl: string; random: () => number }

/** Scenarios of a purchase and their share. The remaining purchases end after the checkout. */
const scenarios: readonly [share: number, acts: readonly PayerAct[]][] = [
  [0.62, ['pay']],
  [0.1, ['payLater', 'pay']],
  [0.06, ['deny', 'pay']],
  [0.04, ['deny']],
  [0.04, ['payLater']],
  [0.03, ['payLater', 'expire']],
  [0.03, ['pay', 'settle', 'refund']],
  [0.02, ['pay', 'settle', 'partialRefund']],
  [0.02, ['pay', 'settle', 'chargeback']],
]

function createBuyer({ sql, appPorts, sandboxUrl, random }: BuyerOptions) {
  const respondedIds: string[] = []

  async function sendCommand(command: SandboxCommand): Promise<unknown> {
    const response = await fetch(`${sandboxUrl}/chaos`, { method: 'POST', body: JSON.stringify(command) })
    return response.ok ? response.json() : null
  }

  /** Retries after missing responses, server errors and 429. */
  async function postUntilResponse(
    path: string,
    token: string,
    body?: object,
  ): Promise<{ status: number; data: { transactionId?: string | null } | null }> {
    for (let tries = 0; tries < 200; tries++) {
      const url = `http://127.0.0.1:${pick(random, appPorts)}/api${path}`
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const response = await fetch(url, {
        method: 'POST',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null)
      if (response && response.status < 500 && response.status !== 429)
        return {
          status: response.status,
          data: ((await response.json()) as { data?: { transactionId?: string | null } }).data ?? null,
        }
      await response?.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, 50 + 200 * random()))
    }
    throw new Error(`${path} got no successful response`)
  }

  async function checkout(token: string, body: Wanted): Promise<string | null> {
    const { status, data } = await postUntilResponse('/checkout', token, body)
    if (status !== 200 || !data?.transactionId) return null
    respondedIds.push(data.transactionId)
    return data.transactionId
  }

  return {
    respondedIds,
    sendCommand,
    async buy({ token, body }: { token: string; body: Wanted }): Promise<void> {
      const clicks = random() < 0.1 ? 3 : 1
      const ids = await Promise.all(Array.from({ length: clicks }, () => checkout(token, body)))
      const id = ids.find((each) => each !== null)
      if (!id) return
      const acts = chooseScenario(random())
      for (const act of acts) {
        // The order id may have changed: a lost response used up the first one.
        const [row] = await sql`select order_id from transactions where id = ${id}`
        await sendCommand({ command: 'act', orderId: row?.['order_id'] as string, act })
        if (random() < 0.4) await postUntilResponse(`/my-transaction/${id}/refresh`, token)
        // The user presses the button again after paying.
        if (random() < 0.05) await checkout(token, body)
      }
    },
  }
}

function chooseScenario(point: number): readonly PayerAct[] {
  let reached = 0
  for (const [share, acts] of scenarios) {
    reached += share
    if (point < reached) return acts
  }
  return []
}

/** Resolves when no work is due or leased at that time. */
async function untilIdle(sql: Sql, aheadMs: number): Promise<void> {
  const deadline = Date.now() + 300_000
  for (;;) {
    const now = new Date(Date.now() + aheadMs)
    const [left] = await sql<{ checks: number; reports: number; refunds: number }>`select
      (select count(*) from transactions where next_check_at <= ${new Date(now.getTime() + leaseMs)})::int as checks,
      (select count(*) from payment_events where processed_at is null)::int as reports,
      (select count(*) from refund_tasks where state = 'due' and updated_at < ${new Date(now.getTime() - 6 * minuteMs)})::int as refunds`
    if (left && left.checks + left.reports + left.refunds === 0) return
    if (Date.now() > deadline) throw new Error(`work is still due: ${JSON.stringify(left)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
