import { enrollNewStudent } from './courses.ts'
import { addition, publishExercise, type Exercise } from './exercises.ts'
import { controlledByServiceWorker, saveOffline } from './offline-copies.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, test, thorough } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

const languages: Record<string, { exercise: Exercise; solution: string; engine?: RegExp; total: number }> = {
  JavaScript: { exercise: addition, solution: 'const tambah = (a, b) => a + b', total: 2 },
  Python: {
    exercise: {
      language: 'python',
      files: [{ path: 'utama.py', text: 'def tambah(a, b):\n    pass\n' }],
      tests: "tes('menjumlahkan', lambda: harap(tambah(1, 2)).sama(3))",
    },
    solution: 'def tambah(a, b): return a + b',
    engine: /^Muat Python/,
    total: 1,
  },
  SQL: {
    exercise: {
      language: 'sql',
      files: [{ path: 'kueri.sql', text: 'select 1 as satu' }],
      tests: "tes('dua', async () => harap(await kueri(berkas('kueri.sql'))).sama([{ dua: 2 }]))",
    },
    solution: 'select 2 as dua',
    engine: /^Muat SQL/,
    total: 1,
  },
}

for (const [name, { exercise: made, solution, engine, total }] of Object.entries(languages))
  test(
    `an exercise of ${name} in a saved course is solved without a network, sent once that returns, and finished on another device`,
    thorough,
    async ({ page, request, network, browser, baseURL }) => {
      test.slow()
      const exercise = await publishExercise(request, 'Kelas latihan tanpa sinyal', made)
      const person = await enrollNewStudent(page, exercise.id)
      await page.goto(exercise.url)
      await ready(page)
      await controlledByServiceWorker(page)
      await saveOffline(page)

      await network.goOffline()
      await page.goto(exercise.url)
      await page.getByRole('tab', { name: 'Kode' }).click()
      const editor = page.getByRole('textbox', { name: /^Kode (?:utama|kueri)\./ })
      await editor.press('Control+a')
      // Chromium gives what replaces a selection the style of it, as an attribute.
      await editor.press('Delete')
      await page.keyboard.insertText(solution)
      if (engine) await page.getByRole('button', { name: engine }).click()
      const run = page.getByRole('button', { name: 'Jalankan' })
      await expect(run).toBeEnabled({ timeout: 60_000 })
      await run.click()
      await expect(page.getByText(`Semua ${total} tes lulus!`)).toBeVisible({ timeout: 40_000 })

      await network.goOnline()
      await expect(page.getByText('Selesai', { exact: true })).toBeVisible({ timeout: 30_000 })
      const other = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
      await beSignedIn(other, person.email, person.password)
      await other.goto(exercise.url)
      await ready(other)
      await expect(other.getByText('Selesai', { exact: true })).toBeVisible()
      await other.getByRole('tab', { name: 'Kode' }).click()
      await expect(other.getByRole('textbox', { name: /^Kode (?:utama|kueri)\./ })).toContainText(solution)
      await other.close()
    },
  )
