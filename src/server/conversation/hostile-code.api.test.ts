import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function mainThreadMs(work: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

test('code that is expensive to colour costs neither its preview nor its readers time of the process', async () => {
  const course = await site.createCourse()
  const courseId = course.id
  const student = await site.createStudent()
  const { token } = student
  await site.enroll(student, course)
  const preview = (number: number) =>
    site.call('POST', `/courses/${courseId}/questions/preview`, { token, body: { text: costly(number) } })
  expect((await preview(0)).status).toBe(200)
  const ms = await mainThreadMs(async () => {
    for (let number = 1; number <= 8; number++) expect((await preview(number)).body.data.html).toContain('<pre>')
  })
  expect(ms / 8).toBeLessThan(60)

  const asked = await site.call('POST', `/courses/${courseId}/questions`, {
    token,
    body: { title: 'Kenapa lambat?', text: costly(100) },
  })
  expect(asked.status).toBe(201)
  expect(asked.body.data.html).toContain('hljs-')
  expect((await site.call('GET', `/questions/${asked.body.data._id}`, { token })).body.data.html).toContain('hljs-')
})
