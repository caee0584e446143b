import type { Page } from '@playwright/test'
import { everyQuestion } from '../src/testing/materials/quizzes.ts'
import { publishCourse, studyAsNewStudent } from './courses.ts'
import { controlledByServiceWorker } from './offline-copies.ts'
import { recordVideo } from './record-video.ts'
import { signInByCall } from './staff-calls.ts'
import { uploadVideo } from './upload-video.ts'
import { expect, offlineConsoleErrors, ready, test } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors], viewport: { width: 1280, height: 800 } })

async function enrol(page: Page, courseId: string) {
  await studyAsNewStudent(page, courseId)
  await ready(page)
  await controlledByServiceWorker(page)
}

const openLesson = (page: Page, name: string) =>
  page
    .getByRole('complementary', { name: 'Daftar materi' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

test('a lesson completed offline leads to the next one, which loads by itself when the connection is back', async ({
  page,
  request,
  network,
}) => {
  const course = await publishCourse(request, {
    title: 'Lanjut di kereta',
    lessons: ['Nilai', 'Variabel'],
    pace: 'sequence',
  })
  await enrol(page, course.id)
  await expect(page.getByText('Isi Nilai')).toBeVisible()
  await network.goOffline()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByRole('alert').getByText('Materi belum bisa dibuka')).toBeVisible()
  await network.goOnline()
  await expect(page.getByText('Isi Variabel')).toBeVisible()
})

test('in a saved course, quizzes, rubrics and videos that need the connection load by themselves when it is back', async ({
  page,
  request,
  network,
}) => {
  test.slow()
  const course = await publishCourse(request, { title: 'Menunggu sinyal', lessons: ['Pembuka'] })
  const create = (body: object) => course.api('POST', '/courses/content/create', { courseId: course.id, ...body })
  const { _id: quizId } = await create({ title: 'Kuis', type: 'quiz' })
  await course.api('PUT', `/courses/${course.id}/content/${quizId}/quiz`, {
    version: 0,
    settings: { passPercent: 10 },
    questions: everyQuestion,
  })
  const headers = await signInByCall(request, 'pengajar@demo.id')
  await page.goto('/')
  await create({
    title: 'Video',
    type: 'video',
    source: 'upload',
    uploadId: await uploadVideo(request, headers, await recordVideo(page, 10)),
  })
  await enrol(page, course.id)
  await page.getByRole('button', { name: 'Simpan offline' }).click()
  await page.getByRole('alertdialog', { name: 'Simpan untuk offline?' }).getByRole('button', { name: 'Simpan' }).click()
  await page
    .getByRole('alertdialog', { name: 'Simpan videonya juga?' })
    .getByRole('button', { name: 'Tanpa video' })
    .click()
  await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()
  // Published after the course was saved, so that the device has no copy of its rubric.
  const { _id: taskId } = await create({ title: 'Tugas', type: 'assignment', text: '<p>Tulis.</p>' })
  const levels = [
    { title: 'Kurang', description: '', points: 0 },
    { title: 'Baik', description: 'Mudah dibaca', points: 4 },
  ]
  await course.api('PUT', `/courses/${course.id}/content/${taskId}/assignment`, {
    version: 0,
    points: 50,
    criteria: [{ title: 'Kerapian', levels }],
  })
  await page.reload()
  await expect(page.getByRole('link', { name: /^Tugas/ })).toBeVisible()

  // First, because saved copies are refreshed when the connection is back.
  await network.goOffline()
  await openLesson(page, 'Tugas')
  await expect(page.getByText('Rubrik dan kirimanmu belum bisa dimuat.')).toBeVisible()
  await network.goOnline()
  await expect(page.getByText('Mudah dibaca')).toBeVisible()

  await network.goOffline()
  await openLesson(page, 'Kuis')
  await expect(page.getByText('Kuis ini perlu internet untuk dimulai')).toBeVisible()
  await network.goOnline()
  await expect(page.getByRole('button', { name: 'Mulai kuis' })).toBeVisible()

  await network.goOffline()
  await openLesson(page, 'Video')
  await expect(page.getByText(/^Video belum bisa dimuat/)).toBeVisible()
  // A device can report a connection before there is one: the saved lesson names the same video again.
  const saved = page.waitForResponse((response) => /\/content\/[0-9a-f-]+$/.test(response.url()))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await saved
  await expect(page.getByText(/^Video belum bisa dimuat/)).toBeVisible()
  await network.goOnline()
  await expect
    .poll(() => page.locator('video').evaluate(({ readyState }: HTMLVideoElement) => readyState), { timeout: 40_000 })
    .toBeGreaterThan(0)
})

test('a player that could not be opened offline opens by itself when the connection is back', async ({
  page,
  request,
  network,
}) => {
  const course = await publishCourse(request, { title: 'Belum tersimpan', lessons: ['Pembuka'] })
  await enrol(page, course.id)
  const url = page.url()
  await network.goOffline()
  await page.goto(url)
  await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
  await ready(page)
  await network.goOnline()
  await expect(page.getByText('Isi Pembuka')).toBeVisible()
})
