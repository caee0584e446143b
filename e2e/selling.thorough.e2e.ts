import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { apiAs } from './courses.ts'
import { linkInMail } from './outbox.ts'
import { beSignedIn, expect, idle, ready, sandboxDialog, signIn, signUp, test } from './test.ts'

// Nothing is opened offline here. The server refuses what is missing or too much, and to quote what is owned.
test.use({
  serviceWorkers: 'block',
  expectedConsoleErrors: [/422.*\/(proof|refund-request|payouts)\b|409.*\/quote/],
})

type Item = { _id: string; title: string }
type Person = Awaited<ReturnType<typeof signUp>>

async function paidCourses(request: APIRequestContext): Promise<[Item, Item]> {
  const { data } = (await (await request.get('/api/courses?type=premium&limit=2')).json()) as { data: [Item, Item] }
  return data
}

async function newStudent(page: Page, name?: string): Promise<Person> {
  const person = await signUp(page, name === undefined ? {} : { name })
  await signIn(page, person.email, person.password)
  return person
}

/** Buyers have a phone, admins a wide screen. */
async function asAdmin(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await signIn(page, 'admin@demo.id')
  return page
}

const payInSandbox = (page: Page) => sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()

async function openCourse(page: Page, { _id }: Item): Promise<void> {
  await page.goto(`/kelas/details/${_id}`)
  await ready(page)
}

test('what is put into the cart while its list is still on its way stays there', async ({ page, request }) => {
  const [course] = await paidCourses(request)
  await newStudent(page)
  const release = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/me/cart', async (route) => {
    const before = await route.fetch()
    asked.resolve()
    await release.promise
    await route.fulfill({ response: before })
  })
  await openCourse(page, course)
  await asked.promise
  await page.getByRole('button', { name: 'Tambah ke keranjang' }).first().click()
  const inCart = page.getByRole('link', { name: 'Lihat keranjang' })
  await expect(inCart).toBeVisible()
  const late = page.waitForEvent('requestfinished', (sent) => sent.url().endsWith('/api/me/cart'))
  release.resolve()
  await late
  await idle(page)
  await expect(inCart).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Keranjang 1 item' })).toBeVisible()
})

