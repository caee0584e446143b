import type { APIRequestContext, Page } from '@playwright/test'
import { controlledByServiceWorker, offlineSyncReady, openBook, saveOffline } from './offline-copies.ts'
import { beSignedIn, expect, idle, offlineConsoleErrors, ready, signUp, test, thorough } from './test.ts'

// Console errors of a browser without a network.
test.use({ viewport: { width: 1280, height: 700 }, expectedConsoleErrors: [offlineConsoleErrors] })

const percent = (page: Page) => page.getByRole('progressbar', { name: 'Progres e-book' })
const readToEnd = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

test('a saved e-book is readable offline; progress is sent once when the network is back; signing out deletes the copy after a warning', async ({
  page,
  context,
  network,
}) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  const path = await openBook(page)
  await saveOffline(page)

  await network.goOffline()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Git adalah buku foto, bukan mesin ketik' })).toBeVisible()
  await ready(page)
  await readToEnd(page)
  await expect(percent(page)).toHaveAttribute('aria-valuenow', '11')
  await page.getByRole('button', { name: 'Lanjut', exact: true }).click()
  await expect(page.getByText('Ada tiga tempat')).toBeVisible()
  await readToEnd(page)
  await expect(percent(page)).toHaveAttribute('aria-valuenow', '22')
  // A page that is not saved shows a message and links to the saved ones.
  await page.goto('/kelas')
  await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
  await page.getByRole('link', { name: /^Git Tanpa Panik/ }).click()
  await expect(percent(page)).toHaveAttribute('aria-valuenow', '22')
  await offlineSyncReady(page)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/progress')) sent.push(request.url())
  })
  await network.goOnline()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  const isUnsent = () =>
    page.evaluate(() =>
      Object.entries(localStorage).some(([key, text]) => key.startsWith('cendaki-reading:') && JSON.parse(text).dirty),
    )
  await expect.poll(isUnsent).toBe(false)
  const count = sent.length
  await page.goto('/e-books')
  // The code that sends leftovers has run, and later requests have returned.
  await offlineSyncReady(page)
  await page.evaluate(async () => (await fetch('/api/health')).text())
  await idle(page)
  expect(sent.length, 'nothing is left to send').toBe(count)

  const other = await (await context.browser()!.newContext()).newPage()
  await beSignedIn(other, account.email, account.password)
  await other.goto(path)
  await other.setViewportSize({ width: 1280, height: 700 })
  await expect(percent(other)).toHaveAttribute('aria-valuenow', '22')
  await other.context().close()

  const leave = async () => {
    await page.getByRole('button', { name: /^Akun/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  await leave()
  const warning = page.getByRole('alertdialog', { name: 'Keluar dari akun?' })
  await expect(warning).toContainText('1 materi tersimpan akan dihapus')
  await warning.getByRole('button', { name: 'Batal' }).click()
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeVisible()
  await leave()
  await warning.getByRole('button', { name: 'Keluar' }).click()
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeHidden()
  await expect.poll(() => page.evaluate(() => caches.has('cendaki-saved'))).toBe(false)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-reading'))))
    .toEqual([])
})

test('a saved e-book opens on a connection over which nothing arrives', thorough, async ({ page, connection }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  const path = await openBook(page)
  await saveOffline(page)
  await connection.slow(60_000)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Git adalah buku foto, bukan mesin ketik' })).toBeVisible()
  // Only the data of the reader has this.
  await expect(percent(page)).toHaveAttribute('aria-valuenow', '0')
  await connection.restore()
})

test('copies that a user saved are served to the session of that user only', thorough, async ({ page, network }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  const path = await openBook(page)
  await saveOffline(page)
  await network.goOffline()
  const ask = (token: string | null) =>
    page.evaluate(
      async ({ url, token }) => {
        const response = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} }).catch(
          () => null,
        )
        return response?.status ?? 'nothing'
      },
      { url: `/api${path.replace('/e-book/', '/ebook/')}`, token },
    )
  expect([await ask(null), await ask(`kls_${'x'.repeat(43)}`)]).toEqual(['nothing', 'nothing'])
  await network.goOnline()
})

