import type { Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from './axe.ts'
import { enrollNewStudent, publishCourse, studyAsNewStudent } from './courses.ts'
import { controlledByServiceWorker, saveOffline } from './offline-copies.ts'
import { expect, offlineConsoleErrors, ready, signIn, test, thorough } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
})

/** Writes a lesson with an assignment and a rubric of one criterion, and returns the URL of the lesson for students. */
async function writeAssignment(page: Page, courseId: string): Promise<string> {
  await page.goto(`/admin/course/${courseId}/create`)
  await ready(page)
  await page.getByLabel('Judul').fill('Tugas akhir')
  await page.getByLabel('Tipe Konten').selectOption('Tugas')
  await page.getByRole('textbox', { name: 'Isi Tugas' }).focus()
  await page.keyboard.type('Buat satu halaman tentang kotamu.')
  await page.getByRole('button', { name: 'Buat Konten' }).click()
  await expect(page.getByRole('heading', { name: 'Rubrik tugas' })).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  await page.getByLabel('Nilai tertinggi (poin)').fill('50')
  await page.getByRole('button', { name: 'Tambah kriteria' }).press('Enter')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Isi nama kriteria')).toBeVisible()
  await page.getByLabel('Nama kriteria').fill('Kerapian')
  await page.getByLabel('Penjelasan').first().fill('Mudah dibaca')
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Rubrik tersimpan.')).toBeVisible()
  const contentId = new URL(page.url()).pathname.split('/').at(-1)
  await page.reload()
  await ready(page)
  await expect(page.getByText('3 tingkat · sampai 4 poin')).toBeVisible()
  return `/courses/${courseId}/start?materi=${contentId}`
}

async function openReview(page: Page, name: string) {
  await page.goto('/admin/submissions')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Tugas siswa' })).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('link', { name: `Nilai Tugas akhir dari ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Penilaian' })).toBeVisible()
}

