import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createVideoFile } from '../src/testing/materials/video-file.ts'
import { atBothWidths, violations } from './axe.ts'
import { publishCourse } from './courses.ts'
import { recordVideo } from './record-video.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, signIn, signUp, test, thorough } from './test.ts'

// The connection is cut, and a service worker would respond instead.
test.use({
  serviceWorkers: 'block',
  expectedConsoleErrors: [new RegExp(`${offlineConsoleErrors.source}|status of 422`)],
})

const chooser = (page: Page) => page.getByLabel(/^(Pilih|Ganti) video/)
const patched = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())

const srt =
  '1\n00:00:01,000 --> 00:00:04,000\nSelamat datang\n\n2\n00:00:12,000 --> 00:00:18,000\nKita mulai dari variabel\n'

const expectNoViolations = (page: Page) =>
  atBothWidths(page, async (width) => expect(await violations(page), `at ${width} px`).toEqual([]))

async function openForm(page: Page, courseId: string, title: string) {
  await page.goto(`/admin/course/${courseId}/create`)
  await ready(page)
  await page.getByLabel('Judul').fill(title)
  await page.getByLabel('Tipe Konten').selectOption('Video')
  await page.getByLabel('Sumber Video').selectOption('Unggah berkas')
  await expect(chooser(page)).toBeAttached()
}

test(
  'a video is uploaded over a connection that is cut and a page that is loaded again; a student watches it on two devices',
  thorough,
  async ({ page, browser, baseURL, request, network }, info) => {
    test.slow()
    await page.setViewportSize({ width: 1280, height: 800 })
    const course = await publishCourse(request, { title: 'Video sendiri', lessons: ['Pembuka'] })
    await signIn(page, 'pengajar@demo.id')
    await openForm(page, course.id, 'Video pertamaku')

    await chooser(page).setInputFiles({
      name: 'kelas.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('<!doctype html><title>kelas</title>'),
    })
    await expect(page.getByRole('alert').filter({ hasText: 'Berkas ini bukan video MP4 atau WebM' })).toBeVisible()
    await expectNoViolations(page)

    // From a file, by whose time of change the page knows that it is the same one.
    const large = info.outputPath('panjang.webm')
    await writeFile(large, await createVideoFile({ seconds: 40, bytesPerSecond: 1_000_000 }))
    const first = patched(page)
    await chooser(page).setInputFiles(large)
    await first
    await network.goOffline()
    await expect(page.getByText(/menunggu koneksi/)).toBeVisible()
    await expectNoViolations(page)
    await network.goOnline()
    await patched(page)

    await page.goto('/admin/overview')
    await openForm(page, course.id, 'Video pertamaku')
    const resumed = page.waitForRequest((sent) => sent.method() === 'HEAD' && sent.url().includes('/api/uploads/tus/'))
    await chooser(page).setInputFiles(large)
    await resumed
    await expect(page.getByText(/panjang\.webm siap dipakai/)).toBeVisible()

    const small = await recordVideo(page, 40)
    await chooser(page).setInputFiles({ name: 'pendek.webm', mimeType: 'video/webm', buffer: small })
    // Pressed during the upload, it waits.
    await page.getByRole('button', { name: 'Buat Konten' }).click()
    await expect(page.getByText('Konten berhasil dibuat!')).toBeVisible()
    await page.goto(`/admin/course/detail/${course.id}`)
    await page.getByRole('link', { name: 'Video pertamaku', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Teks video' })).toBeVisible()
    await page.getByLabel('Berkas .vtt atau .srt').setInputFiles({
      name: 'salah.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('WEBVTT\n\n00:05.000 --> 00:04.000\nHalo\n'),
    })
    await page.getByRole('button', { name: 'Unggah teks' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Baris 3: waktu selesai harus sesudah waktu mulai' }),
    ).toBeVisible()
    await page
      .getByLabel('Berkas .vtt atau .srt')
      .setInputFiles({ name: 'teks.srt', mimeType: 'text/plain', buffer: Buffer.from(srt) })
    await page.getByRole('button', { name: 'Unggah teks' }).click()
    await expect(page.getByRole('button', { name: 'Hapus teks Indonesia' })).toBeVisible()
    await expectNoViolations(page)

    const student = await browser.newPage({
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 800 },
      serviceWorkers: 'block',
    })
    const { email, password } = await signUp(student)
    await signIn(student, email, password)
    await watch(student, course)
    await expectNoViolations(student)

    const elsewhere = await browser.newPage({
      baseURL: baseURL ?? '',
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
    })
    await beSignedIn(elsewhere, email, password)
    await elsewhere.goto(`/courses/${course.id}/start`)
    await ready(elsewhere)
    await elsewhere
      .getByRole('link', { name: /Video pertamaku/ })
      .first()
      .click()
    await expect(elsewhere.getByRole('button', { name: 'Dilanjutkan dari 0:22 · Dari awal' })).toBeVisible()
    await expect
      .poll(() => elsewhere.locator('video').evaluate((video: HTMLVideoElement) => Math.floor(video.currentTime)))
      .toBe(22)
  },
)

/** Enrols, goes to a line of the transcript, then on with the keys of the player, and leaves the lesson. */
async function watch(page: Page, course: { id: string }) {
  await page.goto(`/kelas/details/${course.id}`)
  await ready(page)
  const elsewhere: string[] = []
  page.on('request', (sent) => {
    if (/^https?:/.test(sent.url()) && new URL(sent.url()).origin !== new URL(page.url()).origin)
      elsewhere.push(sent.url())
  })
  await page.getByRole('button', { name: 'Mulai Belajar' }).first().click()
  await page.waitForURL(/\/start/)
  await ready(page)
  await page
    .getByRole('link', { name: /Video pertamaku/ })
    .first()
    .click()
  const video = page.locator('video')
  await expect.poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState)).toBeGreaterThan(1)
  await page.getByText('Transkrip', { exact: true }).click()
  await page.getByLabel('Cari di transkrip').fill('VARIABEL')
  await expect(page.getByText('1 baris ditemukan')).toBeVisible()
  await page.getByRole('button', { name: /Kita mulai dari variabel/ }).click()
  await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBe(12)
  await expect
    .poll(() => video.evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.activeCues?.length))
    .toBe(1)
  // Sent after some seconds, or on leaving the lesson.
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/position') &&
      response.ok() &&
      (response.request().postData() ?? '').includes('"reached":22'),
  )
  await page.keyboard.press('l')
  await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBe(22)
  await page.keyboard.press('>')
  await expect(page.getByLabel('Kecepatan')).toHaveValue('1.25')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Maju 10 detik')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: /Pembuka/ })
    .first()
    .click()
  await saved
  expect(elsewhere).toEqual([])
}
