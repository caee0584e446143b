import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// For a longer run: HISTORIES=100 npm run test:api src/server/platform/figures
const histories = Number(process.env['HISTORIES'] ?? 5)

let site: TestSite
let admin: SignedIn
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

const check = () => site.app.modules.figures.check({ now: true, parts: 10_000 })
const addChanges = () => site.app.modules.figures.addChanges()
/** Signs in again, because these tests advance the clock. */
const signIn = async ({ email }: { email: string }): Promise<string> => {
  const { body } = await site.call('POST', '/sign-in', { body: { email, password } })
  // A deleted account has no token.
  return (body.data?.token ?? 'none') as string
}
const overviewOf = async (user: SignedIn) =>
  (await site.call('GET', '/admin/overview?days=30', { token: await signIn(user) })).body.data
const earningsOf = async (user: SignedIn) =>
  (await site.call('GET', '/admin/earnings', { token: await signIn(user) })).body.data

async function buy(student: SignedIn, courseId: string): Promise<string> {
  const { body } = await site.call('POST', '/checkout', { token: await signIn(student), body: { courseId } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data?.token)?.orderId ?? ''
  if (orderId) {
    site.sandbox.pay(orderId)
    site.sandbox.settle(orderId)
    await site.sandbox.idle()
  }
  return orderId
}

const course = fc.nat({ max: 1 })
const student = fc.nat({ max: 2 })
const actionArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy' as const), student, course }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      order: fc.nat({ max: 5 }),
      amountIdr: fc.constantFrom(null, 10_000, 33_333),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('enrol' as const), student }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('complete' as const),
      student,
      course,
      lesson: fc.nat({ max: 1 }),
      completed: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete-account' as const), student }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      ms: fc.constantFrom(hourMs, 25 * hourMs, 16 * 24 * hourMs),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add-changes' as const) }) },
)
type Action = typeof actionArbitrary extends fc.Arbitrary<infer Value> ? Value : never
type Stage = { students: SignedIn[]; courses: MadeCourse[]; free: MadeCourse; orders: string[] }

async function act(action: Action, { students, courses, free, orders }: Stage): Promise<void> {
  const studentOf = (index: number) => students[index] as SignedIn
  switch (action.kind) {
    case 'buy': {
      const orderId = await buy(studentOf(action.student), courses[action.course]?.id ?? '')
      return void (orderId && orders.push(orderId))
    }
    case 'refund': {
      const orderId = orders[action.order % Math.max(1, orders.length)]
      try {
        if (orderId) site.sandbox.refund(orderId, { amountIdr: action.amountIdr })
      } catch (error) {
        // The provider rejects refunds that an order's state does not allow; that is not tested here.
        if (!(error instanceof Error)) throw error
      }
      return site.sandbox.idle()
    }
    case 'enrol':
      return void (await site.call('POST', `/courses/${free.id}/enroll`, {
        token: await signIn(studentOf(action.student)),
      }))
    case 'complete': {
      const studied = action.course === 0 ? free : courses[0]
      const path = `/courses/${studied?.id}/content/${studied?.lessonIds[action.lesson]}/completion`
      return void (await site.call(action.completed ? 'PUT' : 'DELETE', path, {
        token: await signIn(studentOf(action.student)),
      }))
    }
    case 'delete-account': {
      const { email } = studentOf(action.student)
      return void (await site.call('POST', '/me/deletion', {
        token: await signIn(studentOf(action.student)),
        body: { email, password },
      }))
    }
    case 'time':
      return site.clock.advance(action.ms)
    case 'add-changes':
      return void (await addChanges())
  }
}

