import type { APIRequestContext } from '@playwright/test'
import { expectAccessibleAtBothWidths } from './axe.ts'
import { apiAs, publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block' })

/** A quiz with one right and one wrong attempt of the demo student. */
async function quizWithAttempts(request: APIRequestContext, title: string) {
  const course = await publishCourse(request, { title, lessons: ['Pembuka'] })
  const { _id: contentId } = await course.api('POST', '/courses/content/create', {
    courseId: course.id,
    title: 'Kuis akhir',
    type: 'quiz',
  })
  const options = ['Bandung', 'Semarang'].map((text, index) => ({ text, isCorrect: index === 0 }))
  const questions = [{ type: 'one', text: 'Ibu kota Jawa Barat?', options }]
  await course.api('PUT', `/courses/${course.id}/content/${contentId}/quiz`, { version: 0, settings: {}, questions })
  const student = await apiAs(request, 'siswa@demo.id')
  await student('POST', `/courses/${course.id}/enroll`)
  for (const wanted of ['Semarang', 'Bandung']) {
    const opened = (await student('POST', `/courses/${course.id}/content/${contentId}/attempts`)) as unknown as {
      _id: string
      questions: { _id: string; options: { _id: string; text: string }[] }[]
    }
    const [question] = opened.questions
    const answer = question?.options.find(({ text }) => text.includes(wanted))?._id
    await student('PUT', `/attempts/${opened._id}/answers`, { answers: { [question?._id ?? '']: answer }, seq: 1 })
    await student('POST', `/attempts/${opened._id}/submit`)
  }
  return { courseId: course.id, contentId }
}

test(
  'an instructor sees the attempts and figures of a quiz, filters them and exports them',
  thorough,
  async ({ page, request }) => {
    const { courseId, contentId } = await quizWithAttempts(request, 'Hasil kuis')
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/course/${courseId}/quiz/${contentId}`)
    await ready(page)
    await page.getByRole('link', { name: 'Hasil', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Hasil kuis' })).toBeVisible()
    const attempts = page.getByRole('table', { name: 'Daftar percobaan' })
    await expect(attempts.getByRole('row').filter({ hasText: 'percobaan 2' })).toContainText('Lulus')
    await expect(attempts.getByRole('row').filter({ hasText: 'percobaan 1' })).toContainText('Belum lulus')
    const question = page
      .getByRole('table', { name: 'Hasil per soal' })
      .getByRole('row')
      .filter({ hasText: 'Ibu kota' })
    await expect(question).toContainText('50%')
    await expect(question).toContainText('Semarang')
    await expectAccessibleAtBothWidths(page)

    // A wide screen shows the filters at once.
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByLabel('Status')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('button', { name: /^Saringan/ }).click()
    await page.getByLabel('Status').selectOption('Lulus')
    await expect(page).toHaveURL(/state=passed/)
    await expect(attempts.getByRole('row').filter({ hasText: 'percobaan 1' })).toBeHidden()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Ekspor hasil (CSV)' }).click()
    expect((await downloading).suggestedFilename()).toBe('hasil-Kuis-akhir.csv')
  },
)
