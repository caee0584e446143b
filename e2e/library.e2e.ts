import type { Page } from '@playwright/test'
import { expect, ready, sandboxDialog, signIn, signUp, test } from './test.ts'

const freeBook = 'Git Tanpa Panik'
const paidBook = 'Kata di Layar: UX Writing Bahasa Indonesia'
const finished = 'Selamat! Anda telah menyelesaikan ebook ini.'

async function openBook(page: Page, title: string): Promise<string> {
  await page.goto('/e-books')
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByText(/^Bagian 1 dari/)).toBeVisible()
  await ready(page)
  return new URL(page.url()).pathname
}

const scrollTo = (page: Page, percent: number) =>
  page.evaluate((percent) => {
    const room = document.documentElement.scrollHeight - innerHeight
    scrollTo({ top: (room * percent) / 100, behavior: 'instant' })
  }, percent)
const next = (page: Page) => page.getByRole('button', { name: 'Lanjut', exact: true })
const place = (page: Page) => page.getByText(/^Bagian \d+ dari \d+/)

test.describe('reading', () => {
  test.use({ viewport: { width: 1280, height: 600 } })

  test('“Lanjut” appears from 95 %, a section is finished at its end, and the e-book ends with congratulations', async ({ page }) => {
    const path = await openBook(page, freeBook)
    const progress = page.getByRole('progressbar', { name: 'Progres e-book' })
    await scrollTo(page, 90)
    await page.waitForTimeout(300)
    await expect(next(page)).toBeHidden()
    await scrollTo(page, 96)
    await expect(next(page)).toBeVisible()
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await scrollTo(page, 100)
    await expect(progress).toHaveAttribute('aria-valuenow', '11')
    await next(page).click()
    await expect(place(page)).toHaveText(/^Bagian 2 dari 9/)
    await expect(next(page)).toBeHidden()

    // A reload in the middle comes back to the same section with the same progress.
    await scrollTo(page, 40)
    await page.waitForTimeout(800)
    await scrollTo(page, 50)
    await page.waitForTimeout(300)
    await page.goto(path)
    await expect(place(page)).toHaveText(/^Bagian 2 dari 9/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
    await expect(progress).toHaveAttribute('aria-valuenow', '11')

    // Section, then topic, then module: after the first topic's last comes the next topic.
    await scrollTo(page, 100)
    await next(page).click()
    await expect(page.getByText('Gambaran di kepala › Cabang')).toBeVisible()
    await page.getByRole('navigation', { name: 'Daftar isi' }).getByRole('link', { name: 'Menulis catatan kejadian' }).click()
    await expect(place(page)).toHaveText(/^Bagian 9 dari 9/)
    await scrollTo(page, 100)
    await next(page).click()
    await page.getByRole('alertdialog', { name: finished }).getByRole('button', { name: 'OK' }).click()
    await expect(progress).toHaveAttribute('aria-valuenow', '33')
  })

  test('what was read signed out is kept when signing in, and shows on another device', async ({ page, browser }) => {
    const path = await openBook(page, freeBook)
    await scrollTo(page, 100)
    await next(page).click()
    await expect(place(page)).toHaveText(/^Bagian 2 dari 9/)
    const account = await signUp(page)
    await signIn(page, account.email, account.password)
    await page.goto(path)
    const saved = page.waitForResponse((response) => response.url().endsWith('/progress') && response.request().method() === 'PUT')
    await page.reload()
    await saved.catch(() => {})
    const other = await (await browser.newContext()).newPage()
    await signIn(other, account.email, account.password)
    await other.goto(path)
    await other.setViewportSize({ width: 1280, height: 700 })
    await expect(other.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '11')
    await other.context().close()
  })

  test('search shows hits in the text, places can be marked, notes are kept, and it all works by keyboard', async ({ page }) => {
    await openBook(page, freeBook)
    await page.keyboard.press('/')
    await page.getByRole('dialog').getByLabel('Cari di e-book ini').fill('REFLOG')
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/temuan/)
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
    const heading = page.getByRole('heading', { level: 1, name: 'Lima pertolongan pertama' })
    await expect(heading).toBeVisible()
    // Whoever reads by ear or keyboard goes on at the heading of the section.
    await expect(heading).toBeFocused()
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('temuan')?.size ?? 0)).toBeGreaterThan(2)
    await page.keyboard.press('b')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('heading', { level: 1, name: 'Cabang yang berumur pendek' })).toBeVisible()
    // A stretch of text, selected as a reader would.
    await page.getByText('Konflik bukan kegagalan').click({ clickCount: 3 })
    await page.getByRole('toolbar', { name: 'Teks terpilih' }).getByRole('button', { name: 'Sorot dan catat' }).click()
    const panel = page.getByRole('dialog', { name: 'Tanda dan catatan' })
    await expect(panel.getByRole('listitem')).toHaveCount(2)
    await panel.getByRole('listitem').filter({ hasText: 'Sorotan' }).getByLabel('Catatan').fill('Ingat tagihannya')
    await page.keyboard.press('Escape')
    await page.reload()
    await ready(page)
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('sorotan')?.size ?? 0)).toBe(1)
    await page.getByRole('button', { name: 'Tanda dan catatan' }).click()
    await expect(panel.getByRole('listitem').filter({ hasText: 'Sorotan' }).getByLabel('Catatan')).toHaveValue('Ingat tagihannya')
  })
})