async function countAgain() {
  const [row] = await site.database.query
    .select({
      transactions: sql<number>`(select count(*)::int from transactions)`,
      gross: sql<number>`(select coalesce(sum(amount_idr), 0)::float8 from ledger_lines where account = 'gross')`,
      sales: sql<number>`(select coalesce(sum(amount_idr - refunded_amount_idr), 0)::float8 from transactions where paid_at is not null)`,
      students: sql<number>`(select count(*)::int from users where role = 'student' and deleted_at is null)`,
      completions: sql<number>`(select count(*)::int from completions)`,
      studentsOfInstructor: sql<number>`(select count(distinct e.user_id)::int from enrollments e join courses c on c.id = e.course_id where c.instructor_id = ${instructor.id} and e.revoked_at is null)`,
    })
    .from(sql`(select 1) as one`)
  return row
}

test(
  `the figures equal a recount, to the rupiah, after each of ${histories} random histories`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(actionArbitrary, { minLength: 5, maxLength: 20 }), async (actions) => {
        const stage: Stage = {
          students: [await site.createStudent(), await site.createStudent(), await site.createStudent()],
          courses: [
            await site.createCourse({ instructorId: instructor.id, price: 89_000 }),
            await site.createCourse({ instructorId: instructor.id, price: 500_000, discount: 10 }),
          ],
          free: await site.createCourse({ instructorId: instructor.id, price: 0 }),
          orders: [],
        }
        for (const action of actions) await act(action, stage)
        const counted = await countAgain()
        const { tiles } = await overviewOf(admin)
        expect({ transactions: tiles.transactions, students: tiles.students }).toEqual({
          transactions: counted?.transactions,
          students: counted?.students,
        })
        expect((await overviewOf(instructor)).tiles.students).toBe(counted?.studentsOfInstructor)
        const [sums] = await site.database.query
          .select({
            gross: sql<number>`(select coalesce(sum(value), 0)::float8 from (select value from daily_figures where kind = 'ledger.gross' and subject = ${zeros}
            union all select value from figure_changes where kind = 'ledger.gross') as figures)`,
            sales: sql<number>`(select coalesce(sum(value), 0)::float8 from (select value from total_figures where kind = 'sales' and subject = ${zeros}
            union all select value from figure_changes where kind = 'sales') as figures)`,
            completions: sql<number>`(select coalesce(sum(value), 0)::int from (select value from total_figures where kind = 'completions' and subject = ${zeros}
            union all select value from figure_changes where kind = 'completions') as figures)`,
          })
          .from(sql`(select 1) as one`)
        expect(sums).toEqual({ gross: counted?.gross, sales: counted?.sales, completions: counted?.completions })
        // Counts every kind again by day or course, and finds nothing wrong.
        expect(await check()).toBe(0)
        await addChanges()
        expect(await check()).toBe(0)
      }),
      { numRuns: histories, endOnFailure: true },
    )
  },
)

const zeros = '00000000-0000-0000-0000-000000000000'

test('overview and earnings show a sale and its refund at once, before and after changes are added up', async () => {
  const own = await site.createInstructor()
  const { id } = await site.createCourse({ instructorId: own.id, price: 100_000 })
  const orderId = await buy(await site.createStudent(), id)
  const seen = async () => {
    const [{ tiles, days }, { totals, instructors }] = [await overviewOf(own), await earningsOf(own)]
    return {
      tiles,
      today: days.at(-1).sales,
      totals,
      instructors: instructors.map(({ _id, gross }: { _id: string; gross: number }) => ({ _id, gross })),
    }
  }
  const sold = await seen()
  expect(sold).toMatchObject({
    tiles: { students: 1, transactions: 1 },
    today: 100_000,
    totals: { gross: 100_000, instructor: 66_570, sales: 1 },
  })
  expect(sold.instructors).toEqual([{ _id: own.id, gross: 100_000 }])
  await addChanges()
  expect(await seen()).toEqual(sold)
  site.sandbox.refund(orderId, { amountIdr: 40_000 })
  await site.sandbox.idle()
  expect(await seen()).toMatchObject({ today: 60_000, totals: { gross: 60_000, sales: 1 } })
})

