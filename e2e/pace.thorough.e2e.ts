import type { Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from './axe.ts'
import { publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, signUp, test } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/403/] })

async function startCourse(page: Page, courseId: string) {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto(`/kelas/details/${courseId}`)
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
}

test('in sequence, the player says what opens a lesson, and opens it when that is completed', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, {
    title: 'Berurutan',
    lessons: ['Nilai', 'Variabel', 'Fungsi'],
    pace: 'sequence',
  })
  await startCourse(page, course.id)
  const outline = page.getByRole('complementary', { name: 'Daftar materi' })
  await expect(outline.getByRole('link', { name: /^Variabel/ })).toContainText("Terbuka setelah 'Nilai' selesai")

  await outline.getByRole('link', { name: /^Fungsi/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fungsi' })).toBeVisible()
  await expect(page.getByRole('article').getByText("Terbuka setelah 'Variabel' selesai")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as Completed' })).toBeHidden()
  await expectAccessibleAtBothWidths(page)

  await page.getByRole('link', { name: 'Buka Variabel' }).click()
  await page.getByRole('link', { name: 'Buka Nilai' }).click()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Variabel' })).toBeVisible()
  await expect(page.getByText('Isi Variabel')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByText('Isi Fungsi')).toBeVisible()
  await expect(outline.getByText(/^Terbuka/)).toHaveCount(0)
})

test('in drips, the player says on which day a chapter opens; an instructor sets the days', async ({
  page,
  browser,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const course = await publishCourse(request, { title: 'Bertahap', lessons: ['Sekarang', 'Nanti'] })
  const chapter = await course.api('POST', `/courses/${course.id}/chapters`, { title: 'Minggu kedua' })
  const [first, second] = course.contentIds
  const chapters = [
    { _id: null, contentIds: [first] },
    { _id: chapter._id, contentIds: [second] },
  ]
  await course.api('PUT', `/courses/${course.id}/outline`, { chapters })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/edit/${course.id}`)
  await ready(page)
  await page
    .getByLabel('Cara materi terbuka')
    .selectOption({ label: 'Bertahap: tiap bab terbuka beberapa hari setelah mendaftar' })
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page).toHaveURL('/admin/courses')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Ubah bab Minggu kedua' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ubah bab' })
  for (const wrong of ['tujuh', '-1', '400']) {
    await dialog.getByLabel('Terbuka setelah (hari)').fill(wrong)
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(dialog.getByText('Isi 0 sampai 365 hari')).toBeVisible()
  }
  await dialog.getByLabel('Terbuka setelah (hari)').fill('7')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('terbuka 7 hari setelah mendaftar')).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  const student = await (await browser.newContext({ viewport: { width: 360, height: 800 } })).newPage()
  await startCourse(student, course.id)
  const outline = student.getByRole('complementary', { name: 'Daftar materi' })
  await outline.getByText('Minggu kedua').click()
  await expect(outline.getByRole('link', { name: /^Nanti/ })).toContainText(
    /Terbuka (Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu), \d+ \w{3}/,
  )
  // Nothing else is left to study.
  await student.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(student.getByRole('article').getByText(/^Terbuka \w+, \d+ \w{3}$/)).toBeVisible()
  await student.context().close()
})

test('a lesson that is added after the finish is new, and the course stays finished', async ({ page, request }) => {
  const course = await publishCourse(request, { title: 'Diperbarui', lessons: ['Satu-satunya'] })
  await startCourse(page, course.id)
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByRole('heading', { name: 'Kelas selesai!' })).toBeVisible()
  await expect(page.getByRole('button', { name: /sertifikat/i })).toBeVisible()
  await course.api('POST', '/courses/content/create', {
    courseId: course.id,
    title: 'Susulan',
    type: 'text',
    text: '<p>Isi Susulan</p>',
  })

  await page.goto('/student/kelas-saya')
  await expect(page.getByText('Baru: 1 materi')).toBeVisible()
  await page.goto(`/courses/${course.id}/start?materi=selesai`)
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Kelas selesai!' })).toBeVisible()
  await expect(page.getByText('ada 1 materi baru')).toBeVisible()
  await page.getByRole('link', { name: 'Lanjut: Susulan' }).click()
  const link = page.getByRole('complementary', { name: 'Daftar materi' }).getByRole('link', { name: /^Susulan/ })
  await expect(link).toContainText('Baru')
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByRole('heading', { name: 'Kelas selesai!' })).toBeVisible()
})
