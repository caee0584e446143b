import type { Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from './axe.ts'
import { publishCourse } from './courses.ts'
import { beSignedIn, expect, idle, ready, signUp, test } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
// A draft without its text is not published.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/status of 422/] })

const saved = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/outline') && response.ok())
const lessonsOf = (page: Page, chapter: string) =>
  page.getByRole('list', { name: `Materi di bab ${chapter}` }).getByRole('listitem')

async function addChapter(page: Page, title: string) {
  await page.getByRole('button', { name: 'Tambah bab' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bab baru' })
  await dialog.getByLabel('Judul bab').fill(title)
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Seret bab ${title}` })).toBeVisible()
}

/** Drags a lesson with the mouse to the end of another chapter. Both stand in the window. */
async function dragToEnd(page: Page, lesson: string, chapter: string) {
  const lessons = lessonsOf(page, chapter)
  const count = await lessons.count()
  await page.getByRole('button', { name: 'Tambah bab' }).evaluate((button) => button.scrollIntoView())
  const from = await page.getByRole('button', { name: `Seret ${lesson}`, exact: true }).boundingBox()
  const to = await lessons.last().boundingBox()
  if (!from || !to) throw new Error('The lessons are not shown')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + to.height - 10, { steps: 10 })
  // Room is made where it will land.
  await expect(lessons).toHaveCount(count + 1)
  const room = await page.getByRole('list', { name: `Materi di bab ${chapter}` }).boundingBox()
  if (room) await page.mouse.move(to.x + 30, room.y + room.height - 5, { steps: 5 })
  const drop = saved(page)
  await page.mouse.up()
  await drop
}

test('an instructor arranges chapters with buttons, keyboard and the content form, and removing one keeps its lessons', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: 'Susun bab', lessons: ['Satu', 'Dua', 'Tiga'] })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  await expect(page.getByRole('list', { name: 'Daftar materi' }).getByRole('listitem')).toHaveCount(3)

  await page.getByRole('button', { name: 'Tambah bab' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bab baru' })
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog.getByText('Judul bab wajib diisi')).toBeVisible()
  await dialog.getByRole('button', { name: 'Batal' }).click()
  await addChapter(page, 'Dasar')
  await addChapter(page, 'Lanjut')

  // Over the end of its list, a lesson moves into the next chapter.
  const before = page.getByRole('list', { name: 'Materi sebelum bab pertama' }).getByRole('listitem')
  for (const [title, left] of [
    ['Tiga', 2],
    ['Dua', 1],
  ] as const) {
    const save = saved(page)
    await page.getByRole('button', { name: `Turunkan ${title}`, exact: true }).click()
    await save
    await expect(before).toHaveCount(left)
  }
  await expect(lessonsOf(page, 'Dasar')).toContainText(['Dua', 'Tiga'])
  await expectAccessibleAtBothWidths(page)

  // By keyboard, a chapter with its lessons.
  const handle = page.getByRole('button', { name: 'Seret bab Lanjut' })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('bab Lanjut diangkat.')).toBeAttached()
  await idle(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('bab Lanjut di atas bab Dasar.')).toBeAttached()
  const save = saved(page)
  await page.keyboard.press('Space')
  await save
  await expect(page.getByRole('list', { name: 'Daftar bab' }).getByRole('button', { name: /^Seret bab/ })).toHaveText([
    '',
    '',
  ])
  await expect(
    page
      .getByRole('list', { name: 'Daftar bab' })
      .getByRole('button', { name: /^Seret bab/ })
      .first(),
  ).toHaveAccessibleName('Seret bab Lanjut')

  await page.getByRole('link', { name: 'Satu', exact: true }).click()
  await page.getByLabel('Bab', { exact: true }).selectOption('Lanjut')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(lessonsOf(page, 'Lanjut')).toContainText(['Satu'])

  await page.getByRole('button', { name: 'Ubah bab Dasar' }).click()
  await page.getByRole('dialog', { name: 'Ubah bab' }).getByLabel('Judul bab').fill('Pondasi')
  await page.getByRole('dialog', { name: 'Ubah bab' }).getByRole('button', { name: 'Simpan' }).click()
  await expect(lessonsOf(page, 'Pondasi')).toContainText(['Dua', 'Tiga'])

  await page.setViewportSize({ width: 360, height: 1600 })
  await dragToEnd(page, 'Dua', 'Lanjut')
  await expect(lessonsOf(page, 'Pondasi')).toHaveCount(1)
  await expect(lessonsOf(page, 'Lanjut')).toContainText(['Satu', 'Dua'])

  // A new lesson of a chapter starts in it; a draft is published with one press.
  await page.getByRole('link', { name: 'Materi di bab Pondasi' }).click()
  await expect(page.getByLabel('Bab', { exact: true }).locator('option:checked')).toHaveText('Pondasi')
  // So does the one after it.
  await page.getByLabel('Judul', { exact: true }).fill('Sebelum uji')
  await page.getByLabel('Tipe Konten').selectOption('Artikel')
  await page.getByRole('textbox', { name: 'Isi Artikel' }).fill('Isi')
  await page.getByRole('button', { name: 'Simpan & tambah lagi' }).click()
  await expect(page.getByLabel('Judul', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Bab', { exact: true }).locator('option:checked')).toHaveText('Pondasi')
  await page.getByLabel('Judul', { exact: true }).fill('Uji diri')
  await page.getByLabel('Tipe Konten').selectOption('Artikel')
  await page.getByLabel('Draf', { exact: true }).check()
  await page.getByRole('button', { name: 'Buat Konten' }).click()
  const draft = lessonsOf(page, 'Pondasi').filter({ hasText: 'Uji diri' })
  await expect(draft.getByText('Draf', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await draft.getByRole('button', { name: /^Tayangkan/ }).click()
  await page.getByRole('alertdialog', { name: 'Belum bisa ditayangkan' }).getByRole('button', { name: 'OK' }).click()
  await page.getByRole('textbox', { name: 'Isi Artikel' }).fill('Sudah terisi')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await draft.getByRole('button', { name: /^Tayangkan/ }).click()
  await expect(draft.getByText('Draf', { exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Hapus bab Pondasi' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Hapus bab “Pondasi”?' })
  await expect(confirmation).toContainText('pindah ke bab sebelumnya')
  await confirmation.getByRole('button', { name: 'Hapus bab' }).click()
  await expect(lessonsOf(page, 'Lanjut')).toContainText(['Satu', 'Dua', 'Tiga'])
  await page.getByRole('link', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Daftar materi' })).toContainText('LanjutSatuDuaTiga')
})

test('course page and player fold chapters, with progress and minutes; the one that is being studied is open', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, {
    title: 'Belajar bab',
    lessons: ['Pembuka', 'Nilai', 'Fungsi', 'Larik'],
  })
  const chapters = []
  for (const title of ['Dasar', 'Lanjut'])
    chapters.push((await course.api('POST', `/courses/${course.id}/chapters`, { title }))._id)
  const [first, ...others] = course.contentIds
  const groups = [
    { _id: null, contentIds: [first] },
    { _id: chapters[0], contentIds: others.slice(0, 2) },
    { _id: chapters[1], contentIds: others.slice(2) },
  ]
  await course.api('PUT', `/courses/${course.id}/outline`, { chapters: groups })

  await page.goto(`/kelas/details/${course.id}`)
  const chapter = (title: string) => page.getByRole('group').filter({ hasText: title })
  await expect(chapter('Dasar')).toContainText('2 materi · ± 2 menit')
  await expect(page.getByText('Nilai', { exact: true })).toBeVisible()
  await expect(page.getByText('Larik', { exact: true })).toBeHidden()
  await chapter('Lanjut')
    .getByText(/^Lanjut/)
    .click()
  await expect(page.getByText('Larik', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto(`/kelas/details/${course.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
  const outline = page.getByRole('complementary', { name: 'Daftar materi' })
  await expect(outline.getByRole('group').filter({ hasText: 'Dasar' })).toContainText('0 dari 2 · ± 2 menit')
  await expect(outline.getByRole('link', { name: /^Nilai/ })).toBeHidden()
  for (const lesson of ['Pembuka', 'Nilai', 'Fungsi']) {
    await expect(page.getByRole('heading', { level: 1, name: lesson })).toBeVisible()
    const next = page.waitForURL(
      (url) => url.searchParams.get('materi') === course.contentIds[['Pembuka', 'Nilai', 'Fungsi'].indexOf(lesson) + 1],
    )
    await page.getByRole('button', { name: 'Mark as Completed' }).click()
    await next
  }
  await expect(page.getByText('Lanjut · Materi 4 dari 4')).toBeVisible()
  await expect(outline.getByRole('group').filter({ hasText: 'Dasar' })).toContainText('2 dari 2')
  await expect(outline.getByRole('link', { name: /^Larik/ })).toBeVisible()
  await expect(outline.getByRole('link', { name: /^Nilai/ })).toBeHidden()
  await expectAccessibleAtBothWidths(page)

  await page.goto(`/kelas/details/${course.id}`)
  await ready(page)
  await expect(chapter('Dasar')).toContainText('2 dari 2')
  await expect(page.getByText('Larik', { exact: true })).toBeVisible()
})

test('on a wide screen, too, a lesson is dragged with the mouse into another chapter', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 1600 })
  const course = await publishCourse(request, { title: 'Seret materi', lessons: ['Satu', 'Dua', 'Tiga'] })
  const chapters = []
  for (const title of ['Lanjut', 'Pondasi'])
    chapters.push((await course.api('POST', `/courses/${course.id}/chapters`, { title }))._id)
  const [first, ...others] = course.contentIds
  const groups = [
    { _id: null, contentIds: [] },
    { _id: chapters[0], contentIds: [first] },
    { _id: chapters[1], contentIds: others },
  ]
  await course.api('PUT', `/courses/${course.id}/outline`, { chapters: groups })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  await expect(lessonsOf(page, 'Pondasi')).toHaveCount(2)
  await dragToEnd(page, 'Dua', 'Lanjut')
  await expect(lessonsOf(page, 'Pondasi')).toHaveCount(1)
  await expect(lessonsOf(page, 'Lanjut')).toContainText(['Satu', 'Dua'])
})

test('the buttons of a draft take at most two rows on a phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const course = await publishCourse(request, { title: 'Tombol draf', lessons: ['Satu'] })
  await course.api('POST', '/courses/content/create', {
    courseId: course.id,
    title: 'Uji diri',
    type: 'quiz',
    status: 'draft',
  })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  const row = page.getByRole('list', { name: 'Daftar materi' }).getByRole('listitem').filter({ hasText: 'Uji diri' })
  const names = ['Tayangkan', 'Soal', 'Ubah', 'Delete', 'Naikkan', 'Turunkan']
  const buttons = names.map((name) => row.getByRole(name === 'Soal' || name === 'Ubah' ? 'link' : 'button', { name }))
  const rows = async () => {
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()))
    return new Set(boxes.map((box, index) => (box ? Math.round(box.y + box.height / 2) : `${names[index]} is missing`)))
      .size
  }
  await expect.poll(rows).toBeLessThanOrEqual(2)
})
