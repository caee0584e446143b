import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse()
})
afterAll(() => site.close())

async function createEnrolled(): Promise<SignedIn> {
  const student = await site.createStudent()
  await site.enroll(student, course)
  return student
}
const deleteAccount = ({ token, email }: SignedIn) =>
  site.call('POST', '/me/deletion', { token, body: { email, password } })
const show = async ({ token }: SignedIn, questionId: string) =>
  (await site.call('GET', `/questions/${questionId}`, { token })).body.data

/** A question of `asker` that `leaving` has answered. */
async function createAnswered(asker: SignedIn, leaving: SignedIn): Promise<{ questionId: string; answerId: string }> {
  const asked = await site.call('POST', `/courses/${course.id}/questions`, {
    token: asker.token,
    body: { title: 'Kenapa diam?', text: 'Tombolnya diam.' },
  })
  const questionId: string = asked.body.data._id
  const answered = await site.call('POST', `/questions/${questionId}/answers`, {
    token: leaving.token,
    body: { text: 'Coba muat ulang.' },
  })
  return { questionId, answerId: answered.body.data._id }
}

test('an answer that arrives while an account is deleted is counted, and the answer of the account is not', async () => {
  const [asker, leaving, other] = [await createEnrolled(), await createEnrolled(), await createEnrolled()]
  const { questionId } = await createAnswered(asker, leaving)
  // As a transaction that stores an answer, before its commit.
  const answer = sql`
    with answered as (update course_questions set answer_count = answer_count + 1 where id = ${questionId} returning id)
    insert into course_answers (id, question_id, user_id, by_staff, body, html, created_at)
    select ${randomUUID()}, id, ${other.id}, false, 'Periksa konsol.', '<p>Periksa konsol.</p>', ${site.clock.now().toISOString()}
    from answered`
  const { whenWaiting, release } = await holdLock(site.database, answer)
  const deletion = deleteAccount(leaving)
  await whenWaiting(1)
  await release()
  expect((await deletion).status).toBe(200)
  const { answerCount, answers } = await show(asker, questionId)
  expect([answerCount, answers.map(({ text }: { text: string }) => text)]).toEqual([1, ['Periksa konsol.']])
})

test('votes in questions that a deleted account answered, and the deletion, do not stop each other', async () => {
  const [asker, leaving, voter] = [await createEnrolled(), await createEnrolled(), await createEnrolled()]
  const { questionId, answerId } = await createAnswered(asker, leaving)
  const question = sql`select 1 from course_questions where id = ${questionId} for update`
  const { whenWaiting, release } = await holdLock(site.database, question)
  const vote = site.call('PUT', `/answers/${answerId}/vote`, { token: voter.token })
  await whenWaiting(1)
  const deletion = deleteAccount(leaving)
  await whenWaiting(2)
  await release()
  expect([(await vote).status, (await deletion).status]).toEqual([200, 200])
  expect(await show(asker, questionId)).toMatchObject({ answerCount: 0, answers: [] })
})