test('a student of several courses counts once for the instructor, until the last access ends, and follows courses to a new instructor', async () => {
  const [own, successor] = [await site.createInstructor(), await site.createInstructor()]
  const courses = [
    await site.createCourse({ instructorId: own.id, price: 0 }),
    await site.createCourse({ instructorId: own.id, price: 0 }),
  ]
  const [ani, budi] = [await site.createStudent(), await site.createStudent()]
  const add = (courseId: string, { email }: SignedIn) =>
    site.call('POST', `/courses/${courseId}/students`, { token: admin.token, body: { email } })
  const remove = (courseId: string, { id }: SignedIn) =>
    site.call('DELETE', `/courses/${courseId}/students/${id}`, { token: admin.token })
  const students = async () => [(await overviewOf(own)).tiles.students, (await overviewOf(successor)).tiles.students]
  admin = { ...admin, token: await signIn(admin) }
  for (const { id } of courses) for (const student of [ani, budi]) expect((await add(id, student)).status).toBe(201)
  expect(await students()).toEqual([2, 0])
  await addChanges()
  await remove(courses[0]?.id ?? '', ani)
  expect(await students()).toEqual([2, 0])
  await remove(courses[1]?.id ?? '', ani)
  expect(await students()).toEqual([1, 0])
  // One statement for several rows.
  await site.database.query.execute(sql`update enrollments set revoked_at = null where user_id = ${ani.id}`)
  expect(await students()).toEqual([2, 0])
  await site.database.query.execute(
    sql`update courses set instructor_id = ${successor.id} where id = ${courses[0]?.id ?? ''}`,
  )
  expect(await students()).toEqual([2, 2])
  await site.database.query.execute(
    sql`update courses set instructor_id = ${successor.id} where instructor_id = ${own.id}`,
  )
  expect(await students()).toEqual([0, 2])
  // The statements above left out the counters of the courses.
  expect(await check()).toBe(2)
  expect(site.unexpectedErrors.splice(0)).toMatchObject(courses.map(({ id }) => ({ source: 'studies', part: id })))
  await addChanges()
  expect([await check(), await students()]).toEqual([0, [0, 2]])
})

test('the check corrects figures and counters that were changed by hand, logs them, and continues where it stopped', async () => {
  const student = await site.createStudent()
  const made = await site.createCourse({ price: 0 })
  await site.call('POST', `/courses/${made.id}/enroll`, { token: student.token })
  await addChanges()
  await check()
  await site.database.query.execute(
    sql`update daily_figures set value = value + 7 where kind = 'enrollments' and subject = ${made.id}`,
  )
  await site.database.query.execute(sql`update total_figures set value = value - 3 where kind = 'students'`)
  await site.database.query.execute(
    sql`update courses set student_count = 41, rating_sum = 9, rating_count = 2 where id = ${made.id}`,
  )
  // A part at a time: the state is in the database.
  let wrong = 0
  const errors = site.unexpectedErrors.length
  for (let run = 0; run < 500; run++) wrong += await site.app.modules.figures.check({ now: run === 0, parts: 1 })
  expect(wrong).toBeGreaterThanOrEqual(3)
  expect(site.unexpectedErrors.splice(errors)).toMatchObject([
    { source: 'studies', part: made.id },
    { source: 'studies', part: made.id },
  ])
  await addChanges()
  expect(await check()).toBe(0)
  const [course] = await site.database.query
    .select({ count: sql<number>`student_count`, stars: sql<number>`rating_sum` })
    .from(sql`courses`)
    .where(sql`id = ${made.id}`)
  expect(course).toEqual({ count: 1, stars: 0 })
})

test('a pass begins at most once a day', async () => {
  await check()
  await site.database.query.execute(sql`update total_figures set value = value + 1 where kind = 'students'`)
  expect(await site.app.modules.figures.check()).toBe(0)
  site.clock.advance(25 * hourMs)
  let wrong = 0
  for (let run = 0; run < 20; run++) wrong += await site.app.modules.figures.check()
  expect(wrong).toBe(2)
})
