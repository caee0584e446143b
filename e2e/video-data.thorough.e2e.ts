import type { APIRequestContext, Page } from '@playwright/test'
import { publishCourse, studyAsNewStudent } from './courses.ts'
import { recordVideo } from './record-video.ts'
import { signInByCall } from './staff-calls.ts'
import { addCaptions, uploadVideo } from './upload-video.ts'
import { expect, idle, ready, test } from './test.ts'

// A service worker would send requests of its own.
test.use({ serviceWorkers: 'block' })

const seconds = 30

/** A course with an uploaded video, whose new student is in its player. */
async function openCourseWithVideo(page: Page, request: APIRequestContext) {
  const course = await publishCourse(request, { title: 'Video hemat data', lessons: ['Pembuka'] })
  const headers = await signInByCall(request, 'pengajar@demo.id')
  await page.goto('/')
  const uploadId = await uploadVideo(request, headers, await recordVideo(page, seconds))
  const lesson = { courseId: course.id, title: 'Video sendiri', type: 'video', source: 'upload', uploadId }
  const { _id: videoId } = await course.api('POST', '/courses/content/create', lesson)
  await addCaptions(request, headers, { courseId: course.id, contentId: videoId })
  await studyAsNewStudent(page, course.id)
  await ready(page)
  return { path: `/courses/${course.id}/start?materi=${videoId}` }
}

/** The requests for videos from now on. */
function watchMedia(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (sent) => new URL(sent.url()).pathname.startsWith('/media/') && requests.push(sent.url()))
  return requests
}

const readyStateOf = (page: Page) => page.locator('video').evaluate(({ readyState }: HTMLVideoElement) => readyState)

for (const [way, query] of [
  ['at its beginning', ''],
  ['at a second', '&detik=15'],
] as const) {
  test(`a lesson with an uploaded video that opens ${way} requests the video once`, async ({ page, request }) => {
    const { path } = await openCourseWithVideo(page, request)
    const media = watchMedia(page)
    await page.goto(path + query)
    await expect.poll(() => readyStateOf(page)).toBeGreaterThan(0)
    // The captions, notes and other parts that are loaded later must not load it again.
    await expect(page.getByText('Transkrip', { exact: true })).toBeVisible()
    await idle(page)
    expect(media).toHaveLength(1)
  })
}

test('a lesson names the size of its uploaded video, in the list of lessons, too', async ({ page, request }) => {
  const { path } = await openCourseWithVideo(page, request)
  await page.goto(path)
  await ready(page)
  await expect(page.getByText(/^Materi 2 dari 2 · video 0:30 · ± \d+ KB$/)).toBeVisible()
  await expect(page.getByRole('link', { name: /Video sendiri Video · 0:30 · ± \d+ KB/ })).toBeVisible()
})

test('where the browser saves data, an uploaded video is loaded with the press that plays it', async ({
  page,
  request,
}) => {
  const { path } = await openCourseWithVideo(page, request)
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const media = watchMedia(page)
  await page.goto(path)
  await expect(page.getByText('Transkrip', { exact: true })).toBeVisible()
  await idle(page)
  expect(media).toEqual([])
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true
    return video.play()
  })
  await expect.poll(() => readyStateOf(page)).toBeGreaterThan(1)
  expect(media).toHaveLength(1)
})
