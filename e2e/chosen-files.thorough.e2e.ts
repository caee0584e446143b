import { tinyPng } from '../src/testing/materials/pictures.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// A browser reports a choice only when it differs from what its field holds, and a corrected file has the same name.

test.use({
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 800 },
  expectedConsoleErrors: [/422.*\/statement\b/],
})

test('a statement of the bank can be chosen again once it is corrected', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/transfers')
  await ready(page)
  const field = page.getByLabel('Berkas mutasi (CSV)')
  await field.setInputFiles({
    name: 'mutasi.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('nama,alamat\nBudi,Jakarta'),
  })
  await expect(page.getByText('Berkas ini bukan mutasi rekening.')).toBeVisible()
  await expect(page.getByText('mutasi.csv', { exact: true })).toBeVisible()
  await expect(field).toHaveValue('')
})

test('the picture of a course can be chosen again once it is corrected', async ({ page }) => {
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto('/admin/course/create')
  await ready(page)
  const field = page.getByLabel('Thumbnail')
  await field.setInputFiles({ name: 'sampul.png', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByText('File harus berupa gambar (JPEG, PNG)')).toBeVisible()
  await expect(field).toHaveValue('')
  await field.setInputFiles({ name: 'sampul.png', mimeType: 'image/png', buffer: tinyPng })
  await expect(page.getByAltText('Pratinjau thumbnail')).toBeVisible()
})
