import { enrollNewStudent } from './courses.ts'
import { publishExercise } from './exercises.ts'
import { controlledByServiceWorker, saveOffline } from './offline-copies.ts'
import { expect, offlineConsoleErrors, ready, signIn, test, thorough } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

test(
  'an exercise of a saved course is solved without a network, sent once that returns, and finished on another device',
  thorough,
  async ({ page, request, network, browser, baseURL }) => {
    test.slow()
    const exercise = await publishExercise(request, 'Kelas latihan tanpa sinyal')
    const person = await enrollNewStudent(page, exercise.id)
    await page.goto(exercise.url)
    await ready(page)
    await controlledByServiceWorker(page)
    await saveOffline(page)

    await network.goOffline()
    await page.goto(exercise.url)
    await page.getByRole('tab', { name: 'Kode' }).click()
    const editor = page.getByRole('textbox', { name: /^Kode utama\.js/ })
    await editor.press('Control+Home')
    await editor.press('End')
    await page.keyboard.type(' return a + b')
    await page.getByRole('button', { name: 'Jalankan' }).click()
    await expect(page.getByText('Semua 2 tes lulus!')).toBeVisible()

    await network.goOnline()
    await expect(page.getByText('Selesai', { exact: true })).toBeVisible({ timeout: 30_000 })
    const other = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
    await signIn(other, person.email, person.password)
    await other.goto(exercise.url)
    await ready(other)
    await expect(other.getByText('Selesai', { exact: true })).toBeVisible()
    await other.getByRole('tab', { name: 'Kode' }).click()
    await expect(other.getByRole('textbox', { name: /^Kode utama\.js/ })).toContainText('return a + b')
    await other.close()
  },
)
