import type { APIRequestContext, Page } from '@playwright/test'
import { expect, offlineConsoleErrors, ready, signIn, signUp, test } from './test.ts'

test.use({
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 800 },
  expectedConsoleErrors: [offlineConsoleErrors],
})

/** Opens a cart with this many courses for sale. */
async function fillCart(page: Page, request: APIRequestContext, count: number): Promise<void> {
  const { data } = (await (await request.get(`/api/courses?type=premium&limit=${count}`)).json()) as {
    data: { _id: string }[]
  }
  for (const { _id } of data) {
    await page.goto(`/kelas/details/${_id}`)
    await ready(page)
    await page.getByRole('button', { name: 'Tambah ke keranjang' }).first().click()
    await expect(page.getByRole('link', { name: 'Lihat keranjang' }).first()).toBeVisible()
  }
  await page.goto('/keranjang')
  await ready(page)
}

test('what is taken out of the cart is said, and the keyboard goes on at the next item, at last at the heading', async ({
  page,
  request,
}) => {
  await fillCart(page, request, 2)
  const buttons = page.getByRole('list', { name: 'Isi keranjang' }).getByRole('button', { name: /^Hapus / })
  await expect(buttons).toHaveCount(2)
  await buttons.first().press('Enter')
  await expect(page.getByText(/” dihapus dari keranjang\.$/)).toBeVisible()
  await expect(buttons).toHaveCount(1)
  await expect(buttons.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Keranjangmu masih kosong.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Keranjang' })).toBeFocused()
})

test('what was taken out of the cart or the wishlist comes back by one press', async ({ page, request }) => {
  const person = await signUp(page)
  await signIn(page, person.email, person.password)
  await fillCart(page, request, 1)
  const rows = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
  await page.getByRole('button', { name: /^Hapus / }).click()
  await expect(page.getByText('Keranjangmu masih kosong.')).toBeVisible()
  await page.getByRole('button', { name: /^Urungkan/ }).press('Enter')
  await expect(rows('Isi keranjang')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.getByRole('button', { name: /^Pindahkan ke wishlist/ }).click()
  await expect(page.getByText('Keranjangmu masih kosong.')).toBeVisible()
  await page.goto('/student/wishlist')
  await ready(page)
  await page.getByRole('button', { name: /^Hapus / }).click()
  await expect(page.getByText('Wishlist masih kosong.')).toBeVisible()
  await page.getByRole('button', { name: /^Urungkan/ }).click()
  await expect(rows('Isi wishlist')).toHaveCount(1)
})

test('what the wishlist does not take stays in the cart', async ({ page, request }) => {
  const person = await signUp(page)
  await signIn(page, person.email, person.password)
  await fillCart(page, request, 1)
  await page.route('**/api/me/wishlist/**', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: /^Pindahkan ke wishlist/ }).click()
  await expect(page.getByText('Belum tersimpan. Coba lagi.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Isi keranjang' }).getByRole('listitem')).toHaveCount(1)
})