test.describe('handing in and reviewing', thorough, () => {
  test.use({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })

  test('an instructor writes an assignment, a student hands it in and revises it, and its acceptance completes the lesson', async ({
    page,
    browser,
    baseURL,
    request,
    network,
  }) => {
    test.slow()
    const course = await publishCourse(request, { title: 'Kelas tugas', lessons: ['Pembuka'] })
    await signIn(page, 'pengajar@demo.id')
    const url = await writeAssignment(page, course.id)

    const student = await browser.newPage({
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 800 },
      serviceWorkers: 'block',
    })
    const name = 'Sari Tugas'
    await enrollNewStudent(student, course.id, { name })
    await student.goto(url)
    await ready(student)
    await expect(student.getByText('Buat satu halaman tentang kotamu.')).toBeVisible()
    await expect(student.getByText('Mudah dibaca')).toBeVisible()
    await expect(student.getByText('Belum dikumpulkan')).toBeVisible()
    await expect(student.getByRole('button', { name: 'Mark as Completed' })).toBeHidden()

    await student.getByRole('button', { name: 'Kumpulkan tugas' }).click()
    await expect(student.getByText('Tulis teks, isi tautan, atau lampirkan berkas dulu')).toBeVisible()
    await expect(student.getByRole('textbox', { name: 'Jawaban' })).toBeFocused()
    await student.getByRole('textbox', { name: 'Jawaban' }).fill('Kotaku indah')
    await student.getByLabel('Tautan').fill('contoh.id')
    await student.getByLabel('Pilih berkas').setInputFiles([pdf('laporan.pdf'), pdf('program.exe')])
    await student.getByRole('button', { name: 'Kumpulkan tugas' }).click()
    await expect(student.getByText('Tautan harus diawali http:// atau https://')).toBeVisible()
    await expect(student.getByText('Jenis berkas ini tidak diterima')).toBeVisible()
    await expectAccessibleAtBothWidths(student)
    await student.getByRole('button', { name: 'Hapus program.exe' }).press('Enter')
    await student.getByLabel('Tautan').fill('https://contoh.id/karya')
    await expect(student.getByText('Tulisan dan berkasmu tersimpan di perangkat ini.')).toBeVisible()
    await student.reload()
    await ready(student)
    await expect(student.getByRole('button', { name: 'Hapus laporan.pdf' })).toBeVisible()

    await network.goOffline()
    await student.getByRole('button', { name: 'Kumpulkan tugas' }).click()
    await expect(student.getByText('Belum terkirim: kamu sedang tidak tersambung.')).toBeVisible()
    await network.goOnline()
    await student.getByRole('button', { name: 'Kumpulkan tugas' }).click()
    await expect(student.getByText('Menunggu penilaian').first()).toBeVisible()
    await expect(student.getByRole('heading', { name: 'Versi 1' })).toBeVisible()
    await expectAccessibleAtBothWidths(student)

    await openReview(page, name)
    await expect(page.getByText('Kotaku indah')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Unduh laporan.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('laporan.pdf')
    await page.getByRole('button', { name: 'Minta revisi' }).click()
    await expect(page.getByText('Tulis apa yang perlu diperbaiki')).toBeVisible()
    await page.getByLabel('Komentar').fill('Tambahkan sejarahnya')
    await expectAccessibleAtBothWidths(page)
    await page.getByRole('button', { name: 'Minta revisi' }).click()
    await expect(page.getByText('Perlu revisi').first()).toBeVisible()

    await student.reload()
    await ready(student)
    await expect(student.getByText('Tambahkan sejarahnya').first()).toBeVisible()
    await expect(student.getByRole('textbox', { name: 'Jawaban' })).toHaveValue('Kotaku indah')
    await student.getByRole('textbox', { name: 'Jawaban' }).fill('Kotaku indah dan tua')
    await student.reload()
    await ready(student)
    await expect(student.getByRole('textbox', { name: 'Jawaban' })).toHaveValue('Kotaku indah dan tua')
    await student.getByRole('button', { name: 'Kirim ulang' }).click()
    await expect(student.getByRole('heading', { name: 'Versi 2' })).toBeVisible()

    await openReview(page, name)
    await page.getByLabel('Komentar').fill('Bagus')
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Pulihkan' }).click()
    await expect(page.getByLabel('Komentar')).toHaveValue('Bagus')
    await page.getByRole('button', { name: 'Terima tugas' }).click()
    await expect(page.getByText('Pilih satu tingkat untuk kriteria ini')).toBeVisible()
    await page.getByRole('radio', { name: /Sangat baik/ }).press('Space')
    await expect(page.getByText('Nilai: 50 dari 50 poin')).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await page.getByRole('button', { name: 'Terima tugas' }).click()
    await expect(page.getByText('50 dari 50 poin')).toBeVisible()

    await student.reload()
    await ready(student)
    await expect(student.getByText('Selamat, tugasmu diterima!')).toBeVisible()
    await expect(student.getByText('1 dari 2 materi · 50%')).toBeVisible()
    await expect(student.getByRole('button', { name: 'Kirim ulang' })).toBeHidden()
    await expectAccessibleAtBothWidths(student)
    await student.close()
  })
})

test.describe('without a connection', thorough, () => {
  test('a saved course shows the task, what is written there stays, and it is handed in by a press once online', async ({
    page,
    request,
    network,
  }) => {
    const course = await publishCourse(request, { title: 'Kelas tugas luring', lessons: ['Pembuka'] })
    const { _id: contentId } = await course.api('POST', '/courses/content/create', {
      courseId: course.id,
      title: 'Tugas luring',
      type: 'assignment',
      text: '<p>Tulis tanpa sinyal.</p>',
    })
    await studyAsNewStudent(page, course.id)
    await ready(page)
    await controlledByServiceWorker(page)
    await saveOffline(page)

    await network.goOffline()
    await page.goto(`/courses/${course.id}/start?materi=${contentId}`)
    await ready(page)
    await expect(page.getByText('Tulis tanpa sinyal.')).toBeVisible()
    await expect(page.getByText('Mengumpulkan perlu internet.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Jawaban' }).fill('Ditulis di kereta')
    await page.getByRole('button', { name: 'Kumpulkan tugas' }).click()
    await expect(page.getByText('Belum terkirim: kamu sedang tidak tersambung.')).toBeVisible()

    await network.goOnline()
    await expect(page.getByText('Belum dikumpulkan')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Jawaban' })).toHaveValue('Ditulis di kereta')
    await page.getByRole('button', { name: 'Kumpulkan tugas' }).click()
    await expect(page.getByRole('heading', { name: 'Versi 1' })).toBeVisible()
  })
})
