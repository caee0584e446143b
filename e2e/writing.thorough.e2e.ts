import { apiAs, publishCourse } from './courses.ts'
import { expect, offlineConsoleErrors, ready, signIn, test } from './test.ts'

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [offlineConsoleErrors] })

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