test('a cart of two courses is paid at once, and one of them is given back on request', async ({
  page,
  request,
  browser,
}) => {
  const [first, second] = await paidCourses(request)
  const name = `Keranjang ${Date.now()}`
  await newStudent(page, name)
  for (const [index, course] of [first, second].entries()) {
    await openCourse(page, course)
    await page.getByRole('button', { name: 'Tambah ke keranjang' }).first().click()
    await expect(page.getByRole('banner').getByRole('link', { name: `Keranjang ${index + 1} item` })).toBeVisible()
  }
  await page.getByRole('banner').getByRole('link', { name: 'Keranjang 2 item' }).click()
  await expect(page.getByRole('list', { name: 'Isi keranjang' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: /^(Bayar|Beli Kelas)$/ }).click()
  await payInSandbox(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pembayaran berhasil/)
  const bought = page.getByRole('list', { name: 'Yang kamu beli' })
  for (const { title } of [first, second]) await expect(bought.getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('link', { name: 'Ke Kelas Saya' }).click()
  await page.waitForURL(/\/student\/kelas-saya/)
  for (const { title } of [first, second])
    await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
  await page.goto('/keranjang')
  await expect(page.getByText('Keranjangmu masih kosong.')).toBeVisible()

  await page.goto('/student/transactions')
  await page.getByRole('button', { name: /^Minta pengembalian dana/ }).click()
  const asking = page.getByRole('dialog', { name: 'Minta pengembalian dana' })
  await asking.getByRole('button', { name: 'Kirim permintaan' }).click()
  await expect(asking.getByLabel('Alasan')).toHaveAccessibleDescription(/.+/)
  await asking.getByLabel('Alasan').fill('Ternyata kelasnya sama dengan yang kupunya')
  await asking.getByRole('button', { name: 'Kirim permintaan' }).click()
  await expect(page.getByText('Permintaan pengembalian dana sedang kami periksa.')).toBeVisible()
  // The button is gone, the focus is not.
  await expect(page.locator(':focus')).toHaveCount(1)

  const admin = await asAdmin(browser)
  await admin.goto(`/admin/refund-requests?q=${encodeURIComponent(name)}`)
  await admin.getByRole('button', { name: `Setujui permintaan ${name}` }).click()
  const decision = admin.getByRole('dialog', { name: 'Setujui permintaan' })
  await decision.getByRole('textbox').fill('Dananya kami kembalikan.')
  await decision.getByRole('button', { name: /Setujui|Kembalikan/ }).click()
  await expect(admin.getByText('Dana dikembalikan.')).toBeVisible()
  await expect(admin.getByRole('button', { name: `Setujui permintaan ${name}` })).toBeHidden()
  await expect(admin.locator(':focus')).toHaveCount(1)
  await admin.context().close()
  await page.reload()
  await expect(page.getByText(/Permintaan pengembalian dana disetujui: Dananya kami kembalikan\./)).toBeVisible()
  await page.goto('/student/kelas-saya')
  await expect(page.getByText('You have not enrolled in any courses yet.')).toBeVisible()
})

test('a bundle is one payment, and shows what it saves and that all of it is owned afterwards', async ({ page }) => {
  await newStudent(page)
  await page.goto('/paket/naik-level')
  await ready(page)
  await expect(page.getByText(/Hemat Rp/).first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Beli Paket/i })
    .first()
    .click()
  await payInSandbox(page)
  await page.waitForURL(/\/student\//)
  await page.goto('/student/transactions')
  await expect(page.getByRole('link', { name: /Invoice .*Naik Level/ }).first()).toBeVisible()
  await page.goto('/paket/naik-level')
  await ready(page)
  await expect(
    page
      .getByRole('main')
      .getByText(/sudah (kamu )?(punya|miliki)/i)
      .first(),
  ).toBeVisible()
})

test('a gift is paid, arrives by mail, is claimed by somebody without an account, and its giver sees it', async ({
  page,
  request,
  browser,
}) => {
  const [course] = await paidCourses(request)
  await newStudent(page, 'Pemberi Hadiah')
  await openCourse(page, course)
  await page.getByRole('button', { name: 'Beli sebagai hadiah' }).click()
  const form = page.getByRole('form', { name: 'Beli sebagai hadiah' })
  const email = `hadiah${Date.now()}@contoh.id`
  await form.getByLabel('Nama penerima').fill('Rani')
  await form.getByLabel('Email penerima').fill(email)
  await form.getByLabel('Pesan').fill('Selamat ulang tahun!')
  await form.getByRole('button', { name: /^Bayar hadiah Rp/ }).click()
  await payInSandbox(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pembayaran berhasil/)
  await expect(page.getByText(`Hadiah untuk Rani (${email})`)).toBeVisible()
  await page.getByRole('link', { name: 'Lihat hadiah' }).click()
  await page.waitForURL(/\/student\/transactions/)
  await expect(page.getByText(`Hadiah untuk Rani (${email})`)).toBeVisible()

  const receiver = await (await browser.newContext()).newPage()
  await receiver.goto(await linkInMail(email, 'gift', /http\S+\/hadiah\/[\w-]+/))
  await ready(receiver)
  await expect(receiver.getByRole('heading', { level: 1 })).toHaveText('Pemberi Hadiah mengirimimu hadiah')
  await expect(receiver.getByText('Selamat ulang tahun!')).toBeVisible()
  await receiver.getByRole('link', { name: 'Buat akun dulu' }).click()
  await receiver.getByLabel('Nama').fill('Rani')
  await receiver.getByLabel('Email').fill(email)
  await receiver.getByLabel('Password', { exact: true }).fill('teh-melati-9')
  await receiver.getByRole('button', { name: 'Daftar', exact: true }).click()
  await receiver.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await receiver.getByLabel('Password', { exact: true }).fill('teh-melati-9')
  await receiver.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
  await receiver.waitForURL(/\/hadiah\//)
  await receiver.getByRole('button', { name: 'Terima hadiah' }).click()
  await expect(receiver.getByRole('heading', { level: 1 })).toHaveText('Hadiahnya sudah jadi milikmu 🎉')
  await receiver.getByRole('link', { name: `Mulai Belajar ${course.title}` }).click()
  await receiver.waitForURL(/\/start/)
  await receiver.context().close()

  await page.reload()
  await expect(page.getByText(new RegExp(`Hadiah untuk Rani .*, diterima `))).toBeVisible()
})

test('a transfer has its amount to copy, refuses a proof that is no picture, and is granted by an admin while the buyer waits', async ({
  page,
  request,
  browser,
}) => {
  const [course] = await paidCourses(request)
  const name = `Transfer ${Date.now()}`
  await newStudent(page, name)
  await openCourse(page, course)
  await page.getByRole('button', { name: 'Transfer bank' }).first().click()
  await page.waitForURL(/\/success-checkout/)
  await expect(page.getByRole('button', { name: 'Salin Nomor rekening' })).toBeVisible()
  await expect(page.getByText(/^Bayar tepat Rp\s[\d.]+, sampai tiga angka terakhir/)).toBeVisible()
  const proof = page.getByLabel('Bukti transfer')
  await proof.setInputFiles({ name: 'bukti.png', mimeType: 'image/png', buffer: Buffer.from('<html>bukan</html>') })
  await page.getByRole('button', { name: 'Kirim bukti transfer' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /.+/ }).first()).toBeVisible()
  const picture = await page.screenshot()
  await proof.setInputFiles({ name: 'bukti.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Kirim bukti transfer' }).click()
  await expect(page.getByText('Bukti transfer diterima.')).toBeVisible()

  const admin = await asAdmin(browser)
  await admin.goto(`/admin/transfers?q=${encodeURIComponent(name)}`)
  await admin.getByRole('button', { name: `Lihat bukti transfer ${name}` }).click()
  await expect(admin.getByRole('dialog').getByRole('img')).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: `Setujui transfer ${name}` }).click()
  await expect(admin.getByText('Transfer disetujui.')).toBeVisible()
  await admin.context().close()
  // The page of the buyer looks again by itself.
  await expect(page.getByRole('link', { name: 'Mulai Belajar' }).first()).toBeVisible({ timeout: 30_000 })
})

