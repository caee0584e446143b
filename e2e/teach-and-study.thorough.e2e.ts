import type { Page } from '@playwright/test'
import { tinyPng } from '../src/testing/materials/pictures.ts'
import { recordVideo } from './record-video.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, signIn, signUp, test } from './test.ts'

// One course from the empty form to a certificate, with every kind of lesson. The details of each screen have tests of their own.

test.use({
  serviceWorkers: 'block',
  expectedConsoleErrors: [offlineConsoleErrors],
  viewport: { width: 1280, height: 800 },
})

const captions = 'WEBVTT\n\n00:01.000 --> 00:04.000\nSelamat datang\n'
const lesson = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) }).first()

async function createCourse(page: Page, title: string): Promise<string> {
  await page.goto('/admin/course/create')
  await ready(page)
  await page.getByLabel('Judul').fill(title)
  await page.getByLabel('Thumbnail').setInputFiles({ name: 'sampul.png', mimeType: 'image/png', buffer: tinyPng })
  await page.getByLabel('Tagline').fill('Dari nol sampai sertifikat')
  await page.getByLabel('Deskripsi').fill('Kelas pendek dengan semua jenis materi.')
  await page.getByLabel('Yang akan dipelajari').fill('Membuat satu halaman')
  await page.getByLabel('Kategori').selectOption('JavaScript')
  await page.getByLabel('Harga').fill('0')
  await page.getByRole('button', { name: 'Buat Kursus' }).click()
  await expect(page.getByText('Kursus berhasil dibuat!')).toBeVisible()
  await page.getByRole('link', { name: `Manage ${title}` }).click()
  await page.getByRole('button', { name: 'Tambah bab' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bab baru' })
  await dialog.getByLabel('Judul bab').fill('Dasar')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('button', { name: 'Seret bab Dasar' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function newLesson(page: Page, courseId: string, { title, type }: { title: string; type: string }) {
  await page.goto(`/admin/course/${courseId}/create`)
  await ready(page)
  await page.getByLabel('Judul').fill(title)
  await page.getByLabel('Tipe Konten').selectOption(type)
  await page.getByLabel('Bab', { exact: true }).selectOption('Dasar')
}

async function addVideo(page: Page, courseId: string) {
  await newLesson(page, courseId, { title: 'Sapaan', type: 'Video' })
  await page.getByLabel('Sumber Video').selectOption('Unggah berkas')
  const buffer = await recordVideo(page, 5)
  await page.getByLabel(/^Pilih video/).setInputFiles({ name: 'sapaan.webm', mimeType: 'video/webm', buffer })
  await expect(page.getByText(/sapaan\.webm siap dipakai/)).toBeVisible()
  await page.getByRole('button', { name: 'Buat Konten' }).click()
  await expect(page.getByText('Konten berhasil dibuat!')).toBeVisible()
  await page.goto(`/admin/course/detail/${courseId}`)
  await ready(page)
  await page.getByRole('link', { name: 'Sapaan', exact: true }).click()
  await page
    .getByLabel('Berkas .vtt atau .srt')
    .setInputFiles({ name: 'teks.vtt', mimeType: 'text/vtt', buffer: Buffer.from(captions) })
  await page.getByRole('button', { name: 'Unggah teks' }).click()
  await expect(page.getByRole('button', { name: 'Hapus teks Indonesia' })).toBeVisible()
}

async function addQuiz(page: Page, courseId: string) {
  await newLesson(page, courseId, { title: 'Kuis singkat', type: 'Kuis' })
  await page.getByRole('button', { name: 'Buat Konten' }).click()
  await expect(page.getByRole('heading', { name: 'Soal kuis' })).toBeVisible()
  await page.getByRole('button', { name: '+ Benar/salah' }).click()
  await page.getByRole('textbox', { name: 'Soal', exact: true }).focus()
  await page.keyboard.type('Bumi itu bulat')
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/quiz') && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  expect((await saved).status()).toBe(200)
}

async function addAssignment(page: Page, courseId: string) {
  await newLesson(page, courseId, { title: 'Tugas akhir', type: 'Tugas' })
  await page.getByRole('textbox', { name: 'Isi Tugas' }).focus()
  await page.keyboard.type('Buat satu halaman.')
  await page.getByRole('button', { name: 'Buat Konten' }).click()
  await expect(page.getByRole('heading', { name: 'Rubrik tugas' })).toBeVisible()
  await page.getByRole('button', { name: 'Tambah kriteria' }).click()
  await page.getByLabel('Nama kriteria').fill('Kerapian')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Rubrik tersimpan.')).toBeVisible()
}

test('an instructor builds a course with a chapter, a video with captions, a quiz and an assignment; a student studies it through a lost connection up to the certificate', async ({
  page,
  browser,
  baseURL,
  network,
}) => {
  test.slow()
  const title = `Kelas lengkap ${Date.now()}`
  await signIn(page, 'pengajar@demo.id')
  const courseId = await createCourse(page, title)
  await addVideo(page, courseId)
  await addQuiz(page, courseId)
  await addAssignment(page, courseId)

  const student = await browser.newPage({
    baseURL: baseURL ?? '',
    viewport: { width: 360, height: 800 },
    serviceWorkers: 'block',
  })
  const name = 'Sari Lengkap'
  const person = await signUp(student, { name })
  await beSignedIn(student, person.email, person.password)
  await student.goto(`/kelas/details/${courseId}`)
  await ready(student)
  await expect(student.getByText('Dasar').first()).toBeVisible()
  await student.getByRole('button', { name: 'Mulai Belajar' }).first().click()
  await student.waitForURL(/\/start/)
  await ready(student)
  await expect(student.getByRole('heading', { name: 'Sapaan' })).toBeVisible()
  await student.getByText('Transkrip', { exact: true }).click()
  await expect(student.getByRole('button', { name: /Selamat datang/ })).toBeVisible()

  // Completing a lesson leads to the next one.
  await student.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(student.getByRole('heading', { name: 'Kuis singkat' })).toBeVisible()
  await student.getByRole('button', { name: 'Mulai kuis' }).click()
  const responded = student.waitForResponse((response) => response.url().endsWith('/answers') && response.ok())
  await student.getByRole('radio', { name: 'Benar' }).press('Space')
  await responded
  await network.goOffline()
  await student.getByRole('button', { name: 'Kumpulkan' }).click()
  await student.getByRole('alertdialog').getByRole('button', { name: 'Kumpulkan' }).click()
  await expect(student.getByText(/dikumpulkan saat online/)).toBeVisible()
  await network.goOnline()
  await expect(student.getByRole('heading', { name: 'Lulus! Kerja bagus.' })).toBeVisible()

  await lesson(student, 'Tugas akhir').click()
  await student.getByRole('textbox', { name: 'Jawaban' }).fill('Ini halamanku')
  await student.getByRole('button', { name: 'Kumpulkan tugas' }).click()
  await expect(student.getByText('Menunggu penilaian').first()).toBeVisible()

  await page.goto('/admin/submissions')
  await ready(page)
  await page.getByRole('link', { name: `Nilai Tugas akhir dari ${name}` }).click()
  await page.getByRole('radio', { name: /Sangat baik/ }).press('Space')
  await page.getByRole('button', { name: 'Terima tugas' }).click()
  await expect(page.getByText(/diterima/i).first()).toBeVisible()

  await student.reload()
  await ready(student)
  await expect(student.getByText('3 dari 3 materi · 100%')).toBeVisible()
  await student.goto('/student/kelas-saya')
  await ready(student)
  await student.getByRole('button', { name: `Ambil sertifikat ${title}` }).click()
  await student
    .getByRole('dialog', { name: 'Konfirmasi nama' })
    .getByRole('button', { name: 'Terbitkan sertifikat' })
    .click()
  await student.getByRole('link', { name: /^Sertifikat/ }).click()
  await expect(student.getByText('Sertifikat asli.')).toBeVisible()
  await expect(student.getByRole('heading', { level: 1, name })).toBeVisible()
  await student.close()
})