test('a section that needs no scrolling is finished by itself', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 })
  await openBook(page, freeBook)
  await expect(page.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '11')
  await expect(next(page)).toBeVisible()
})

test('on a phone the tools step aside while one reads on, come back with the reader, and hold what the bar has no room for', async ({ page }) => {
  await openBook(page, freeBook)
  const tools = page.getByRole('button', { name: 'Tampilan' })
  await page.mouse.wheel(0, 500)
  await expect(tools).not.toBeInViewport()
  await page.mouse.wheel(0, -120)
  await expect(tools).toBeInViewport()
  await page.mouse.wheel(0, 400)
  await expect(tools).not.toBeInViewport()
  // By keyboard they come back as soon as one of them has the focus.
  await tools.focus()
  await expect(tools).toBeInViewport()
  await page.getByRole('button', { name: 'Tanda dan catatan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tandai tempat ini' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Penanda' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Daftar isi' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cari di e-book ini' }).click()
  await expect(page.getByRole('dialog').getByLabel('Cari di e-book ini')).toBeFocused()
})

test('whatever a device remembers or an address asks for, the e-book opens', async ({ page }) => {
  const path = await openBook(page, freeBook)
  const remembered = [
    'bukan json',
    JSON.stringify({ reading: { completedSectionIds: ['x', null], position: { sectionId: 'x', percent: 1e99, at: 'kemarin' }, marks: [{}] }, dirty: true }),
    JSON.stringify({ reading: { completedSectionIds: 7, position: 'sana', marks: null } }),
    'null',
  ]
  for (const text of remembered) {
    await page.evaluate(([path, text]) => localStorage.setItem(`cendaki-reading:tamu:${path?.split('/').at(-1)}`, text ?? ''), [path, text])
    await page.goto(`${path}?bagian=tidak-ada`)
    await ready(page)
    await expect(place(page)).toHaveText(/^Bagian 1 dari 9/)
    await page.getByRole('button', { name: 'Tanda dan catatan' }).click()
    await expect(page.getByText('Belum ada tanda.')).toBeVisible()
  }
})

test('two devices at once: the one left behind is asked, and what either finished counts on both', async ({ page, browser }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  const path = await openBook(page, freeBook)
  await scrollTo(page, 60)
  await page.waitForTimeout(900)
  await scrollTo(page, 70)
  const told = page.waitForResponse((response) => response.url().endsWith('/progress') && response.request().method() === 'PUT')
  await scrollTo(page, 100)
  await told

  const other = await (await browser.newContext({ viewport: { width: 1280, height: 700 } })).newPage()
  await signIn(other, account.email, account.password)
  await other.goto(path)
  await ready(other)
  await other.getByRole('navigation', { name: 'Daftar isi' }).getByRole('link', { name: 'Satu alasan, satu commit' }).click()
  await expect(place(other)).toHaveText(/^Bagian 4 dari 9/)
  const toldToo = other.waitForResponse((response) => response.url().endsWith('/progress') && response.request().method() === 'PUT')
  await scrollTo(other, 100)
  await toldToo
  await expect(other.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '22')

  // Back at the first device: a network that comes back makes it ask.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Lanjut dari Satu alasan, satu commit di perangkat lain?')).toBeVisible()
  await expect(place(page)).toHaveText(/^Bagian 1 dari 9/)
  await page.getByRole('button', { name: 'Lanjut ke sana' }).click()
  await expect(place(page)).toHaveText(/^Bagian 4 dari 9/)
  await page.getByRole('button', { name: 'Daftar isi' }).click()
  await expect(page.getByRole('dialog').getByText('22% · 2 dari 9 bagian')).toBeVisible()
  await other.context().close()
})

test('a paid e-book shows its sample, is bought in place, and opens at once; the list says it is mine', async ({ page }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await openBook(page, paidBook)
  await page.getByRole('button', { name: 'Daftar isi' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Tombol adalah janji/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Bagian ini terkunci.' })).toBeVisible()
  expect(await page.content()).not.toContain('janji yang diingkari')
  await page.getByRole('button', { name: 'Beli E-Book' }).click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
  await expect(sandboxDialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Bagian ini terkunci.' })).toBeHidden()
  await page.getByRole('button', { name: 'Daftar isi' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Tombol adalah janji/ })
    .click()
  await expect(page.getByText('janji yang diingkari')).toBeVisible()
  await page.goto('/e-books')
  await expect(page.getByRole('article').filter({ hasText: paidBook }).getByText('Milikmu')).toBeVisible()
})

test.describe('a reader who signs out in another tab', () => {
  // What this tab had asked for in that name is refused.
  test.use({ expectedConsoleErrors: [/401/] })
  test('an answer that was under way when the reader signed out is not shown or kept for whoever reads next', async ({ page, context }) => {
    const account = await signUp(page)
    await signIn(page, account.email, account.password)
    await page.setViewportSize({ width: 1280, height: 700 })
    const path = await openBook(page, freeBook)
    const percent = page.getByRole('progressbar', { name: 'Progres e-book' })
    const sent = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/progress'))
    await scrollTo(page, 100)
    await expect(percent).toHaveAttribute('aria-valuenow', '11')
    await sent

    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/ebook/*/progress', async (route) => {
      const response = await route.fetch()
      await released
      await route.fulfill({ response })
    })
    const asked = page.waitForRequest(/\/progress$/)
    await page.goto(path)
    await asked
    const other = await context.newPage()
    await other.goto('/tips')
    await ready(other)
    await other.getByRole('button', { name: /^Akun/ }).click()
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: /^Akun/ })).toBeHidden()
    await expect(percent).toHaveAttribute('aria-valuenow', '0')

    const answered = page.waitForResponse(/\/progress$/)
    release()
    await (await answered).finished()
    await page.waitForTimeout(300)
    await expect(percent).toHaveAttribute('aria-valuenow', '0')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^cendaki-reading:(?!tamu)/.test(key)))).toEqual([])
  })
})

test.describe('an e-book that is not there', () => {
  test.use({ expectedConsoleErrors: [/404/] })
  test('answers 404 and says Oops!', async ({ page }) => {
    expect((await page.goto('/e-book/00000000-0000-7000-8000-000000000000'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible()
    await expect(page.getByText('E-book tidak ditemukan.')).toBeVisible()
  })
})

test('lists search, reset and say when there is nothing', async ({ page }) => {
  await page.goto('/e-books')
  await page.getByRole('searchbox', { name: 'Cari e-book' }).fill('git')
  await page.getByRole('main').getByRole('button', { name: 'Cari' }).click()
  await expect(page).toHaveURL(/q=git/)
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(freeBook)
  await page.goto('/e-books?q=zzzz')
  await expect(page.getByText('Belum ada eBook tersedia.')).toBeVisible()
  await page.getByRole('link', { name: 'Reset' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
  await page.goto('/tips')
  await page.getByRole('searchbox', { name: 'Cari tips' }).fill('kontras')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'Memeriksa kontras warna dalam satu menit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Memeriksa kontras warna dalam satu menit' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tips lain' })).toBeVisible()
})
