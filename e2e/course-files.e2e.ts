import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { zipOf } from '../src/testing/materials/zip.ts'
import { expectAccessible } from './axe.ts'
import { expect, ready, signIn, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/status of 422/] })

const example = join(import.meta.dirname, '../docs/how-to/example-course')
const names = ['course.yaml', '01-selamat-datang.md', '03-takaran.md', '04-kuis.gift', 'captions/02-menyeduh.id.vtt', 'images/cangkir.png']
async function exampleFiles(title: string): Promise<Record<string, Buffer | string>> {
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(example, name))] as const))
  const yaml = (await readFile(join(example, 'course.yaml'), 'utf8')).replace('title: Membuat Kopi Tubruk', `title: ${title}`)
  return { ...Object.fromEntries(files), 'course.yaml': yaml }
}
const choose = async (page: Page, files: Record<string, Buffer | string>) =>
  page.getByLabel(/^Pilih berkas/).setInputFiles({ name: 'kelas.zip', mimeType: 'application/zip', buffer: await zipOf(files) })

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, width === 1280 ? thorough : {}, () => {
    test.use({ viewport: { width, height: 800 } })

    test('an instructor corrects the mistakes of a course file, imports it as a draft and exports it', async ({ page }) => {
      const title = `Kopi Tubruk ${width} ${Date.now()}`
      await signIn(page, 'pengajar@demo.id')
      await page.goto('/admin/courses')
      await ready(page)
      await page.getByRole('link', { name: 'Impor', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Impor kelas' })).toBeVisible()
      await expectAccessible(page)

      const files = await exampleFiles(title)
      await choose(page, { ...files, '01-selamat-datang.md': '![Peta](images/peta-yang-tidak-ada.png)\n' })
      // The first check starts the process that reads users' texts.
      await expect(page.getByRole('heading', { name: '1 kesalahan' })).toBeFocused({ timeout: 30_000 })
      await expect(page.getByRole('listitem').filter({ hasText: '01-selamat-datang.md:1' })).toContainText('Gambar "images/peta-yang-tidak-ada.png" tidak ada')
      await expectAccessible(page)

      await choose(page, { ...files, 'catatan.md': 'Untuk diri sendiri' })
      await expect(page.getByRole('heading', { name: title })).toBeFocused()
      await expect(page.getByText('Tidak ada kesalahan: 1 bab, 4 materi, 1 gambar.')).toBeVisible()
      await page.getByText('1 berkas tidak dipakai di course.yaml').click()
      await expect(page.getByText('catatan.md')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Impor sebagai draf' }).click()
      await expect(page).toHaveURL(/\/admin\/course\/detail\/|\/admin\/course\//)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('Draf', { exact: true }).first()).toBeVisible()
      await expect(page.getByText('Kuis menyeduh').first()).toBeVisible()

      await page.goto('/admin/courses')
      await ready(page)
      await expectAccessible(page)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: `Ekspor ${title}` }).click()
      expect((await downloading).suggestedFilename()).toBe(`${title.toLowerCase().replaceAll(' ', '-')}.zip`)
    })
  })
}

test('a file that is no zip is an error at the field, and the next one is checked', async ({ page }) => {
  await signIn(page, 'pengajar@demo.id')
  await page.goto('/admin/courses/import')
  await ready(page)
  await page.getByLabel(/^Pilih berkas/).setInputFiles({ name: 'kelas.zip', mimeType: 'application/zip', buffer: Buffer.from('bukan zip') })
  await expect(page.getByText('Berkas zip ini rusak atau bukan zip. Buat ulang, lalu coba lagi')).toBeVisible()
  await choose(page, await exampleFiles('Kopi Tubruk lagi'))
  await expect(page.getByRole('button', { name: 'Impor sebagai draf' })).toBeEnabled()
})
