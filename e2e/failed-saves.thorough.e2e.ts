import { publishCourse } from './courses.ts'
import { expect, ready, signIn, test } from './test.ts'

test.use({
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 900 },
  expectedConsoleErrors: [/404|413|ERR_INTERNET_DISCONNECTED/],
})

test('a lesson that cannot be saved says why and what to do: without a connection, and when it was deleted elsewhere', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: `Kelas yang hilang ${Date.now()}`, lessons: ['Pertama'] })
  await signIn(page, 'admin@demo.id')
  const edit = `/admin/course/${course.id}/update-content/${course.contentIds[0]}`
  await page.goto(edit)
  await ready(page)
  await page.getByLabel('Judul').fill('Judul yang tidak boleh hilang')
  const save = page.getByRole('button', { name: 'Simpan', exact: true })
  const dialog = page.getByRole('alertdialog', { name: 'Gagal update konten.' })

  await page.route('**/api/courses/*/update-content/*', (route) => route.abort('internetdisconnected'))
  await save.click()
  await expect(dialog).toContainText('Tidak ada sambungan ke server. Isianmu masih ada di sini')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/courses/*/update-content/*')

  await page.route('**/api/courses/*/update-content/*', (route) =>
    route.fulfill({
      status: 413,
      contentType: 'text/html',
      body: '<html><h1>413 Request Entity Too Large</h1></html>',
    }),
  )
  await save.click()
  await expect(dialog).toContainText('Berkas atau isian terlalu besar untuk server ini.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Judul')).toHaveValue('Judul yang tidak boleh hilang')
  await page.unroute('**/api/courses/*/update-content/*')

  await course.api('DELETE', `/courses/${course.id}/delete-content/${course.contentIds[0]}`)
  await save.click()
  await expect(dialog).toContainText('Materi ini sudah dihapus di tempat lain.')
  await dialog.getByRole('button', { name: 'Tutup' }).click()
  await expect(page.getByLabel('Judul')).toHaveValue('Judul yang tidak boleh hilang')

  await test.step('the draft can be taken out where the lesson is gone', async () => {
    const other = await page.context().newPage()
    await other.goto('/admin')
    await ready(other)
    await other.getByText('Belum disimpan di perangkat ini').click()
    await expect(other.getByText('Judul yang tidak boleh hilang')).toBeVisible()
    await other.close()
  })

  await save.click()
  await dialog.getByRole('button', { name: 'Simpan sebagai materi baru' }).click()
  await expect(page).not.toHaveURL(new RegExp(`${course.contentIds[0]}$`))
  await expect(page.getByLabel('Judul')).toHaveValue('Judul yang tidak boleh hilang')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Belum disimpan di perangkat ini')).toBeHidden()
})
