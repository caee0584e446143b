import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { beSignedIn, expect, ready, signIn, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

async function openTransactions(page: Page) {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'Transaksi' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Daftar transaksi' })).toBeVisible()
}

test('another page of a list starts at its first row instead of the top of the document', async ({ page }) => {
  await openTransactions(page)
  const list = page.getByRole('region', { name: 'Daftar transaksi' })
  await page.getByRole('link', { name: 'Halaman berikutnya' }).click()
  await expect(page.getByText(/halaman 2 dari/)).toBeVisible()
  await expect(list).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await expect.poll(async () => (await list.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
})

test('a link that is followed while a search waits for a pause in typing leads where it says', async ({ page }) => {
  await page.clock.install()
  await openTransactions(page)
  const arrival = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route(/\/api\/admin\/transactions\/[\w-]+$/, async (route) => {
    arrival.resolve()
    await release.promise
    await route.continue()
  })
  await page.getByRole('searchbox').fill('kelas')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await arrival.promise
  // The page of the order is on its way, and the pause in typing ends.
  await page.clock.runFor(1_000)
  release.resolve()
  await expect(page.getByRole('button', { name: 'Cek status' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/transactions\/[\w-]+$/)
})

test('transactions: a range of days is in the URL, and item and buyer are links', async ({ page }) => {
  await openTransactions(page)
  const filters = page.getByRole('button', { name: /^Saringan/ })
  await expect(page.getByLabel('Dari')).toBeHidden()
  await filters.click()
  await page.getByLabel('Dari').fill('2020-01-01')
  await expect(page).toHaveURL(/from=2020-01-01/)
  await expect(filters).toHaveText('Saringan (1 aktif)')
  expect(await violations(page)).toEqual([])

  const row = page.getByRole('row').filter({ hasText: 'Kelas' }).or(page.getByRole('row').nth(1)).first()
  await row.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Cek status' })).toBeVisible()
  const facts = page.getByRole('definition')
  await expect(facts.getByRole('link').first()).toHaveAttribute('href', /^\/admin\/student\/detail\//)
  await expect(page.getByRole('region', { name: 'Isi pesanan' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /^\/admin\/(course\/detail|e-book\/edit)\//,
  )
})

test('resetting the filters of a list stays on its tab, which is no filter', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/submissions?status=revise&course=00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: 'Reset Filter' }).click()
  await expect(page).toHaveURL(/\/admin\/submissions\?status=revise$/)
  await expect(page.getByRole('button', { name: 'Reset Filter' })).toBeHidden()
})

test('an amount is grouped while typing, the caret stays between its digits, and copied amounts are read', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/promo-codes')
  await page.getByRole('button', { name: 'Kode baru' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Jenis').selectOption('Harga jadi')
  const field = dialog.getByLabel('Harga jadi (rupiah)')
  await field.fill('')
  await field.pressSequentially('1250000')
  await expect(field).toHaveValue('1.250.000')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await expect(field).toHaveValue('125.000')
  await page.keyboard.type('7')
  await expect(field).toHaveValue('1.257.000')

  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await field.selectText()
    await page.keyboard.press('ControlOrMeta+v')
  }
  await paste('Rp 89.000,00')
  await expect(field).toHaveValue('89.000')
  await paste('1250000.50')
  await expect(field).toHaveValue('1250000.50')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText(/angka|bulat/).first()).toBeVisible()
})

test.describe('at 1280 px', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  test('the column that sorts a list by default is visible', async ({ page }) => {
    await signIn(page, 'admin@demo.id')
    for (const path of ['/admin/courses', '/admin/students', '/admin/transactions']) {
      await page.goto(path)
      await expect(page.locator('th[aria-sort]:visible').filter({ has: page.locator('button') })).not.toHaveCount(0)
      await expect(page.locator('th[aria-sort="descending"]')).toBeVisible()
    }
  })

  test('the plots of the overview have a scale, years, and the figure of the day that is pointed at', async ({
    page,
  }) => {
    await signIn(page, 'admin@demo.id')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    const plot = page.getByRole('slider', { name: 'Penjualan per hari' })
    await plot.hover()
    await expect(plot).toContainText(/\d{4}: Rp/)
    expect(await violations(page)).toEqual([])
  })
})

test.describe('the menu at 1280 × 800 px', () => {
  test.use({ viewport: { width: 1280, height: 800 }, expectedConsoleErrors: [/404/] })
  test('keeps Logout in reach, and an unknown URL offers pages of the admin area', async ({ page }) => {
    await signIn(page, 'admin@demo.id')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('link', { name: 'Keamanan akun' }).focus()
    await expect(page.getByRole('link', { name: 'Keamanan akun' })).toBeInViewport()
    await page.goto('/admin/tidak-ada')
    await page.getByRole('link', { name: 'Kelola kelas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kelas', exact: true })).toBeVisible()
  })
})

test('a page of a long list by its cursor: the URL is shared, Back returns, and a broken one shows the first page', async ({
  page,
}) => {
  const response = page.waitForResponse((candidate) => candidate.url().includes('/api/admin/transactions?'))
  await openTransactions(page)
  const { meta } = (await (await response).json()) as { meta: { next: string } }
  const firstRow = page.getByRole('row').nth(1)
  const first = await firstRow.innerText()
  await page.goto(`/admin/transactions?cursor=${meta.next}`)
  const steps = page.getByRole('navigation', { name: 'Halaman' })
  await expect(steps.getByRole('link', { name: 'Sebelumnya' })).toBeVisible()
  await expect.poll(() => firstRow.innerText()).not.toBe(first)
  const second = await firstRow.innerText()
  expect(await violations(page)).toEqual([])
  await steps.getByRole('link', { name: 'Sebelumnya' }).click()
  await expect.poll(() => firstRow.innerText()).toBe(first)
  await page.goBack()
  await expect.poll(() => firstRow.innerText()).toBe(second)
  await steps.getByRole('link', { name: 'Halaman pertama' }).click()
  await expect(page).toHaveURL(/\/admin\/transactions$/)
  await expect.poll(() => firstRow.innerText()).toBe(first)
  await page.goto('/admin/transactions?cursor=rusak')
  await expect.poll(() => firstRow.innerText()).toBe(first)
})

test('the sidebar groups the entries of an admin under headings, and Logout needs no scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin')
  await ready(page)
  const menu = page.getByRole('navigation', { name: 'Admin' })
  const headings = ['Kelas dan bacaan', 'Siswa dan ulasan', 'Keuangan', 'Situs dan akun']
  await expect(menu.getByRole('heading')).toHaveText(headings)
  await expect(menu.getByRole('list', { name: 'Keuangan' }).getByRole('link')).toHaveText([
    /^Transaksi/,
    'Promo',
    /^Penghasilan/,
  ])
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Menu admin' })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(headings)
  expect(await violations(page)).toEqual([])
})

