import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasPgBouncer, startPgBouncer, whyNoPgBouncer, type PgBouncer } from '#testing/postgres/pgbouncer.ts'
import { startProduct } from '#testing/processes/product-process.ts'
import { callApi, startShop, type Shop } from '#testing/processes/shop-processes.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { openSql, type Sql } from '#testing/sql.ts'

if (!hasPgBouncer) process.stderr.write(`pooled: skipped, it ${whyNoPgBouncer}\n`)

let directUrl: string
let pooler: PgBouncer
let shop: Shop
let pooled: Sql
let direct: Sql
beforeAll(async () => {
  if (!hasPgBouncer) return
  directUrl = await createPostgresCopy(inject('postgresTemplateUrl'))
  pooler = await startPgBouncer(directUrl)
  shop = await startShop({
    directUrl,
    processes: 2,
    students: 6,
    env: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: directUrl },
  })
  pooled = openSql(pooler.url, { max: 2 })
  direct = openSql(directUrl)
}, 180_000)
afterAll(async () => {
  await shop?.close()
  await pooled?.end()
  await direct?.end()
  await pooler?.close()
})

const originOf = (index: number) => shop.products[index % 2]?.origin ?? ''

describe.skipIf(!hasPgBouncer)('two processes behind PgBouncer in transaction mode', () => {
  test('students browse, buy and complete lessons', async () => {
    const [lesson] = await direct`select id, course_id from contents limit 1`
    const courseId = lesson?.['course_id'] as string
    await Promise.all(
      shop.students.map(async ({ token }, index) => {
        const [here, there] = [originOf(index), originOf(index + 1)]
        expect((await fetch(here)).status).toBe(200)
        expect((await callApi(there, '/courses')).status).toBe(200)
        const opened = await callApi(here, '/checkout', { method: 'POST', token, body: { courseId } })
        expect(opened.status).toBe(200)
        const { transactionId } = (opened.body?.data ?? {}) as { transactionId: string }
        const [row] = await direct`select order_id from transactions where id = ${transactionId}`
        await shop.act(row?.['order_id'] as string, 'pay')
        await callApi(there, `/my-transaction/${transactionId}/refresh`, { method: 'POST', token })
        const completed = await callApi(here, `/courses/${courseId}/content/${lesson?.['id']}/completion`, {
          method: 'PUT',
          token,
        })
        expect(completed.status).toBe(200)
      }),
    )
    expect(await direct`select count(*)::int as completions from completions`).toEqual([
      { completions: shop.students.length },
    ])
  })

  test('an edit is seen by the other process', async () => {
    const courseId = shop.students[0]?.courseIds[0] ?? ''
    const titleAt = async (index: number) => await (await fetch(`${originOf(index)}/kelas/details/${courseId}`)).text()
    await titleAt(1)
    const edited = await callApi(originOf(0), `/courses/${courseId}`, {
      method: 'PATCH',
      token: shop.instructorToken,
      body: { title: 'Judul Baru Sekali' },
    })
    expect(edited.status).toBe(200)
    for (const index of [0, 1])
      expect((await callApi(originOf(index), '/courses?q=judul+baru+sekali')).body?.data).toMatchObject([
        { title: 'Judul Baru Sekali' },
      ])
    await expect.poll(() => titleAt(1)).toContain('Judul Baru Sekali')
  })

  test('without a direct URL the start is aborted with what to set', async () => {
    const product = await startProduct({ DATABASE_URL: pooler.url, DEMO: 'on' })
    expect(await product.exited).toBe(1)
    expect(product.output()).toContain(
      'Cendaki cannot start: DATABASE_DIRECT_URL: DATABASE_URL leads to PgBouncer, so PostgreSQL itself has to be named too',
    )
  })

  test('its connections have the limits, and no named statements', async () => {
    expect(await limitsOf(pooled)).toEqual({ statement: '5s', lock: '4s', idle: '10s' })
    const database = await openDatabase({ databaseUrl: pooler.url, directUrl })
    await database.prepared.execute(sql`select ${1}::int`)
    await database.close()
    expect(await pooled`select count(*)::int as named from pg_prepared_statements`).toEqual([{ named: 0 }])
  })
})

test.skipIf(!hasPgBouncer)(
  'the first connection that a pooler opens for a new database has the limits already',
  async () => {
    const url = await createPostgresCopy(inject('postgresTemplateUrl'))
    const poolerOfOne = await startPgBouncer(url, { connections: 1 })
    const database = await openDatabase({ databaseUrl: poolerOfOne.url, directUrl: url })
    const client = openSql(poolerOfOne.url, { max: 1 })
    try {
      expect(await limitsOf(client)).toEqual({ statement: '5s', lock: '4s', idle: '10s' })
    } finally {
      await Promise.all([client.end(), database.close()])
      await poolerOfOne.close()
    }
  },
)

async function limitsOf(connection: Sql) {
  const [row] =
    await connection`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`
  return row
}
