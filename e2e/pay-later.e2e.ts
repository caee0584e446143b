import type { Page } from '@playwright/test'
import { openCourse } from './courses.ts'
import { beSignedIn, expect, ready, sandboxDialog, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

const course = 'Full-Stack Web dari Nol sampai Online'

async function openAsNewStudent(page: Page) {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await openCourse(page, course)
}

test(
  'the buy button says what it does and costs: continue an open order, or replace it after a code was applied',
  thorough,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openAsNewStudent(page)
    const buy = page.getByRole('button', { name: 'Beli Kelas' })
    await buy.click()
    await sandboxDialog(page).getByRole('button', { name: 'Tutup', exact: true }).click()
    await expect(buy).toHaveText(/Lanjutkan pembayaran Rp\s209\.400$/)

    await page.getByRole('button', { name: /^Pakai REMOTE, jadi Rp\s89\.000$/ }).click()
    await expect(page.getByText('Yang kamu bayar')).toContainText(/Rp\s89\.000/)
    await expect(buy).toHaveText(/Ganti pesanan, bayar Rp\s89\.000$/)
    await expect(
      page.getByText(/^Pesanan Rp\s209\.400 belum dibayar\. Tombol di atas membatalkan dan menggantinya\./),
    ).toBeVisible()
    // The bar at the bottom, which is shown while the pricing block is out of view.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(page.locator('.join-bar')).toContainText(/Rp\s89\.000/)

    await buy.click()
    await expect(sandboxDialog(page).getByText(/Rp\s?89\.000/)).toBeVisible()
    await sandboxDialog(page).getByRole('button', { name: 'Tutup', exact: true }).click()
    await expect(buy).toHaveText(/Lanjutkan pembayaran Rp\s89\.000$/)
    await page.goto('/student/transactions')
    await expect(page.getByRole('row').filter({ hasText: 'Dibatalkan' })).toContainText(/Rp\s209\.400/)
    await expect(page.getByRole('row').filter({ hasText: 'Menunggu pembayaran' })).toContainText(/Rp\s89\.000/)
  },
)

test(
  'paying later keeps the number, amount and deadline at hand, on every page of the order',
  thorough,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAsNewStudent(page)
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await sandboxDialog(page).getByRole('button', { name: 'Bayar Nanti' }).click()
    await page.getByRole('link', { name: 'Cara bayar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Menunggu pembayaran' })).toBeVisible()

    const expectInstructions = async () => {
      const main = page.getByRole('main')
      await expect(main.getByText('Virtual account BCA')).toBeVisible()
      await expect(main.getByText(/^(\d{4} ){3}\d{4}$/)).toBeVisible()
      await expect(main.getByText(/pukul \d\d\.\d\d WIB/)).toBeVisible()
      await expect(main.getByText(/^Sisa 23 jam 5\d menit$|^Sisa 24 jam$/)).toBeVisible()
    }
    await expectInstructions()
    // Waiting is calm: nothing spins.
    await expect(page.getByRole('main').locator('.animate-spin')).toHaveCount(0)
    const number = (await page.getByText(/^(\d{4} ){3}\d{4}$/).innerText()).replaceAll(' ', '')
    await page.getByRole('button', { name: 'Salin Nomor pembayaran' }).click()
    await expect(page.getByText('Nomor pembayaran disalin.')).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number)

    await page.getByRole('link', { name: 'Lihat transaksi' }).click()
    await expectInstructions()
    await page.getByRole('link', { name: `Invoice ${course}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible()
    await expectInstructions()

    await page.getByRole('button', { name: 'Batalkan pesanan' }).click()
    const question = page.getByRole('alertdialog', { name: 'Batalkan pesanan?' })
    await expect(question).toContainText(/Rp\s209\.400/)
    await question.getByRole('button', { name: 'Batalkan pesanan' }).click()
    await expect(page.getByText('Dibatalkan', { exact: true })).toBeVisible()
    await expect(page.getByText('Pesanan ini tidak punya invoice.')).toBeVisible()
    await expect(page.getByText('Virtual account BCA')).toBeHidden()
  },
)

test('a QRIS code that was chosen in the payment window is shown on the waiting page', thorough, async ({ page }) => {
  await openAsNewStudent(page)
  await page.getByRole('button', { name: 'Beli Kelas' }).click()
  const dialog = sandboxDialog(page)
  await dialog.getByRole('button', { name: 'Metode lain' }).click()
  const methods = dialog.frameLocator('iframe')
  await methods.getByText('QRIS', { exact: true }).click()
  await methods.getByRole('button', { name: 'Tampilkan kode QRIS' }).click()
  await methods.getByRole('button', { name: 'Selesai, bayar nanti' }).click()
  await page.getByRole('link', { name: 'Cara bayar' }).click()
  await expect(page.getByRole('img', { name: /^Kode QR/ })).toBeVisible()
})

test('the waiting page of the course shows how to pay', thorough, async ({ page }) => {
  await openAsNewStudent(page)
  await page.getByRole('button', { name: 'Beli Kelas' }).click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar Nanti' }).click()
  await expect(page.getByRole('link', { name: 'Cara bayar' })).toBeVisible()
  await page.goto(`${page.url().replace('/kelas/details/', '/courses/')}/start`)
  await ready(page)
  await expect(page.getByText('Virtual account BCA')).toBeVisible()
  await expect(page.getByRole('main').locator('.animate-spin')).toHaveCount(0)
})
