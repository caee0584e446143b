import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { password, type SignedIn } from '#testing/factories.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

async function reviewed() {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id, price: 0 })
  const author = await site.createStudent()
  await site.call('POST', `/courses/${course.id}/enroll`, { token: author.token })
  const { body } = await site.call('PUT', `/courses/${course.id}/reviews`, {
    token: author.token,
    body: { rating: 5, text: 'Mantap' },
  })
  const reviewId = body.data._id as string
  const vote = (who: SignedIn, method = 'PUT') =>
    site.call(method, `/courses/${course.id}/reviews/${reviewId}/vote`, { token: who.token })
  const shown = async () => (await site.call('GET', `/courses/${course.id}/reviews`)).body.data[0]
  return { instructor, course, author, reviewId, vote, shown }
}

test('a review helps each person once, also when it is sent ten times at the same moment, and can be taken back', async () => {
  const { course, reviewId, vote, shown } = await reviewed()
  const [me, other] = [await site.createStudent(), await site.createStudent()]
  await Promise.all(Array.from({ length: 10 }, () => vote(me)))
  expect((await vote(other)).body.data).toEqual({ helpful: 2, hasVoted: true })
  const mine = async () =>
    (await site.call('GET', `/courses/${course.id}/reviews/votes`, { token: me.token })).body.data.reviewIds
  expect(await mine()).toEqual([reviewId])
  await Promise.all(Array.from({ length: 10 }, () => vote(me, 'DELETE')))
  expect((await vote(me, 'DELETE')).body.data).toEqual({ helpful: 1, hasVoted: false })
  expect(await mine()).toEqual([])
  expect((await shown()).helpful).toBe(1)
})

test('nobody votes for the own review, for a hidden one, or signed out', async () => {
  const { course, author, reviewId, vote } = await reviewed()
  expect(await vote(author)).toMatchObject({ status: 409, body: { code: 'own-review' } })
  expect((await site.call('PUT', `/courses/${course.id}/reviews/${reviewId}/vote`)).status).toBe(401)
  const admin = await site.createAdmin()
  await site.call('POST', `/admin/reviews/${reviewId}/hide`, { token: admin.token, body: { reason: 'Iklan' } })
  const me = await site.createStudent()
  expect((await vote(me)).status).toBe(404)
  const elsewhere = await site.createCourse()
  expect(
    (await site.call('PUT', `/courses/${elsewhere.id}/reviews/${reviewId}/vote`, { token: me.token })).status,
  ).toBe(404)
})

test('votes of a deleted account no longer count', async () => {
  const { vote, shown } = await reviewed()
  const me = await site.createStudent()
  await vote(me)
  await site.call('POST', '/me/deletion', { token: me.token, body: { email: me.email, password } })
  expect((await shown()).helpful).toBe(0)
})

test('says of which version of the course it speaks, until it is written again', async () => {
  const { instructor, course, author, shown } = await reviewed()
  const first = (await shown()).courseVersion
  expect(first).toEqual(expect.any(Number))
  await site.call('PATCH', `/courses/${course.id}`, { token: instructor.token, body: { tagline: 'Versi baru' } })
  expect((await shown()).courseVersion).toBe(first)
  const again = await site.call('PUT', `/courses/${course.id}/reviews`, {
    token: author.token,
    body: { rating: 4, text: 'Masih bagus' },
  })
  expect(again.body.data.courseVersion).toBeGreaterThan(first)
})
