import type { APIRequestContext, Page } from '@playwright/test'
import { createVideoFile } from '../src/testing/materials/video-file.ts'
import { violations } from './axe.ts'
import { publishCourse, studyAsNewStudent } from './courses.ts'
import { controlledByServiceWorker, openBook, saveOffline } from './offline-copies.ts'
import { startProxy } from './proxy.ts'
import { recordVideo } from './record-video.ts'
import { signInByCall } from './staff-calls.ts'
import { uploadVideo } from './upload-video.ts'
import { expect, offlineConsoleErrors, ready, test } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

/** A course with an article, a small video that can be played, and one of 3 MB. */
async function publishVideos(page: Page, request: APIRequestContext) {
  const course = await publishCourse(request, { title: 'Video di perangkat', lessons: ['Pembuka'] })
  const headers = await signInByCall(request, 'pengajar@demo.id')
  await page.goto('/')
  const files = {
    'Video kecil': await recordVideo(page, 20),
    'Video besar': await createVideoFile({ seconds: 30, bytesPerSecond: 100_000 }),
  }
  const videoIds: string[] = []
  for (const [title, bytes] of Object.entries(files)) {
    const uploadId = await uploadVideo(request, headers, bytes)
    const lesson = { courseId: course.id, title, type: 'video', source: 'upload', uploadId }
    videoIds.push((await course.api('POST', '/courses/content/create', lesson))._id)
  }
  return { id: course.id, smallVideoId: videoIds[0] }
}

/** Refreshing saved items would load missing videos by itself; this page takes the lock that only one tab at a time has. */
const preventRefreshing = (page: Page) =>
  page.evaluate(() => void navigator.locks.request('cendaki-saved', () => new Promise(() => {})))

