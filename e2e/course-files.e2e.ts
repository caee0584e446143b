import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { moodleBackup, moodlePage, moodleQuiz, moodleTrueFalse, tarGzOf } from '#testing/materials/foreign-courses.ts'
import { zipOf } from '../src/testing/materials/zip.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from './axe.ts'
import { apiAs, studyAsNewStudent } from './courses.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/status of 422/] })

const example = join(import.meta.dirname, '../docs/how-to/example-course')
const names = [
  'course.yaml',
  '01-selamat-datang.md',
  '03-takaran.md',
  '04-kuis.gift',
  'captions/02-menyeduh.id.vtt',
  'images/cangkir.png',
]
async function exampleFiles(title: string): Promise<Record<string, Buffer | string>> {
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(example, name))] as const))
  const yaml = (await readFile(join(example, 'course.yaml'), 'utf8')).replace(
    'title: Membuat Kopi Tubruk',
    `title: ${title}`,
  )
  return { ...Object.fromEntries(files), 'course.yaml': yaml }
}
const choose = async (page: Page, files: Record<string, Buffer | string>) =>
  page
    .getByLabel(/^Pilih berkas/)
    .setInputFiles({ name: 'kelas.zip', mimeType: 'application/zip', buffer: await zipOf(files) })

test(
  'an instructor corrects the mistakes of a course file, imports it as a draft and exports it',
  thorough,
  async ({ page }) => {
    const title = `Kopi Tubruk ${Date.now()}`
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto('/admin/courses')
    await ready(page)
    await page.getByRole('link', { name: 'Impor', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Impor kelas' })).toBeVisible()
    await expectAccessibleAtBothWidths(page)

    const files = await exampleFiles(title)
    await choose(page, { ...files, '01-selamat-datang.md': '![Peta](images/peta-yang-tidak-ada.png)\n' })
    // The first check starts the process that reads users' texts.
    await expect(page.getByRole('heading', { name: '1 kesalahan' })).toBeFocused({ timeout: 30_000 })
    await expect(page.getByRole('listitem').filter({ hasText: '01-selamat-datang.md:1' })).toContainText(
      'Gambar "images/peta-yang-tidak-ada.png" tidak ada',
    )
    await expectAccessibleAtBothWidths(page)

    await choose(page, { ...files, 'catatan.md': 'Untuk diri sendiri' })
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
    await expect(page.getByText('Tidak ada kesalahan: 1 bab, 4 materi, 1 gambar.')).toBeVisible()
    await page.getByText('1 berkas tidak dipakai di course.yaml').click()
    await expect(page.getByText('catatan.md')).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await page.getByRole('button', { name: 'Impor sebagai draf' }).click()
    await expect(page).toHaveURL(/\/admin\/course\/detail\/|\/admin\/course\//)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Draf', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Kuis menyeduh').first()).toBeVisible()

    await page.goto('/admin/courses')
    await ready(page)
    await expectAccessibleAtBothWidths(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: `Ekspor ${title}` }).click()
    expect((await downloading).suggestedFilename()).toBe(`${title.toLowerCase().replaceAll(' ', '-')}.zip`)
  },
)

test(
  'an instructor moves a Moodle course at 1280 px, its essay as an assignment, and a student studies it at 360 px',
  thorough,
  async ({ page, request, browser, baseURL }) => {
    test.slow()
    const title = `Pindahan dari Moodle ${Date.now()}`
    const backup = moodleBackup({
      title,
      sections: [
        {
          name: 'Mengenal daerah',
          activities: [
            moodlePage(
              'Membaca peta',
              '<h3>Skala</h3><p>Lihat <img src="@@PLUGINFILE@@/peta.png" alt="Peta daerah"></p>',
              [{ name: 'peta.png', bytes: await readFile(join(example, 'images/cangkir.png')) }],
            ),
            { kind: 'folder', title: 'Lembar kerja', files: [{ name: 'lembar-kerja.txt', bytes: 'Isi lembar kerja' }] },
            moodleQuiz('Kuis daerah', [1, 2]),
            { kind: 'chat', title: 'Obrolan kelas' },
          ],
        },
      ],
      questions: [
        moodleTrueFalse(1, 'Bumi', '<p>Bumi bulat</p>'),
        { id: 2, name: 'Ceritakan daerahmu', type: 'essay', text: '<p>Ceritakan daerahmu dalam lima kalimat.</p>' },
      ],
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto('/admin/courses/import')
    await ready(page)
    await page
      .getByLabel(/^Pilih berkas/)
      .setInputFiles({ name: 'kelas.mbz', mimeType: 'application/gzip', buffer: await tarGzOf(backup) })
    await expect(page.getByRole('heading', { name: title })).toBeFocused({ timeout: 30_000 })
    await expect(page.getByText('Obrolan kelas')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Jadikan 1 soal esai sebagai tugas' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Impor sebagai draf' }).click()
    await expect(page).toHaveURL(/\/admin\/course\/detail\/[0-9a-f-]{36}$/, { timeout: 30_000 })
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const courseId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    await page.getByRole('link', { name: 'Membaca peta' }).first().click()
    await ready(page)
    await page
      .getByLabel('Tambah berkas')
      .setInputFiles({ name: 'bacaan.txt', mimeType: 'text/plain', buffer: Buffer.from('Bacaan lanjutan') })
    await expect(page.getByRole('button', { name: 'Hapus bacaan.txt' })).toBeVisible()
    await expectAccessible(page)

    const api = await apiAs(request, 'pengajar@demo.id')
    const { data: categories } = await (await request.get('/api/categories')).json()
    const missing = {
      tagline: 'Dari peta sampai cerita',
      description: 'Kelas yang pindah dari Moodle.',
      categoryId: categories[0]._id,
      levels: 'Pemula',
    }
    await api('PATCH', `/courses/${courseId}`, { title, ...missing, price: 0, discount: 0 })
    await api('PATCH', `/courses/${courseId}/status`, { status: 'published' })

    const student = await browser.newPage({
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 780 },
      serviceWorkers: 'block',
    })
    await studyAsNewStudent(student, courseId)
    await ready(student)
    await expect(student.getByRole('heading', { name: 'Membaca peta' })).toBeVisible()
    const picture = student.getByRole('img', { name: 'Peta daerah' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)))
      .toBeGreaterThan(0)
    const next = async (lesson: string) => {
      await student.getByRole('button', { name: 'Mark as Completed' }).click()
      await expect(student.getByRole('heading', { level: 1, name: lesson })).toBeVisible()
    }
    await next('Lembar kerja')
    const [file] = await Promise.all([
      student.waitForEvent('download'),
      student.getByRole('button', { name: /lembar-kerja\.txt/ }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toBe('Isi lembar kerja')
    await next('Kuis daerah')
    await student.getByRole('button', { name: 'Mulai kuis' }).click()
    await student.getByRole('radio', { name: 'Benar' }).check()
    await student.getByRole('button', { name: 'Kumpulkan', exact: true }).click()
    await student.getByRole('alertdialog').getByRole('button', { name: 'Kumpulkan' }).click()
    await expect(student.getByRole('heading', { name: /^Lulus/ })).toBeVisible()
    const details = (await (await request.get(`/api/courses/${courseId}/overview`)).json()).data.details as {
      _id: string
      title: string
    }[]
    await student.goto(
      `/courses/${courseId}/start?materi=${details.find((lesson) => lesson.title === 'Ceritakan daerahmu')?._id}`,
    )
    await ready(student)
    await expect(student.getByText('Ceritakan daerahmu dalam lima kalimat.')).toBeVisible()
    await expect(student.getByRole('textbox', { name: 'Jawaban' })).toBeVisible()
    await expectAccessible(student)
    await student.close()
  },
)

test('a file that is no zip is an error at the field, and the next one is checked', thorough, async ({ page }) => {
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto('/admin/courses/import')
  await ready(page)
  await page
    .getByLabel(/^Pilih berkas/)
    .setInputFiles({ name: 'kelas.zip', mimeType: 'application/zip', buffer: Buffer.from('bukan zip') })
  await expect(page.getByText('Berkas zip ini rusak atau bukan zip. Buat ulang, lalu coba lagi')).toBeVisible()
  await choose(page, await exampleFiles('Kopi Tubruk lagi'))
  await expect(page.getByRole('button', { name: 'Impor sebagai draf' })).toBeEnabled()
})

test(
  'an export of everything is taken whole: one report names the faults of each course, and one press imports the others',
  thorough,
  async ({ page }) => {
    test.slow()
    const marks = ['Pagi', 'Siang', 'Malam'].map((name) => `Kopi ${name} ${Date.now()}`)
    const courses = await Promise.all(
      marks.map(async (title, index) => {
        const files = await exampleFiles(title)
        return zipOf(index === 1 ? { ...files, '01-selamat-datang.md': '![Peta](images/tidak-ada.png)\n' } : files)
      }),
    )
    const [first, second, third] = courses
    const everything = await zipOf({
      'courses/0001-pagi.zip': first ?? '',
      'courses/0002-siang.zip': second ?? '',
      'people.csv': 'nama,email\n',
      'orders.csv': 'pesanan\n',
    })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto('/admin/courses/import')
    await ready(page)
    // Another file beside it, as people choose several.
    await page.getByLabel(/^Pilih berkas/).setInputFiles([
      { name: 'ekspor.zip', mimeType: 'application/zip', buffer: everything },
      { name: '0003-malam.zip', mimeType: 'application/zip', buffer: third ?? Buffer.alloc(0) },
    ])
    const report = page.getByRole('region', { name: 'Berkas minggu ini' })
    const row = (name: string) => report.getByRole('listitem').filter({ hasText: name })
    for (const name of ['0001-pagi.zip', '0003-malam.zip'])
      await expect(row(name).first()).toContainText('Siap diimpor', { timeout: 60_000 })
    await expect(row('0002-siang.zip').first()).toContainText('Gambar "images/tidak-ada.png" tidak ada')
    await expect(page.getByRole('button', { name: 'Simpan people.csv' })).toBeVisible()
    await expectAccessible(page)
    await report.getByRole('button', { name: /^Impor \d+ kelas yang siap sebagai draf$/ }).click()
    for (const name of ['0001-pagi.zip', '0003-malam.zip'])
      await expect(row(name).first()).toContainText('Sudah menjadi kelas', { timeout: 60_000 })
    await page.goto('/admin/courses')
    for (const title of [marks[0], marks[2]])
      await expect(page.getByRole('link', { name: title ?? '' }).first()).toBeVisible()
  },
)
