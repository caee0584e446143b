import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { everyQuestion } from '../src/testing/materials/quizzes.ts'
import { expectAccessible } from './axe.ts'
import { publishCourse, studyAsNewStudent } from './courses.ts'
import { controlledByServiceWorker } from './offline-copies.ts'
import { recordVideo } from './record-video.ts'
import { signInByCall } from './staff-calls.ts'
import { addCaptions, uploadVideo } from './upload-video.ts'
import { expect, offlineConsoleErrors, ready, test } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors], viewport: { width: 360, height: 800 } })

const question = (page: Page, number: number) => page.getByRole('region', { name: `Soal ${number}`, exact: true })

async function enrol(page: Page, courseId: string) {
  await studyAsNewStudent(page, courseId)
  await ready(page)
  await controlledByServiceWorker(page)
}

test('in a saved course, a quiz that was opened is answered and submitted without a connection, rubrics and questions can be read, and files downloaded', async ({
  page,
  request,
  network,
}) => {
  test.slow()
  const course = await publishCourse(request, { title: 'Kelas luring', lessons: ['Pembuka'] })
  const create = (body: object) => course.api('POST', '/courses/content/create', { courseId: course.id, ...body })
  const quizIds: string[] = []
  for (const title of ['Kuis pertama', 'Kuis kedua']) {
    const { _id } = await create({ title, type: 'quiz' })
    await course.api('PUT', `/courses/${course.id}/content/${_id}/quiz`, {
      version: 0,
      settings: { shuffleOptions: false, timeLimitMinutes: 60, passPercent: 10 },
      questions: everyQuestion,
    })
    quizIds.push(_id)
  }
  const { _id: taskId } = await create({
    title: 'Tugas luring',
    type: 'assignment',
    text: '<p>Tulis tanpa sinyal.</p>',
  })
  const levels = [
    { title: 'Kurang', description: '', points: 0 },
    { title: 'Baik', description: 'Mudah dibaca di kereta', points: 4 },
  ]
  await course.api('PUT', `/courses/${course.id}/content/${taskId}/assignment`, {
    version: 0,
    points: 50,
    criteria: [{ title: 'Kerapian', levels }],
  })
  const { _id: askedId } = await course.api('POST', `/courses/${course.id}/questions`, {
    title: 'Boleh ditulis tangan?',
    text: 'Lalu difoto.',
    contentId: taskId,
  })
  await course.api('POST', `/questions/${askedId}/answers`, { text: 'Boleh, asal terbaca.' })
  const [lessonId] = course.contentIds
  const sheet = { name: 'lembar kerja.txt', mimeType: 'text/plain', buffer: Buffer.from('Isi lembar kerja') }
  const headers = await signInByCall(request, 'pengajar@demo.id')
  const added = await request.post(`/api/courses/${course.id}/content/${lessonId}/files`, {
    headers,
    multipart: { file: sheet },
  })
  expect(added.status()).toBe(201)
  await enrol(page, course.id)
  const lesson = (id: string | undefined) => `/courses/${course.id}/start?materi=${id}`
  await page.goto(lesson(quizIds[0]))
  await ready(page)
  await page.getByRole('button', { name: 'Mulai kuis' }).click()
  await expect(page.getByRole('heading', { name: 'Soal 1 dari 7' })).toBeVisible()
  await page.getByRole('button', { name: 'Simpan offline' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Simpan untuk offline?' })).toContainText(
    'Termasuk 1 berkas materi (1 KB).',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()

  await network.goOffline()
  await page.goto(lesson(lessonId))
  await ready(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /lembar kerja\.txt/ }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toBe('Isi lembar kerja')

  await page.goto(lesson(quizIds[1]))
  await ready(page)
  const notStarted = page.getByRole('status').filter({ hasText: 'Kuis ini perlu internet untuk dimulai' })
  await expect(notStarted.getByRole('button', { name: 'Coba lagi' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(lesson(taskId))
  await ready(page)
  await expect(page.getByText('Tulis tanpa sinyal.')).toBeVisible()
  await expect(page.getByText('Mudah dibaca di kereta')).toBeVisible()
  await expect(page.getByText('Mengumpulkan perlu internet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Jawaban' }).fill('Ditulis di kereta')
  await page.getByRole('button', { name: 'Kumpulkan tugas' }).click()
  await expect(page.getByText('Belum terkirim: kamu sedang tidak tersambung.')).toBeVisible()
  await page.locator('#tanya-jawab').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: /Boleh ditulis tangan/ }).click()
  await expect(page.getByText('Boleh, asal terbaca.')).toBeVisible()
  await expectAccessible(page)

  await page.goto(lesson(quizIds[0]))
  await ready(page)
  await question(page, 1).getByRole('radio', { name: 'Bandung' }).check()
  await page.reload()
  await ready(page)
  await expect(question(page, 1).getByRole('radio', { name: 'Bandung' })).toBeChecked()
  await page.getByRole('button', { name: 'Kumpulkan', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kumpulkan' }).click()
  await expect(page.getByText(/dikumpulkan saat online/)).toBeVisible()
  await expectAccessible(page)

  await network.goOnline()
  await expect(page.getByRole('heading', { name: 'Lulus! Kerja bagus.' })).toBeVisible()
  await page.goto(lesson(taskId))
  await ready(page)
  await expect(page.getByRole('textbox', { name: 'Jawaban' })).toHaveValue('Ditulis di kereta')
})

test('an uploaded video and its captions are saved with their size where the student wants it, and play without a connection', async ({
  page,
  request,
  network,
}) => {
  test.slow()
  const course = await publishCourse(request, { title: 'Video luring', lessons: ['Pembuka'] })
  const headers = await signInByCall(request, 'pengajar@demo.id')
  await page.goto('/')
  const uploadId = await uploadVideo(request, headers, await recordVideo(page, 30))
  const { _id: videoId } = await course.api('POST', '/courses/content/create', {
    courseId: course.id,
    title: 'Video sendiri',
    type: 'video',
    source: 'upload',
    uploadId,
  })
  await addCaptions(request, headers, { courseId: course.id, contentId: videoId })
  await enrol(page, course.id)

  await page.getByRole('button', { name: 'Simpan offline' }).click()
  await page.getByRole('alertdialog', { name: 'Simpan untuk offline?' }).getByRole('button', { name: 'Simpan' }).click()
  const choice = page.getByRole('alertdialog', { name: 'Simpan videonya juga?' })
  await expect(choice).toContainText(/1 video di kelas ini memakai \d+ KB lagi/)
  await choice.getByRole('button', { name: 'Simpan dengan video' }).click()
  await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()

  await network.goOffline()
  await page.goto(`/courses/${course.id}/start?materi=${videoId}`)
  await ready(page)
  const element = page.locator('video')
  await expect.poll(() => element.evaluate(({ readyState }: HTMLVideoElement) => readyState)).toBeGreaterThan(1)
  await page.getByText('Transkrip', { exact: true }).click()
  await page.getByRole('button', { name: /Kita mulai dari variabel/ }).click()
  await expect
    .poll(() => element.evaluate(({ currentTime, seeking }: HTMLVideoElement) => !seeking && currentTime))
    .toBe(12)
  await expectAccessible(page)
  await network.goOnline()
})
