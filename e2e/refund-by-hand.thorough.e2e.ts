import type { Page } from '@playwright/test'
import { beSignedIn, expect, ready, signUp, test } from './test.ts'

// Admins sign in again where a proof of the last minutes is needed; nothing is opened offline here.
test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })

type Course = { _id: string; title: string }

/** A paid course that is not in the bundle. */
async function courseOutside(page: Page, slug: string): Promise<Course> {
  const read = async (path: string) => (await (await page.request.get(`/api/${path}`)).json()) as { data: unknown }
  const { items } = (await read(`bundles/${slug}`)).data as { items: { _id: string }[] }
  const courses = (await read('courses?type=premium&limit=24')).data as Course[]
  const found = courses.find(({ _id }) => !items.some((item) => item._id === _id))
  if (!found) throw new Error('Every course is in the bundle')
  return found
}

async function buyByTransfer(page: Page, course: Course): Promise<void> {
  await page.goto('/paket/naik-level')
  await ready(page)
  await page.getByRole('button', { name: 'Tambah ke keranjang' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Keranjang 1 item' })).toBeVisible()
  await page.goto(`/kelas/details/${course._id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Tambah ke keranjang' }).first().click()
  await page.getByRole('link', { name: 'Lihat keranjang' }).first().click()
  await expect(page.getByRole('list', { name: 'Isi keranjang' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Transfer bank' }).first().click()
  await page.waitForURL(/\/success-checkout/)
  await page
    .getByLabel('Bukti transfer')
    .setInputFiles({ name: 'bukti.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await page.getByRole('button', { name: 'Kirim bukti transfer' }).click()
  await expect(page.getByText('Bukti transfer diterima.')).toBeVisible()
}

test('a cart with a bundle is paid by transfer, one of its things is given back, and the money is sent back: both sides see each step', async ({
  page,
  browser,
}) => {
  const name = `Balik ${Date.now()}`
  const buyer = await signUp(page, { name })
  await beSignedIn(page, buyer.email, buyer.password)
  const course = await courseOutside(page, 'naik-level')
  await buyByTransfer(page, course)
  await page.goto('/student/transactions')
  await expect(page.getByText('Bukti sedang diperiksa')).toBeVisible()

  const admin = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await beSignedIn(admin, 'admin@demo.id')
  await admin.goto(`/admin/transfers?q=${encodeURIComponent(name)}`)
  await admin.getByRole('button', { name: `Setujui transfer ${name}` }).click()
  await expect(admin.getByText('Transfer disetujui.')).toBeVisible()
  await admin.goto(`/admin/transactions?q=${encodeURIComponent(name)}`)
  await admin.getByRole('row').filter({ hasText: name }).getByRole('link').first().click()
  await admin.getByRole('button', { name: 'Kembalikan dana' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Kembalikan dana' })
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
  await dialog.getByRole('checkbox', { name: course.title }).check()
  await expect(dialog.getByText(`Akses ${name} ke ${course.title} berakhir.`)).toBeVisible()
  await dialog.getByLabel('Alasan').fill('Bukan yang dicari')
  await dialog.getByRole('button', { name: 'Kembalikan', exact: true }).click()
  await expect(admin.getByText('Pengembalian dicatat. Kirim dananya dari Pencairan.')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /^Isi rekening/ }).click()
  const account = page.getByRole('dialog', { name: 'Rekening untuk pengembalian dana' })
  await account.getByLabel('Bank', { exact: true }).fill('Bank Contoh')
  await account.getByLabel('Nomor rekening').fill('0098 7654')
  await account.getByLabel('Nama pemilik rekening').fill(name)
  await account.getByRole('button', { name: 'Simpan rekening' }).click()
  await expect(page.getByText(/menunggu kami kirim ke Bank Contoh ••••7654/)).toBeVisible()

  await admin.goto('/admin')
  await admin.getByRole('link', { name: /pengembalian dana menunggu kamu kirim/ }).click()
  const mine = admin.getByRole('row').filter({ hasText: name })
  await expect(mine).toContainText('00987654')
  await mine.getByRole('button', { name: /^Terkirim/ }).click()
  const sent = admin.getByRole('dialog', { name: 'Tandai terkirim' })
  await sent.getByLabel('Referensi bank').fill('TRX-2211')
  const picture = { name: 'bank.png', mimeType: 'image/png', buffer: await admin.screenshot() }
  await sent.getByLabel('Bukti transfer (opsional)').setInputFiles(picture)
  await expect(sent.getByText('bank.png')).toBeVisible()
  await sent.getByRole('button', { name: 'Simpan' }).click()
  await expect(mine.getByText('TRX-2211')).toBeVisible()
  await expect(mine.getByRole('button', { name: /^Lihat bukti transfer/ })).toBeVisible()
  await admin.context().close()

  await page.reload()
  await expect(page.getByText(/sudah dikirim ke Bank Contoh ••••7654 .* referensi TRX-2211/)).toBeVisible()
  await page.getByRole('button', { name: /^Lihat bukti transfer/ }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Bukti transfer Rp/ })).toBeVisible()
})
