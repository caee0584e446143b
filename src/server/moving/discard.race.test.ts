import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { zipOf } from '#testing/materials/zip.ts'
import { startTestSite } from '#testing/test-site.ts'

test('a file that is discarded while it is imported becomes no course', async () => {
  const site = await startTestSite()
  try {
    const { token } = await site.createInstructor()
    const call = (method: string, path: string, options: object = {}) => site.call(method, path, { token, ...options })
    const idle = () => site.runDue('moving')
    const archive = Buffer.from(
      await zipOf({
        'course.yaml': 'title: Kelas\nlessons:\n  - title: Satu\n    article: 01.md\n',
        '01.md': 'Halo.\n',
      }),
    )
    const sent = await call('POST', '/admin/courses/imports', { form: { file: new File([archive], 'kelas.zip') } })
    const path = `/admin/courses/imports/${sent.body.data._id}`
    await idle()

    // The import waits where it stores its course.
    const [isHeld, isDiscarded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = site.database.transaction(async (tx) => {
      await tx.execute(sql`lock table courses in share mode`)
      isHeld.resolve()
      await isDiscarded.promise
    })
    await isHeld.promise
    expect((await call('POST', `${path}/confirm`, { body: {} })).status).toBe(200)
    const importing = idle()
    const waiting = sql`select 1 from pg_locks where relation = 'courses'::regclass and not granted`
    await expect.poll(async () => (await site.database.query.execute(waiting)).rows.length).toBe(1)
    expect((await call('DELETE', path)).status).toBe(200)
    isDiscarded.resolve()
    await held
    await importing
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', '/admin/courses')).body.data).toEqual([])
  } finally {
    await site.close()
  }
})
