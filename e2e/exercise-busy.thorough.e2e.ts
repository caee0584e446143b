import type { APIRequestContext, Page } from '@playwright/test'
import { pressRun, typeCode } from './exercise-runs.ts'
import { addition, openExercise, type Exercise } from './exercises.ts'
import { expect, test, thorough } from './test.ts'

// Code that goes on after its run, or that a learner no longer wants to wait for: the page answers, and nothing typed is lost.

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/./] })

const htmlOf = (script: string): string => `<h1>Halo</h1><script>${script}</script>`
const pageOf = (script: string): Exercise => ({
  language: 'web',
  files: [{ path: 'index.html', text: htmlOf(script) }],
  tests: "tes('judulnya Halo', () => harap(document.querySelector('h1').textContent).sama('Halo'))",
})

async function open(page: Page, request: APIRequestContext, exercise: Exercise) {
  await openExercise(page, request, 'Kelas sibuk', exercise)
  const editor = page.getByRole('textbox', { name: /^Kode / })
  await editor.press('Control+End')
  await page.keyboard.type('// ketikanku')
  return editor
}

const hidden = 'const s = document.createElement("script"); s.textContent = "for (;;) {}"; document.body.append(s)'
const busy = [
  [
    'an endless loop that no check sees',
    /Halamanmu ditutup karena terlalu sibuk/,
    `setTimeout(() => { ${hidden} }, 500)`,
  ],
  [
    'endless timers that each take long',
    /Kode ini berjalan terlalu lama|Halamanmu ditutup karena terlalu sibuk/,
    'setTimeout(() => setInterval(() => { const e = performance.now() + 800; while (performance.now() < e); }), 500)',
  ],
] as const

/** The longest task of our page until it says that the page of the learner was too busy. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0
        let last = performance.now()
        const timer = setInterval(() => {
          const now = performance.now()
          longest = Math.max(longest, now - last)
          last = now
          if (!/karena terlalu sibuk|berjalan terlalu lama/.test(document.body.innerText)) return
          clearInterval(timer)
          resolve(longest)
        }, 20)
      }),
  )

test(
  'a page with an endless loop that no check sees, or endless timers that each take long, after its run ends in a sentence while ours answers, and the next run works',
  thorough,
  async ({ page, request }) => {
    test.slow()
    const editor = await open(page, request, pageOf(''))
    for (const [name, sentence, code] of busy)
      await test.step(`a page with ${name}`, async () => {
        await typeCode(page, `${htmlOf(code)}// ketikanku`)
        await pressRun(page)
        await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible()
        const longest = longestTask(page)
        await expect(page.getByText(sentence)).toBeVisible()
        // The frame has a process of its own here.
        expect(await longest).toBeLessThan(1_500)
        await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible()
        await page.getByRole('tab', { name: 'Kode' }).click()
        await expect(editor).toContainText('ketikanku')
      })
    await pressRun(page)
    await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible()
  },
)

test(
  'a press in the page that never ends is stopped, a mistake in one is named at its line, and a learner closes the page that a run left, which keeps its result',
  thorough,
  async ({ page, request }) => {
    const loop = 'while (true) { try { while (true) {} } catch {} }'
    await open(page, request, pageOf(`setTimeout(() => { ${loop} }, 500)\nsetTimeout(() => {\n  tidakAda()\n}, 600)`))
    await page.getByRole('button', { name: 'Jalankan' }).click()
    const later = page.getByRole('region', { name: 'Galat setelah dijalankan' })
    await expect(later.getByText(/Kode ini berjalan terlalu lama/)).toBeVisible()
    await expect(later.getByText('index.html, baris 3: Nama tidakAda belum dibuat.')).toBeVisible()
    await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible()

    const result = page.locator('iframe[title="Hasil kodemu"]')
    await expect(result.contentFrame().frameLocator('iframe').getByText('Halo')).toBeVisible()
    await page.getByRole('button', { name: 'Hentikan' }).click()
    await expect(page.getByText('Halamanmu ditutup. Jalankan lagi untuk membukanya.')).toBeVisible()
    await expect(result).toHaveCount(0)
    await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible()
  },
)

test(
  'a learner stops a run, which is no try, and the next one works; one with megabytes of code is refused by name, and what follows is sent',
  thorough,
  async ({ page, request }) => {
    test.slow()
    const editor = await open(page, request, { ...addition, files: [{ path: 'utama.js', text: 'for (;;) {}\n' }] })
    await test.step('a run that is stopped is no try, and the next one works', async () => {
      await page.getByRole('button', { name: 'Jalankan' }).click()
      await page.getByRole('button', { name: 'Hentikan' }).click()
      await expect(page.getByText('Kamu menghentikan kodenya.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Hentikan' })).toHaveCount(0)
      await page.getByRole('tab', { name: 'Tugas' }).click()
      await expect(page.getByText('atau setelah 2 percobaan lagi.')).toBeVisible()

      await page.getByRole('tab', { name: 'Kode' }).click()
      await editor.press('Control+a')
      await page.keyboard.insertText('const tambah = (a, b) => a + b')
      await page.getByRole('button', { name: 'Jalankan' }).click()
      await expect(page.getByText('Semua 2 tes lulus!')).toBeVisible()
    })
    await test.step('a run with megabytes of code is refused by name, and what follows is sent', async () => {
      await page.getByRole('tab', { name: 'Kode' }).click()
      await editor.press('Control+a')
      await editor.evaluate((element) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', '// panjang\n'.repeat(190_000))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      await page.getByRole('button', { name: 'Jalankan' }).click()
      await expect(page.getByText('0 dari 2 tes lulus.')).toBeVisible()
      await page.getByRole('tab', { name: 'Kode' }).click()
      await expect(page.getByText(/Kodenya terlalu panjang/)).toBeVisible()
      await expect(page.getByText(/^Kode tersimpan di perangkat ini saja\.|^Penyimpanan perangkat ini/)).toBeVisible()
      await expect(page.getByText('Kode tersimpan.', { exact: true })).toHaveCount(0)
      const sent = page.waitForResponse(
        (response) =>
          response.request().method() === 'PUT' && response.url().endsWith('/exercise/draft') && response.ok(),
      )
      await page.getByRole('button', { name: 'Kembalikan awal' }).click()
      await sent
    })
  },
)
