import { everyQuestion } from '../src/testing/materials/quizzes.ts'
import { publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// Visitors get 404 for drafts, and so does the document that an admin loads before the browser asks with the session.
test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 }, expectedConsoleErrors: [/404/] })

test('a draft of a tip is previewed as readers will see it, and is hidden from them', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/tips?status=published')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Jadikan draf' })).toBeVisible()
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Jadikan draf' }).click()
  await page.getByRole('link', { name: 'Pratinjau' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(/menit baca/)).toBeVisible()
  await page.getByRole('link', { name: 'Kembali mengubah' }).click()
  await page.getByRole('button', { name: 'Tayangkan' }).click()
  await expect(page.getByRole('button', { name: 'Jadikan draf' })).toBeVisible()
})

test('a draft of an e-book opens in the reader for admins, also after a reload, and not for visitors', async ({
  page,
  request,
}) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/e-books?status=published')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Jadikan draf' }).click()
  await page.getByRole('link', { name: 'Pratinjau' }).click()
  await expect(page).toHaveURL(/\/e-book\//)
  await expect(page.getByRole('article')).toBeVisible()
  const path = new URL(page.url()).pathname
  const ebookId = path.split('/')[2] ?? ''
  expect((await request.get(path)).status()).toBe(404)
  await page.reload()
  await expect(page.getByRole('article')).toBeVisible()
  await page.goto(`/admin/e-book/edit/${ebookId}`)
  await page.getByRole('button', { name: 'Tayangkan' }).click()
  await expect(page.getByRole('button', { name: 'Jadikan draf' })).toBeVisible()
})

test('the preview of a course leads to its sales page', async ({ page }) => {
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto('/admin/courses?sort=title')
  await page
    .getByRole('link', { name: /^Manage/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Preview', exact: true }).click()
  await expect(page.getByText('Pratinjau: begini siswa melihatnya.')).toBeVisible()
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('link', { name: 'Halaman penjualan' }).click()
  await expect(page).toHaveURL(/\/kelas\/details\//)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('the description of a course keeps its line breaks, and its lists have bullets', async ({ page }) => {
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto('/admin/courses?sort=-title')
  await page
    .getByRole('link', { name: /^Manage/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Edit Course' }).click()
  const description = page.getByLabel('Deskripsi')
  const before = await description.inputValue()
  const save = async (text: string) => {
    await description.fill(text)
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    await expect(page.getByText('Kursus berhasil diperbarui!')).toBeVisible()
  }
  const edit = page.url()
  await save('Baris pertama\nBaris kedua\n\n- HTML\n- CSS')
  await page
    .getByRole('link', { name: /^Manage/ })
    .last()
    .waitFor()
  await page.goto(edit.replace('/edit/', '/detail/'))
  await page.getByRole('link', { name: 'Lihat', exact: true }).click()
  const paragraph = page.getByText('Baris pertama')
  await expect.poll(() => paragraph.innerText()).toBe('Baris pertama\nBaris kedua')
  const list = page.getByRole('list').filter({ has: page.getByText('HTML', { exact: true }) })
  await expect(list.getByRole('listitem')).toHaveText(['HTML', 'CSS'])
  await page.goto(edit)
  await save(before)
})

test('quizzes and assignments in the preview of a course are what students see, and trying them stores nothing', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: 'Pratinjau kuis dan tugas', lessons: ['Pembuka'] })
  const add = async (lesson: object) =>
    (await course.api('POST', '/courses/content/create', { courseId: course.id, ...lesson }))._id
  const quiz = await add({ title: 'Kuis pendek', type: 'quiz' })
  await add({ title: 'Tugas akhir', type: 'assignment', text: '<p>Buat satu halaman</p>' })
  await course.api('PUT', `/courses/${course.id}/content/${quiz}/quiz`, {
    version: 0,
    settings: { shuffleOptions: false },
    questions: everyQuestion,
  })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/courses/${course.id}/preview`)
  await ready(page)
  const outline = page.getByRole('navigation', { name: 'Daftar materi' })
  await outline.getByRole('link', { name: /Kuis pendek/ }).click()
  await page.getByRole('button', { name: 'Mulai kuis' }).click()
  const question = page.getByRole('region', { name: 'Soal 1', exact: true })
  await question.getByRole('radio', { name: 'Bandung' }).check()
  await expect(question.getByRole('radio', { name: 'Bandung' })).toBeChecked()
  await outline.getByRole('link', { name: /Tugas akhir/ }).click()
  await expect(page.getByRole('button', { name: 'Kumpulkan tugas' })).toBeVisible()
  const results = await course.api('GET', `/courses/${course.id}/content/${quiz}/results`)
  expect(JSON.stringify(results)).not.toContain('Raka Wiratmaja')
})