test('pages of one task are tabs with their own addresses, by keyboard and at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/balance')
  const tabs = page.getByRole('navigation', { name: 'Bagian Penghasilan' })
  await expect(tabs.getByRole('link')).toHaveText(['Penghasilan', 'Saldo', /^Pencairan/])
  await expect(tabs.getByRole('link', { name: 'Saldo' })).toHaveAttribute('aria-current', 'page')
  const payouts = tabs.getByRole('link', { name: /^Pencairan/ })
  await payouts.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/payouts$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Pencairan' })).toBeVisible()
  await expect(payouts).toHaveAttribute('aria-current', 'page')
  await expect(payouts).toBeInViewport({ ratio: 1 })
  // Tabs with counts scroll in their row, and do not widen the page.
  await page.goto('/admin/transfers')
  await expect(page.getByRole('navigation', { name: 'Bagian Transaksi' })).toContainText('menunggu')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await violations(page)).toEqual([])
})

test('an instructor has few entries in the sidebar, and no groups', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto('/admin')
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.getByRole('link')).toHaveText([
    'Overview',
    'Kelas',
    /^Tugas siswa/,
    /^Tanya jawab/,
    'Ulasan',
    'Kode promo',
    'Penghasilan',
    'Halaman instruktur',
    'Keamanan akun',
  ])
  await expect(menu.getByRole('heading')).toHaveCount(0)
})

test('a word in the tiles of a course is never broken', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  for (const width of [320, 360, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/courses?q=Full-Stack')
    await page
      .getByRole('link', { name: /^Manage/ })
      .first()
      .click()
    const value = page.getByRole('definition').filter({ hasText: /Development/ })
    await expect(value).toBeVisible()
    const readLines = (element: HTMLElement) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      const range = document.createRange()
      if (!text) return []
      return [...(text.textContent ?? '').matchAll(/\S+/g)].map(({ index, 0: word }) => {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      })
    }
    const lines = async () => [...new Set(await value.evaluate(readLines))]
    await expect.poll(lines, `${width} px`).toEqual([1])
  }
})

test('the sidebar shows the entry of the current page, and the audit log of a course opens from its page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/courses?q=Keamanan+Web')
  await page.getByRole('link', { name: /^Manage/ }).click()
  await page.getByRole('link', { name: 'Riwayat perubahan' }).click()
  await expect(page).toHaveURL(/\/admin\/audit\?subjectKind=course&subjectId=/)
  await expect(page.getByRole('main')).toContainText('Hanya catatan tentang')
  const current = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Sistem' })
  await expect(current).toHaveAttribute('aria-current', 'page')
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Tampilkan semua' }).click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(page.getByRole('main')).not.toContainText('Hanya catatan tentang')
})
