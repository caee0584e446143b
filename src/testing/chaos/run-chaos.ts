import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort } from '#testing/product-process.ts'
import type { AppProcessOptions } from './app-process.ts'
import { createChance, pick } from './chance.ts'
import { findBroken } from './invariants.ts'
import type { PayerAct, SandboxOrder, SandboxProcessOptions, SandboxReport } from './sandbox-process.ts'

// Purchases against two processes of the product on one PostgreSQL, beside a provider that misbehaves, while processes are killed.

export type ChaosOptions = {
  /** A migrated database to copy. */
  templateUrl: string
  purchases: number
  seed: number
  buyersAtOnce: number
  /** Purchases begun between one kill and the next: counted, not timed, so that a quick machine kills as often. */
  killEvery: number
  /** How far the clock is moved once everything is quiet, so that all that has to end ends. */
  laterMs?: readonly number[]
  onProgress?: (what: string) => void
}
export type ChaosFigures = {
  purchases: number
  transactions: number
  paid: number
  givenBack: number
  kills: number
  reports: { sent: number; dropped: number; doubled: number; acknowledged: number }
  wrongAnswersOfProvider: number
  checkoutsAnswered: number
  seconds: number
  promisesChecked: number
  broken: string[]
}

const keys = { serverKey: 'SIM-server-chaos', clientKey: 'SIM-client-chaos', merchantId: 'SIM-merchant' }
const publicUrl = 'http://cendaki.test'
const coursesPerStudent = 4
const minute = 60_000
/** What a process takes on comes due again this much later, should it die. */
const leaseMs = 70_000
const hour = 60 * minute
// Not sooner: open transactions are looked at again and again, so that something would always be due.
const everythingEnds = [27 * hour, 53 * hour]

export async function runChaos(options: ChaosOptions): Promise<ChaosFigures> {
  const { purchases, seed } = options
  const began = Date.now()
  const onProgress = (what: string) => options.onProgress?.(`${Math.round((Date.now() - began) / 1000)} s: ${what}`)
  const databaseUrl = await copyDatabase(options.templateUrl)
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => {} })
  const [sandboxPort, ...appPorts] = [await freePort(), await freePort(), await freePort()]
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const [sandbox, apps] = await Promise.all([
    startProcess('sandbox-process.ts', { port: sandboxPort ?? 0, appPorts, publicUrl, seed, keys } satisfies SandboxProcessOptions),
    startApps(appPorts, (port, aheadMs) => ({ databaseUrl, port, sandboxUrl, publicUrl, aheadMs, keys })),
  ])
  try {
    onProgress('started')
    const students = await seedPeople(sql, Math.ceil(purchases / coursesPerStudent))
    const shop = createShop({ sql, appPorts, sandboxUrl, chance: createChance(seed + 1) })
    const wanted = students.flatMap(({ token, courseIds }) => courseIds.map((courseId) => ({ token, courseId }))).slice(0, purchases)
    let begun = 0
    await Promise.all(
      Array.from({ length: options.buyersAtOnce }, async () => {
        for (let next = wanted[begun++]; next; next = wanted[begun++]) {
          if (begun % options.killEvery === 0) apps.killNext()
          await shop.buy(next)
          if (begun % 200 === 0) onProgress(`${begun} purchases, ${apps.kills()} kills`)
        }
      }),
    )
    onProgress(`${wanted.length} purchases, ${apps.kills()} kills`)
    await apps.backAgain()
    await shop.order({ command: 'quiet' })
    let aheadMs = 0
    for (const later of options.laterMs ?? everythingEnds) {
      await shop.order({ command: 'ahead', ms: later - aheadMs })
      aheadMs = later
      await apps.restart(aheadMs)
      await untilQuiet(sql, aheadMs)
      onProgress(`quiet ${Math.round(later / minute)} minutes later`)
    }
    const report = (await shop.order({ command: 'report' })) as SandboxReport
    const { checked, broken } = await findBroken(sql, report, shop.answeredIds, new Date(Date.now() + aheadMs))
    const [counts] = await sql`select count(*)::int as all, (count(*) filter (where paid_at is not null))::int as paid,
      (count(*) filter (where refunded_amount_idr > 0))::int as given_back from transactions`
    return {
      purchases,
      transactions: counts?.['all'],
      paid: counts?.['paid'],
      givenBack: counts?.['given_back'],
      kills: apps.kills(),
      reports: { sent: report.sent, dropped: report.dropped, doubled: report.doubled, acknowledged: report.acknowledged.length },
      wrongAnswersOfProvider: report.wrongAnswers,
      checkoutsAnswered: shop.answeredIds.length,
      seconds: Math.round((Date.now() - began) / 1000),
      promisesChecked: checked,
      broken,
    }
  } finally {
    await apps.close()
    await end(sandbox)
    await sql.end()
  }
}

async function copyDatabase(templateUrl: string): Promise<string> {
  const name = `chaos_${randomBytes(6).toString('hex')}`
  const url = new URL(templateUrl)
  const template = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = postgres(url.href, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name} template ${template}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}

