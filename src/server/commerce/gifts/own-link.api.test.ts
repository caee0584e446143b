import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ title: 'Kelas Hadiah', price: 120_000 })
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const give = (giver: SignedIn, gift: Record<string, unknown>) => buy(site, giver, { courseId: course.id, gift })
async function tokensTo(email: string): Promise<string[]> {
  return (await site.mailsTo(email)).flatMap(({ text }) => /\/hadiah\/([\w-]+)/.exec(text)?.[1] ?? [])
}
const claim = (who: SignedIn, token: string) => site.call('POST', `/gifts/${token}/claim`, { token: who.token })
const makeLink = async (giver: SignedIn, id: string) => {
  const { status, body } = await site.call('POST', `/my-transaction/${id}/gift/link`, { token: giver.token })
  return { status, code: body.code as string, token: /\/hadiah\/([\w-]+)$/.exec(body.data?.url ?? '')?.[1] ?? '' }
}
const opens = async (token: string) => (await site.call('GET', `/gifts/${token}`)).status

test('the giver passes on a link beside the mailed one; another one, or sending again, ends it', async () => {
  const [giver, friend] = [await site.createStudent(), await site.createStudent()]
  const gift = { email: 'rina@contoh.id', name: 'Rina' }
  const { transactionId } = await give(giver, gift)
  const [mailed = ''] = await tokensTo(gift.email)
  const first = await makeLink(giver, transactionId)
  expect([first.status, await opens(first.token), await opens(mailed)]).toEqual([200, 200, 200])
  const second = await makeLink(giver, transactionId)
  expect([await opens(first.token), await opens(second.token)]).toEqual([404, 200])
  await site.call('POST', `/my-transaction/${transactionId}/gift`, { token: giver.token, body: {} })
  expect([await opens(second.token), await opens(mailed)]).toEqual([404, 404])
  const third = await makeLink(giver, transactionId)
  expect((await claim(friend, third.token)).status).toBe(200)
  expect(await site.app.modules.learning.isEnrolled(friend.id, course.id)).toBe(true)
  expect(await makeLink(giver, transactionId)).toMatchObject({ status: 409, code: 'already-claimed' })
  expect((await makeLink(friend, transactionId)).status).toBe(404)
})

test('a gift that was claimed with the giver’s link before its day is not mailed any more, and its address stays a stranger’s', async () => {
  const [giver, friend] = [await site.createStudent(), await site.createStudent()]
  const gift = { email: 'sari@contoh.id', name: 'Sari' }
  const sendOn = jakartaDay(new Date(site.clock.now().getTime() + 2 * dayMs))
  const { transactionId } = await give(giver, { ...gift, sendOn })
  expect((await claim(friend, (await makeLink(giver, transactionId)).token)).status).toBe(200)
  await give(giver, gift)
  site.clock.advance(2 * dayMs)
  await site.runDue('commerce')
  // Only of the other gift.
  expect((await site.mailsTo(gift.email)).map(({ subject }) => subject)).toEqual(['Ada hadiah untukmu'])
})
