import { sidewaysPx } from './axe.ts'
import { apiAs, enrollNewStudent, publishCourse } from './courses.ts'
import { enlargeText } from './large-text.ts'
import { expect, idle, ready, signIn, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 320, height: 800 } })
test.describe.configure({ timeout: 240_000 })

const word = 'Donaudampfschifffahrtselektrizitaeten'.repeat(4).slice(0, 120)
const link = `https://contoh.id/${word}`

test('a word of 120 letters or a long link, wherever a person can write one, never widens a page at 320 px, also with text of 200 %', async ({
  page,
  request,
}) => {
  const title = word.slice(0, 100)
  const course = await publishCourse(request, {
    title,
    lessons: [title, 'Kedua'],
    description: `${word}\n\n- ${link}\n- ${word}`,
  })
  const admin = await apiAs(request, 'admin@demo.id')
  const { _id: ebookId } = await admin('POST', '/admin/ebooks', {
    title,
    description: `${word} ${link}`,
    author: title,
    price: 0,
  })
  const { _id: tipId } = await admin('POST', '/admin/tips', { title, summary: word, text: `<p>${word} ${link}</p>` })
  const person = await enrollNewStudent(page, course.id, { name: word.slice(0, 60) })
  const student = await apiAs(request, person.email, person.password)
  const [contentId] = course.contentIds
  const { _id: questionId } = await student('POST', `/courses/${course.id}/questions`, {
    title,
    text: `${word} ${link}`,
    contentId,
  })
  await course.api('POST', `/questions/${questionId}/answers`, { text: `${word} \`${word}\`` })
  await student('PUT', `/courses/${course.id}/reviews`, { rating: 5, text: `${word}\n${link}`, showName: true })
  const { _id: announcementId } = await course.api('POST', `/courses/${course.id}/announcements`, {
    title,
    text: `${word} ${link}`,
    to: 'all',
  })
  await student('PUT', `/courses/${course.id}/content/${contentId}/note`, { text: `${word} ${link}`, version: 0 })

  const expectNarrow = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await ready(page)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await idle(page)
      for (const percent of [100, 200]) {
        await enlargeText(page, percent)
        expect.soft(await sidewaysPx(page), `${path} with text of ${percent} % is wider than the screen by`).toBe(0)
      }
    }
  }
  await expectNarrow([
    '/',
    '/kelas?sort=newest',
    `/search?q=${title}`,
    `/kelas/details/${course.id}`,
    `/courses/${course.id}/start?materi=${contentId}`,
    `/tanya/${questionId}`,
    `/pengumuman/${announcementId}`,
    '/student',
    '/student/kelas-saya',
    '/student/progress',
    '/student/resume',
    '/student/catatan',
    '/student/notifications',
    '/student/settings',
  ])
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'admin@demo.id', 'belajar123')
  await expectNarrow([
    '/admin',
    '/admin/courses',
    `/admin/course/detail/${course.id}`,
    `/admin/course/edit/${course.id}`,
    `/admin/courses/${course.id}/preview`,
    '/admin/students',
    '/admin/questions',
    '/admin/reviews',
    '/admin/e-books',
    `/admin/e-book/edit/${ebookId}`,
    '/admin/tips',
    `/admin/tip/edit/${tipId}`,
    '/admin/audit',
  ])
})
