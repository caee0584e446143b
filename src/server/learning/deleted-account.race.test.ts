import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { password } from '#testing/factories.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite } from '#testing/test-site.ts'

test('access that is revoked while the account is deleted is counted out once', async () => {
  const site = await startTestSite()
  try {
    const [course, leaving, staying] = [
      await site.createCourse(),
      await site.createStudent(),
      await site.createStudent(),
    ]
    for (const student of [leaving, staying]) await site.enroll(student, course)
    // As a transaction that revokes access, before its commit.
    const revocation = sql`
      with revoked as (
        update enrollments set revoked_at = ${site.clock.now().toISOString()} where user_id = ${leaving.id} returning course_id
      )
      update courses set student_count = student_count - 1 where id in (select course_id from revoked)`
    const { whenWaiting, release } = await holdLock(site.database, revocation)
    const { token, email } = leaving
    const deletion = site.call('POST', '/me/deletion', { token, body: { email, password } })
    await whenWaiting(1)
    await release()
    expect((await deletion).status).toBe(200)
    const { rows } = await site.database.query.execute(sql`select student_count from courses where id = ${course.id}`)
    expect(rows).toEqual([{ student_count: 1 }])
  } finally {
    await site.close()
  }
})
