import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

type Counts = { finished: number; sold: number; refunded: number }
const get = async (who: SignedIn, path: string) => (await site.call('GET', path, { token: who.token })).body
const overviewOf = async (who: SignedIn): Promise<Counts> => (await get(who, '/admin/overview')).data.figures
const courseOf = async (who: SignedIn, { id }: MadeCourse): Promise<Counts> =>
  (await get(who, `/admin/courses/${id}`)).data.figures
const earningsOf = async (who: SignedIn, query = '') => {
  const { sales, refunds } = (await get(who, `/admin/earnings${query}`)).data.totals
  return { sold: sales, refunded: refunds }
}
const listed = async (who: SignedIn, { id }: MadeCourse, part: string): Promise<number> =>
  (await get(who, `/courses/${id}/students?part=${part}`)).meta.total

async function refund(orderId: string, amountIdr?: number) {
  site.sandbox.refund(orderId, amountIdr === undefined ? {} : { amountIdr })
  await site.sandbox.idle({ scheduledToo: true })
}
async function finish(who: SignedIn, course: MadeCourse) {
  for (const lessonId of course.lessonIds)
    await site.call('PUT', `/courses/${course.id}/content/${lessonId}/completion`, { token: who.token })
}
/** Triggers and the daily count give the same. */
const recount = () => site.app.modules.figures.check({ now: true, parts: 10_000 })

test('finished, sold and refunded are the same in the overview, on the course, in the earnings and in the list of students', async () => {
  const instructor = await site.createInstructor()
  const make = (price: number) => site.createCourse({ instructorId: instructor.id, price, lessons: 2 })
  const [one, two, free] = [await make(100_000), await make(200_000), await make(0)]
  const [whole, part, bundled, giver, given, reversed, guest] = await Promise.all(
    Array.from({ length: 7 }, () => site.createStudent()),
  )
  if (!whole || !part || !bundled || !giver || !given || !reversed || !guest) throw new Error('no students')

  // Bought and finished; refunded in full; refunded in part.
  await finish(part, (await buy(site, part, { courseId: one.id }), one))
  const full = await buy(site, whole, { courseId: one.id })
  await finish(whole, one)
  await refund(full.orderId)
  const some = await buy(site, bundled, { courseId: one.id })
  await refund(some.orderId, 40_000)
  // An order that is not paid is no sale.
  await openOrder(site, guest, { courseId: two.id })
  // A bundle counts once for each course in it.
  const items = [{ courseId: one.id }, { courseId: two.id }]
  const bundle = await site.call('POST', '/admin/bundles', {
    token: admin.token,
    body: { title: 'Paket', price: 150_000, status: 'published', items },
  })
  await buy(site, guest, { bundleId: bundle.body.data._id })
  // A gift counts where it was bought; its receiver finishes it.
  await buy(site, giver, { courseId: two.id, gift: { email: 'penerima@contoh.id', name: 'Rina' } })
  const [token] = (await site.mailsTo('penerima@contoh.id')).flatMap(
    ({ text }) => /\/hadiah\/([\w-]+)/.exec(text)?.[1] ?? [],
  )
  await site.call('POST', `/gifts/${token}/claim`, { token: given.token })
  await finish(given, two)
  // Free, finished, and revoked after it was finished.
  await site.call('POST', `/courses/${free.id}/enroll`, { token: giver.token })
  await finish(giver, free)
  await site.call('POST', `/courses/${free.id}/students`, { token: instructor.token, body: { email: reversed.email } })
  await finish(reversed, free)
  await site.call('DELETE', `/courses/${free.id}/students/${reversed.id}`, { token: instructor.token })

  const expected = {
    [one.id]: { finished: 1, sold: 4, refunded: 1 },
    [two.id]: { finished: 1, sold: 2, refunded: 0 },
    [free.id]: { finished: 1, sold: 0, refunded: 0 },
  }
  const all = { finished: 3, sold: 6, refunded: 1 }
  for (const counted of [false, true]) {
    if (counted) expect(await recount()).toBe(0)
    for (const who of [admin, instructor]) {
      expect(await overviewOf(who)).toEqual(all)
      expect(await earningsOf(who)).toEqual({ sold: all.sold, refunded: all.refunded })
      for (const course of [one, two, free]) {
        expect(await courseOf(who, course)).toEqual(expected[course.id])
        expect(await listed(who, course, 'finished')).toBe(expected[course.id]?.finished)
      }
    }
  }
  expect((await get(admin, `/admin/students/${giver.id}`)).data.courses).toMatchObject([
    { _id: free.id, finishedAt: expect.any(String) as string },
  ])
  expect((await get(admin, '/admin/bundles')).data).toMatchObject([{ sold: 1 }])
})

test('what is bought again after a refund is sold twice and refunded once; a new lesson leaves who finished finished', async () => {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id, price: 100_000, lessons: 1 })
  const student = await site.createStudent()
  await refund((await buy(site, student, { courseId: course.id })).orderId)
  await buy(site, student, { courseId: course.id })
  await finish(student, course)
  const lesson = { title: 'Tambahan', type: 'text', text: '<p>Baru</p>', courseId: course.id }
  expect((await site.call('POST', '/courses/content/create', { token: instructor.token, body: lesson })).status).toBe(
    201,
  )
  expect([await courseOf(instructor, course), await listed(instructor, course, 'finished')]).toEqual([
    { finished: 1, sold: 2, refunded: 1 },
    1,
  ])
  expect(await earningsOf(instructor)).toEqual({ sold: 2, refunded: 1 })
})

test('a sale with two earners is one sale of the site, and one of each of them; a refund later is of the month in which it was booked', async () => {
  const [owner, other] = [await site.createInstructor(), await site.createInstructor()]
  const course = await site.createCourse({ price: 100_000, instructorId: owner.id })
  const instructors = [
    { userId: owner.id, sharePercent: 50 },
    { userId: other.id, sharePercent: 20 },
  ]
  await site.call('PATCH', `/courses/${course.id}`, { token: admin.token, body: { instructors } })
  const before = [await overviewOf(admin), await earningsOf(admin)] as const
  const { orderId } = await buy(site, await site.createStudent(), { courseId: course.id })
  expect((await overviewOf(admin)).sold - before[0].sold).toBe(1)
  expect((await earningsOf(admin)).sold - before[1].sold).toBe(1)
  expect([await earningsOf(owner), await earningsOf(other)]).toEqual([
    { sold: 1, refunded: 0 },
    { sold: 1, refunded: 0 },
  ])

  site.clock.advance(20 * dayMs)
  await refund(orderId)
  const again = async ({ email }: SignedIn) => ({
    ...owner,
    token: (await site.call('POST', '/sign-in', { body: { email, password } })).body.data.token,
  })
  const [freshOwner, freshAdmin] = [await again(owner), await again(admin)]
  expect(await courseOf(freshOwner, course)).toEqual({ finished: 0, sold: 1, refunded: 1 })
  expect([await earningsOf(freshOwner, '?month=2026-11'), await earningsOf(freshOwner, '?month=2026-12')]).toEqual([
    { sold: 1, refunded: 0 },
    { sold: 0, refunded: 1 },
  ])
  expect(await earningsOf(freshAdmin, '?month=2026-12')).toEqual({ sold: 0, refunded: 1 })
  expect(await recount()).toBe(0)
})
