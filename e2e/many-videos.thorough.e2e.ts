import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { createVideoFile } from '../src/testing/materials/video-file.ts'
import { expectAccessibleAtBothWidths } from './axe.ts'
import { publishCourse } from './courses.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, test } from './test.ts'

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

test('a folder becomes chapters and drafts with their videos, over a lost connection and a page that is loaded again', async ({
  page,
  request,
  network,
}, info) => {
  test.slow()
  const folder = info.outputPath('Kelas Python')
  await writeFolder(folder)
  const course = await publishCourse(request, { title: 'Banyak video', lessons: ['Pembuka'] })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Unggah banyak video' }).click()
  await chooseFolder(page, folder)
  await expect(page.getByText('Bab 2/catatan.pdf: Bukan video MP4 atau WebM')).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  const large = await holdSecondPart(page)
  await page.getByRole('button', { name: 'Unggah 5 video' }).click()
  await expect(videoRow(page, 'Tipe data').getByText('Selesai', { exact: true })).toBeVisible()
  await expect(lessonsOf(page, 'Bab 2')).toContainText(['Tipe data', 'Variabel', 'Rusak'])
  await expect(videoRow(page, 'Variabel').getByRole('progressbar')).toBeVisible()
  await large.reached
  await network.goOffline()
  large.release()
  await expect(videoRow(page, 'Variabel').getByText(/menunggu koneksi/)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Jeda' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Dijeda.' })).toBeVisible()
  await network.goOnline()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await ready(page)
  await expect(page.getByText(/^3 materi draf menunggu videonya\./)).toBeVisible()
  await chooseFolder(page, folder)
  const resumed = page.waitForRequest((sent) => sent.method() === 'HEAD' && sent.url().includes('/api/uploads/tus/'))
  await page.getByRole('button', { name: 'Unggah 5 video' }).click()
  await expect(videoRow(page, 'Pengenalan').getByText('Sudah ada videonya')).toBeVisible()
  await resumed
  await expect(page.getByText('4 video selesai, 1 gagal.')).toBeVisible()
  await expect(videoRow(page, 'Rusak').getByText('Berkas ini bukan video MP4 atau WebM')).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  await videoRow(page, 'Rusak').getByRole('button', { name: 'Coba lagi Rusak' }).click()
  await expect(videoRow(page, 'Rusak').getByText('Berkas ini bukan video MP4 atau WebM')).toBeVisible()
  await page.getByRole('button', { name: 'Selesai', exact: true }).click()
  await expect(lessonsOf(page, 'Bab 10')).toContainText(['Penutup'])
  await expect(lessonsOf(page, 'Bab 2').filter({ hasText: 'Video belum ada' })).toHaveCount(1)
  await lessonsOf(page, 'Bab 2').getByRole('link', { name: 'Tipe data', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Hapus teks Indonesia' })).toBeVisible()
})

test('a connection that dies without a word is opened again, and the video goes on where the server is', async ({
  page,
  request,
}, info) => {
  const course = await publishCourse(request, { title: `Diam ${Date.now()}`, lessons: ['Pembuka'] })
  const file = info.outputPath('Panjang.webm')
  await writeFile(file, await createVideoFile({ seconds: 20, bytesPerSecond: 1_000_000 }))
  await page.clock.install()
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Unggah banyak video' }).click()
  await page.getByLabel('Pilih berkas').setInputFiles(file)
  const silent = Promise.withResolvers<void>()
  let isSilent = true
  await page.route('**/api/uploads/tus/*', (route) => {
    const isSecondPart = route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0'
    if (!isSilent || !isSecondPart) return route.fallback()
    isSilent = false
    silent.resolve()
    return undefined
  })
  await page.getByRole('button', { name: 'Unggah 1 video' }).click()
  await silent.promise
  const resumed = page.waitForRequest((sent) => sent.method() === 'HEAD' && sent.url().includes('/api/uploads/tus/'))
  await page.clock.fastForward(100_000)
  await resumed
  await expect(page.getByText('Semua 1 video sudah ada di materinya, sebagai draf.')).toBeVisible()
})

/** Drops a folder of the disk with the mouse. */
async function dropFolder(page: Page, folder: string) {
  const zone = page.getByText('atau seret berkas dan folder ke sini')
  await zone.scrollIntoViewIfNeeded()
  const box = await zone.boundingBox()
  if (!box) throw new Error('Nothing takes what is dropped')
  const client = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    })
  await client.detach()
}

test('a folder of 1,000 files is dropped, named in order, and its drafts are published but for what has no video', async ({
  page,
  request,
}, info) => {
  test.slow()
  const folder = info.outputPath('Kelas Besar')
  const names = Array.from({ length: 499 }, (_, index) => `${index + 1}. Bagian ${index + 1}.mp4`)
  for (const [chapter, files] of [
    ['Bab 10', names],
    ['Bab 2', names],
    ['', ['.DS_Store', 'catatan.txt']],
  ] as const) {
    await mkdir(join(folder, chapter), { recursive: true })
    await Promise.all(files.map((name) => writeFile(join(folder, chapter, name), 'bukan video')))
  }
  const course = await publishCourse(request, { title: `Seribu berkas ${Date.now()}`, lessons: ['Pembuka'] })
  for (const title of ['Draf satu', 'Draf dua'])
    await course.api('POST', '/courses/content/create', {
      courseId: course.id,
      title,
      type: 'text',
      text: '<p>Isi</p>',
      status: 'draft',
    })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Unggah banyak video' }).click()
  await dropFolder(page, folder)
  await expect(page.getByText(/^998 video · .* · 2 bab · 1 berkas sistem dilewati$/)).toBeVisible()
  await expect(page.getByText('catatan.txt: Bukan video MP4 atau WebM')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Bagian \d+$/ })).toContainText(['Bagian 1', 'Bagian 2'])
  await page.getByRole('button', { name: 'Unggah 998 video' }).click()
  await expect(videoRow(page, 'Bagian 1').first()).toBeVisible()
  await expect(videoRow(page, 'Bagian 1').first()).toContainText('Bab 2')
  await page.getByRole('button', { name: 'Berhenti mengunggah' }).click()

  await page.getByRole('button', { name: 'Tayangkan semua draf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tayangkan semua' }).click()
  await expect(page.getByText('2 materi ditayangkan.')).toBeVisible()
  const left = page.getByRole('alertdialog', { name: 'Ada yang belum lengkap' })
  await expect(left).toContainText('998 materi tetap draf')
  await left.getByRole('button', { name: 'OK' }).click()
  const { data } = await (await request.get(`/api/courses/${course.id}/overview`)).json()
  expect(data.details.map(({ title }: { title: string }) => title)).toEqual(['Pembuka', 'Draf satu', 'Draf dua'])
})
