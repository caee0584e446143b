import type { APIRequestContext, Page } from '@playwright/test'
import { openExercise, replaceExercise, type Exercise } from './exercises.ts'
import { ready } from './test.ts'

// Several exercises of one course, and several runs of one exercise, so that their setup is made once.

type Made = Awaited<ReturnType<typeof openExercise>>

/**
 * Opens exercises one after another as one new student: each takes the place of the one before, on a page that is loaded anew. Only for
 * exercises in which nothing is typed, because that would stay the student's code.
 */
export function openInTurn(page: Page, request: APIRequestContext, title: string) {
  let made: Made | null = null
  let version = 0
  return async (exercise: Exercise): Promise<Made> => {
    if (made) {
      await replaceExercise(made, exercise, version)
      await page.goto(made.url)
      await ready(page)
      await page.getByRole('tab', { name: 'Kode' }).click()
    } else made = await openExercise(page, request, title, exercise)
    version++
    return made
  }
}

/** Replaces the code of the file that is open in the editor of a student. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('tab', { name: 'Kode' }).click()
  await page.getByRole('textbox', { name: /^Kode / }).press('Control+a')
  // The editor deletes at once. Chromium takes minutes to replace a line of 18,000 characters, and gives what replaces coloured text a style.
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(code)
}

/** The result of a run that is over. */
export const ended = /^(?:Semua|\d+ dari) \d+ tes lulus[.!]$/

/** Runs the code. Resolves once the result of the run before is gone, so that nothing of it is taken for what this one shows. */
export async function pressRun(page: Page): Promise<void> {
  await Promise.all([
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          // A short run is over before one would look for it from outside.
          const observer = new MutationObserver(() => {
            if (!document.body.textContent?.includes('Menjalankan…')) return
            observer.disconnect()
            resolve()
          })
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
    ),
    page.getByRole('button', { name: 'Jalankan' }).click(),
  ])
}
