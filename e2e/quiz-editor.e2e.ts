import type { Page } from '@playwright/test'
import { expectAccessibleAtBothWidths, violations } from './axe.ts'
import { publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block' })

const questions = (page: Page) => page.getByRole('list', { name: 'Daftar soal' }).locator(':scope > li')
const saved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/quiz') && response.request().method() === 'PUT')

async function add(page: Page, type: string, text: string) {
  await page.getByRole('button', { name: `+ ${type}` }).press('Enter')
  // The keyboard continues at the new question, not at the button below it.
  await expect(page.getByRole('button', { name: `Tutup ${type}` })).toBeFocused()
  const editor = page.getByRole('textbox', { name: 'Soal', exact: true })
  await expect(editor).toBeVisible()
  await editor.focus()
  await page.keyboard.type(text)
}

test(
  'an instructor builds a quiz with every type of question by keyboard, previews it and saves it',
  thorough,
  async ({ page, request }) => {
    test.slow()
    const course = await publishCourse(request, { title: 'Susun kuis', lessons: ['Pembuka'] })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/course/${course.id}/create`)
    await ready(page)
    await page.getByLabel('Judul').fill('Kuis akhir')
    await page.getByLabel('Tipe Konten').selectOption('Kuis')
    await page.getByRole('button', { name: 'Buat Konten' }).click()
    await expect(page.getByRole('heading', { name: 'Soal kuis' })).toBeVisible()
    await expectAccessibleAtBothWidths(page)

    await add(page, 'Satu jawaban', 'Ibu kota Jawa Barat')
    await page.getByLabel('Pilihan 1', { exact: true }).fill('Bandung')
    await page.getByLabel('Pilihan 2', { exact: true }).fill('`<b>` Semarang')
    await page.getByLabel('Umpan balik pilihan 2').fill('Itu Jawa Tengah')
    await page.getByRole('button', { name: 'Tambah pilihan' }).press('Enter')
    await page.getByLabel('Pilihan 3', { exact: true }).fill('Serang')
    await page.getByRole('button', { name: 'Naikkan pilihan 3' }).press('Enter')
    await expect(page.getByLabel('Pilihan 2', { exact: true })).toHaveValue('Serang')
    await expectAccessibleAtBothWidths(page)

    await add(page, 'Beberapa jawaban', 'Bahasa pemrograman')
    await page.getByLabel('Pilihan 1', { exact: true }).fill('PHP')
    await page.getByLabel('Pilihan 2', { exact: true }).fill('Go')
    await page.getByLabel('Pilihan 2 benar').press('Space')
    await add(page, 'Benar/salah', 'Bumi datar')
    await page.getByLabel('Salah', { exact: true }).press('Space')
    await add(page, 'Isian singkat', 'Bahasa untuk gaya halaman')
    await page.getByLabel('Jawaban 1').fill('CSS')
    await add(page, 'Angka', 'Akar dari 2')
    await page.getByLabel('Jawaban', { exact: true }).fill('1,41')
    await page.getByLabel('Selisih yang diterima').fill('0,01')
    await add(page, 'Urutan', 'Urutkan')
    await page.getByLabel('Langkah 1', { exact: true }).fill('Satu')
    await page.getByLabel('Langkah 2', { exact: true }).fill('Dua')
    await add(page, 'Pasangan', 'Pasangkan')
    await page.getByLabel('Kiri 1').fill('Indonesia')
    await page.getByLabel('Kanan 1').fill('Jakarta')
    await page.getByLabel('Kiri 2').fill('Jepang')
    await page.getByLabel('Kanan 2').fill('Tokyo')
    await expect(questions(page)).toHaveCount(7)

    // A question that is deleted comes back, with everything in it.
    await page.getByRole('button', { name: 'Hapus Bumi datar' }).press('Enter')
    await expect(questions(page)).toHaveCount(6)
    await expect(page.getByRole('button', { name: 'Kembalikan soal' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(questions(page).nth(2)).toContainText('Bumi datar')
    await page.getByRole('button', { name: 'Gandakan Bumi datar' }).press('Enter')
    await expect(questions(page)).toHaveCount(8)
    await page.getByRole('button', { name: 'Hapus Bumi datar' }).first().press('Enter')
    // The focus moves once more; a key before that would be pressed there.
    await expect(page.getByRole('button', { name: 'Kembalikan soal' })).toBeFocused()

    await page.getByRole('button', { name: 'Pratinjau' }).press('Enter')
    const preview = page.getByRole('dialog', { name: 'Pratinjau sebagai siswa' })
    await preview.getByRole('radio', { name: 'Bandung' }).press('Space')
    await preview.getByRole('button', { name: 'Nilai jawaban' }).press('Enter')
    await expect(preview.getByText(/^Nilai 14% · belum lulus$/)).toBeVisible()
    await preview.press('Escape')
    await expect(preview).toBeHidden()

    const save = saved(page)
    await page.getByRole('button', { name: 'Simpan', exact: true }).press('Enter')
    expect((await save).status()).toBe(200)
    await page.reload()
    await ready(page)
    await expect(questions(page)).toHaveCount(7)
    await page.getByRole('button', { name: 'Ubah Ibu kota Jawa Barat' }).press('Enter')
    await expect(page.getByLabel('Pilihan 3', { exact: true })).toHaveValue('`<b>` Semarang')
    await expectAccessibleAtBothWidths(page)
  },
)

test(
  'after a rejected save the first question with an error is open and has the focus',
  thorough,
  async ({ page, request }) => {
    const course = await publishCourse(request, { title: 'Kuis setengah jadi', lessons: ['Pembuka'] })
    const { _id: quizId } = await course.api('POST', '/courses/content/create', {
      courseId: course.id,
      title: 'Kuis',
      type: 'quiz',
    })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/course/${course.id}/quiz/${quizId}`)
    await ready(page)
    for (const type of ['Benar/salah', 'Angka', 'Urutan'])
      await page.getByRole('button', { name: `+ ${type}` }).press('Enter')
    await expect(page.getByRole('button', { name: 'Tutup Urutan' })).toBeFocused()
    await page.getByRole('button', { name: 'Simpan', exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Tutup Benar/salah' })).toBeFocused()
    await expect(page.getByText('Tulis soalnya')).toBeVisible()

    // Settings come first, and correcting them moves no focus.
    const pass = page.getByLabel('Nilai lulus (%)')
    await pass.fill('200')
    await page.getByRole('button', { name: 'Simpan', exact: true }).press('Enter')
    await expect(pass).toBeFocused()
    await pass.fill('80')
    await expect(pass).not.toHaveAttribute('aria-invalid', 'true')
    await expect(pass).toBeFocused()
  },
)

test.describe('GIFT', thorough, () => {
  test.use({ expectedConsoleErrors: [/422/] })

  test('a file with mistakes is rejected with its lines; a good one adds its questions, and the export has all of them', async ({
    page,
    request,
  }) => {
    const course = await publishCourse(request, { title: 'Kuis dari GIFT', lessons: ['Pembuka'] })
    const { _id: quizId } = await course.api('POST', '/courses/content/create', {
      courseId: course.id,
      title: 'Kuis',
      type: 'quiz',
    })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/course/${course.id}/quiz/${quizId}`)
    await ready(page)
    const choose = (text: string) =>
      page
        .getByLabel('Impor GIFT atau Moodle XML')
        .setInputFiles({ name: 'kuis.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await choose('Bumi bulat {T}\n\nEsai {}')
    await expect(page.getByText('Baris 3: Soal esai belum didukung di kuis.')).toBeVisible()
    await choose('Bumi bulat {T}\n\nIbu kota Jepang? {=Tokyo ~Osaka}')
    await expect(questions(page)).toHaveCount(2)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Ekspor GIFT' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toContain('Tokyo')
    // The header covers a part of what is scrolled below it, and the message a part of what is behind it.
    await expect(page.getByText('2 soal ditambahkan.')).toBeHidden()
    await questions(page)
      .last()
      .evaluate((card) => card.scrollIntoView({ block: 'center' }))
    expect(await violations(page)).toEqual([])
  })
})

test.describe('two teachers', thorough, () => {
  test.use({ expectedConsoleErrors: [/409|422/] })

  test('who edit one quiz lose nothing: the second one is notified, and restores the own text over the new version', async ({
    page,
    request,
  }) => {
    const course = await publishCourse(request, { title: 'Dua pengajar', lessons: ['Pembuka'] })
    const { _id: quizId } = await course.api('POST', '/courses/content/create', {
      courseId: course.id,
      title: 'Kuis',
      type: 'quiz',
    })
    const path = `/courses/${course.id}/content/${quizId}/quiz`
    const question = { type: 'boolean', text: '<p>Bumi bulat</p>', answer: true }
    await course.api('PUT', path, { version: 0, settings: {}, questions: [question] })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/course/${course.id}/quiz/${quizId}`)
    await ready(page)
    await expect(questions(page)).toHaveCount(1)
    await page.getByLabel('Nilai lulus (%)').fill('101')
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    await expect(page.getByText('Isi 1 sampai 100 persen')).toBeVisible()
    await page.getByLabel('Nilai lulus (%)').fill('85')
    await page.getByRole('button', { name: 'Gandakan Bumi bulat' }).click()

    await course.api('PUT', path, {
      version: 1,
      settings: {},
      questions: [question, { ...question, text: '<p>Langit biru</p>' }],
    })
    const stale = saved(page)
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    expect((await stale).status()).toBe(409)
    await page.getByRole('dialog').getByRole('button', { name: 'Muat ulang' }).click()
    await page.getByRole('button', { name: 'Pulihkan' }).click()
    await expect(page.getByLabel('Nilai lulus (%)')).toHaveValue('85')
    await expect(questions(page)).toHaveCount(2)
    await expect(questions(page).last()).toContainText('Bumi bulat')
    const save = saved(page)
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    expect((await save).status()).toBe(200)
  })
})
