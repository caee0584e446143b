import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { buy } from '#testing/materials/purchases.ts'
import { fillDataDir, inDatabase } from '#testing/processes/installation.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'
import { runCommand } from '#testing/processes/run-command.ts'
import { startTestSite } from '#testing/test-site.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-books-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An installation with one purchase, of which a part was refunded. */
async function fillShop(dataDir: string): Promise<void> {
  await fillDataDir(dataDir)
  const site = await startTestSite({ database: await openDatabase({ dataDir }) })
  const admin = await site.createAdmin()
  const { id: courseId } = await site.createCourse({ price: 150_000 })
  const { transactionId } = await buy(site, await site.createStudent(), { courseId })
  await site.stepUp(admin)
  const refunded = await site.call('POST', `/admin/transactions/${transactionId}/refund`, {
    token: admin.token,
    body: { reason: 'Salah beli', amount: 50_000 },
  })
  if (refunded.status !== 200) throw new Error(JSON.stringify(refunded.body))
  await site.sandbox.idle()
  await site.runDue('commerce')
  await site.close()
}

/** Writes like a version that knows refunds of transactions, and none of lines. */
const forgetRefundOfLine = (dataDir: string) =>
  inDatabase(dataDir, async ({ query }) => {
    const changed = await query.execute(
      sql`update transaction_lines set refunded_amount_idr = 0 where refunded_amount_idr = 50000 returning id`,
    )
    expect(changed.rows).toHaveLength(1)
  })

test(
  'books that a version before left violated are red in the doctor and in the metrics, and mend-books mends them; what it cannot mend stays named, with exit code 1',
  { timeout: 300_000 },
  async () => {
    const dataDir = join(folder, 'mended')
    const env = { DATA_DIR: dataDir, DEMO: 'off', METRICS_TOKEN: 'token-buku-besar-1' }
    await fillShop(dataDir)
    await forgetRefundOfLine(dataDir)
    const red = await runCommand('doctor', env)
    expect([red.status, red.stdout]).toEqual([
      1,
      expect.stringMatching(/✗ Books .*the lines of a transaction add up.*\n.*npm run mend-books/),
    ])
    const product = await startProduct(env)
    await untilReady(product)
    const levelOfBooks = async () => {
      const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` }
      const text = await (await fetch(`${product.origin}/metrics`, { headers })).text()
      return /cendaki_check_level\{check="books"\} (\d)/.exec(text)?.[1]
    }
    await expect.poll(levelOfBooks).toBe('2')
    product.child.kill('SIGTERM')
    await product.exited

    const mended = await runCommand('mend-books', env)
    expect([mended.status, mended.stdout + mended.lines.join('\n')]).toEqual([
      0,
      expect.stringMatching(/Transactions whose lines were mended: 1\.\n.*\d+ rules hold/),
    ])
    expect((await runCommand('doctor', env)).stdout).toMatch(/✓ Books +consistent/)

    await inDatabase(dataDir, async ({ query }) => {
      await query.execute(sql`update courses set student_count = 99`)
    })
    const { status, stdout, lines } = await runCommand('mend-books', env)
    expect([status, lines.join('\n')]).toEqual([
      1,
      expect.stringMatching(/still violated[^]*the student count of a course equals its active enrolments/),
    ])
    // Nothing is mended twice.
    expect(stdout).toContain('mended: 0.')
  },
)
