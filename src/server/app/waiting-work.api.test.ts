import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { refundTasks, transactions } from '#server/commerce/tables.ts'
import { migrate, type Database } from '#server/platform/database/index.ts'
import { mails } from '#server/platform/mail/tables.ts'
import { newId } from '#server/platform/new-id.ts'
import { createMediaStore } from '#server/platform/media/index.ts'
import { startPushService, type PushService } from '#testing/push-service.ts'
import { startReceiver } from '#testing/webhook-receiver.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Every kind of job, with rows as the version before the one machine for due work left them: waiting, to be tried again, and taken by a
// process that was killed.

type Installation = {
  now: string
  openOrder: string
  files: Record<string, string>
  tables: Record<string, Record<string, unknown>[]>
}
const lastMigration = '0624-end-access-of-former-staff.sql'
let before: Installation
let site: TestSite
let receiver: Awaited<ReturnType<typeof startReceiver>>
let service: PushService
let browser: ReturnType<PushService['subscribe']>
/** Paths of calls of the payment provider. */
const asked: string[] = []
beforeAll(async () => {
  const file = join(import.meta.dirname, '../../testing/materials/waiting-work.json')
  before = JSON.parse(await readFile(file, 'utf8')) as Installation
  receiver = await startReceiver()
  service = await startPushService()
  browser = service.subscribe()
  const database = await openTestDatabase()
  await database.runScript('drop schema public cascade; create schema public')
  await migrate(database, { upTo: lastMigration })
  await load(database)
  await migrate(database)
  await addNewKinds(database)
  site = await startTestSite({
    database,
    webhookNetwork: { allowPrivate: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
    wrapFetch: (fetch) => async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return fetch(request)
    },
  })
  const store = createMediaStore({ folder: site.mediaFolder, bucket: null })
  for (const [id, bytes] of Object.entries(before.files)) {
    const path = join(site.mediaFolder, `${id}.sent`)
    await writeFile(path, Buffer.from(bytes, 'base64'))
    await store.take(id, path)
  }
  site.clock.set(new Date(before.now))
})
afterAll(async () => {
  await site.close()
  await receiver.close()
  await service.close()
})

async function load(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    // As a restore does: rows as they are, in any order.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [table, rows] of Object.entries(before.tables)) {
      const { rows: stored } = await tx.execute<{ name: string }>(
        sql`select column_name as name from information_schema.columns
          where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`,
      )
      const columns = stored.map(({ name }) => sql.identifier(name))
      const names = sql.join(columns, sql`, `)
      await tx.execute(
        sql`insert into ${sql.identifier(table)} (${names}) select ${names} from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::json)`,
      )
    }
    await tx.execute(sql`update webhook_endpoints set url = ${receiver.url}`)
    // To others, mails say less.
    await tx.execute(sql`update users set email_verified_at = created_at`)
    const { endpoint, keys } = browser
    await tx.execute(
      sql`update push_subscriptions set endpoint = ${endpoint}, p256dh = ${keys.p256dh}, auth = ${keys.auth}`,
    )
  })
}

/** Adds rows of the kinds that the version before did not have. */
async function addNewKinds(database: Database): Promise<void> {
  await database.query.execute(
    sql`insert into site_exports (id, state, created_at) values (${newId()}, 'making', ${before.now}::timestamptz)`,
  )
}

const later = (ms: number) => site.clock.set(new Date(site.clock.now().getTime() + ms))
const count = async (query: ReturnType<typeof sql>) =>
  Number((await site.database.query.execute<{ count: string }>(query)).rows[0]?.count)

/** In two processes at the same time, until what the work itself queued is done, too. */
async function work(): Promise<void> {
  const { names, run } = site.app.jobs
  for (let round = 0; round < 3; round++) await Promise.all([run(...names), run(...names)])
}

const subjects = () => site.mailTransport.sent.map(({ subject }) => subject)
const times = (subject: string) => subjects().filter((each) => each === subject).length

test('what every kind of job had waiting in the version before is done once, in several processes: nothing is lost or done twice', async () => {
  const { jobs } = site.app
  // A kind without a row in the file, such as a new one, fails here.
  expect((await jobs.due()).toSorted()).toEqual(jobs.names.toSorted())

  await work()
  // Rows that another process has leased are left to it.
  expect([times('Surat terputus'), receiver.received.length]).toEqual([0, 3])
  later(5 * minuteMs)
  await work()

  expect(['Surat segera', 'Surat gagal', 'Surat terputus'].map(times)).toEqual([1, 1, 1])
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toHaveLength(4)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  expect(browser.received).toMatchObject([{ title: 'Dorongan lama' }])
  await site.whatsApp.idle()
  expect(site.whatsApp.messages().filter(({ text }) => text.includes('Pesan lama'))).toHaveLength(1)
  expect(times('Pengumuman lama')).toBe(1)
  expect(site.mailTransport.sent.filter(({ kind }) => kind === 'gift').map(({ to }) => to.email)).toEqual([
    'penerima@contoh.id',
  ])
  // One digest for three answers.
  expect(
    site.mailTransport.sent.filter(({ text }) => text.includes('Pertanyaan lama')).map(({ kind }) => kind),
  ).toEqual(['digest'])
  expect(await count(sql`select count(*) from notifications where kind = 'checkout-open'`)).toBe(1)
  expect(await count(sql`select count(*) from notifications where kind = 'deadline'`)).toBe(1)
  expect(await count(sql`select count(*) from quiz_attempts where submitted_at is not null`)).toBe(1)
  expect(await count(sql`select count(*) from course_imports where state in ('checked', 'imported')`)).toBe(2)
  expect(await count(sql`select count(*) from courses where title = 'Kelas berkas dua'`)).toBe(1)
  expect(await count(sql`select count(*) from site_exports where state = 'ready' and attempts = 1`)).toBe(1)
  expect(await count(sql`select count(*) from payment_events where processed_at is null`)).toBe(0)
  expect(
    await count(sql`select count(*) from purge_runs where finished_at >= ${before.now}::timestamptz`),
  ).toBeGreaterThan(10)

  const [order] = await site.database.query
    .select()
    .from(transactions)
    .where(eq(transactions.orderId, before.openOrder))
  expect(asked).toContain(`GET /v2/${before.openOrder}/status`)
  expect(order?.nextCheckAt?.getTime()).toBeGreaterThan(site.clock.now().getTime())
  const refunds = await site.database.query.select().from(refundTasks)
  // This provider does not know the order, so the refund waits to be asked for again.
  expect(refunds).toMatchObject([{ state: 'due' }])
  expect(asked.filter((path) => path.endsWith('/refund'))).toHaveLength(1)

  const waiting = await site.database.query
    .select({ subject: mails.subject })
    .from(mails)
    .where(eq(mails.state, 'waiting'))
  expect(waiting).toEqual([])
  const sent = site.mailTransport.sent.map(({ id }) => id)
  expect(sent.length).toBe(new Set(sent).size)
  expect(await jobs.due()).toEqual([])
})
