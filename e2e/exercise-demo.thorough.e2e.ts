import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { openExercise, type Exercise } from './exercises.ts'
import { expect, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block' })

const file = join(import.meta.dirname, '../demo/exercises/exercises.json')
const exercises = JSON.parse(readFileSync(file, 'utf8')) as (Exercise & {
  course: string
  title: string
  task: string
})[]

async function run(page: Page, request: APIRequestContext, exercise: Exercise) {
  await openExercise(page, request, 'Kelas contoh latihan', exercise)
  if (exercise.language === 'sql') await page.getByRole('button', { name: /^Muat SQL/ }).click()
  await page.getByRole('button', { name: 'Jalankan' }).click()
}

for (const { course: _, title, task: __, ...exercise } of exercises) {
  test(`the start of the demo's "${title}" fails its tests`, thorough, async ({ page, request }) => {
    await run(page, request, exercise)
    await expect(page.getByText(/^\d+ dari \d+ tes lulus\.$/)).toBeVisible({ timeout: 30_000 })
    // The tests themselves ran.
    await expect(page.getByRole('listitem').filter({ hasText: 'Belum: ' }).first()).toBeVisible()
  })

  test(`the solution of the demo's "${title}" passes all of them`, thorough, async ({ page, request }) => {
    const solved = new Map(exercise.solution?.map(({ path, text }) => [path, text]))
    const files = exercise.files.map((one) => ({ ...one, text: solved.get(one.path) ?? one.text }))
    await run(page, request, { ...exercise, files })
    await expect(page.getByText(/^Semua \d+ tes lulus!$/)).toBeVisible({ timeout: 30_000 })
  })
}
