import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { tinyPng } from '#testing/materials/pictures.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

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

test.each(['question', 'answer'])(
  'after a lost response the %s that was written on replaces what had arrived, until that was changed elsewhere or is a day old',
  async (what) => {
    const questionId = (await ask()).body.data._id
    const send = (key: string, text: string) =>
      what === 'question'
        ? ask(other, { key, text })
        : call(other, 'POST', `/questions/${questionId}/answers`, { key, text })
    const change = (id: string, text: string) => call(other, 'PATCH', `/${what}s/${id}`, { text })
    const [key, changed, old] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]

    const first = (await send(key, 'Begini')).body.data._id
    const again = await send(key, 'Begini, **lebih jelas**')
    expect([again.status, again.body.data]).toMatchObject([
      201,
      {
        _id: first,
        text: 'Begini, **lebih jelas**',
        html: '<p>Begini, <strong>lebih jelas</strong></p>',
        isEdited: true,
      },
    ])
    expect((await send(key, 'Begini, **lebih jelas**')).status).toBe(201)

    await change((await send(changed, 'Begitu')).body.data._id, 'Diubah di laptop')
    expect((await send(changed, 'Begitu')).body).toMatchObject({ code: 'changed-since' })
    expect((await send(changed, 'Diubah di laptop')).body.data.text).toBe('Diubah di laptop')

    await send(old, 'Kemarin')
    site.clock.advance(25 * hourMs)
    expect((await send(old, 'Hari ini')).body).toMatchObject({ code: 'edit-closed' })
    expect((await send(old, 'Kemarin')).status).toBe(201)
  },
)

test('a question that was written on after a lost response has its new title and place', async () => {
  const key = crypto.randomUUID()
  await ask(asker, { key })
  const lesson = course.lessonIds[0]
  const again = await ask(asker, { key, title: 'Kenapa di sini?', contentId: lesson })
  expect(again.body.data).toMatchObject({ title: 'Kenapa di sini?', content: { _id: lesson } })
  expect((await call(asker, 'GET', `/courses/${course.id}/questions`)).body.data).toHaveLength(1)
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

test('a picture of an erased text goes with the account of its author at once, one that another text shows stays', async () => {
  const leaving = await site.createStudent()
  await site.enroll(leaving, course)
  const upload = async () =>
    (
      await site.call('POST', `/courses/${course.id}/questions/pictures`, {
        token: leaving.token,
        form: { image: new File([tinyPng], 'layar.png', { type: 'image/png' }) },
      })
    ).body.data.url as string
  const [own, quoted] = [await upload(), await upload()]
  await ask(leaving, { text: `![layar](${own}) ![layar](${quoted})` })
  await ask(asker, { text: `Seperti ini? ![layar](${quoted})` })
  const statusOf = async (url: string) => (await site.app.fetch(new Request(publicUrl + url))).status
  expect([await statusOf(own), await statusOf(quoted)]).toEqual([200, 200])
  await call(leaving, 'POST', '/me/deletion', { email: leaving.email, password })
  await site.app.idle()
  expect([await statusOf(own), await statusOf(quoted)]).toEqual([404, 200])
})
