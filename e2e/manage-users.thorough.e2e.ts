import type { Page } from '@playwright/test'
import { expect, signIn, test } from './test.ts'

// A wrong address and a missing instructor are rejected by the server.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/422/] })

const asAdmin = (page: Page) => signIn(page, 'admin@demo.id')

async function openUser(page: Page, email: string) {
  await page.goto(`/admin/students?q=${encodeURIComponent(email)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pengguna' })).toBeVisible()
  await page.getByRole('table').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Akun' })).toBeVisible()
}

test('users invited from a CSV file are checked first, and can then be corrected, enrolled and deleted', async ({
  page,
}) => {
  const stamp = Date.now()
  const email = (name: string) => `${name}${stamp}@contoh.id`
  const file = (text: string) => ({ name: 'undangan.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await asAdmin(page)
  await page.goto('/admin/students')
  await expect(page.getByRole('heading', { level: 1, name: 'Pengguna' })).toBeVisible()
  await page.getByRole('button', { name: 'Undang dari CSV' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Berkas CSV').setInputFiles(file(`nama,email\nSiti Undangan,${email('sti')}\nAl,salah\n`))
  await expect(dialog.getByText('1 baris bermasalah.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undang 1 orang, lewati 1 baris' })).toBeVisible()
  await dialog.getByLabel('Berkas CSV').setInputFiles(file(`nama,email\nSiti Undangan,${email('sti')}\n`))
  await dialog.getByRole('button', { name: 'Undang 1 orang' }).click()
  await expect(dialog.getByText('1 orang diproses.')).toBeVisible()
  await page.keyboard.press('Escape')

  await openUser(page, email('sti'))
  await page.getByRole('button', { name: 'Kirim tautan password' }).click()
  await expect(page.getByText('Tautan untuk membuat password dikirim.')).toBeVisible()

  await page.getByRole('button', { name: 'Betulkan email' }).click()
  await dialog.getByLabel('Email yang benar').fill(email('siti'))
  await dialog.getByRole('button', { name: 'Ganti email' }).click()
  await expect(page.getByRole('main').getByText(email('siti'), { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Tambah ke kelas' }).click()
  await dialog.getByLabel('Cari kelas').fill('laravel')
  const add = dialog
    .getByRole('listitem')
    .filter({ hasText: /laravel/i })
    .first()
    .getByRole('button', { name: 'Tambah' })
  await expect(add).toBeVisible()
  await add.click()
  await expect(dialog.getByText('Sudah terdaftar')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Kelas yang diikuti' })).toBeVisible()

  await page.getByRole('button', { name: 'Hapus akun' }).click()
  await dialog.getByLabel('Ketik emailnya untuk memastikan').fill('salah@contoh.id')
  await dialog.getByRole('button', { name: 'Hapus akun' }).click()
  await expect(dialog.getByText('Email tidak sama dengan email akun ini')).toBeVisible()
  await dialog.getByLabel('Ketik emailnya untuk memastikan').fill(email('siti'))
  await dialog.getByRole('button', { name: 'Hapus akun' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pengguna' })).toBeVisible()
  await page.goto(`/admin/students?q=${email('siti')}`)
  await expect(page.getByText('Tidak ada hasil')).toBeVisible()
})

test('an instructor with courses is deleted only when another instructor continues them', async ({ page }) => {
  await asAdmin(page)
  await openUser(page, 'pengajar@demo.id')
  await page.getByRole('button', { name: 'Hapus akun' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ketik emailnya untuk memastikan').fill('pengajar@demo.id')
  await dialog.getByRole('button', { name: 'Hapus akun' }).click()
  await expect(dialog.getByText('Pilih instruktur yang meneruskan kelasnya')).toBeVisible()
  await expect(
    dialog.getByLabel(/kelasnya diteruskan oleh/).getByRole('option', { name: /pengajar@demo.id/ }),
  ).toHaveCount(0)
})
