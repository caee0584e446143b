import { expect, test } from 'vitest'
import { startTestSite } from '#testing/test-site.ts'

test('imports of the same students in different orders, and students who enrol meanwhile, do not stop each other', async () => {
  const site = await startTestSite()
  try {
    const [admin, course] = [await site.createAdmin(), await site.createCourse({ price: 0 })]
    const students = await Promise.all(Array.from({ length: 20 }, () => site.createStudent()))
    const emails = students.map(({ email }) => email)
    const importFile = (lines: readonly string[]) =>
      site.call('POST', `/courses/${course.id}/students/import`, {
        token: admin.token,
        form: { file: new File([`email\n${lines.join('\n')}\n`], 'siswa.csv', { type: 'text/csv' }) },
      })
    const enrol = ({ token }: { token: string }) => site.call('POST', `/courses/${course.id}/enroll`, { token })
    const responses = await Promise.all([
      importFile(emails),
      importFile(emails.toReversed()),
      ...students.slice(5, 15).map(enrol),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.enrollmentCount).toBe(20)
  } finally {
    await site.close()
  }
})
