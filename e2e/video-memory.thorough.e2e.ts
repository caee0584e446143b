import type { Page } from '@playwright/test'
import { publishCourse } from './courses.ts'
import { recordVideo } from './record-video.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

test.use({
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 800 },
  expectedConsoleErrors: [/ERR_FILE_NOT_FOUND/],
})

/** True when the browser still holds the video of this URL. */
const isPlayable = (page: Page, url: string) =>
  page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const video = document.createElement('video')
        video.addEventListener('loadedmetadata', () => resolve(true))
        video.addEventListener('error', () => resolve(false))
        video.src = src
      }),
    url,
  )

test('an uploaded video is held in memory only while its preview is shown', async ({ page, request }) => {
  const course = await publishCourse(request, { title: `Kelas memori ${Date.now()}`, lessons: ['Pembuka'] })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/${course.id}/create`)
  await ready(page)
  const buffer = await recordVideo(page, 3)
  await page.getByLabel('Tipe Konten').selectOption('Video')
  await page.getByLabel('Sumber Video').selectOption('Unggah berkas')
  await page.getByLabel('Pilih video').setInputFiles({ name: 'kelas.webm', mimeType: 'video/webm', buffer })
  const url = (await page.getByLabel('Pratinjau video').getAttribute('src')) ?? ''
  await expect.poll(() => isPlayable(page, url)).toBe(true)
  await page.getByLabel('Sumber Video').selectOption('YouTube')
  await expect(page.getByLabel('Pratinjau video')).toBeHidden()
  await expect.poll(() => isPlayable(page, url)).toBe(false)
})
