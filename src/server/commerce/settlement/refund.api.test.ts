import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ price: 89_000, lessons: 1 })
})
afterAll(() => site.close())

async function buy({ token }: SignedIn): Promise<string> {
  const { body } = await site.call('POST', '/checkout', { token, body: { courseId: course.id } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  site.sandbox.pay(orderId)
  site.sandbox.settle(orderId)
  await site.sandbox.idle()
  return orderId
}

async function refund(orderId: string, amountIdr?: number): Promise<void> {
  site.sandbox.refund(orderId, amountIdr === undefined ? {} : { amountIdr })
  await site.sandbox.idle()
}

const review = ({ token }: SignedIn, rating: number) =>
  site.call('PUT', `/courses/${course.id}/reviews`, { token, body: { rating, text: 'Kelasnya jelas.' } })
const issue = ({ token }: SignedIn) =>
  site.call('POST', `/courses/${course.id}/certificate`, { token, body: { name: 'Sari Dewi' } })
const overview = async () => (await site.call('GET', `/courses/${course.id}/overview`)).body.data
const isValid = async (certificateId: string) =>
  (await site.call('GET', `/certificates/${certificateId}`)).body.data.valid
const reviewers = async () =>
  (await site.call('GET', `/courses/${course.id}/reviews`)).body.data.map(({ name }: { name: string }) => name)

test('a full refund revokes the certificate and removes the review from the rating; buying again restores the certificate', async () => {
  const [leaving, staying] = [await site.createStudent('Pergi Jauh'), await site.createStudent('Tetap Tinggal')]
  const orderId = await buy(leaving)
  await buy(staying)
  await review(leaving, 1)
  await review(staying, 5)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: leaving.token })
  const certificateId = (await issue(leaving)).body.data._id

  await refund(orderId, 9_000)
  expect([await isValid(certificateId), (await overview()).ratingCount, (await overview()).rating]).toEqual([
    true,
    2,
    3,
  ])

  await refund(orderId)
  expect([await isValid(certificateId), await reviewers()]).toEqual([false, ['Tetap Tinggal']])
  expect(await overview()).toMatchObject({ ratingCount: 1, rating: 5, students: 1 })
  expect([(await issue(leaving)).status, (await review(leaving, 1)).status]).toEqual([403, 403])
  const { entries } = await site.app.modules.audit.list({ subjectId: certificateId }, { page: 1, limit: 5 })
  expect(entries).toMatchObject([
    { actorId: null, action: 'certificate.revoked', details: { reason: 'Dana pembelian kelas dikembalikan' } },
  ])

  await buy(leaving)
  expect((await issue(leaving)).body.data).toMatchObject({ _id: certificateId, valid: true })
  expect(await isValid(certificateId)).toBe(true)
})

test('a certificate that an admin revoked stays revoked after a refund and a new purchase', async () => {
  const [student, admin] = [await site.createStudent(), await site.createAdmin()]
  const orderId = await buy(student)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: student.token })
  const certificateId = (await issue(student)).body.data._id
  await site.call('POST', `/admin/certificates/${certificateId}/revoke`, {
    token: admin.token,
    body: { reason: 'Menyontek' },
  })
  await refund(orderId)
  await buy(student)
  expect((await issue(student)).body.code).toBe('certificate-revoked')
})
