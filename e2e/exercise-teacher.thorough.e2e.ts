import type { APIRequestContext, Page } from '@playwright/test'
import { sidewaysPx } from './axe.ts'
import { addition, type Exercise, publishExercise, replaceExercise } from './exercises.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

// Mistakes and texts of teachers: solutions of several files, tests that never end, names that lead elsewhere.

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 }, expectedConsoleErrors: [/./] })

async function openEditor(page: Page, request: APIRequestContext, exercise: Exercise) {
  const made = await publishExercise(request, 'Kelas penyusun', exercise)
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/${made.id}/exercise/${made.lessonId}`)
  await ready(page)
  return made
}

test('a solution of two files is written, checked, saved and found again', thorough, async ({ page, request }) => {
  test.slow()
  await openEditor(page, request, {
    language: 'javascript',
    files: [
      { path: 'hitung.js', text: 'function tambah(a, b) {\n}\n' },
      { path: 'sapa/halo.js', text: 'function halo(nama) {\n}\n' },
      { path: 'data.js', text: 'const pajak = 0.1\n', role: 'read' },
    ],
    tests: "tes('tambah', () => harap(tambah(1, 2)).sama(3))\ntes('halo', () => harap(halo('Ayu')).sama('Halo, Ayu'))",
  })
  const solution = page.getByRole('region', { name: 'Solusi' })
  await expect(solution.getByRole('textbox', { name: /^Kode / })).toHaveCount(2)
  const write = async (name: RegExp, text: string) => {
    await solution.getByRole('textbox', { name }).press('Control+a')
    await page.keyboard.insertText(text)
  }
  await write(/^Kode hitung\.js/, 'const tambah = (a, b) => a + b')
  await page.getByRole('button', { name: 'Periksa' }).click()
  await expect(page.getByText(/Solusinya belum lulus semua tes\. Tes “halo”/)).toBeVisible()
  await write(/^Kode sapa\/halo\.js/, 'const halo = (nama) => `Halo, ${nama}`')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Solusinya lulus semua tes.')).toBeVisible()
  await expect(page.getByText(/^Kode awalnya belum lulus/)).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(solution.getByRole('textbox', { name: /^Kode sapa\/halo\.js/ })).toContainText('Halo, ${nama}')
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await sidewaysPx(page)).toBe(0)
})

const solved = addition.solution ?? []
const mistakes = [
  [
    'a test that never ends',
    // It ends with the start, so that its time is waited for once.
    { tests: "tes('putar', async () => { while (tambah(1, 2)) await null })" },
    [/belum lulus semua tes\. Kodenya dihentikan setelah 5 detik/],
  ],
  [
    'a test that throws',
    { tests: "tes('rusak', () => { throw new Error('aduh') })" },
    [/Tes “rusak”: Tes ini berhenti: Error: aduh/],
  ],
  ['tests that do not parse', { tests: "tes('rusak', () => {" }, [/belum lulus semua tes\. tes /]],
  [
    'a solution that fails, with a start that passes',
    { files: solved, solution: [{ path: 'utama.js', text: 'const tambah = () => 0' }] },
    [/Tes “menjumlahkan”: Diharapkan 3, yang muncul 0\./, /Kode awalnya sudah lulus semua tes/],
  ],
] as const
test(
  'what is wrong with tests, solution or start is named before students see it',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    const made = await openEditor(page, request, addition)
    for (const [index, [name, fields, found]] of mistakes.entries())
      await test.step(`${name} is named`, async () => {
        await replaceExercise(made, { ...addition, ...fields } as Exercise, index + 1)
        await page.reload()
        await ready(page)
        await page.getByRole('button', { name: 'Periksa' }).click()
        for (const sentence of found) await expect(page.getByText(sentence).first()).toBeVisible()
        await expect(page.getByRole('button', { name: 'Simpan', exact: true })).toBeEnabled()
      })
  },
)

test(
  'characters that turn the direction of a line are shown as marks, and letters from right to left as letters; a file name that leads elsewhere is refused at its field, and there are at most 20 files',
  thorough,
  async ({ page, request }) => {
    test.slow()
    await openEditor(page, request, {
      ...addition,
      files: [{ path: 'utama.js', text: '\uFEFFlet שלום = 1\r\n/* \u202E\u2066 aman \u2069\u202B */\r\n' }],
      solution: [],
    })
    await test.step('characters', async () => {
      const editor = page.getByRole('textbox', { name: /^Kode utama\.js/ }).first()
      await expect(editor).toContainText('let שלום = 1')
      for (const code of ['202E', '2066', '2069', '202B'])
        await expect(editor.getByLabel(`Karakter tak terlihat U+${code}`)).toBeVisible()
      // Neither a byte order mark nor carriage returns were stored.
      await expect(editor.getByLabel(/U\+(?:FEFF|000D)/)).toHaveCount(0)
    })
    await test.step('file names', async () => {
      const name = page.getByRole('textbox', { name: 'Nama berkas 1' })
      for (const path of ['../rahasia.js', '/etc/passwd', 'a b.js', 'a\\b.js', '.git/config']) {
        await name.fill(path)
        await page.getByRole('button', { name: 'Simpan', exact: true }).click()
        await expect(page.getByText(/^Nama berkas berisi huruf, angka/).first()).toBeVisible()
        await expect(name).toHaveAttribute('aria-invalid', 'true')
      }
      await name.fill('gaya/utama.js')
      await expect(page.getByText(/^Nama berkas berisi huruf, angka/)).toHaveCount(0)
    })
    await test.step('at most 20 files', async () => {
      const add = page.getByRole('button', { name: 'Tambah berkas' })
      while ((await add.count()) > 0) await add.click()
      await expect(page.getByRole('textbox', { name: /^Nama berkas \d+/ })).toHaveCount(20)
    })
  },
)
