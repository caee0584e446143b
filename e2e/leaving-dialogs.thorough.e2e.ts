import { publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block' })

test(
  'a question about leaving a dialog ends when a save closes the dialog meanwhile',
  thorough,
  async ({ page, request }) => {
    const course = await publishCourse(request, { title: `Kelas bab ${Date.now()}`, lessons: ['Mulai'] })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/course/detail/${course.id}`)
    await ready(page)
    await page.getByRole('button', { name: 'Tambah bab' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Judul bab').fill('Bab pertama')
    const save = Promise.withResolvers<void>()
    await page.route('**/chapters', async (route) => {
      await save.promise
      await route.continue()
    })
    await dialog.getByLabel('Judul bab').press('Enter')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Perubahan belum disimpan' })
    await expect(question).toBeVisible()
    save.resolve()
    await expect(dialog).toBeHidden()
    await expect(question).toBeHidden()
    await expect(page.getByText('Bab pertama', { exact: true })).toBeVisible()
  },
)
