import type { APIRequestContext, Page } from '@playwright/test'
import { sessionKey } from '../src/web/kit/ui/stored-names.ts'
import { enrollNewStudent, publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

/** A course with a lesson and an assignment, and a new student of it. */
async function openAssignment(page: Page, request: APIRequestContext, title: string) {
  const course = await publishCourse(request, { title: `${title} ${Date.now()}`, lessons: ['Pembuka'] })
  const task = await course.api('POST', '/courses/content/create', {
    courseId: course.id,
    title: 'Tugas akhir',
    type: 'assignment',
    text: '<p>Kirim satu berkas.</p>',
  })
  const student = await enrollNewStudent(page, course.id)
  return { course, task, student }
}

test('files that the browser cannot store are not lost by opening another lesson before the student agrees', async ({
  page,
  request,
}) => {
  const { course, task } = await openAssignment(page, request, 'Kelas berkas')
  // As in private windows.
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (name, version) => {
      if (name === 'cendaki-files') throw new Error('Blocked')
      return open(name, version)
    }
  })
  await page.goto(`/courses/${course.id}/start?materi=${task._id}`)
  await ready(page)
  const file = { name: 'tugas.txt', mimeType: 'text/plain', buffer: Buffer.from('Selesai') }
  await page.getByLabel('Pilih berkas').setInputFiles(file)
  await expect(page.getByText('tugas.txt', { exact: true })).toBeVisible()
  await page
    .getByRole('complementary', { name: 'Daftar materi' })
    .getByRole('link', { name: /^Pembuka/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tetap di sini' }).click()
  await expect(page.getByText('tugas.txt', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`materi=${task._id}`))
})

test('signing out asks before the text and the files of an assignment are lost, and not about what was removed again', async ({
  page,
  request,
}) => {
  const { course, task } = await openAssignment(page, request, 'Kelas keluar')
  const openTask = async () => {
    await page.goto(`/courses/${course.id}/start?materi=${task._id}`)
    await ready(page)
  }
  const keptDrafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-assignment:')).length)
  await openTask()
  await page
    .getByLabel('Pilih berkas')
    .setInputFiles({ name: 'tugas.txt', mimeType: 'text/plain', buffer: Buffer.from('Selesai') })
  await expect.poll(keptDrafts).toBe(1)
  await page.getByRole('button', { name: 'Hapus tugas.txt' }).click()
  await expect.poll(keptDrafts).toBe(0)
  await page.getByLabel('Jawaban').fill('Kotaku di tepi sungai')
  await page.goto('/tips')
  await ready(page)

  const leave = async () => {
    await page.getByRole('button', { name: /^Akun/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  const question = page.getByRole('alertdialog', { name: 'Keluar dari akun?' })
  await leave()
  await expect(question).toContainText('Yang hanya tersimpan di perangkat ini akan hilang: 1 jawaban tugas.')
  await question.getByRole('button', { name: 'Batal' }).click()
  await openTask()
  await expect(page.getByLabel('Jawaban')).toHaveValue('Kotaku di tepi sungai')
  await page.goto('/tips')
  await ready(page)
  await leave()
  await question.getByRole('button', { name: 'Keluar' }).click()
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeHidden()
  await expect.poll(() => keptDrafts()).toBe(0)
})

test.describe('two accounts', () => {
  // Requests that are under way when their session ends.
  test.use({ expectedConsoleErrors: [/401/] })

  test('with a student and an admin in one browser, each sign-out asks about and clears only what is of who leaves', async ({
    page,
    context,
    request,
  }) => {
    const { course, task, student } = await openAssignment(page, request, 'Kelas berdua')
    const question = (of: Page) => of.getByRole('alertdialog', { name: 'Keluar dari akun?' })
    const leave = (of: Page, menu: string) =>
      of.getByRole('complementary', { name: menu }).getByRole('button', { name: 'Logout' }).click()
    const keys = (name: string) =>
      page.evaluate((prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length, name)
    // The last sign-in keeps others from the page of sign-ins.
    const forgetLastSignIn = () => page.evaluate((key) => localStorage.removeItem(key), sessionKey)
    async function write() {
      await page.goto(`/courses/${course.id}/start?materi=${task._id}`)
      await ready(page)
      await page.getByLabel('Jawaban').fill('Kotaku di tepi sungai')
      await page
        .getByLabel('Pilih berkas')
        .setInputFiles({ name: 'tugas.txt', mimeType: 'text/plain', buffer: Buffer.from('Selesai') })
      await expect(page.getByText('Tulisan dan berkasmu tersimpan di perangkat ini.')).toBeVisible()
    }
    await write()
    await page.goto('/student')
    await ready(page)
    await forgetLastSignIn()
    const other = await context.newPage()
    await beSignedIn(other, 'admin@demo.id')
    await other.goto('/admin/tip/create')
    await ready(other)
    await other.getByLabel('Judul').fill('Tips yang tidak jadi')
    await expect.poll(() => keys('cendaki-draft:')).toBe(1)

    await leave(page, 'Area siswa')
    await expect(question(page)).toContainText('1 jawaban tugas')
    await expect(question(page)).not.toContainText('draf formulir')
    await question(page).getByRole('button', { name: 'Keluar' }).click()
    await expect.poll(() => keys('cendaki-assignment:')).toBe(0)
    await expect.poll(() => keys('cendaki-draft:')).toBe(1)

    await forgetLastSignIn()
    await beSignedIn(page, student.email, student.password)
    await page.goto(`/courses/${course.id}/start?materi=${task._id}`)
    await expect(page.getByRole('button', { name: 'Hapus tugas.txt' })).toBeHidden()
    await write()
    await leave(other, 'Menu admin')
    await expect(question(other)).toContainText('Isian halaman ini yang belum disimpan akan hilang')
    await expect(question(other)).not.toContainText('jawaban tugas')
    await question(other).getByRole('button', { name: 'Keluar' }).click()
    await expect.poll(() => keys('cendaki-draft:')).toBe(0)
    await page.reload()
    await ready(page)
    await expect(page.getByLabel('Jawaban')).toHaveValue('Kotaku di tepi sungai')
    await expect(page.getByRole('button', { name: 'Hapus tugas.txt' })).toBeVisible()
  })
})
