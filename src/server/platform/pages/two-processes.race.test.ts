import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { startTestSite } from '#testing/test-site.ts'

test('what one process changes is no longer sent from the cache of another', async () => {
  const database = await openTestDatabase()
  const [row] = await database.query
    .select({ name: sql<string>`current_database()`, port: sql<number>`inet_server_port()` })
    .from(sql`(select 1) as one`)
  const second = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${row?.port}/${row?.name}` })
  const here = await startTestSite({ database })
  const there = await startTestSite({ database: second })
  try {
    const admin = await here.createAdmin()
    const { id } = await here.createCourse({ title: 'Lama' })
    const titleAt = async (site: typeof here) =>
      (await site.call('GET', `/courses/${id}/overview`)).body.data.title as string
    expect([await titleAt(here), await titleAt(there)]).toEqual(['Lama', 'Lama'])
    await here.call('PATCH', `/courses/${id}`, { token: admin.token, body: { title: 'Baru', version: 1 } })
    expect(await titleAt(here)).toBe('Baru')
    await expect.poll(() => titleAt(there)).toBe('Baru')
  } finally {
    await there.close()
    await here.close()
  }
})