test('an instructor is paid: account, verification, payout, batch file, and the reference of the bank', async ({
  page,
  request,
  browser,
}) => {
  const number = `77${String(Date.now()).slice(-9)}`
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto('/admin/balance')
  await page.getByRole('button', { name: /^(Ubah|Tambah) rekening$/ }).click()
  const account = page.getByRole('dialog', { name: /rekening$/ })
  await account.getByLabel('Bank', { exact: true }).fill('Bank Contoh')
  await account.getByLabel('Nomor rekening').fill(number)
  await account.getByLabel('Nama pemilik rekening').fill('Raka Wiratmaja')
  await account.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Menunggu verifikasi admin')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cairkan' })).toBeDisabled()

  const admin = await asAdmin(browser)
  await admin.goto('/admin/payouts')
  await admin
    .getByRole('listitem')
    .filter({ hasText: number })
    .getByRole('button', { name: /^Verifikasi/ })
    .click()
  await expect(admin.getByText('Rekening diverifikasi.')).toBeVisible()

  const instructor = await apiAs(request, 'pengajar@demo.id')
  const { availableIdr } = (await instructor('GET', '/me/balance')) as unknown as { availableIdr: number }
  expect(availableIdr).toBeGreaterThanOrEqual(10_000)
  await page.reload()
  await page.getByRole('button', { name: 'Cairkan' }).click()
  const payout = page.getByRole('dialog', { name: 'Cairkan saldo' })
  await payout.getByLabel('Jumlah (rupiah)').fill('999000000')
  await payout.getByRole('button', { name: 'Ajukan' }).click()
  await expect(payout.getByLabel('Jumlah (rupiah)')).toHaveAccessibleDescription(/Saldo yang tersedia Rp/)
  await payout.getByLabel('Jumlah (rupiah)').fill('10000')
  await payout.getByRole('button', { name: 'Ajukan' }).click()
  const history = page.getByRole('table', { name: 'Riwayat pencairan' })
  await expect(history.getByText(/^Rp\s10\.000$/).first()).toBeVisible()

  await admin.reload()
  await admin.getByRole('button', { name: 'Buat berkas CSV' }).click()
  const mine = admin.getByRole('row').filter({ hasText: number })
  const download = admin.waitForEvent('download')
  await mine.getByRole('button', { name: 'Berkas CSV' }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain(number)
  await mine.getByRole('button', { name: /^Terkirim/ }).click()
  await admin.getByRole('dialog', { name: 'Tandai terkirim' }).getByLabel('Referensi bank').fill(`REF-${number}`)
  await admin.getByRole('dialog', { name: 'Tandai terkirim' }).getByRole('button', { name: 'Simpan' }).click()
  await expect(mine.getByText(`REF-${number}`)).toBeVisible()
  await admin.context().close()
  await page.reload()
  await expect(history.getByText(`REF-${number}`)).toBeVisible()
})
