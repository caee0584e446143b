import { apiAs, enrollNewStudent, publishCourse } from './courses.ts'
import { expect, offlineConsoleErrors, ready, signIn, test } from './test.ts'

test.use({
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 800 },
  expectedConsoleErrors: [offlineConsoleErrors],
})

test('a question whose change cannot be saved stays open with what was typed, and closes once it is saved', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: `Kelas ubah tanya ${Date.now()}`, lessons: ['Mulai'] })
  const admin = await apiAs(request, 'admin@demo.id')
  const asked = await admin('POST', `/courses/${course.id}/questions`, { title: 'Kenapa diam?', text: 'Sudah kucoba' })
  await signIn(page, 'admin@demo.id')
  await page.goto(`/tanya/${asked._id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Ubah pertanyaan' }).click()
  const field = page.getByLabel('Ubah pertanyaan')
  await field.fill('Sudah kucoba tiga kali')
  await page.route('**/api/questions/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Belum tersimpan. Periksa koneksimu, lalu coba lagi.')).toBeVisible()
  await expect(field).toHaveValue('Sudah kucoba tiga kali')

  await page.unroute('**/api/questions/*')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(field).toBeHidden()
  await expect(page.getByText('Sudah kucoba tiga kali')).toBeVisible()
})

test('a review and an announcement that are being written are not lost by Esc or a link without a question', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: `Kelas tulis ${Date.now()}`, lessons: ['Mulai'] })
  await signIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await page.getByRole('button', { name: 'Buat pengumuman' }).click()
  const field = page.getByRole('dialog', { name: 'Buat pengumuman' }).getByLabel('Isi pengumuman')
  await field.fill('Kelas langsung Sabtu')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Batal' }).click()
  await expect(field).toHaveValue('Kelas langsung Sabtu')

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await enrollNewStudent(page, course.id)
  await page.goto(`/kelas/details/${course.id}`)
  await ready(page)
  const review = page.getByLabel('Ulasan', { exact: true })
  await review.fill('Jelas')
  await page.getByRole('banner').getByRole('link', { name: 'E-Book' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tetap di sini' }).click()
  await expect(review).toHaveValue('Jelas')
})
