import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cohort } from '#contract/groups/cohorts.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { openCohort } from '#testing/materials/cohorts.ts'
import { checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Many people act on the last seats at once, over several connections. Whatever happens: never one seat too many, and never one lost.

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
const people: SignedIn[] = []
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  admin = await site.createAdmin()
  for (let made = 0; made < 6; made++) people.push(await site.createStudent())
  await site.stepUp(admin)
})
afterAll(() => site.close())

type Scene = {
  course: MadeCourse
  free: MadeCourse
  beside: MadeCourse
  bundleId: string
  cohorts: Cohort[]
  freeCohort: Cohort
  orders: string[]
}

const who = fc.nat({ max: 5 })
const which = fc.nat({ max: 1 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('checkout' as const), who, which }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('cart' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('bundle' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('give' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('claim' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('lapse' as const), who, which }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('pay' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refund' as const), who, which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('add' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('move' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), who, which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('choose' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('gift-right' as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('start-free' as const), who, which }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function act(scene: Scene, { does, who: index, which: at }: Step): Promise<number> {
  const person = people[index] as SignedIn
  const cohort = scene.cohorts[at] as Cohort
  const other = scene.cohorts[1 - at] as Cohort
  const { token } = person
  const asStaff = (method: string, path: string, body?: unknown) =>
    site.call(method, path, { token: instructor.token, ...(body === undefined ? {} : { body }) })
  const mine = async () =>
    ((await site.call('GET', '/my-transaction', { token })).body.data as { _id: string; itemId?: string }[])[0]?._id
  switch (does) {
    case 'checkout':
      return (
        await site.call('POST', '/checkout', { token, body: { courseId: scene.course.id, cohortId: cohort._id } })
      ).status
    case 'cart': {
      const items = [{ courseId: scene.course.id, cohortId: cohort._id }, { courseId: scene.beside.id }]
      return (await site.call('POST', '/checkout', { token, body: { items } })).status
    }
    case 'pay': {
      const waiting = site.sandbox.listOrders().slice(-12)
      const order = waiting[index % Math.max(1, waiting.length)]
      if (!order) return 200
      try {
        site.sandbox.pay(order.orderId)
        site.sandbox.settle(order.orderId)
      } catch {
        // Paid or ended already.
      }
      await site.sandbox.idle()
      return 200
    }
    case 'lapse': {
      const order = site.sandbox.listOrders().at(-1 - index)
      try {
        site.sandbox.payLater(order?.orderId ?? '')
        site.sandbox.expire(order?.orderId ?? '')
      } catch {
        // Paid or ended already.
      }
      await site.sandbox.idle()
      return 200
    }
    case 'bundle':
      return (await site.call('POST', '/checkout', { token, body: { bundleId: scene.bundleId } })).status
    case 'give': {
      const { email } = people[(index + 1) % people.length] as SignedIn
      const gift = { email, name: 'Teman' }
      return (await site.call('POST', '/checkout', { token, body: { courseId: scene.course.id, gift } })).status
    }
    case 'claim': {
      // The links of earlier rounds lead to gifts of other courses, or to claimed ones.
      const links = (await site.mailsTo(person.email)).flatMap(({ text }) => /\/hadiah\/([\w-]+)/.exec(text)?.[1] ?? [])
      return links.length === 0 ? 200 : (await site.call('POST', `/gifts/${links.at(-1)}/claim`, { token })).status
    }
    case 'cancel':
      return (await site.call('POST', `/my-transaction/${await mine()}/cancel`, { token })).status
    case 'refund':
      return (
        await site.call('POST', `/admin/transactions/${await mine()}/refund`, {
          token: admin.token,
          body: { reason: 'Salah pilih' },
        })
      ).status
    case 'add':
      return (await asStaff('POST', `/cohorts/${cohort._id}/members`, { userIds: [person.id] })).status
    case 'move':
      return (await asStaff('POST', `/cohorts/${cohort._id}/members/${person.id}/move`, { cohortId: other._id })).status
    case 'remove':
      return (await asStaff('DELETE', `/cohorts/${cohort._id}/members/${person.id}`)).status
    case 'choose':
      return (await site.call('POST', `/courses/${scene.course.id}/cohort`, { token, body: { cohortId: cohort._id } }))
        .status
    case 'gift-right':
      return (await asStaff('POST', `/courses/${scene.course.id}/students`, { email: person.email, notify: false }))
        .status
    case 'start-free':
      return (
        await site.call('POST', `/courses/${scene.free.id}/enroll`, { token, body: { cohortId: scene.freeCohort._id } })
      ).status
  }
}

/** Seats counted from the tables themselves. */
async function countSeats(): Promise<Map<string, number>> {
  const { rows } = await site.database.query.execute<{ id: string; seated: number }>(sql`
    select g.id, (select count(*)::int from (
      select e.user_id from enrollments e where e.group_id = g.id and e.revoked_at is null
      union select t.student_id from transaction_lines l join transactions t on t.id = l.transaction_id
        where l.group_id = g.id and t.state in ('created', 'pending', 'review')) as people) as seated
    from groups g`)
  return new Map(rows.map(({ id, seated }) => [id, seated]))
}

async function makeScene(): Promise<Scene> {
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 100_000 })
  const free = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 0 })
  const beside = await site.createCourse({ instructorId: instructor.id, price: 50_000 })
  const items = [course, beside].map(({ id: courseId }) => ({ courseId }))
  await site.stepUp(admin)
  const bundle = await site.call('POST', '/admin/bundles', {
    token: admin.token,
    body: { title: 'Dua kelas', price: 120_000, status: 'published', items },
  })
  const cohorts = [
    await openCohort(site, instructor, { courseId: course.id, seats: 2 }),
    await openCohort(site, instructor, { courseId: course.id, seats: 2, name: 'Angkatan 2' }),
  ]
  return {
    course,
    free,
    beside,
    bundleId: bundle.body.data._id,
    cohorts,
    freeCohort: await openCohort(site, instructor, { courseId: free.id, seats: 3 }),
    orders: [],
  }
}

test('whatever many do at once, a cohort has never more members and open orders than seats, and every free seat can be taken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        const scene = await makeScene()
        for (const round of rounds) {
          const statuses = await Promise.all(round.map((each) => act(scene, each)))
          expect(statuses.filter((status) => status >= 500)).toEqual([])
          const counted = await countSeats()
          for (const { _id, seats } of [...scene.cohorts, scene.freeCohort])
            expect(counted.get(_id)).toBeLessThanOrEqual(seats ?? 0)
        }
        const counted = await countSeats()
        for (const courseId of [scene.course.id, scene.free.id]) {
          const shown = (await site.call('GET', `/courses/${courseId}/cohorts`)).body.data as Cohort[]
          for (const { _id, seats, seatsLeft } of shown) expect(seatsLeft).toBe((seats ?? 0) - (counted.get(_id) ?? 0))
        }
        const held = await site.database.query.execute(sql`
        select h.line_id from held_seats h join transaction_lines l on l.id = h.line_id join transactions t on t.id = l.transaction_id
        where t.state not in ('created', 'pending', 'review')`)
        expect(held.rows).toEqual([])
        await checkBooks(site)
      },
    ),
    { numRuns: Number(process.env['HISTORIES'] ?? 8) },
  )
}, 120_000)
