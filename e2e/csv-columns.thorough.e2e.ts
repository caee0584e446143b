import { beSignedIn, expect, ready, test } from './test.ts'

// Columns that are not sure are refused by the server until they are chosen.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/422/] })

const file = (text: string) => ({ name: 'daftar.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('columns of people that are not sure are chosen beside their first rows, and kept for the next file', async ({
  page,
}) => {
  const stamp = Date.now()
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/students')
  await ready(page)
  await page.getByRole('button', { name: 'Undang dari CSV' }).click()
  const dialog = page.getByRole('dialog')
  const list = (name: string) =>
    file(`Cabang ${stamp},Peserta ke-1,Kontak\nGresik,${name},${name.replace(' ', '')}${stamp}@contoh.id\n`)
  await dialog.getByLabel('Berkas CSV').setInputFiles(list('Siti Aminah'))
  const form = dialog.getByRole('form', { name: 'Apa isi tiap kolom?' })
  await expect(form.getByText('Siti Aminah')).toBeVisible()
  await expect(form.getByLabel('Kolom 3: Kontak')).toHaveValue('email')
  await form.getByRole('button', { name: 'Pakai kolom ini' }).click()
  await expect(form.getByText('Pilih kolom untuk nama.')).toBeVisible()
  await form.getByLabel('Kolom 2: Peserta ke-1').selectOption('Nama')
  await form.getByRole('button', { name: 'Pakai kolom ini' }).click()
  await expect(dialog.getByText(`Tidak dipakai: “Cabang ${stamp}”.`)).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Hasil pemeriksaan' })).toContainText('Siti Aminah')

  await dialog.getByLabel('Berkas CSV').setInputFiles(list('Budi Santoso'))
  await expect(dialog.getByRole('region', { name: 'Hasil pemeriksaan' })).toContainText('Budi Santoso')
  await expect(form).toBeHidden()
  await dialog.getByRole('button', { name: 'Undang 1 orang' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: '1 orang diproses.' }).first()).toBeVisible()
})

test('columns of a statement that are not sure are chosen, and can be changed', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/transfers')
  await ready(page)
  await page
    .getByLabel('Berkas mutasi (CSV)')
    .setInputFiles(file('Hari;Catatan;Duit\n2026-11-01;DARI BUDI;12.345\n2026-11-02;DARI SITI;23.456\n'))
  const form = page.getByRole('form', { name: 'Apa isi tiap kolom?' })
  await expect(form.getByText('DARI BUDI · DARI SITI')).toBeVisible()
  await form.getByLabel('Kolom 2: Catatan').selectOption('Keterangan')
  await form.getByLabel('Kolom 3: Duit').selectOption('Uang masuk')
  await form.getByRole('button', { name: 'Pakai kolom ini' }).click()
  await expect(page.getByText('2 pembayaran lain bukan untuk pesanan mana pun.')).toBeVisible()
  await page.getByRole('button', { name: 'Ubah isi kolom' }).click()
  await expect(form.getByLabel('Kolom 3: Duit')).toHaveValue('credit')
})
