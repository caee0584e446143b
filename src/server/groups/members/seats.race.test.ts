import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { openCohort } from '#testing/materials/cohorts.ts'
import { openOrder } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Many people act on the last seat at the same moment. Random histories: seats.property.thorough.race.test.ts.

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

test('of twenty who buy the last seat at once one gets it, and so does the next once that order is cancelled', async () => {
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 100_000 })
  const { _id: cohortId } = await openCohort(site, instructor, { courseId: course.id, seats: 1 })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => site.createStudent()))
  const body = { courseId: course.id, cohortId }
  const buyAll = () =>
    Promise.all(buyers.map(async ({ token }) => (await site.call('POST', '/checkout', { token, body })).status))
  expect((await buyAll()).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  const winner = buyers[(await buyAll()).indexOf(200)] as SignedIn
  const { transactionId } = await openOrder(site, winner, body)
  await site.call('POST', `/my-transaction/${transactionId}/cancel`, { token: winner.token })
  expect((await buyAll()).filter((status) => status === 200)).toHaveLength(1)
}, 60_000)