test('a tip is saved, listed with its size, opened offline and deleted', thorough, async ({ page, network }) => {
  await openBook(page)
  await page.goto('/tips/membaca-pesan-galat')
  await ready(page)
  await saveOffline(page)
  await network.goOffline()
  await page.goto('/offline')
  await page.getByRole('link', { name: /^Membaca pesan error/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Empat langkah' })).toBeVisible()
  await page.goto('/offline')
  await page.getByRole('button', { name: /^Hapus Membaca pesan error/ }).click()
  await expect(page.getByText('Belum ada materi tersimpan.')).toBeVisible()
  await network.goOnline()
})

test('the articles of a course are saved and readable offline', thorough, async ({ page, network }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: 'JavaScript lewat Proyek Kecil' }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
  await controlledByServiceWorker(page)
  await saveOffline(page)
  await network.goOffline()
  await page.goto(new URL(page.url()).pathname)
  await page
    .getByRole('link', { name: /Artikel/ })
    .first()
    .click()
  await expect(page.locator('.prose')).not.toBeEmpty()
  await network.goOnline()
})

test('the site can be installed', async ({ page, request }) => {
  await page.goto('/')
  const url = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await request.get(url ?? '')).json()) as {
    icons: { src: string; sizes: string }[]
    start_url: string
    display: string
  }
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/?src=pwa'])
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200)
})

test.describe('a session that expires', thorough, () => {
  // The server's response to an expired session.
  test.use({ expectedConsoleErrors: [[offlineConsoleErrors, /401/], { scope: 'test' }] })

  /** Ends the session on the server, then opens a page that needs it, which clears the local session. */
  async function endSession(page: Page, request: APIRequestContext): Promise<void> {
    const asked = page.waitForRequest((sent) => sent.headers().authorization !== undefined)
    await page.goto('/student')
    const { authorization = '' } = (await asked).headers()
    expect((await request.post('/api/sign-out', { headers: { authorization } })).ok()).toBe(true)
    await page.goto('/student')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).toBe(null)
  }
  const savedItems = (page: Page) =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('cendaki-saved') ?? '[]') as { title: string; session: string }[],
    )

  test('keeps saved copies: they are hidden until the same user signs in again, and deleted when another user signs in', async ({
    page,
    network,
    request,
  }) => {
    const [first, second] = [await signUp(page, { name: 'Ayu Pertama' }), await signUp(page, { name: 'Budi Kedua' })]
    await beSignedIn(page, first.email, first.password)
    const path = await openBook(page)
    await saveOffline(page)
    const [before] = await savedItems(page)

    await endSession(page, request)
    await page.goto('/offline')
    await offlineSyncReady(page)
    await expect(page.getByText('Sesi akun yang menyimpan materi di perangkat ini sudah berakhir.')).toBeVisible()
    await expect(page.getByText('Git Tanpa Panik')).toBeHidden()
    await expect.poll(() => savedItems(page)).toHaveLength(1)

    await beSignedIn(page, first.email, first.password)
    await page.goto('/tips')
    await offlineSyncReady(page)
    await expect.poll(async () => (await savedItems(page))[0]?.session).not.toBe(before?.session)
    await network.goOffline()
    await page.goto('/offline')
    await page.getByRole('link', { name: /^Git Tanpa Panik/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Git adalah buku foto, bukan mesin ketik' })).toBeVisible()
    await expect(page).toHaveURL(({ pathname }) => pathname === path)
    await network.goOnline()

    await endSession(page, request)
    await beSignedIn(page, second.email, second.password)
    await page.goto('/offline')
    await expect(page.getByText('Belum ada materi tersimpan.')).toBeVisible()
    await expect.poll(() => savedItems(page)).toEqual([])
    const owned = () =>
      page.evaluate(
        async () =>
          (await (await caches.open('cendaki-saved')).keys()).filter(({ url }) => url.includes('pemilik=')).length,
      )
    await expect.poll(owned).toBe(0)
  })
})
