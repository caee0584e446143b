import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let owner: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  ;[admin, owner] = [await site.createAdmin(), await site.createInstructor()]
})
afterAll(() => site.close())

const share = (userId: string, sharePercent: number) => ({ userId, sharePercent })
const give = (courseId: string, ...instructors: object[]) =>
  site.call('PATCH', `/courses/${courseId}`, { token: admin.token, body: { instructors } })
const sharesOf = async (courseId: string): Promise<unknown> =>
  (await site.call('GET', `/admin/courses/${courseId}`, { token: admin.token })).body.data.instructors

async function createSharedCourse() {
  const other = await site.createInstructor()
  const { id } = await site.createCourse({ instructorId: owner.id })
  return { other, id, owned: share(owner.id, 50) }
}

/** Disables somebody as another admin does, once the request waits for that. */
async function whileDisabling<Result>({ id }: SignedIn, request: () => Promise<Result>): Promise<Result> {
  const lock = await holdLock(site.database, sql`select from users where id = ${id} for update`)
  const response = request()
  await lock.whenWaiting(1)
  await lock.release(
    sql`with ended as (delete from course_instructors where user_id = ${id}) update users set disabled_at = now() where id = ${id}`,
  )
  return response
}

test.each([
  ['given', []],
  ['changed', [20]],
])('a share that is %s while its instructor is disabled is refused', async (_, percents) => {
  const { other, id, owned } = await createSharedCourse()
  await give(id, owned, ...percents.map((percent) => share(other.id, percent)))
  const { status, body } = await whileDisabling(other, () => give(id, owned, share(other.id, 30)))
  expect([status, body.errors]).toEqual([422, { instructors: 'Instruktur tidak dikenal' }])
  expect(await sharesOf(id)).toMatchObject([owned])
})

test('a copy of a course leaves out the share of whoever is disabled meanwhile', async () => {
  const { other, id, owned } = await createSharedCourse()
  await give(id, owned, share(other.id, 20))
  const { body } = await whileDisabling(other, () =>
    site.call('POST', `/courses/${id}/duplicate`, { token: admin.token }),
  )
  expect(await sharesOf(body.data._id)).toMatchObject([owned])
})
