import type { Page } from '@playwright/test'
import { apiAs, publishCourse, type Api } from './courses.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

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
  await beSignedIn(page, 'admin@demo.id')
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
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).click()
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

type Made = { path: string; /** Null where it cannot be deleted. */ remove: (() => Promise<unknown>) | null }
const title = () => `Yang hilang ${Date.now()}`
const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true })

/** A form's record, and a field of it. */
const forms: {
  name: string
  make: (admin: Api) => Promise<Made>
  typed: (page: Page) => ReturnType<Page['getByLabel']>
  text?: string
  button?: string
}[] = [
  {
    name: 'a course',
    typed: field('Judul'),
    async make(admin) {
      const { _id } = await admin('POST', '/courses', { status: 'draft', title: title() })
      return { path: `/admin/course/edit/${_id}`, remove: () => admin('DELETE', `/courses/${_id}`) }
    },
  },
  {
    name: 'an e-book',
    typed: field('Judul'),
    async make(admin) {
      const { _id } = await admin('POST', '/admin/ebooks', { title: title() })
      return { path: `/admin/e-book/edit/${_id}`, remove: () => admin('DELETE', `/admin/ebooks/${_id}`) }
    },
  },
  {
    name: 'a tip',
    typed: field('Judul'),
    async make(admin) {
      const { _id } = await admin('POST', '/admin/tips', { title: title() })
      return { path: `/admin/tip/edit/${_id}`, remove: () => admin('DELETE', `/admin/tips/${_id}`) }
    },
  },
  {
    name: 'a quiz',
    typed: field('Kesempatan'),
    text: '3',
    async make(admin) {
      const { _id: courseId } = await admin('POST', '/courses', { status: 'draft', title: title() })
      const { _id } = await admin('POST', '/courses/content/create', { courseId, title: 'Kuis', type: 'quiz' })
      const questions = [{ type: 'boolean', text: 'Bumi bulat', answer: true }]
      await admin('PUT', `/courses/${courseId}/content/${_id}/quiz`, { version: 0, settings: {}, questions })
      return {
        path: `/admin/course/${courseId}/quiz/${_id}`,
        remove: () => admin('DELETE', `/courses/${courseId}/delete-content/${_id}`),
      }
    },
  },
  {
    name: 'a legal page',
    typed: (page) => page.getByRole('textbox', { name: 'Isi' }),
    button: 'Terbitkan versi baru',
    make: async () => ({ path: '/admin/legal/terms', remove: null }),
  },
  {
    name: 'the settings',
    typed: field('Klaim'),
    make: async () => ({ path: '/admin/settings', remove: null }),
  },
]

for (const { name, make, typed, text = 'Ketikan yang tidak boleh hilang', button = 'Simpan' } of forms)
  test(`a failed save of ${name} says why and what to do, and loses nothing: without a connection, and when it was deleted elsewhere`, async ({
    page,
    request,
  }) => {
    const { path, remove } = await make(await apiAs(request, 'admin@demo.id'))
    await beSignedIn(page, 'admin@demo.id')
    await page.goto(path)
    await ready(page)
    const input = typed(page)
    await input.fill(text)
    const expectKept = async () => {
      await expect(
        page
          .getByRole('main')
          .getByText(/Isianmu masih ada di sini/)
          .first(),
      ).toBeVisible()
      if ((await input.getAttribute('contenteditable')) === null) await expect(input).toHaveValue(text)
      else await expect(input).toContainText(text)
    }
    const save = page.getByRole('button', { name: button, exact: true })
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort('internetdisconnected'),
    )
    await save.click()
    await expect(page.getByText(/Tidak ada sambungan ke server\. Isianmu masih ada di sini/).first()).toBeVisible()
    await expectKept()
    await page.unroute('**/api/**')
    if (!remove) return
    await remove()
    await save.click()
    await expect(page.getByText(/sudah dihapus di tempat lain\. Isianmu masih ada di sini/).first()).toBeVisible()
    await expectKept()
  })
