import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { apiAs, openCourse } from './courses.ts'
import { beSignedIn, expect, sandboxDialog, signUp, test, thorough } from './test.ts'

// Staff pages do not work offline, and installing the service worker takes a fifth of the CPU time of a visit.
test.use({ serviceWorkers: 'block' })

const course = 'Full-Stack Web dari Nol sampai Online'

/** Signs up a student in a separate browser context and opens the course page. */
async function studentAt(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const account = await signUp(page, { name })
  await beSignedIn(page, account.email, account.password)
  await openCourse(page, course)
  return page
}

test('an admin refunds a purchase: the student loses access and sees the status', async ({ page, browser }) => {
  const name = `Rina ${Date.now()}`
  const student = await studentAt(browser, name)
  await student.getByRole('button', { name: 'Beli Kelas' }).click()
  await sandboxDialog(student).getByRole('button', { name: 'Bayar', exact: true }).click()
  await student.waitForURL(/\/start/)

  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/transactions')
  await page.getByLabel('Cari pembeli, isi, paket, kode, jumlah, invoice, atau pesanan').fill(name)
  await expect(page.getByText('1 transaksi', { exact: true })).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name: /INV\// })).toBeVisible()
  const reports = page.getByRole('region', { name: 'Laporan dari penyedia pembayaran' })
  await expect(reports.getByText(/^(Pembayaran kartu berhasil|Dana diterima)/)).toBeVisible()
  await expect(reports.getByText('status menjadi Lunas')).toBeVisible()
  await page.getByRole('button', { name: 'Kembalikan dana' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kembalikan dana' })
  await dialog.getByRole('button', { name: 'Kembalikan' }).click()
  await expect(dialog.getByText('Alasan minimal 5 karakter')).toBeVisible()
  await dialog.getByLabel('Alasan').fill('Salah beli kelas')
  await dialog.getByRole('button', { name: 'Kembalikan' }).click()
  await expect(page.getByText('Dana dikembalikan.')).toBeVisible()
  await expect(page.getByText('Salah beli kelas')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kembalikan dana' })).toBeHidden()
  // The typed reason is saved: leaving asks nothing.
  await page.getByRole('main').getByRole('link', { name: 'Transaksi', exact: true }).click()
  await expect(page).toHaveURL('/admin/transactions')
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await student.goto('/student/transactions')
  await expect(student.getByText('Dana dikembalikan')).toBeVisible()
  await student.goto('/student/kelas-saya')
  await expect(student.getByText('You have not enrolled in any courses yet.')).toBeVisible()
  await student.context().close()
})

test(
  'who bought a course is in the list of what was sold of it, which leads an admin to the order',
  thorough,
  async ({ page, browser }) => {
    const name = `Sekar ${Date.now()}`
    const student = await studentAt(browser, name)
    await student.getByRole('button', { name: 'Beli Kelas' }).click()
    await sandboxDialog(student).getByRole('button', { name: 'Bayar', exact: true }).click()
    await student.waitForURL(/\/start/)
    const [, , courseId] = new URL(student.url()).pathname.split('/')
    await student.context().close()

    await beSignedIn(page, 'admin@demo.id')
    await page.goto(`/admin/course/detail/${courseId}`)
    await page.getByRole('main').getByRole('link', { name: 'Penjualan', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Penjualan' })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('Kelas ini')
    await expect(row).toContainText('Lunas')
    await row.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: /INV\// })).toBeVisible()
  },
)

test('an admin creates a promo code, and a student pays its price', async ({ page, browser }) => {
  const code = `HEMAT${Date.now()}`
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/promo-codes')
  await page.getByRole('button', { name: 'Kode baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kode promo baru' })
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog.getByText('Kode berisi 3–40 huruf, angka, - atau _')).toBeVisible()
  await dialog.getByLabel('Kode', { exact: true }).fill(code.toLowerCase())
  // Escape does not discard the form without confirmation.
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Perubahan belum disimpan' })
    .getByRole('button', { name: 'Batal' })
    .click()
  await expect(dialog.getByLabel('Kode', { exact: true })).toHaveValue(code.toLowerCase())
  await dialog.getByLabel('Persen').fill('7,5')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog.getByText('Nilai harus bilangan bulat')).toBeVisible()
  await dialog.getByLabel('Persen').fill('tujuh')
  await expect(dialog.getByText('Nilai harus berupa angka')).toBeVisible()
  // A code that gives everything away asks first.
  await dialog.getByLabel('Persen').fill('100')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  const question = page.getByRole('alertdialog', { name: 'Gratiskan semuanya?' })
  await expect(question).toContainText('semua kelas dan e-book tanpa membayar')
  await question.getByRole('button', { name: 'Batal' }).click()
  await expect(dialog.getByLabel('Persen')).toHaveValue('100')
  await dialog.getByLabel('Jenis').selectOption({ label: 'Harga jadi' })
  await dialog.getByLabel('Harga jadi (rupiah)').fill('25.000')
  await dialog.getByLabel('Berlaku untuk').selectOption({ label: course })
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('Jadi Rp 25.000')

  const student = await studentAt(browser, 'Budi Promo')
  await student.getByLabel('Kode Promo').fill(code)
  await student.getByRole('button', { name: 'Pakai' }).click()
  // The button is enabled when the code has been checked.
  await expect(student.getByRole('button', { name: 'Beli Kelas', exact: true })).toBeEnabled()
  await student.getByRole('button', { name: 'Beli Kelas', exact: true }).click()
  await expect(sandboxDialog(student).getByText(/Rp\s?25\.000/)).toBeVisible()
  await student.context().close()
})

test('an instructor sees the earnings of a month and downloads them as CSV', async ({ page }) => {
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto('/admin/earnings')
  await expect(page.getByRole('heading', { level: 1, name: /^Penghasilan / })).toBeVisible()
  await expect(page.getByText('Bagianmu', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^penghasilan-\d{4}-\d{2}\.csv$/)
  await page.goto('/admin/transactions')
  await expect(page.getByText('Akses Ditolak')).toBeVisible()
})

test(
  'an admin shares what a course earns between two instructors; shares above the whole are rejected beside them',
  thorough,
  async ({ page, request }) => {
    const api = await apiAs(request, 'pengajar@demo.id')
    const { _id: courseId } = await api('POST', '/courses', { status: 'draft', title: 'Ditulis berdua' })
    await beSignedIn(page, 'admin@demo.id')
    await page.goto(`/admin/course/edit/${courseId}`)
    await page.getByRole('button', { name: 'Ubah bagi hasil' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bagi hasil' })
    // The instructor of the course is put beside whoever is added.
    await dialog.getByLabel('Tambah instruktur').selectOption('Admin Cendaki (admin@demo.id)')
    await dialog.getByLabel('Bagian Raka Wiratmaja (%)').fill('60')
    await dialog.getByLabel('Bagian Admin Cendaki (%)').fill('50')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(dialog.getByText('Jumlah semua bagian maksimal 100%')).toBeVisible()
    await dialog.getByLabel('Bagian Admin Cendaki (%)').fill('20')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByText('Bagi hasil disimpan.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Bagi hasil' }).getByRole('listitem')).toHaveText([
      'Raka Wiratmaja: 60%',
      'Admin Cendaki: 20%',
    ])
    await api('DELETE', `/courses/${courseId}`)
  },
)

test('an admin exports the filtered transactions as CSV', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/transactions')
  await expect(page.getByRole('button', { name: 'Ekspor CSV' })).toBeVisible()
  await page.getByRole('button', { name: 'Saringan' }).click()
  await page.getByLabel('Jenis').selectOption('Kelas')
  await expect(page).toHaveURL(/kind=course/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Ekspor hasil (CSV)' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^transaksi-\d{4}-\d{2}-\d{2}\.csv$/)
  const [header, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(header).toContain('Nomor pesanan;Invoice;')
  // A row is a line of an order, and an order may have several.
  const at = header?.split(';').findIndex((name) => name.endsWith('Nomor pesanan')) ?? -1
  const orders = new Set(lines.map((line) => line.split(';')[at]))
  await expect(page.getByText(`${orders.size} transaksi`)).toBeVisible()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !line.includes(';Kelas;'))).toEqual([])
})

test.describe('when the provider’s script is blocked', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('buying shows an error, charges nothing, and works when the script loads', async ({ page }) => {
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    await page.route('**/snap/snap.js', (route) => route.abort())
    await openCourse(page, course)
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await expect(page.getByText('Payment system not loaded. Please refresh the page.')).toBeVisible()
    await page.unroute('**/snap/snap.js')
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await expect(sandboxDialog(page)).toBeVisible()
    await page.goto('/student/transactions')
    await expect(page.getByRole('row').filter({ hasText: course })).toHaveCount(1)
  })
})
