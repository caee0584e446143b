import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase, urlOfDatabase } from '#testing/postgres/test-database.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'

test(
  'on PostgreSQL two processes start together, share the demo data, and show changes by other processes',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cendaki-main-pg-'))
    const database = await openTestDatabase()
    const env = { DATABASE_URL: await urlOfDatabase(database), DATA_DIR: folder }
    const one = await startProduct({ ...env, DEMO: 'on' })
    const other = await startProduct({ ...env, DEMO: 'on' })
    await Promise.all([untilReady(one), untilReady(other)])

    const titles = async (origin: string, query = '') =>
      ((await (await fetch(`${origin}/api/courses${query}`)).json()) as { data: { title: string }[] }).data.map(
        (course) => course.title,
      )
    expect(await titles(one.origin)).toHaveLength(24)
    expect(await titles(other.origin)).toEqual(await titles(one.origin))
    for (const { origin } of [one, other]) expect(await titles(origin, '?q=laravel')).not.toEqual([])

    // A change by a third process, which sends a notification on commit.
    await database.transaction(async (tx) => {
      await tx.execute(sql`update courses set title = 'Judul Baru Sekali' where id = (select id from courses limit 1)`)
      await tx.execute(sql`select pg_notify('cendaki_changes', '["courses"]')`)
    })
    for (const { origin } of [one, other]) {
      // A search that no page is cached for sees what was committed before it, without the notification.
      expect(await titles(origin, '?q=judul+baru+sekali')).toEqual(['Judul Baru Sekali'])
      await expect.poll(() => titles(origin)).toContain('Judul Baru Sekali')
    }

    one.child.kill('SIGTERM')
    other.child.kill('SIGTERM')
    expect(await Promise.all([one.exited, other.exited])).toEqual([0, 0])
    await database.close()
    await rm(folder, { recursive: true, force: true })
  },
)
