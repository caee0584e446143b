import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startProduct } from '#testing/processes/product-process.ts'
import { callApi, startShop, type Shop } from '#testing/processes/shop-processes.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { openSql, type Sql } from '#testing/sql.ts'

// Errors of the operating system when a connection is made, at once: no route, no network, no file left to open, no port left …
const errnos = [
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EMFILE',
  'ENFILE',
  'EADDRNOTAVAIL',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EACCES',
]

let folder: string
let env: Record<string, string>
let shop: Shop
let direct: Sql
const failWith = (errno: string) => writeFile(env['FAILING_FILE'] ?? '', errno)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-unreachable-'))
  const directUrl = await createPostgresCopy(inject('postgresTemplateUrl'))
  env = {
    DATABASE_URL: directUrl,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../../../testing/processes/fail-connections.ts')}`,
    FAILING_PORT: new URL(directUrl).port,
    FAILING_FILE: join(folder, 'errno'),
  }
  await failWith('')
  shop = await startShop({ directUrl, processes: 1, students: errnos.length, env })
  direct = openSql(directUrl, { max: 1 })
}, 180_000)
afterAll(async () => {
  await shop?.close()
  await direct?.end()
  await rm(folder, { recursive: true, force: true })
})

// One of the network and one of this machine; `describe-failure.test.ts` has the sentences of all.
test.each(['EHOSTUNREACH', 'EMFILE'])('%s ends a start with one line', async (errno) => {
  await failWith(errno)
  const product = await startProduct({ ...env, DATA_DIR: join(folder, 'data'), DEMO: 'on' })
  const code = await product.exited
  await failWith('')
  expect(code).toBe(1)
  expect(product.output().trim()).toMatch(
    new RegExp(`^Cendaki cannot start: DATABASE_URL: 127\\.0\\.0\\.1:\\d+.*\\(${errno}\\)$`),
  )
})

test.each(errnos)(
  'with %s a running product serves cached pages, refuses to sell with 503, and sells again afterwards',
  async (errno) => {
    const [product] = shop.products
    const origin = product?.origin ?? ''
    const { token = '', courseIds = [] } = shop.students[errnos.indexOf(errno)] ?? {}
    const checkOut = () => callApi(origin, '/checkout', { method: 'POST', token, body: { courseId: courseIds[0] } })
    expect((await fetch(origin)).status).toBe(200)

    await failWith(errno)
    await direct`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await expect.poll(async () => (await checkOut()).status).toBe(503)
    expect((await fetch(`${origin}/api/ready`)).status).toBe(503)
    expect((await fetch(`${origin}/api/serving`)).status).toBe(200)
    expect((await fetch(origin)).status).toBe(200)

    await failWith('')
    await expect.poll(async () => (await checkOut()).status).toBe(200)
    const { transactionId } = ((await checkOut()).body?.data ?? {}) as { transactionId: string }
    const [row] = await direct`select order_id from transactions where id = ${transactionId}`
    await shop.act(row?.['order_id'] as string, 'pay')
    const refreshed = await callApi(origin, `/my-transaction/${transactionId}/refresh`, { method: 'POST', token })
    expect(refreshed.body?.data).toMatchObject({ status: 'success' })
    expect(product?.child.exitCode).toBeNull()
  },
)
