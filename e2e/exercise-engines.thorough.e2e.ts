import type { Page, Response } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { ended, pressRun, typeCode } from './exercise-runs.ts'
import { openExercise, type Exercise } from './exercises.ts'
import { expect, ready, test, thorough } from './test.ts'

// Languages that browsers do not run: their engine is loaded by a press, and each run has a new one.

// Chromium gives text that is typed over coloured text an inline style, which the policy of the page refuses.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/Applying inline style/] })

const greeting: Exercise = {
  language: 'python',
  files: [
    { path: 'utama.py', text: 'nama = input("Nama? ")\n' },
    { path: 'masukan.txt', text: 'Budi\nSari\n' },
    { path: 'data/harga.csv', text: 'soto,15000\n', role: 'read' },
  ],
  tests: [
    "tes('menyapa namanya', lambda: harap(keluaran()).memuat('Halo, Budi'))",
    "tes('berkas terbaca', lambda: harap(open('data/harga.csv').read().strip()).sama('soto,15000'))",
    "tes('pembulatan', lambda: harap(0.1 + 0.2).kira(0.3))",
    "tes('pembagian dengan nol gagal', lambda: harap(lambda: 1 / 0).gagal())",
  ].join('\n'),
}
const menu: Exercise = {
  language: 'sql',
  files: [{ path: 'kueri.sql', text: 'select 1 as satu;\n' }],
  tests: "tes('satu', async () => harap(await kueri(berkas('kueri.sql'))).sama([{ satu: 1 }]))",
}

/** Loads an engine by the press that names what it weighs, and once more from what the browser has kept. */
async function loadTwice(page: Page, name: string) {
  const press = page.getByRole('button', { name: new RegExp(`^Muat ${name}`) })
  const [, named = ''] = /\(([\d,]+) MB\)/.exec(await press.innerText()) ?? []
  let bytes = 0
  const weigh = async (response: Response) => {
    const length = Number((await response.headerValue('content-length')) ?? 0)
    if (new URL(response.url()).pathname.startsWith('/assets/')) bytes += length
  }
  page.on('response', weigh)
  await press.click()
  await expect(page.getByRole('button', { name: 'Jalankan' })).toBeEnabled({ timeout: 60_000 })
  await expect.poll(() => Math.abs(bytes / 1e6 - Number(named.replace(',', '.')))).toBeLessThan(0.3)

  await page.reload()
  await ready(page)
  await page.getByRole('tab', { name: 'Kode' }).click()
  bytes = 0
  await press.click()
  await expect(page.getByRole('button', { name: 'Jalankan' })).toBeEnabled({ timeout: 60_000 })
  expect(bytes).toBeLessThan(500_000)
  page.off('response', weigh)
}

/** The unit test of the explanations has a sentence for the words of each; the one that nothing catches is shown at its line. */
const mistaken = `def nama(): prin(1)
def tanya():
    while True: input()
def rekursi(): return rekursi()
def paket(): import numpy
for coba in (nama, tanya, rekursi, paket):
    try: coba()
    except BaseException as galat: print(f'{type(galat).__name__}: {galat}')
x = []
while True: x.append('a' * 10**6)`

/** The timeout is followed by cases that only a working interpreter finds. */
const mistakes = [
  [
    'an endless loop that prints',
    "while True: print('x' * 100)",
    [/Sisanya tidak tampil/, /dihentikan setelah 5 detik/],
  ],
  [
    'a list without end, after an unknown name, a third question, endless recursion and a package that is not here',
    mistaken,
    [
      "NameError: name 'prin' is not defined",
      /^EOFError:/,
      /^RecursionError:/,
      "ModuleNotFoundError: No module named 'numpy'",
      /utama\.py, baris 10: Datanya terlalu besar/,
    ],
  ],
  ['a syntax error', 'if True\n    print(1)', ['utama.py, baris 1: Kurang titik dua (:) di akhir baris ini.']],
] as const

test(
  'Python is loaded once, by a press that names what it weighs, tells of each promise, words mistakes as they are explained, and ends what does not end in a sentence after which the next run works',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    await openExercise(page, request, 'Kelas bahasa', greeting)
    await test.step('the press names what it weighs, and Python is loaded once', async () => {
      await expect(page.getByRole('button', { name: 'Muat Python (6,4 MB)' })).toBeVisible()
      await loadTwice(page, 'Python')
    })
    await test.step('it answers input(), and tells of each promise', async () => {
      await page.getByRole('button', { name: 'Jalankan' }).click()
      await expect(page.getByText('3 dari 4 tes lulus.')).toBeVisible({ timeout: 40_000 })
      // All that was printed.
      await expect(page.getByText(/^Diharapkan memuat 'Halo, Budi', yang muncul 'Nama\? Budi/)).toBeVisible()
      await expect(page.getByLabel('Konsol')).toContainText('Nama? Budi')
      await expectAccessible(page)
    })
    for (const [name, code, sentences] of mistakes)
      await test.step(`in Python, ${name} ends in a sentence`, async () => {
        await typeCode(page, code)
        await pressRun(page)
        for (const sentence of sentences)
          await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 40_000 })
        await expect(page.getByText(ended)).toBeVisible({ timeout: 40_000 })
      })
  },
)

test('SQL is loaded once, by a press that names what it weighs', thorough, async ({ page, request }) => {
  test.slow()
  await openExercise(page, request, 'Kelas bahasa', menu)
  await loadTwice(page, 'SQL')
})
