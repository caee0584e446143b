import { tinyPng } from '../src/testing/materials/pictures.ts'
import { apiAs, enrollNewStudent, publishCourse } from './courses.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, test } from './test.ts'

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
  await beSignedIn(page, 'admin@demo.id')
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

  // It waits on this device, and is open again.
  await page.reload()
  await ready(page)
  await expect(field).toHaveValue('Sudah kucoba tiga kali')

  await page.unroute('**/api/questions/*')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(field).toBeHidden()
  await expect(page.getByText('Sudah kucoba tiga kali')).toBeVisible()
})

test('what is typed while a picture is on its way stays, and the picture comes after it', async ({ page, request }) => {
  const course = await publishCourse(request, { title: `Kelas gambar tanya ${Date.now()}`, lessons: ['Mulai'] })
  const admin = await apiAs(request, 'admin@demo.id')
  const asked = await admin('POST', `/courses/${course.id}/questions`, { title: 'Kenapa diam?', text: 'Sudah kucoba' })
  await beSignedIn(page, 'admin@demo.id')
  await page.goto(`/tanya/${asked._id}`)
  await ready(page)
  const field = page.getByLabel('Jawabanmu')
  await field.fill('Lihat')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/courses/*/questions/pictures', async (route) => {
    await held.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/api/courses/*/questions/pictures')
  await page.getByLabel('Pilih gambar').setInputFiles({ name: 'layar.png', mimeType: 'image/png', buffer: tinyPng })
  await requested
  await field.fill('Lihat layar ini')
  held.resolve()
  await expect(field).toHaveValue(/^Lihat layar ini\n\n!\[Gambar\]\(.+\)\n$/)
})

test('a review and an announcement that are being written are not lost by Esc or a link without a question', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: `Kelas tulis ${Date.now()}`, lessons: ['Mulai'] })
  await beSignedIn(page, 'pengajar@demo.id')
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
