import { afterAll, beforeAll, expect, test } from 'vitest'
import { cpuMsUntil, leastMsOf } from '#testing/scale/cpu-time.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

const fence = '```'
const line = (unit: string) => unit.repeat(Math.floor(390 / unit.length))
const block = (language: string, unit: string) =>
  `${fence}${language}\n${Array.from({ length: 9 }, () => line(unit)).join('\n')}\n${fence}\n`
/** A quarter of a second of colouring. */
const costly = (number: number) =>
  `${number}\n\n${block('csharp', `function ${number} `)}\n${block('c', `if ${number} `)}`

test('code that is expensive to colour costs neither its preview nor its readers time of the process', async () => {
  const course = await site.createCourse()
  const courseId = course.id
  const student = await site.createStudent()
  const { token } = student
  await site.enroll(student, course)
  const preview = (number: number) =>
    site.call('POST', `/courses/${courseId}/questions/preview`, { token, body: { text: costly(number) } })
  expect((await preview(0)).status).toBe(200)
  let number = 0
  const onePreviewMs = () => cpuMsUntil(async () => expect((await preview(++number)).body.data.html).toContain('<pre>'))
  expect(await leastMsOf(onePreviewMs, 60)).toBeLessThanOrEqual(60)

  const asked = await site.call('POST', `/courses/${courseId}/questions`, {
    token,
    body: { title: 'Kenapa lambat?', text: costly(100) },
  })
  expect(asked.status).toBe(201)
  await expect
    .poll(async () => (await site.call('GET', `/questions/${asked.body.data._id}`, { token })).body.data.html)
    .toContain('hljs-')
})
