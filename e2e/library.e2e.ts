import type { Page } from '@playwright/test'
import { beSignedIn, expect, idle, ready, sandboxDialog, signIn, signUp, test, thorough } from './test.ts'

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
    const scrollable = document.documentElement.scrollHeight - innerHeight
    window.scrollTo({ top: (scrollable * percent) / 100, behavior: 'instant' })
  }, percent)
/** Scrolls until the position is stored: the reader ignores scrolling just after it has opened a section. */
const readTo = (page: Page, percent: number) =>
  expect(async () => {
    await scrollTo(page, percent - 10)
    await scrollTo(page, percent)
    const stored = () =>
      page.evaluate(() => {
        const id = location.pathname.split('/').at(-1) ?? ''
        const key = Object.keys(localStorage).find((name) => name.startsWith('cendaki-reading:') && name.endsWith(id))
        const state = JSON.parse((key && localStorage.getItem(key)) ?? 'null') as {
          reading: { position: { sectionId: string; percent: number } | null }
        } | null
        const position = state?.reading.position
        // Not that of another device in another section.
        const opened = new URLSearchParams(location.search).get('bagian')
        return opened === null || opened === position?.sectionId ? position?.percent : null
      })
    await expect.poll(stored, { timeout: 1_000 }).toBe(percent)
  }).toPass()
const next = (page: Page) => page.getByRole('button', { name: 'Lanjut', exact: true })
const sectionLabel = (page: Page) => page.getByText(/^Bagian \d+ dari \d+/)

test.describe('reading', () => {
  test.use({ viewport: { width: 1280, height: 600 } })

  test(
    '“Lanjut” appears from 95 %, a section is completed at its end, and the last section ends with congratulations',
    thorough,
    async ({ page }) => {
      const path = await openBook(page, freeBook)
      const progress = page.getByRole('progressbar', { name: 'Progres e-book' })
      await readTo(page, 90)
      await expect(next(page)).toBeHidden()
      await scrollTo(page, 96)
      await expect(next(page)).toBeVisible()
      await expect(progress).toHaveAttribute('aria-valuenow', '0')
      await scrollTo(page, 100)
      await expect(progress).toHaveAttribute('aria-valuenow', '11')
      await next(page).click()
      await expect(sectionLabel(page)).toHaveText(/^Bagian 2 dari 9/)
      await expect(next(page)).toBeHidden()

      // A reload shows the same section with the same progress.
      await readTo(page, 50)
      await page.goto(path)
      await expect(sectionLabel(page)).toHaveText(/^Bagian 2 dari 9/)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
      await expect(progress).toHaveAttribute('aria-valuenow', '11')

      // After the last section of a topic comes the next topic.
      await scrollTo(page, 100)
      await next(page).click()
      await expect(page.getByText('Gambaran di kepala › Cabang')).toBeVisible()
      await page
        .getByRole('navigation', { name: 'Daftar isi' })
        .getByRole('link', { name: 'Menulis catatan kejadian' })
        .click()
      await expect(sectionLabel(page)).toHaveText(/^Bagian 9 dari 9/)
      await scrollTo(page, 100)
      await next(page).click()
      // Sections still open are offered; the congratulation waits until all is read.
      const open = page.getByRole('alertdialog', { name: 'Ini bagian terakhir' })
      await expect(open).toContainText('Masih ada 6 bagian yang belum selesai.')
      await expect(page.getByRole('alertdialog', { name: finished })).toHaveCount(0)
      await open.getByRole('button', { name: 'Lanjut membaca' }).click()
      await expect(progress).toHaveAttribute('aria-valuenow', '33')
      for (const section of [3, 4, 5, 6, 7, 8, 9]) {
        await expect(sectionLabel(page)).toHaveText(new RegExp(`^Bagian ${section} dari 9`))
        await scrollTo(page, 100)
        await next(page).click()
      }
      await page.getByRole('alertdialog', { name: finished }).getByRole('button', { name: 'OK' }).click()
      await expect(progress).toHaveAttribute('aria-valuenow', '100')
      const offered = page.getByRole('region', { name: 'E-book lain yang mungkin cocok' })
      await expect(offered.getByRole('listitem').first()).toContainText(/Rp|Gratis/i)
      await expect(offered.getByText(freeBook)).toHaveCount(0)
    },
  )

  test(
    'progress without a session is merged on sign-in and shown on another device',
    thorough,
    async ({ page, browser }) => {
      const path = await openBook(page, freeBook)
      await scrollTo(page, 100)
      await next(page).click()
      await expect(sectionLabel(page)).toHaveText(/^Bagian 2 dari 9/)
      const account = await signUp(page)
      await signIn(page, account.email, account.password)
      const saved = page.waitForResponse(
        (response) => response.url().endsWith('/progress') && response.request().method() === 'PUT',
      )
      await page.goto(path)
      await saved
      const other = await (await browser.newContext()).newPage()
      await beSignedIn(other, account.email, account.password)
      await other.goto(path)
      await other.setViewportSize({ width: 1280, height: 700 })
      await expect(other.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '11')
      await other.context().close()
    },
  )

  test(
    'search highlights results, bookmarks and notes are saved, and all works by keyboard',
    thorough,
    async ({ page }) => {
      await openBook(page, freeBook)
      await page.keyboard.press('/')
      await page.getByRole('dialog').getByLabel('Cari di e-book ini').fill('REFLOG')
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/temuan/)
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
      const heading = page.getByRole('heading', { level: 1, name: 'Lima pertolongan pertama' })
      await expect(heading).toBeVisible()
      // Screen reader and keyboard users continue at the heading of the section.
      await expect(heading).toBeFocused()
      await expect.poll(() => page.evaluate(() => CSS.highlights.get('temuan')?.size ?? 0)).toBeGreaterThan(2)
      await page.keyboard.press('b')
      await page.keyboard.press('ArrowLeft')
      await expect(page.getByRole('heading', { level: 1, name: 'Cabang yang berumur pendek' })).toBeVisible()
      // Selects a text passage.
      await page.getByText('Konflik bukan kegagalan').click({ clickCount: 3 })
      await page
        .getByRole('toolbar', { name: 'Teks terpilih' })
        .getByRole('button', { name: 'Sorot dan catat' })
        .click()
      const panel = page.getByRole('dialog', { name: 'Tanda dan catatan' })
      await expect(panel.getByRole('listitem')).toHaveCount(2)
      const note = panel.getByRole('listitem').filter({ hasText: 'Sorotan' }).getByLabel('Catatan')
      await expect(note).toBeFocused()
      await note.fill('Ingat tagihannya')
      await page.keyboard.press('Escape')
      // The same passage again is the same highlight, and a press on it edits it.
      const passage = page.getByText('Konflik bukan kegagalan')
      await passage.click({ clickCount: 3 })
      await page
        .getByRole('toolbar', { name: 'Teks terpilih' })
        .getByRole('button', { name: 'Sorot dan catat' })
        .click()
      await expect(panel.getByRole('listitem')).toHaveCount(2)
      await expect(note).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await passage.click({ position: { x: 40, y: 10 } })
      await expect(note).toBeFocused()
      await expect(note).toHaveValue('Ingat tagihannya')
      await page.keyboard.press('Escape')
      await page.reload()
      await ready(page)
      await expect.poll(() => page.evaluate(() => CSS.highlights.get('sorotan')?.size ?? 0)).toBe(1)
      await page.getByRole('button', { name: 'Tanda dan catatan' }).click()
      await expect(panel.getByRole('listitem').filter({ hasText: 'Sorotan' }).getByLabel('Catatan')).toHaveValue(
        'Ingat tagihannya',
      )
    },
  )
})

