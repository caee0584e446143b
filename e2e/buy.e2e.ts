import type { Page, Request } from '@playwright/test'
import { openCourse } from './courses.ts'
import {
  beSignedIn,
  expect,
  offlineConsoleErrors,
  ready,
  sandboxDialog,
  signUp,
  signUpByForm,
  test,
  thorough,
} from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

const course = 'Full-Stack Web dari Nol sampai Online'

test('a visitor finds a paid course, signs up, pays, studies, and prints the invoice', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const account = await signUpByForm(page)
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.waitForURL('/')

  await page.goto('/kelas?type=premium')
  await page.getByRole('main').getByRole('link', { name: course }).click()
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
  await ready(page)
  await page.getByRole('button', { name: 'Beli Kelas' }).click()
  await expect(sandboxDialog(page)).toBeVisible()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()

  await page.waitForURL(/\/courses\/[^/]+\/start/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByText('Materi 2 dari 6')).toBeVisible()
  await expect(page.getByText('1 dari 6 materi')).toBeAttached()

  // A reload shows the same lesson with the same progress.
  await page.reload()
  await expect(page.getByText('Materi 2 dari 6')).toBeVisible()
  await expect(page.getByText('1 dari 6 materi')).toBeAttached()
  await page.goBack()
  await expect(page.getByText('Materi 1 dari 6')).toBeVisible()

  await page.goto('/student/kelas-saya')
  await expect(page.getByRole('link', { name: course })).toBeVisible()
  await expect(page.getByText('17%')).toBeVisible()

  await page.goto('/student/transactions')
  await expect(page.getByText(/INV\/\d{4}\/\d{2}\/\d{6}/)).toBeVisible()
  await page.getByRole('link', { name: `Invoice ${course}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cetak Invoice' })).toBeVisible()
  await expect(page.getByText('dua ratus sembilan ribu empat ratus rupiah')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cetak Invoice' })).toBeHidden()
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test.describe('without being signed in', () => {
  test.use({ expectedConsoleErrors: [/401/] })
  test('buying opens the sign-in dialog, which keeps the input after a wrong password, then continues automatically; closing the payment window charges nothing', async ({
    page,
  }) => {
    const account = await signUp(page)
    await openCourse(page, course)
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    const dialog = page.getByRole('dialog', { name: 'Masuk ke Cendaki' })
    await expect(dialog.getByText(course)).toBeVisible()
    await dialog.getByLabel('Email').fill(account.email)
    await dialog.getByLabel('Password', { exact: true }).fill('salah-sekali')
    await dialog.getByRole('button', { name: 'Masuk', exact: true }).click()
    const alert = page.getByRole('alertdialog', { name: 'Invalid Credentials' })
    await expect(alert.getByText('The email or password you entered is incorrect. Please try again.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(alert).toBeHidden()
    await expect(dialog.getByLabel('Email')).toHaveValue(account.email)
    await dialog.getByLabel('Password', { exact: true }).fill(account.password)
    await dialog.getByRole('button', { name: 'Masuk', exact: true }).click()
    await expect(sandboxDialog(page)).toBeVisible()
    await expect(dialog).toBeHidden()

    await sandboxDialog(page).getByRole('button', { name: 'Tutup', exact: true }).click()
    await expect(sandboxDialog(page)).toBeHidden()
    await expect(page.getByText('Pembayaran belum selesai. Belum ada biaya yang ditarik.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Beli Kelas' })).toBeEnabled()
  })
})

test.describe('outcomes of the payment window', () => {
  test.beforeEach(async ({ page }) => {
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    await openCourse(page, course)
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await expect(sandboxDialog(page)).toBeVisible()
  })

  test('paying later leaves a pending transaction with its Pay Now link', thorough, async ({ page }) => {
    await sandboxDialog(page).getByRole('button', { name: 'Bayar Nanti' }).click()
    await expect(page.getByText('Menunggu pembayaran. Kelas terbuka otomatis setelah pembayaran masuk.')).toBeVisible()
    await page.getByRole('link', { name: 'Lihat transaksi' }).click()
    await expect(page.getByRole('heading', { name: 'Transaksi' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
    await expect(page.getByText('Menunggu pembayaran')).toBeVisible()
  })

  test('a denied payment shows an error and can be retried immediately', thorough, async ({ page }) => {
    await sandboxDialog(page).getByRole('button', { name: 'Tolak' }).click()
    await expect(page.getByText('Payment failed. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
    await page.waitForURL(/\/start/)
  })

  test.describe('with a lost connection', () => {
    test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] })
    for (const [button, outcome] of [
      ['Tolak', 'Payment failed. Please try again.'],
      ['Tutup', 'Pembayaran belum selesai. Belum ada biaya yang ditarik.'],
    ] as const)
      test(
        `after “${button}” the status is unknown, not failed, and is looked up again by itself`,
        thorough,
        async ({ page }) => {
          await page.route('**/api/my-transaction/**', (route) => route.abort('internetdisconnected'))
          await sandboxDialog(page).getByRole('button', { name: button }).click()
          await expect(page.getByText('Sambungan terputus, jadi status pembayaranmu belum diketahui.')).toBeVisible()
          await expect(page.getByText(outcome)).toBeHidden()
          await page.unroute('**/api/my-transaction/**')
          await expect(page.getByText(outcome)).toBeVisible()
          await expect(page.getByRole('button', { name: 'Beli Kelas' })).toBeEnabled()
        },
      )
  })

  test('a reload reuses the open transaction', thorough, async ({ page }) => {
    await page.reload()
    await ready(page)
    await expect(page.getByText(/Menunggu pembayaran Rp\s?209\.400/)).toBeVisible()
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await expect(sandboxDialog(page)).toBeVisible()
    await page.goto('/student/transactions')
    await expect(page.getByRole('row').filter({ hasText: course })).toHaveCount(1)
  })
})

test.describe('a promo code', () => {
  test.use({ expectedConsoleErrors: [/422/] })
  test('is checked immediately, applies the announced price, and is on the invoice', async ({ page }) => {
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    await openCourse(page, course)
    const field = page.getByLabel('Kode Promo')
    const apply = page.getByRole('button', { name: 'Pakai', exact: true })
    await apply.click()
    await expect(page.getByText('Isi kode promo dulu.')).toBeVisible()
    await field.fill('BOHONG')
    await apply.click()
    await expect(page.getByText('Kode promo tidak valid.')).toBeVisible()
    await field.fill('remote')
    await field.press('Enter')
    await expect(page.getByText(/REMOTE hemat/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hapus kode REMOTE' })).toBeFocused()
    await expect(page.getByText('Yang kamu bayar')).toContainText(/Rp\s?89\.000/)
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await expect(sandboxDialog(page).getByText(/Rp\s?89\.000/)).toBeVisible()
    await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
    await page.waitForURL(/\/start/)
    await page.goto('/student/transactions')
    await page.getByRole('link', { name: `Invoice ${course}` }).click()
    await expect(page.getByText('Kode promo REMOTE')).toBeVisible()
    await expect(page.getByText('delapan puluh sembilan ribu rupiah')).toBeVisible()
  })

  test(
    'persists while a visitor signs up, and is rejected where it does not lower the price',
    thorough,
    async ({ page }) => {
      await openCourse(page, course)
      await page.getByLabel('Kode Promo').fill('remote')
      await page.getByRole('button', { name: 'Pakai' }).click()
      await expect(page.getByText(/REMOTE hemat/)).toBeVisible()
      const url = page.url()
      const account = await signUp(page)
      await beSignedIn(page, account.email, account.password)
      await page.goto(url)
      await expect(page.getByText('Yang kamu bayar')).toContainText(/Rp\s?89\.000/)
      await page.getByRole('button', { name: 'Hapus kode REMOTE' }).click()
      await expect(page.getByLabel('Kode Promo')).toBeFocused()
      await page.reload()
      await ready(page)
      await expect(page.getByLabel('Kode Promo')).toHaveValue('')

      await openCourse(page, 'SEO untuk Situs Usaha Kecil')
      await page.getByLabel('Kode Promo').fill('remote')
      await page.getByRole('button', { name: 'Pakai' }).click()
      await expect(
        page.getByText('Harga sekarang sudah sama atau lebih murah dari harga dengan kode ini.'),
      ).toBeVisible()
    },
  )

  test('paid later: the waiting page opens the course when the payment is completed', thorough, async ({ page }) => {
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    await openCourse(page, course)
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await sandboxDialog(page).getByRole('button', { name: 'Bayar Nanti' }).click()
    const start = `${page.url().replace('/kelas/details/', '/courses/')}/start`
    await page.getByRole('link', { name: 'Lihat transaksi' }).click()
    const payLink = (await page.getByRole('link', { name: 'Pay Now' }).getAttribute('href')) ?? ''
    await page.goto(start)
    await expect(page.getByText('halaman ini memeriksa sendiri')).toBeVisible()
    const payer = await page.context().newPage()
    await payer.goto(payLink)
    await payer.getByRole('button', { name: 'Bayar sekarang (simulasi)' }).click()
    await expect(page.getByText('Materi 1 dari 6')).toBeVisible()
  })
})

test.describe('the page after the payment', () => {
  test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

  test(
    'checks a pending payment while it is shown, at once when it is shown again or the network returns, and stops after a deadline',
    thorough,
    async ({ page, network }) => {
      const account = await signUp(page)
      await beSignedIn(page, account.email, account.password)
      await openCourse(page, course)
      await page.getByRole('button', { name: 'Beli Kelas' }).click()
      await sandboxDialog(page).getByRole('button', { name: 'Bayar Nanti' }).click()
      await page.getByRole('link', { name: 'Lihat transaksi' }).click()
      const payLink = (await page.getByRole('link', { name: 'Pay Now' }).getAttribute('href')) ?? ''

      const isCheck = (request: Request) => /\/my-transaction\/[^/]+\/refresh$/.test(new URL(request.url()).pathname)
      let [checks, finishedChecks] = [0, 0]
      page.on('request', (request) => (checks += isCheck(request) ? 1 : 0))
      page.on('requestfinished', (request) => (finishedChecks += isCheck(request) ? 1 : 0))
      await page.clock.install()
      await page.goto('/success-checkout')
      await ready(page)
      await expect(page.getByRole('heading', { name: 'Menunggu pembayaran' })).toBeVisible()
      await showPage(page, 'hidden')
      // One that had begun before is still answered.
      const seen: number[] = []
      const isQuiet = () => {
        seen.push(checks)
        return checks === finishedChecks && checks === seen.at(-2)
      }
      await expect.poll(isQuiet, { intervals: [500] }).toBe(true)
      const checksWhileShown = checks
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
      expect(checks).toBe(checksWhileShown)

      // The clock is stopped, so no check is due: only the page that is shown again and the returned network cause these.
      await showPage(page, 'visible')
      await expect.poll(() => finishedChecks).toBe(checksWhileShown + 1)
      await expect.poll(isQuiet, { intervals: [500] }).toBe(true)
      await network.goOffline()
      await network.goOnline()
      await expect.poll(() => finishedChecks).toBe(checksWhileShown + 2)

      await page.clock.fastForward('02:00:00')
      await page.getByRole('button', { name: 'Periksa lagi' }).click()
      await expect(page.getByText('Halaman ini memeriksa sendiri.')).toBeVisible()

      await showPage(page, 'hidden')
      await page.clock.resume()
      const payer = await page.context().newPage()
      await payer.goto(payLink)
      await payer.getByRole('button', { name: 'Bayar sekarang (simulasi)' }).click()
      await expect(payer.getByRole('heading', { name: 'Pembayaran berhasil' })).toBeVisible()
      await showPage(page, 'visible')
      await expect(page.getByRole('heading', { name: /^Pembayaran berhasil/ })).toBeVisible()
    },
  )
})

/** Makes the page behave as if its tab was hidden or shown; a browser without windows cannot do that. */
const showPage = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
