import type { Browser, Page } from '@playwright/test'
import { atBothWidths, expectAccessible, expectAccessibleAtBothWidths, sidewaysPx } from './axe.ts'
import { apiAs } from './courses.ts'
import { linkInMail } from './outbox.ts'
import { beSignedIn, expect, ready, sandboxDialog, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

/** Takes a seat in a browser of its own. Returns the page of the member. */
async function join(browser: Browser, joinUrl: string, name: string, { showsProgress = false } = {}): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'block', baseURL: new URL(joinUrl).origin })).newPage()
  const person = await signUp(page, { name })
  await beSignedIn(page, person.email, person.password)
  await page.goto(joinUrl)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Undangan dari PT Maju Bersama')
  await expectAccessible(page)
  if (showsProgress) await page.getByLabel('Tampilkan progresku ke pengelola tim').check()
  await page.getByRole('button', { name: 'Ambil kursi' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kursinya sekarang milikmu')
  return page
}

test('a company buys ten seats, invites, sees who joined, frees a seat, buys more and has an invoice for its accountants', async ({
  page,
  request,
  browser,
}) => {
  test.slow()
  const { data } = (await (await request.get('/api/courses?type=premium&limit=1')).json()) as {
    data: { _id: string; title: string }[]
  }
  const [course] = data
  const buyer = await signUp(page, { name: 'Rina Hartati' })
  await beSignedIn(page, buyer.email, buyer.password)
  await page.goto(`/kelas/details/${course?._id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Beli untuk tim' }).click()
  const form = page.getByRole('form', { name: 'Beli untuk tim' })
  const pay = page.getByRole('button', { name: /^Bayar kursi/ })
  await form.getByLabel('Jumlah kursi').fill('10')
  // The code is asked for after what it makes cheaper, and before the button that says the price.
  await form.getByLabel('Jumlah kursi').press('Tab')
  await expect(page.getByLabel('Kode promo untuk tim')).toBeFocused()
  await pay.click()
  await expect(form.getByText('Tulis nama tim atau perusahaan')).toBeVisible()
  await form.getByLabel('Nama tim atau perusahaan').fill('PT Maju Bersama')
  await form.getByLabel('NPWP').fill('01.234.567.8-901.000')
  await pay.click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
  await expect(page.getByText('10 kursi untuk PT Maju Bersama siap dibagikan.')).toBeVisible()
  await page.getByRole('link', { name: 'Undang anggota' }).click()
  await expect(page.getByRole('heading', { name: '0 dari 10 kursi terpakai' })).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  const invited = `undangan${Date.now()}@contoh.id`
  await page
    .getByRole('textbox', { name: 'Undang lewat email' })
    .fill(`Budi <${invited}>, ${buyer.email.toUpperCase()}`)
  await page.getByRole('button', { name: 'Kirim 2 undangan' }).click()
  await expect(page.getByText('2 undangan dikirim.')).toBeVisible()
  const path = await linkInMail(invited, 'team-invitation', /https?:\/\/\S+\/tim\/[\w-]+/)
  const joinUrl = new URL(path, page.url()).href
  await expect(page.getByLabel('Tautan bergabung')).toHaveValue(joinUrl)

  const member = await join(browser, joinUrl, 'Budi Santoso', { showsProgress: true })
  await join(browser, joinUrl, 'Citra Ayu')
  await page.reload()
  await expect(page.getByRole('heading', { name: '2 dari 10 kursi terpakai' })).toBeVisible()
  await expect(page.getByText('0% selesai')).toBeVisible()
  await expect(page.getByText('Progres tidak ditampilkan')).toBeVisible()

  await page.getByRole('button', { name: 'Kosongkan kursi Citra Ayu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kosongkan kursi' }).click()
  await expect(page.getByRole('heading', { name: '1 dari 10 kursi terpakai' })).toBeVisible()

  const more = page.getByRole('form', { name: 'Tambah kursi' })
  await more.getByLabel('Jumlah kursi tambahan').fill('2')
  await more.getByRole('button', { name: /^Bayar kursi Rp/ }).click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
  await page.getByRole('link', { name: 'Undang anggota' }).click()
  await expect(page.getByRole('heading', { name: '1 dari 12 kursi terpakai' })).toBeVisible()

  await member.goto('/student/tim')
  await expect(member.getByText('Dikelola Rina Hartati')).toBeVisible()
  await expectAccessible(member)
  await member.getByLabel('Tampilkan progresku ke pengelola tim').click()
  await expect(member.getByText('Progresmu tidak ditampilkan lagi.')).toBeVisible()

  const api = await apiAs(request, buyer.email, buyer.password)
  const orders = (await api('GET', '/my-transaction')) as unknown as { _id: string }[]
  await page.goto(`/transaction/invoice/${orders.at(-1)?._id}`)
  await expect(page.getByText(`${course?.title} (10 kursi)`).first()).toBeVisible()
  await expect(page.getByText(/^10 kursi × Rp/)).toBeVisible()
  await expect(page.getByText('NPWP 01.234.567.8-901.000')).toBeVisible()
  await atBothWidths(page, async (width) => expect(await sidewaysPx(page), `at ${width} px`).toBe(0))
  await page.goto('/student/tim')
  await page.goto('/student/transactions')
})
