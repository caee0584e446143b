import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openInTurn } from './exercise-runs.ts'
import type { Exercise } from './exercises.ts'
import { expect, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block' })

const file = join(import.meta.dirname, '../demo/exercises/exercises.json')
const exercises = JSON.parse(readFileSync(file, 'utf8')) as (Exercise & {
  course: string
  title: string
  task: string
})[]

async function run(page: Page, language: Exercise['language']) {
  if (language === 'sql') await page.getByRole('button', { name: /^Muat SQL/ }).click()
  await page.getByRole('button', { name: 'Jalankan' }).click()
}

for (const { course: _, title, task: __, ...exercise } of exercises)
  test(
    `the start of the demo's "${title}" fails its tests, and its solution passes all of them`,
    thorough,
    async ({ page, request }) => {
      test.slow()
      const open = openInTurn(page, request, 'Kelas contoh latihan')
      await test.step('the start fails', async () => {
        await open(exercise)
        await run(page, exercise.language)
        await expect(page.getByText(/^\d+ dari \d+ tes lulus\.$/)).toBeVisible({ timeout: 30_000 })
        // The tests themselves ran.
        await expect(page.getByRole('listitem').filter({ hasText: 'Belum: ' }).first()).toBeVisible()
      })
      await test.step('the solution passes', async () => {
        const solved = new Map(exercise.solution?.map(({ path, text }) => [path, text]))
        const files = exercise.files.map((one) => ({ ...one, text: solved.get(one.path) ?? one.text }))
        await open({ ...exercise, files })
        await run(page, exercise.language)
        await expect(page.getByText(/^Semua \d+ tes lulus!$/)).toBeVisible({ timeout: 30_000 })
      })
    },
  )
