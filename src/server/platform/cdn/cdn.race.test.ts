import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { startPurgeReceiver } from '#testing/purge-receiver.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { startTestSite } from '#testing/test-site.ts'

test('of two processes the one that wrote sends the purge, and both stop sending what changed', async () => {
  const database = await openTestDatabase()
  const [row] = await database.query.select({ name: sql<string>`current_database()`, port: sql<number>`inet_server_port()` }).from(sql`(select 1) as one`)
  const second = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${row?.port}/${row?.name}` })
  const [receiverHere, receiverThere] = [await startPurgeReceiver(), await startPurgeReceiver()]
  const cdn = ({ url }: { url: string }) => ({ seconds: 300, purge: { url, token: null, collectMs: 1, repeatMs: 10 } })
  const here = await startTestSite({ database, cdn: cdn(receiverHere) })
  const there = await startTestSite({ database: second, cdn: cdn(receiverThere) })
  try {
    const admin = await here.createAdmin()
    const { id } = await here.createCourse({ title: 'Lama' })
    const titleAt = async (site: typeof here) => (await site.call('GET', `/courses/${id}/overview`)).body.data.title as string
    expect([await titleAt(here), await titleAt(there)]).toEqual(['Lama', 'Lama'])
    await here.call('PATCH', `/courses/${id}`, { token: admin.token, body: { title: 'Baru', version: 1 } })
    await expect.poll(() => titleAt(there)).toBe('Baru')
    // The purge and its repetition: both hold the same keys.
    const sent = () =>
      receiverHere.received.map(({ keys, headers }) => ({ keys: keys.join(' '), hasToken: 'authorization' in headers || 'fastly-key' in headers }))
    await expect.poll(() => new Set(sent().map(({ keys }) => keys)).size < sent().length).toBe(true)
    expect(sent().every(({ hasToken }) => !hasToken)).toBe(true)
    expect(receiverThere.received).toEqual([])
  } finally {
    await there.close()
    await here.close()
    await receiverHere.close()
    await receiverThere.close()
  }
})
