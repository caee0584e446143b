import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestSite } from '#testing/test-site.ts'

test('what older versions left to people without access ends: keys of no admin, and shares of others’ courses, with entries in the log', async () => {
  const site = await startTestSite()
  try {
    const [admin, demoted, disabled] = [await site.createAdmin(), await site.createAdmin(), await site.createAdmin()]
    const makeKey = async ({ token }: { token: string }): Promise<string> =>
      (await site.call('POST', '/admin/api-keys', { token, body: { name: 'Gudang', scopes: ['courses:read'] } })).body
        .data._id
    const keys = [await makeKey(admin), await makeKey(demoted), await makeKey(disabled)]
    const [owner, former] = [await site.createInstructor(), await site.createInstructor()]
    const course = await site.createCourse({ title: 'Kelas Bersama', instructorId: owner.id })
    const own = await site.createCourse({ instructorId: former.id })
    const share = (userId: string, sharePercent: number) => ({ userId, sharePercent })
    const give = (id: string, instructors: object[]) =>
      site.call('PATCH', `/courses/${id}`, { token: admin.token, body: { instructors } })
    await give(course.id, [share(owner.id, 40), share(former.id, 20), share(disabled.id, 10)])
    await give(own.id, [share(former.id, 60), share(owner.id, 5)])
    await site.database.query.execute(sql`update users set role = 'student' where id in (${demoted.id}, ${former.id})`)
    await site.database.query.execute(sql`update users set disabled_at = now() where id = ${disabled.id}`)

    await site.database.runScript(await readFile('migrations/0624-end-access-of-former-staff.sql', 'utf8'))

    const listed: { _id: string }[] = (await site.call('GET', '/admin/api-keys', { token: admin.token })).body.data
    expect(listed.map(({ _id }) => _id)).toEqual([keys[0]])
    const sharesOf = async (id: string) =>
      (await site.call('GET', `/admin/courses/${id}`, { token: admin.token })).body.data.instructors
    expect(await sharesOf(course.id)).toMatchObject([share(owner.id, 40)])
    expect(await sharesOf(own.id)).toMatchObject([share(former.id, 60), share(owner.id, 5)])
    const entriesOf = async (subjectId: string) =>
      (await site.app.modules.audit.list({ subjectId }, { page: 1, limit: 1 })).entries
    for (const key of keys.slice(1))
      expect(await entriesOf(key)).toMatchObject([
        { actorId: null, action: 'api-key.revoked', details: { name: 'Gudang', reason: 'creator-not-admin' } },
      ])
    const before = { [owner.id]: 40, [former.id]: 20, [disabled.id]: 10 }
    expect(await entriesOf(course.id)).toMatchObject([
      {
        actorId: null,
        action: 'course.changed',
        subjectKind: 'course',
        details: {
          title: 'Kelas Bersama',
          before: { sharePercent: before },
          after: { sharePercent: { [owner.id]: 40 } },
        },
      },
    ])
  } finally {
    await site.close()
  }
})