/** Counts the cache: videos, and everything else. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const keys = await (await caches.open('cendaki-saved')).keys()
    const videos = keys.filter(({ url }) => new URL(url).pathname.startsWith('/media/'))
    return { videos: videos.length, others: keys.length - videos.length }
  })

const dialogButton = (page: Page, dialog: string, name: string) =>
  page.getByRole('alertdialog', { name: dialog }).getByRole('button', { name })

async function saveWithVideos(page: Page) {
  await page.getByRole('button', { name: 'Simpan offline' }).click()
  await dialogButton(page, 'Simpan untuk offline?', 'Simpan').click()
  await dialogButton(page, 'Simpan videonya juga?', 'Simpan dengan video').click()
}

test('a video whose download is cut is never half saved: the rest can be read, and a retry loads it', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.slow()
  const { id, smallVideoId } = await publishVideos(page, request)
  let mode: 'cut' | 'short' | 'whole' = 'cut'
  const proxy = await startProxy(baseURL ?? '', (path, body, response) => {
    if (!path.startsWith('/media/') || body.length < 1_000_000 || mode === 'whole') return void response.end(body)
    const half = body.subarray(0, body.length / 2)
    if (mode === 'short') return void response.end(half)
    response.write(half, () => response.destroy())
  })
  const student = await browser.newPage({ baseURL: proxy.origin, viewport: { width: 360, height: 800 } })
  try {
    await studyAsNewStudent(student, id)
    await ready(student)
    await controlledByServiceWorker(student)
    await preventRefreshing(student)
    await saveWithVideos(student)
    await expect(
      student.getByText(
        'Kelasnya tersimpan, tetapi videonya belum semua: 3 MB belum termuat. Periksa koneksi, lalu coba lagi.',
      ),
    ).toBeVisible()
    const missing = student.getByText('1 dari 2 video belum tersimpan (3 MB).')
    await expect(missing).toBeVisible()
    expect((await cached(student)).videos).toBe(1)
    expect(await violations(student)).toEqual([])

    // A response that ends too early without an error, as behind a broken proxy.
    mode = 'short'
    const retry = student.getByRole('button', { name: 'Coba lagi' })
    await retry.click()
    await expect(missing).toBeHidden()
    await expect(missing).toBeVisible()
    expect((await cached(student)).videos).toBe(1)

    mode = 'whole'
    await retry.click()
    await expect(student.getByText('Tersimpan di perangkat ini.')).toBeVisible()
    await expect(missing).toBeHidden()
    expect((await cached(student)).videos).toBe(2)

    proxy.close()
    await student.goto(`/courses/${id}/start?materi=${smallVideoId}`)
    await ready(student)
    await expect
      .poll(() => student.locator('video').evaluate(({ readyState }: HTMLVideoElement) => readyState))
      .toBeGreaterThan(1)
    await student
      .getByRole('link', { name: /Pembuka/ })
      .first()
      .click()
    await expect(student.getByText('Isi Pembuka')).toBeVisible()
  } finally {
    proxy.close()
    await student.close()
  }
})

test('on a full device nothing is half saved, what was saved stays, and the sizes are named', async ({
  page,
  request,
  network,
  baseURL,
}) => {
  test.slow()
  const { id } = await publishVideos(page, request)
  const book = await openBook(page)
  await saveOffline(page)
  await studyAsNewStudent(page, id)
  await ready(page)
  await preventRefreshing(page)
  const devtools = await page.context().newCDPSession(page)
  /** Leaves this many bytes of space. Chromium does not report it to pages; other browsers do. */
  async function leave(bytes: number, { isReported = false } = {}) {
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    const quota = usage + bytes
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: quota })
    const reported = isReported ? quota : usage + 5e9
    await page.evaluate((estimate) => Object.assign(navigator.storage, { estimate: () => Promise.resolve(estimate) }), {
      usage,
      quota: reported,
    })
  }
  const before = await cached(page)

  await leave(20_000, { isReported: true })
  await page.getByRole('button', { name: 'Simpan offline' }).click()
  await dialogButton(page, 'Simpan untuk offline?', 'Simpan').click()
  await expect(page.getByRole('alertdialog', { name: 'Simpan videonya juga?' })).toContainText(
    'Ruangnya tidak cukup untuk semua: sisa 20 KB.',
  )
  await dialogButton(page, 'Simpan videonya juga?', 'Simpan dengan video').click()
  await expect(
    page.getByText(
      /^Ruang di perangkat tidak cukup: perlu [\d,]+ [KM]B, sisa 20 KB\. Hapus materi tersimpan yang lain dulu\.$/,
    ),
  ).toBeVisible()
  await expect.poll(() => cached(page)).toEqual(before)
  await expect(page.getByRole('button', { name: 'Simpan offline' })).toBeVisible()

  await leave(2_500_000)
  await saveWithVideos(page)
  await expect(
    page.getByText('Ruang di perangkat tidak cukup: perlu 3 MB. Kelasnya tersimpan tanpa video itu.'),
  ).toBeVisible()
  const missing = page.getByText(/^1 dari 2 video belum tersimpan \(3 MB\)\. Ruang di perangkat tidak cukup/)
  await expect(missing).toBeVisible()
  expect((await cached(page)).videos).toBe(1)
  expect(await violations(page)).toEqual([])

  // Where the space is reported, a video that does not fit is not even requested.
  const media: string[] = []
  page.on('request', (sent) => sent.url().includes('/media/') && media.push(sent.url()))
  await leave(1_000_000, { isReported: true })
  const retry = page.getByRole('button', { name: 'Coba lagi' })
  await retry.click()
  await expect(
    page.getByText('Ruang di perangkat tidak cukup: perlu 3 MB, sisa 1 MB. Kelasnya tersimpan tanpa video itu.'),
  ).toBeVisible()
  expect(media).toEqual([])

  await leave(50_000_000)
  await retry.click()
  await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()
  await expect(missing).toBeHidden()
  expect((await cached(page)).videos).toBe(2)

  await network.goOffline()
  await page.goto(book)
  await expect(page.getByText(/^Bagian 1 dari/)).toBeVisible()
  await network.goOnline()
})
