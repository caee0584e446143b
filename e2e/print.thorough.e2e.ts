import type { Page } from '@playwright/test'
import { everyQuestion } from '../src/testing/materials/quizzes.ts'
import { enrollNewStudent, publishCourse } from './courses.ts'
import { beSignedIn, expect, idle, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

const paperWidth = 720

/** Finds what does not belong on paper: controls of the page, text that is cut, and text that is too light. Runs in the browser. */
function findProblems(): string[] {
  const problems: string[] = []
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only')
  const nameOf = (element: Element) =>
    `${element.tagName} ${element.getAttribute('aria-label') ?? (element.textContent ?? '').trim().slice(0, 40)}`
  for (const element of document.querySelectorAll(
    'nav, button, [role=search], aside, header.site-header, footer, input[type=file]',
  ))
    if (isShown(element)) problems.push(`shown: ${nameOf(element)}`)
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    if (!isShown(element)) continue
    if (getComputedStyle(element).overflow !== 'visible' && element.scrollHeight > element.clientHeight + 1)
      problems.push(`cut: ${nameOf(element)}`)
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const [red = 255, green = 255, blue = 255] = (/\d+/g[Symbol.match](getComputedStyle(element).color) ?? []).map(
      Number,
    )
    if (hasText && 0.2126 * red + 0.7152 * green + 0.0722 * blue > 150) problems.push(`light: ${nameOf(element)}`)
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) problems.push('wider than the paper')
  return [...new Set(problems)]
}

/** Prints the page from the dark theme, and looks at the paper. */
async function expectPrintable(page: Page, what: string) {
  await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'))
  await page.setViewportSize({ width: paperWidth, height: 1000 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findProblems), what)
    .toEqual([])
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('articles, assignments, attempts and results of quizzes are printed without controls, in dark ink and in full', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const course = await publishCourse(request, { title: 'Kelas untuk dicetak', lessons: ['Pembuka'] })
  const create = (lesson: object) => course.api('POST', '/courses/content/create', { courseId: course.id, ...lesson })
  const code =
    '<pre><code class="language-javascript">const nama = "Sari" // nama panjang supaya barisnya tidak muat di kertas dan harus turun ke baris berikutnya</code></pre>'
  const { _id: articleId } = await create({ title: 'Kode', type: 'text', text: `<p>Isi artikel.</p>${code}` })
  const { _id: taskId } = await create({
    title: 'Tugas akhir',
    type: 'assignment',
    text: '<p>Buat halaman portofolio.</p>',
  })
  const { _id: quizId } = await create({ title: 'Kuis akhir', type: 'quiz' })
  await course.api('PUT', `/courses/${course.id}/content/${quizId}/quiz`, {
    version: 0,
    settings: {},
    questions: everyQuestion,
  })
  await enrollNewStudent(page, course.id)
  const open = async (contentId: string) => {
    await page.goto(`/courses/${course.id}/start?materi=${contentId}`)
    await ready(page)
    await idle(page)
  }

  await open(articleId)
  await page.getByLabel('Catatanmu').fill(`Catatan yang panjang.\n${'Satu baris lagi.\n'.repeat(12)}`)
  await expect(page.getByText('Tersimpan otomatis')).toBeVisible()
  await expectPrintable(page, 'an article with a long note')

  await open(taskId)
  await page.getByRole('textbox', { name: 'Jawaban' }).fill('Jawaban panjang.\n'.repeat(30))
  await expectPrintable(page, 'an assignment')

  await open(quizId)
  await page.getByRole('button', { name: 'Mulai kuis' }).click()
  await page.getByRole('button', { name: 'Tampilkan semua' }).click()
  await expect(page.getByRole('heading', { name: '7 soal' })).toBeVisible()
  await expectPrintable(page, 'an attempt')
  await page.getByRole('button', { name: 'Kumpulkan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kumpulkan' }).click()
  await expect(page.getByText(/Nilaimu/)).toBeVisible()
  await expectPrintable(page, 'a result')

  const staff = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
  await beSignedIn(staff, 'pengajar@demo.id')
  await staff.goto(`/admin/course/${course.id}/quiz/${quizId}/results`)
  await expect(staff.getByRole('heading', { name: 'Per soal' })).toBeVisible()
  await expectPrintable(staff, 'the results for staff')
})
