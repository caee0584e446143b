import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addition, openExercise, type Exercise } from './exercises.ts'
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
  solution: [{ path: 'utama.py', text: 'nama = input("Nama? ")\nprint(f"Halo, {nama}")\n' }],
}
const menu: Exercise = {
  language: 'sql',
  files: [{ path: 'kueri.sql', text: 'select 1 as satu;\n' }],
  tests: "tes('satu', async () => harap(await kueri(berkas('kueri.sql'))).sama([{ satu: 1 }]))",
}

async function open(page: Page, request: Parameters<typeof openExercise>[1], exercise: Exercise) {
  await openExercise(page, request, 'Kelas bahasa', exercise)
}

/** Replaces the code in the editor and runs it. */
async function run(page: Page, code: string) {
  await page.getByRole('tab', { name: 'Kode' }).click()
  const editor = page.getByRole('textbox', { name: /^Kode utama/ })
  await editor.press('Control+a')
  await page.keyboard.insertText(code)
  await page.getByRole('button', { name: 'Jalankan' }).click()
}

test('Python is loaded by a press, answers input(), and tells of each promise', thorough, async ({ page, request }) => {
  test.slow()
  await open(page, request, greeting)
  await page.getByRole('button', { name: 'Muat Python (6,4 MB)' }).click()
  await page.getByRole('button', { name: 'Jalankan' }).click()
  await expect(page.getByText('3 dari 4 tes lulus.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Diharapkan memuat 'Halo, Budi', yang muncul/)).toBeVisible()
  await expect(page.getByLabel('Konsol')).toContainText('Nama? Budi')
  await expectAccessible(page)

  await run(page, greeting.solution?.[0]?.text ?? '')
  await expect(page.getByText('Semua 4 tes lulus!')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Selesai', { exact: true })).toBeVisible()
})

for (const [name, code, sentence] of [
  ['an unknown name', 'x = 1\nprin(x)', 'utama.py, baris 2: Nama prin belum dibuat. Periksa ejaannya, atau buat dulu.'],
  ['a syntax error', 'if True\n    print(1)', 'utama.py, baris 1: Kurang titik dua (:) di akhir baris ini.'],
  ['a third question', 'for i in range(3): input()', /utama\.py, baris 1: input\(\) menunggu jawaban/],
  ['endless recursion', 'def f(): return f()\nf()', /utama\.py, baris 1: Fungsi ini memanggil dirinya tanpa henti/],
  ['an endless loop', 'while True: pass', /dihentikan setelah 5 detik/],
  ['an endless loop that prints', "while True: print('x' * 100)", /dihentikan setelah 5 detik|Sisanya tidak tampil/],
  ['a list without end', "x = []\nwhile True: x.append('a' * 10**6)", /utama\.py, baris 2: Datanya terlalu besar/],
  ['a package that is not here', 'import numpy', /Modul numpy tidak ada di latihan ini/],
] as const)
  test(`in Python, ${name} ends in a sentence, and the next run works`, thorough, async ({ page, request }) => {
    test.slow()
    await open(page, request, greeting)
    await page.getByRole('button', { name: /^Muat Python/ }).click()
    await run(page, code)
    await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 40_000 })
    await run(page, greeting.solution?.[0]?.text ?? '')
    await expect(page.getByText('Semua 4 tes lulus!')).toBeVisible({ timeout: 40_000 })
  })

for (const [name, exercise] of [
  ['Python', greeting],
  ['SQL', menu],
] as const)
  test(
    `the press that loads ${name} names what it weighs, and it is loaded once`,
    thorough,
    async ({ page, request }) => {
      test.slow()
      await open(page, request, exercise)
      const press = page.getByRole('button', { name: new RegExp(`^Muat ${name}`) })
      const [, named = ''] = /\(([\d,]+) MB\)/.exec(await press.innerText()) ?? []
      let bytes = 0
      page.on('response', async (response) => {
        const length = Number((await response.headerValue('content-length')) ?? 0)
        if (new URL(response.url()).pathname.startsWith('/assets/')) bytes += length
      })
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
    },
  )

test('JavaScript needs no press before the first run', thorough, async ({ page, request }) => {
  await open(page, request, addition)
  await expect(page.getByRole('button', { name: 'Jalankan' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Muat / })).toHaveCount(0)
})
