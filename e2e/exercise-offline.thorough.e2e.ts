import { enrollNewStudent, publishCourse } from './courses.ts'
import { typeCode } from './exercise-runs.ts'
import { addExercise, addition, type Exercise } from './exercises.ts'
import { controlledByServiceWorker, saveOffline } from './offline-copies.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, test, thorough } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

type Language = { name: string; exercise: Exercise; solution: string; engine?: RegExp; total: number }
const languages: Language[] = [
  { name: 'JavaScript', exercise: addition, solution: 'const tambah = (a, b) => a + b', total: 2 },
  {
    name: 'Python',
    exercise: {
      language: 'python',
      files: [{ path: 'utama.py', text: 'def tambah(a, b):\n    pass\n' }],
      tests: "tes('menjumlahkan', lambda: harap(tambah(1, 2)).sama(3))",
    },
    solution: 'def tambah(a, b): return a + b',
    engine: /^Muat Python/,
    total: 1,
  },
  {
    name: 'SQL',
    exercise: {
      language: 'sql',
      files: [{ path: 'kueri.sql', text: 'select 1 as satu' }],
      tests: "tes('dua', async () => harap(await kueri(berkas('kueri.sql'))).sama([{ dua: 2 }]))",
    },
    solution: 'select 2 as dua',
    engine: /^Muat SQL/,
    total: 1,
  },
]

test(
  'exercises of JavaScript, Python and SQL in a saved course are solved without a network, sent once that returns, and finished on another device',
  thorough,
  async ({ page, request, network, browser, baseURL }) => {
    test.slow()
    const course = await publishCourse(request, { title: 'Kelas latihan tanpa sinyal', lessons: ['Pembuka'] })
    const lessons: (Language & { url: string })[] = []
    for (const each of languages) lessons.push({ ...each, ...(await addExercise(course, each.exercise)) })
    const person = await enrollNewStudent(page, course.id)
    await page.goto(lessons[0]?.url ?? '')
    await ready(page)
    await controlledByServiceWorker(page)
    await saveOffline(page)

    await network.goOffline()
    for (const { name, url, solution, engine, total } of lessons)
      await test.step(`${name} is solved without a network`, async () => {
        await page.goto(url)
        await typeCode(page, solution)
        if (engine) await page.getByRole('button', { name: engine }).click()
        const run = page.getByRole('button', { name: 'Jalankan' })
        await expect(run).toBeEnabled({ timeout: 60_000 })
        await run.click()
        await expect(page.getByText(`Semua ${total} tes lulus!`)).toBeVisible({ timeout: 40_000 })
      })

    await network.goOnline()
    await expect(page.getByText('Selesai', { exact: true })).toBeVisible({ timeout: 30_000 })
    const other = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
    await beSignedIn(other, person.email, person.password)
    for (const { name, url, solution } of lessons)
      await test.step(`${name} is finished on another device`, async () => {
        // The first device sends also those that are not open.
        await expect(async () => {
          await other.goto(url)
          await ready(other)
          await expect(other.getByText('Selesai', { exact: true })).toBeVisible({ timeout: 2_000 })
        }).toPass({ timeout: 60_000 })
        await other.getByRole('tab', { name: 'Kode' }).click()
        await expect(other.getByRole('textbox', { name: /^Kode / })).toContainText(solution)
      })
    await other.close()
  },
)
