import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { tinyPng } from '#testing/materials/pictures.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
let asker: SignedIn
let other: SignedIn
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())
beforeEach(async () => {
  course = await site.createCourse()
  ;[asker, other] = [await site.createStudent(), await site.createStudent()]
  for (const who of [asker, other]) await site.enroll(who, course)
})

const call = (who: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const ask = (who = asker, input: object = {}) =>
  call(who, 'POST', `/courses/${course.id}/questions`, { title: 'Kenapa?', text: 'Begitu', ...input })

test('a post that is sent again after a lost response is stored once, also when both arrive together', async () => {
  const key = crypto.randomUUID()
  const sent = await Promise.all([ask(asker, { key }), ask(asker, { key })])
  const [first, second] = sent.map(({ body }) => body.data._id)
  expect(first).toBe(second)
  expect((await ask(asker, { key })).body.data._id).toBe(first)
  expect((await ask(other, { key })).body.data._id).not.toBe(first)
  const reply = { text: 'Begini', key: crypto.randomUUID() }
  const replies = await Promise.all([1, 2].map(() => call(other, 'POST', `/questions/${first}/answers`, reply)))
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect((await call(asker, 'GET', `/questions/${first}`)).body.data.answers).toHaveLength(1)
  const elsewhere = (await ask()).body.data._id
  expect((await call(other, 'POST', `/questions/${elsewhere}/answers`, reply)).status).toBe(404)
})

test('a preview shows what is written as it will be stored, and stores nothing', async () => {
  const { status, body } = await call(asker, 'POST', `/courses/${course.id}/questions/preview`, {
    text: '**Tebal**<script>x</script>',
  })
  expect(status).toBe(200)
  expect(body.data.html).toContain('<strong>Tebal</strong>')
  expect(body.data.html).not.toContain('<script')
  expect((await call(asker, 'GET', `/courses/${course.id}/questions`)).body.data).toEqual([])
  const outsider = await site.createStudent()
  expect((await call(outsider, 'POST', `/courses/${course.id}/questions/preview`, { text: 'x' })).status).toBe(403)
})

test('a picture of a question is re-encoded, only for those in the course, and only when it is one', async () => {
  const send = (who: SignedIn, bytes: BlobPart) =>
    site.call('POST', `/courses/${course.id}/questions/pictures`, {
      token: who.token,
      form: { image: new File([bytes], 'layar.png', { type: 'image/png' }) },
    })
  const { status, body } = await send(asker, tinyPng)
  expect(status).toBe(201)
  const asked = await ask(asker, {
    text: `Lihat ![layarku](${body.data.url}) dan ![jejak](https://jahat.example/x.png)`,
  })
  expect(asked.body.data.html).toContain(body.data.url)
  expect(asked.body.data.html).not.toContain('jahat.example')
  expect((await send(asker, '<svg onload="alert(1)">')).body).toMatchObject({
    code: 'invalid-input',
    errors: { image: expect.any(String) },
  })
  expect((await send(await site.createStudent(), tinyPng)).status).toBe(403)
})
