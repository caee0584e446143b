import { publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test('nothing can be typed into a quiz that a running import would overwrite', async ({ page, request }) => {
  const course = await publishCourse(request, { title: `Kuis impor ${Date.now()}`, lessons: ['Pembuka'] })
  const quiz = await course.api('POST', '/courses/content/create', {
    courseId: course.id,
    title: 'Kuis',
    type: 'quiz',
  })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/${course.id}/quiz/${quiz._id}`)
  await ready(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/gift', async (route) => {
    await held.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/gift')
  await page
    .getByLabel('Impor GIFT atau Moodle XML')
    .setInputFiles({ name: 'kuis.txt', mimeType: 'text/plain', buffer: Buffer.from('Bumi bulat {T}') })
  await requested
  await expect(page.getByText('Berkas sedang dibaca.')).toBeVisible()
  const pass = page.getByLabel('Nilai lulus')
  await pass.focus()
  await expect(pass).not.toBeFocused()
  held.resolve()
  await expect(page.getByText('1 soal ditambahkan.')).toBeVisible()
  await pass.focus()
  await expect(pass).toBeFocused()
})
