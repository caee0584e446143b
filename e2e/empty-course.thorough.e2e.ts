import { addLesson, cover, makeCourse, signInByCall } from './staff-calls.ts'
import { beSignedIn, expect, ready, signIn, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } })

const instructor = 'pengajar@demo.id'

test('a course without lessons is announced but not sold, until it has one; its instructor is never offered to buy it', async ({
  page,
}) => {
  const headers = await signInByCall(page.request, instructor)
  const courseId = await makeCourse(page.request, headers, { title: 'Kelas masih kosong', thumbnail: cover })
  const offer = page.getByRole('region', { name: 'Plus' })
  await page.goto(`/kelas/details/${courseId}`)
  await expect(offer).toContainText('Segera hadir')
  await expect(offer.getByRole('button', { name: 'Beli Kelas' })).toBeHidden()

  await addLesson(page.request, headers, courseId)
  await page.reload()
  await expect(offer.getByRole('button', { name: 'Beli Kelas' })).toBeVisible()
  await expect(offer).not.toContainText('Segera hadir')

  await beSignedIn(page, instructor)
  await page.goto(`/kelas/details/${courseId}`)
  await expect(offer.getByRole('link', { name: 'Kelola kelas' })).toBeVisible()
  await expect(offer.getByRole('button', { name: 'Beli Kelas' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tulis ulasan' })).toBeHidden()
})

test('its instructor sees what a published course lacks: its first lesson, then the questions of its quiz', async ({
  page,
}) => {
  const headers = await signInByCall(page.request, instructor)
  const courseId = await makeCourse(page.request, headers, { title: 'Kelas belum lengkap', thumbnail: cover })
  await signIn(page, instructor)
  const main = page.getByRole('main')
  await page.goto(`/admin/course/detail/${courseId}`)
  await expect(main).toContainText('belum bisa dibeli atau diikuti.')

  const data = { courseId, title: 'Kuis kosong', type: 'quiz' }
  const { _id: contentId } = (await (await page.request.post('/api/courses/content/create', { headers, data })).json())
    .data
  await page.reload()
  await expect(main).toContainText('Isi kuis “Kuis kosong”: Belum punya soal')
  await expect(main.getByText('Belum ada soal', { exact: true })).toBeVisible()

  const questions = [{ type: 'boolean', text: 'Bumi datar', answer: false }]
  const saved = await page.request.put(`/api/courses/${courseId}/content/${contentId}/quiz`, {
    headers,
    data: { version: 0, settings: {}, questions },
  })
  expect(saved.status()).toBe(200)
  await page.reload()
  await expect(main).toContainText('Kuis · 1 soal')
  await expect(main).not.toContainText('Belum punya soal')

  // The offer names what is in the course.
  await page.goto(`/kelas/details/${courseId}`)
  await expect(page.getByRole('region', { name: 'Plus' })).toContainText('1 materi kuis')
  await expect(main).toContainText('1 materi · 1 kuis')
})

test.describe('publishing', () => {
  test.use({ expectedConsoleErrors: [/422.*\/(status|courses)/] })

  test('names everything that a draft lacks, and opens the page where it is added', async ({ page }) => {
    const headers = await signInByCall(page.request, instructor)
    const [bare, filled] = [
      await makeCourse(page.request, headers, { status: 'draft', title: 'Draf kosong', tagline: '', price: '' }),
      await makeCourse(page.request, headers, { status: 'draft', title: 'Draf lengkap' }),
    ]
    await signIn(page, instructor)
    const alert = page.getByRole('alertdialog', { name: 'Belum bisa ditayangkan' })
    for (const [courseId, missing, next] of [
      [bare, ['Tagline wajib diisi', 'Harga harus diisi', 'Tambahkan minimal satu materi'], 'Perbarui Kursus'],
      [filled, ['Lengkapi dulu: Tambahkan minimal satu materi.'], 'Buat Konten Baru'],
    ] as const) {
      await page.goto(`/admin/course/detail/${courseId}`)
      await ready(page)
      await page.getByRole('button', { name: 'Tayangkan' }).click()
      for (const text of missing) await expect(alert).toContainText(text)
      await alert.getByRole('button', { name: 'OK' }).click()
      await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible()
    }

    await page.goto(`/admin/course/edit/${filled}`)
    await ready(page)
    await page.getByRole('button', { name: 'Simpan dan tayangkan' }).click()
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: 'Tambahkan minimal satu materi.' }),
    ).toBeVisible()
  })
})

test('a draft without a price is nowhere called free', async ({ page }) => {
  const headers = await signInByCall(page.request, instructor)
  const courseId = await makeCourse(page.request, headers, { status: 'draft', title: 'Draf tanpa harga', price: '' })
  await beSignedIn(page, instructor)
  await page.goto('/admin/courses?q=tanpa+harga')
  await expect(page.getByRole('row', { name: /Draf tanpa harga/ })).toContainText('Belum ada harga')
  await page.goto(`/admin/course/detail/${courseId}`)
  await expect(page.getByRole('main')).toContainText('Belum ada harga')
  for (const path of [`/admin/course/edit/${courseId}`, '/admin/course/create']) {
    await page.goto(path)
    await ready(page)
    const card = page.getByRole('complementary', { name: 'Pratinjau kartu' })
    await expect(card).toContainText('Belum ada harga')
    await expect(card).not.toContainText('GRATIS')
    await page.getByLabel('Harga').fill('0')
    await expect(card).toContainText('GRATIS')
  }
})
