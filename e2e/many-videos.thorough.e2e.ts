import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { createVideoFile } from '../src/testing/materials/video-file.ts'
import { expectAccessible } from './axe.ts'
import { publishCourse } from './courses.ts'
import { expect, offlineConsoleErrors, ready, signIn, test } from './test.ts'

// The connection is cut, and a service worker would respond instead.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [offlineConsoleErrors] })

const srt = '1\n00:00:01,000 --> 00:00:04,000\nSelamat datang\n'

/** A folder as a teacher has it: chapters, numbers, captions, and what does not belong there. */
async function writeFolder(root: string) {
  const large = await createVideoFile({ seconds: 30, bytesPerSecond: 1_000_000 })
  const files: [string, Buffer | string][] = [
    ['.DS_Store', 'x'],
    ['01 - Pengenalan.webm', await createVideoFile({ seconds: 5 })],
    ['Bab 10/1. Penutup.webm', await createVideoFile({ seconds: 6 })],
    ['Bab 2/1.10 Variabel.webm', large],
    ['Bab 2/1.9 Tipe data.webm', await createVideoFile({ seconds: 7 })],
    ['Bab 2/1.9 Tipe data.srt', srt],
    ['Bab 2/1.11 Rusak.mp4', '<!doctype html><title>bukan video</title>'],
    ['Bab 2/catatan.pdf', '%PDF-1.7'],
  ]
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), bytes)
  }
}

const lessonsOf = (page: Page, chapter: string) =>
  page.getByRole('list', { name: `Materi di bab ${chapter}` }).getByRole('listitem')
const videoRow = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Video yang diunggah' }).getByRole('listitem').filter({ hasText: title })

/** Holds the large video after its first part, so that the connection is lost in the middle of it. */
async function holdSecondPart(page: Page) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const isSecondPart = (sent: Request) => sent.method() === 'PATCH' && sent.headers()['upload-offset'] !== '0'
  await page.route('**/api/uploads/tus/*', async (route) => {
    if (!isSecondPart(route.request())) return route.fallback()
    reached.resolve()
    await released.promise
    await route.fallback()
  })
  return { reached: reached.promise, release: released.resolve }
}

async function chooseFolder(page: Page, folder: string) {
  await page.getByLabel('Pilih folder').setInputFiles(folder)
  await expect(page.getByText(/^5 video · .* · 2 bab · 1 teks video · 1 berkas sistem dilewati$/)).toBeVisible()
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a folder becomes chapters and drafts with their videos, over a lost connection and a page that is loaded again', async ({
      page,
      request,
      network,
    }, info) => {
      test.slow()
      const folder = info.outputPath('Kelas Python')
      await writeFolder(folder)
      const course = await publishCourse(request, { title: `Banyak video ${width}`, lessons: ['Pembuka'] })
      await signIn(page, 'pengajar@demo.id')
      await page.goto(`/admin/course/detail/${course.id}`)
      await ready(page)
      await page.getByRole('button', { name: 'Unggah banyak video' }).click()
      await chooseFolder(page, folder)
      await expect(page.getByText('Bab 2/catatan.pdf: Bukan video MP4 atau WebM')).toBeVisible()
      await expectAccessible(page)

      const large = await holdSecondPart(page)
      await page.getByRole('button', { name: 'Unggah 5 video' }).click()
      await expect(videoRow(page, 'Tipe data').getByText('Selesai', { exact: true })).toBeVisible()
      await expect(lessonsOf(page, 'Bab 2')).toContainText(['Tipe data', 'Variabel', 'Rusak'])
      await expect(videoRow(page, 'Variabel').getByRole('progressbar')).toBeVisible()
      await large.reached
      await network.goOffline()
      large.release()
      await expect(videoRow(page, 'Variabel').getByText(/menunggu koneksi/)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Jeda' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Dijeda.' })).toBeVisible()
      await network.goOnline()

      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await ready(page)
      await expect(page.getByText(/^3 materi draf menunggu videonya\./)).toBeVisible()
      await chooseFolder(page, folder)
      const resumed = page.waitForRequest(
        (sent) => sent.method() === 'HEAD' && sent.url().includes('/api/uploads/tus/'),
      )
      await page.getByRole('button', { name: 'Unggah 5 video' }).click()
      await expect(videoRow(page, 'Pengenalan').getByText('Sudah ada videonya')).toBeVisible()
      await resumed
      await expect(page.getByText('4 video selesai, 1 gagal.')).toBeVisible()
      await expect(videoRow(page, 'Rusak').getByText('Berkas ini bukan video MP4 atau WebM')).toBeVisible()
      await expectAccessible(page)

      await videoRow(page, 'Rusak').getByRole('button', { name: 'Coba lagi Rusak' }).click()
      await expect(videoRow(page, 'Rusak').getByText('Berkas ini bukan video MP4 atau WebM')).toBeVisible()
      await page.getByRole('button', { name: 'Selesai', exact: true }).click()
      await expect(lessonsOf(page, 'Bab 10')).toContainText(['Penutup'])
      await expect(lessonsOf(page, 'Bab 2').filter({ hasText: 'Video belum ada' })).toHaveCount(1)
      await lessonsOf(page, 'Bab 2').getByRole('link', { name: 'Tipe data', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Hapus teks Indonesia' })).toBeVisible()
    })
  })
}