async function startProcess(file: string, options: object): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { PATH: process.env['PATH'] ?? '', CHAOS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function startApps(ports: readonly number[], optionsOf: (port: number, aheadMs: number) => AppProcessOptions) {
  const children = new Map<number, ChildProcess>()
  let kills = 0
  let killing: Promise<void> = Promise.resolve()
  const startOne = async (port: number, aheadMs = 0) => void children.set(port, await startProcess('app-process.ts', optionsOf(port, aheadMs)))
  const endOne = async (port: number) => {
    const child = children.get(port)
    if (child) await end(child)
  }
  await Promise.all(ports.map((port) => startOne(port)))
  return {
    kills: () => kills,
    /** The next in turn, as soon as the one before is back: some process always answers. */
    killNext() {
      killing = killing.then(async () => {
        const port = ports[kills % ports.length] ?? 0
        await endOne(port)
        kills++
        await startOne(port)
      })
      // Whoever waits for `backAgain` hears of it.
      killing.catch(() => {})
    },
    backAgain: () => killing,
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

type Student = { token: string; courseIds: string[] }

/** Written straight into the tables: hashing hundreds of passwords is not what is looked at. */
async function seedPeople(sql: postgres.Sql, count: number): Promise<Student[]> {
  const [teacher] = await sql`insert into users (id, name, email, role) values (gen_random_uuid(), 'Pengajar', 'pengajar@contoh.id', 'instructor') returning id`
  const [category] = await sql`insert into categories (id, name, slug, group_name) values (gen_random_uuid(), 'Chaos', 'chaos', 'programming') returning id`
  const courses = await sql`insert into courses (id, status, title, category_id, price_idr, discount_percent, instructor_id, published_at)
    select gen_random_uuid(), 'published', 'Kelas ' || n, ${category?.['id']}, 50000 + n * 10000, n * 5, ${teacher?.['id']}, now() from generate_series(1, ${coursesPerStudent}) as n returning id`
  const courseIds = courses.map((row) => row['id'] as string)
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'))
  const people = await sql`insert into users (id, name, email, role)
    select gen_random_uuid(), 'Siswa ' || n, 'siswa' || n || '@contoh.id', 'student' from generate_series(1, ${count}) as n returning id`
  const sessions = people.map((person, index) => ({
    user_id: person['id'] as string,
    hash: createHash('sha256')
      .update(tokens[index] ?? '')
      .digest('hex'),
  }))
  await sql`insert into sessions (id, token_hash, user_id, created_at, last_used_at, expires_at)
    select gen_random_uuid(), decode(s.hash, 'hex'), s.user_id, now(), now(), now() + interval '30 days' from jsonb_to_recordset(${sql.json(sessions)}) as s (user_id uuid, hash text)`
  return tokens.map((token) => ({ token, courseIds }))
}

type ShopOptions = { sql: postgres.Sql; appPorts: readonly number[]; sandboxUrl: string; chance: () => number }

/** How a purchase goes on, and how often; the rest of the purchases is left alone after the checkout. */
const lives: readonly [share: number, acts: readonly PayerAct[]][] = [
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

function createShop({ sql, appPorts, sandboxUrl, chance }: ShopOptions) {
  const answeredIds: string[] = []

  async function order(command: SandboxOrder): Promise<unknown> {
    const response = await fetch(`${sandboxUrl}/chaos`, { method: 'POST', body: JSON.stringify(command) })
    return response.ok ? response.json() : null
  }

  /** As a patient person does: when no answer comes, or a bad one, they try again. */
  async function ask(path: string, token: string, body?: object): Promise<{ status: number; data: { transactionId?: string | null } | null }> {
    for (let tries = 0; tries < 200; tries++) {
      const address = `http://127.0.0.1:${pick(chance, appPorts)}/api${path}`
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const response = await fetch(address, {
        method: 'POST',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null)
      if (response && response.status < 500 && response.status !== 429)
        return { status: response.status, data: ((await response.json()) as { data?: { transactionId?: string | null } }).data ?? null }
      await response?.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, 50 + 200 * chance()))
    }
    throw new Error(`${path} was never answered`)
  }

  async function checkout(token: string, courseId: string): Promise<string | null> {
    const { status, data } = await ask('/checkout', token, { courseId })
    if (status !== 200 || !data?.transactionId) return null
    answeredIds.push(data.transactionId)
    return data.transactionId
  }

  return {
    answeredIds,
    order,
    async buy({ token, courseId }: { token: string; courseId: string }): Promise<void> {
      const clicks = chance() < 0.1 ? 3 : 1
      const ids = await Promise.all(Array.from({ length: clicks }, () => checkout(token, courseId)))
      const id = ids.find((each) => each !== null)
      if (!id) return
      const acts = chooseLife(chance())
      for (const act of acts) {
        // The order may have got another id meanwhile: its first one was used up by a lost answer.
        const [row] = await sql`select order_id from transactions where id = ${id}`
        await order({ command: 'act', orderId: row?.['order_id'] as string, act })
        if (chance() < 0.4) await ask(`/my-transaction/${id}/refresh`, token)
        // Somebody who has already paid presses the button once more.
        if (chance() < 0.05) await checkout(token, courseId)
      }
    },
  }
}

function chooseLife(point: number): readonly PayerAct[] {
  let reached = 0
  for (const [share, acts] of lives) {
    reached += share
    if (point < reached) return acts
  }
  return []
}

/** Until nothing is due any more at that moment, and nobody is working on what was. */
async function untilQuiet(sql: postgres.Sql, aheadMs: number): Promise<void> {
  const deadline = Date.now() + 300_000
  for (;;) {
    const now = new Date(Date.now() + aheadMs)
    const [left] = await sql`select
      (select count(*) from transactions where next_check_at <= ${new Date(now.getTime() + leaseMs)})::int as checks,
      (select count(*) from payment_events where processed_at is null and received_at < ${new Date(now.getTime() - 35_000)})::int as reports,
      (select count(*) from refund_tasks where state = 'due' and updated_at < ${new Date(now.getTime() - 6 * minute)})::int as refunds`
    if (left?.['checks'] + left?.['reports'] + left?.['refunds'] === 0) return
    if (Date.now() > deadline) throw new Error(`never quiet: ${JSON.stringify(left)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