test('a section that needs no scrolling is completed automatically', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 })
  await openBook(page, freeBook)
  await expect(page.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '11')
  await expect(next(page)).toBeVisible()
})

test(
  'on a phone the toolbar hides on scrolling down, shows on scrolling up, and its menus contain all tools',
  thorough,
  async ({ page }) => {
    await openBook(page, freeBook)
    const tools = page.getByRole('button', { name: 'Tampilan' })
    await page.mouse.wheel(0, 500)
    await expect(tools).not.toBeInViewport()
    await page.mouse.wheel(0, -120)
    await expect(tools).toBeInViewport()
    await page.mouse.wheel(0, 400)
    await expect(tools).not.toBeInViewport()
    // The toolbar also shows when one of its buttons has the focus.
    await tools.focus()
    await expect(tools).toBeInViewport()
    await page.getByRole('button', { name: 'Tanda dan catatan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Tandai tempat ini' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Penanda' })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Daftar isi' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cari di e-book ini' }).click()
    await expect(page.getByRole('dialog').getByLabel('Cari di e-book ini')).toBeFocused()
  },
)

test('an e-book opens with any stored state and any URL parameter', thorough, async ({ page }) => {
  const path = await openBook(page, freeBook)
  const storedStates = [
    'bukan json',
    JSON.stringify({
      reading: {
        completedSectionIds: ['x', null],
        position: { sectionId: 'x', percent: 1e99, at: 'kemarin' },
        marks: [{}],
      },
      dirty: true,
    }),
    JSON.stringify({ reading: { completedSectionIds: 7, position: 'sana', marks: null } }),
    'null',
  ]
  for (const text of storedStates) {
    await page.evaluate(
      ([path, text]) => localStorage.setItem(`cendaki-reading:tamu:${path?.split('/').at(-1)}`, text ?? ''),
      [path, text],
    )
    await page.goto(`${path}?bagian=tidak-ada`)
    await ready(page)
    await expect(sectionLabel(page)).toHaveText(/^Bagian 1 dari 9/)
    await page.getByRole('button', { name: 'Tanda dan catatan' }).click()
    await expect(page.getByText('Belum ada tanda.')).toBeVisible()
  }
})

test(
  'with two devices the one behind offers to jump to the latest position, and completed sections count on both',
  thorough,
  async ({ page, browser }) => {
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    const path = await openBook(page, freeBook)
    await readTo(page, 70)
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/progress') && response.request().method() === 'PUT',
    )
    await scrollTo(page, 100)
    await saved

    const other = await (await browser.newContext({ viewport: { width: 1280, height: 700 } })).newPage()
    await beSignedIn(other, account.email, account.password)
    await other.goto(path)
    await ready(other)
    await other
      .getByRole('navigation', { name: 'Daftar isi' })
      .getByRole('link', { name: 'Satu alasan, satu commit' })
      .click()
    await expect(sectionLabel(other)).toHaveText(/^Bagian 4 dari 9/)
    // A completed section is sent at once, its position may follow later.
    const opened = new URL(other.url()).searchParams.get('bagian')
    const savedThere = other.waitForResponse(
      (response) =>
        response.url().endsWith('/progress') &&
        response.request().method() === 'PUT' &&
        response.request().postDataJSON().position?.sectionId === opened,
    )
    await readTo(other, 100)
    await savedThere
    await expect(other.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '22')

    // On the first device an online event triggers a synchronisation.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Lanjut dari Satu alasan, satu commit di perangkat lain?')).toBeVisible()
    await expect(sectionLabel(page)).toHaveText(/^Bagian 1 dari 9/)
    await page.getByRole('button', { name: 'Lanjut ke sana' }).click()
    await expect(sectionLabel(page)).toHaveText(/^Bagian 4 dari 9/)
    await page.getByRole('button', { name: 'Daftar isi' }).click()
    await expect(page.getByRole('dialog').getByText('22% · 2 dari 9 bagian')).toBeVisible()
    await other.context().close()
  },
)

test('a paid e-book shows its sample, is bought in the reader, and opens immediately; the list shows ownership', async ({
  page,
}) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await openBook(page, paidBook)
  await page.getByRole('button', { name: 'Daftar isi' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Tombol adalah janji/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Bagian ini terkunci.' })).toBeVisible()
  await expect.poll(() => page.content()).not.toContain('janji yang diingkari')
  await page.getByRole('button', { name: 'Beli E-Book' }).click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
  await expect(sandboxDialog(page)).toBeHidden()
  // The purchase is confirmed, and the section that was locked opens where the reader was.
  await expect(page.getByText(/^Pembayaran berhasil\. E-book .* sekarang milikmu\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bagian ini terkunci.' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: /Tombol adalah janji/ })).toBeVisible()
  await expect(page.getByText('janji yang diingkari')).toBeVisible()
  await page.goto('/e-books')
  await expect(page.getByRole('article').filter({ hasText: paidBook }).getByText('Milikmu')).toBeVisible()
})

test.describe('a reader who signs out in another tab', thorough, () => {
  // Pending requests with the ended session return 401.
  test.use({ expectedConsoleErrors: [/401/] })
  test('a response that arrives after the sign-out is not shown or stored for the next user', async ({
    page,
    context,
  }) => {
    const account = await signUp(page)
    await signIn(page, account.email, account.password)
    await page.setViewportSize({ width: 1280, height: 700 })
    const path = await openBook(page, freeBook)
    const percent = page.getByRole('progressbar', { name: 'Progres e-book' })
    const sent = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/progress'),
    )
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

    const responded = page.waitForResponse(/\/progress$/)
    release()
    await (await responded).finished()
    // The page has processed the response before that of a later request.
    await page.evaluate(async () => (await fetch('/api/health')).text())
    await idle(page)
    await expect(percent).toHaveAttribute('aria-valuenow', '0')
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /^cendaki-reading:(?!tamu)/.test(key))))
      .toEqual([])
  })
})

test.describe('an e-book that does not exist', () => {
  test.use({ expectedConsoleErrors: [/404/] })
  test('returns 404 and shows Oops!', async ({ page }) => {
    expect((await page.goto('/e-book/00000000-0000-7000-8000-000000000000'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible()
    await expect(page.getByText('E-book tidak ditemukan.')).toBeVisible()
  })
})

test('lists can be searched and reset, and show an empty state', async ({ page }) => {
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
