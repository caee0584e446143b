import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { enrollNewStudent, publishCourse } from './courses.ts'
import { recordVideo } from './record-video.ts'
import { signInByCall } from './staff-calls.ts'
import { expect, ready, test } from './test.ts'
import { addCaptions, uploadVideo } from './upload-video.ts'

test.use({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block' })

const note = (page: Page) => page.getByRole('textbox', { name: 'Catatanmu' })
const noteSaved = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/note') && response.ok())

async function enrol(page: Page, courseId: string, contentId: string) {
  await enrollNewStudent(page, courseId)
  await page.goto(`/courses/${courseId}/start?materi=${contentId}`)
  await ready(page)
}

test('a note carries seconds of an uploaded video, which play from the note and from the list of all notes', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: 'Catatan video', lessons: ['Pembuka'] })
  const headers = await signInByCall(request, 'pengajar@demo.id')
  await page.goto('/')
  const uploadId = await uploadVideo(request, headers, await recordVideo(page, 30))
  const create = { courseId: course.id, title: 'Video sendiri', type: 'video', source: 'upload', uploadId }
  const { _id: videoId } = await course.api('POST', '/courses/content/create', create)
  await enrol(page, course.id, videoId)

  const video = page.locator('video')
  const position = () =>
    video.evaluate(({ currentTime, seeking }: HTMLVideoElement) => !seeking && Math.floor(currentTime))
  await expect.poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState)).toBeGreaterThan(1)
  await video.evaluate((element: HTMLVideoElement) => (element.currentTime = 14.5))
  await expect.poll(position).toBe(14)
  await page.getByRole('button', { name: 'Tambahkan waktu video' }).click()
  await expect(note(page)).toHaveValue('[0:14] ')
  await expect(note(page)).toBeFocused()
  const saved = noteSaved(page)
  await page.keyboard.type('variabel')
  await saved
  // As much as a keyboard on the screen leaves.
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await page.setViewportSize({ width: 360, height: 380 })
  await note(page).blur()
  await note(page).focus()
  const isUncovered = () =>
    note(page).evaluate((field) => {
      const { left, top } = field.getBoundingClientRect()
      const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight)
      const firstLine = [top + 8, top + 8 + lineHeight]
      return firstLine.every((y) => document.elementFromPoint(left + 20, y) === field)
    })
  await expect.poll(isUncovered).toBe(true)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await video.evaluate((element: HTMLVideoElement) => (element.currentTime = 0))
  await page.getByRole('button', { name: 'Putar dari 0:14' }).click()
  await expect.poll(position).toBe(14)

  await page.goto('/student/catatan')
  await ready(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Putar dari 0:14' }).click()
  await page.waitForURL(/detik=14/)
  await expect.poll(position).toBe(14)

  const removed = noteSaved(page)
  await page.getByRole('button', { name: 'Hapus waktu 0:14' }).click()
  await removed
  await expect(note(page)).toHaveValue('variabel')
  await expect(page.getByRole('button', { name: 'Putar dari 0:14' })).toBeHidden()
})

/** A player that plays from its start parameter, and from where it is sent to. */
const player = `<script>
  let seconds = Number(new URL(location).searchParams.get('start') ?? 0)
  const say = () => parent.postMessage(JSON.stringify({ event: 'infoDelivery', info: { currentTime: seconds, duration: 900, playerState: 1 } }), '*')
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data)
    if (event === 'command' && func === 'seekTo') seconds = args[0]
    say()
  })
</script>`

test('a video at YouTube has a transcript that follows it and seeks, and nothing is loaded from YouTube before a press', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: 'Transkrip YouTube', lessons: ['Pembuka'] })
  const headers = await signInByCall(request, 'pengajar@demo.id')
  const create = { courseId: course.id, title: 'Video YouTube', type: 'video', youtubeId: 'DHjqpvDnNGE' }
  const { _id: contentId } = await course.api('POST', '/courses/content/create', create)
  await addCaptions(request, headers, { courseId: course.id, contentId })
  const asked: string[] = []
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: player })
  })
  await enrol(page, course.id, contentId)

  await page.getByRole('button', { name: 'Tambahkan waktu video' }).click()
  await expect(page.getByText('Putar videonya dulu, lalu tambahkan waktunya.')).toBeVisible()
  await page.getByText('Transkrip', { exact: true }).click()
  await page.getByLabel('Cari di transkrip').fill('VARIABEL')
  await expect(page.getByText('1 baris ditemukan')).toBeVisible()
  await expectAccessible(page)
  expect(asked).toEqual([])

  const line = (text: string) => page.getByRole('button', { name: text })
  await line('Kita mulai dari variabel').click()
  await expect.poll(() => asked.map((url) => new URL(url).searchParams.get('start'))).toEqual(['12'])
  await page.getByLabel('Cari di transkrip').fill('')
  await expect(line('Kita mulai dari variabel')).toHaveAttribute('aria-current', 'true')
  await line('Selamat datang').click()
  await expect(line('Selamat datang')).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Tambahkan waktu video' }).click()
  await expect(note(page)).toHaveValue('[0:02] ')
})
