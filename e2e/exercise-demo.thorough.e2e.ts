import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { enrollNewStudent, publishCourse } from './courses.ts'
import { pressRun, typeCode } from './exercise-runs.ts'
import { addExercise, type Exercise } from './exercises.ts'
import { expect, ready, test, thorough } from './test.ts'

// Chromium may give typed code an inline style, which the policy of the page refuses.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/Applying inline style/] })

const file = join(import.meta.dirname, '../demo/exercises/exercises.json')
const exercises = JSON.parse(readFileSync(file, 'utf8')) as (Exercise & {
  course: string
  title: string
  task: string
})[]

test(
  'the start of each exercise of the demo fails its tests, and its solution passes all of them',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    const course = await publishCourse(request, { title: 'Kelas contoh latihan', lessons: ['Pembuka'] })
    await enrollNewStudent(page, course.id)
    for (const { course: _, title, task: __, ...exercise } of exercises)
      await test.step(title, async () => {
        const { url } = await addExercise(course, exercise)
        await page.goto(url)
        await ready(page)
        await page.getByRole('tab', { name: 'Kode' }).click()
        if (exercise.language === 'sql') await page.getByRole('button', { name: /^Muat SQL/ }).click()
        await page.getByRole('button', { name: 'Jalankan' }).click()
        await expect(page.getByText(/^\d+ dari \d+ tes lulus\.$/)).toBeVisible({ timeout: 30_000 })
        // The tests themselves ran.
        await expect(page.getByRole('listitem').filter({ hasText: 'Belum: ' }).first()).toBeVisible()

        for (const { path, text } of exercise.solution ?? []) {
          await page.getByRole('tab', { name: 'Kode' }).click()
          await page.getByRole('button', { name: path, exact: true }).click()
          await typeCode(page, text)
        }
        await pressRun(page)
        await expect(page.getByText(/^Semua \d+ tes lulus!$/)).toBeVisible({ timeout: 30_000 })
      })
  },
)
