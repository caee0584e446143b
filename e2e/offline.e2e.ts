import type { APIRequestContext, Page } from '@playwright/test'
import { keptIsLookedAfter, openBook, saveOffline } from './keeping.ts'
import { expect, goOnline, ready, signIn, signUp, test } from './test.ts'

// What a browser without a network says by itself.
test.use({ viewport: { width: 1280, height: 700 }, expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/] })

const percent = (page: Page) => page.getByRole('progressbar', { name: 'Progres e-book' })
const readToEnd = (page: Page) => page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

test('a saved e-book is read without a network; what was read is sent once when it is back; signing out clears it after a warning', async ({
  page,
  context,
}) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  const path = await openBook(page)
  await saveOffline(page)

  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Git adalah buku foto, bukan mesin ketik' })).toBeVisible()
  await ready(page)
  await readToEnd(page)
  await expect(percent(page)).toHaveAttribute('aria-valuenow', '11')
  await page.getByRole('button', { name: 'Lanjut', exact: true }).click()
  await expect(page.getByText('Ada tiga tempat')).toBeVisible()
  await readToEnd(page)
  await expect(percent(page)).toHaveAttribute('aria-valuenow', '22')
  // A page that is not kept says so, and leads to what is.
  await page.goto('/kelas')
  await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
  await page.getByRole('link', { name: /^Git Tanpa Panik/ }).click()
  await expect(percent(page)).toHaveAttribute('aria-valuenow', '22')

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/progress')) sent.push(request.url())
  })
  await goOnline(context)
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  const count = sent.length
  await page.goto('/e-books')
  await ready(page)
  await page.waitForTimeout(500)
  expect(sent.length, 'nothing is left to send').toBe(count)

  const other = await (await context.browser()!.newContext()).newPage()
  await signIn(other, account.email, account.password)
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
  expect(await page.evaluate(() => caches.has('cendaki-saved'))).toBe(false)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-reading')))).toEqual([])
})

test('what one person saved is answered to that person’s session only', async ({ page, context }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  const path = await openBook(page)
  await saveOffline(page)
  await context.setOffline(true)
  const ask = (token: string | null) =>
    page.evaluate(
      async ({ address, token }) => {
        const answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} }).catch(() => null)
        return answer?.status ?? 'nothing'
      },
      { address: `/api${path.replace('/e-book/', '/ebook/')}`, token },
    )
  expect([await ask(null), await ask(`kls_${'x'.repeat(43)}`)]).toEqual(['nothing', 'nothing'])
  await goOnline(context)
})

test('a tip is saved, listed with its size, opened without a network and taken off again', async ({ page, context }) => {
  await openBook(page)
  await page.goto('/tips/membaca-pesan-galat')
  await ready(page)
  await saveOffline(page)
  await context.setOffline(true)
  await page.goto('/offline')
  await page.getByRole('link', { name: /^Membaca pesan galat/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Empat langkah' })).toBeVisible()
  await page.goto('/offline')
  await page.getByRole('button', { name: /^Hapus Membaca pesan galat/ }).click()
  await expect(page.getByText('Belum ada materi tersimpan.')).toBeVisible()
  await goOnline(context)
})

test('the articles of a course are kept, and studied without a network', async ({ page, context }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: 'JavaScript lewat Proyek Kecil' }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await saveOffline(page)
  await context.setOffline(true)
  await page.goto(new URL(page.url()).pathname)
  await page
    .getByRole('link', { name: /Artikel/ })
    .first()
    .click()
  await expect(page.locator('.prose')).not.toBeEmpty()
  await goOnline(context)
})

test('the site can be installed', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await request.get(address ?? '')).json()) as { icons: { src: string; sizes: string }[]; start_url: string; display: string }
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/?src=pwa'])
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200)
})

test.describe('a session that ends by itself', () => {
  // So answers the server to a session that is no more.
  test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|401/] })

  /** As after a week away: the server has forgotten the session, and the next page that needs it says so. */
  async function endSession(page: Page, request: APIRequestContext): Promise<void> {
    const asked = page.waitForRequest((sent) => sent.headers().authorization !== undefined)
    await page.goto('/student')
    const { authorization = '' } = (await asked).headers()
    expect((await request.post('/api/sign-out', { headers: { authorization } })).ok()).toBe(true)
    await page.goto('/student')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).toBe(null)
  }
  const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cendaki-saved') ?? '[]') as { title: string; session: string }[])

  test('keeps what was saved: nobody sees it meanwhile, its person finds it again, and the next person clears it', async ({ page, context, request }) => {
    const [first, second] = [await signUp(page, { name: 'Ayu Pertama' }), await signUp(page, { name: 'Budi Kedua' })]
    await signIn(page, first.email, first.password)
    const path = await openBook(page)
    await saveOffline(page)
    const [before] = await kept(page)

    await endSession(page, request)
    await page.goto('/offline')
    await keptIsLookedAfter(page)
    await expect(page.getByText('Sesi akun yang menyimpan materi di perangkat ini sudah berakhir.')).toBeVisible()
    await expect(page.getByText('Git Tanpa Panik')).toBeHidden()
    expect(await kept(page)).toHaveLength(1)

    await signIn(page, first.email, first.password)
    await page.goto('/tips')
    await keptIsLookedAfter(page)
    await expect.poll(async () => (await kept(page))[0]?.session, { timeout: 20_000 }).not.toBe(before?.session)
    await context.setOffline(true)
    await page.goto('/offline')
    await page.getByRole('link', { name: /^Git Tanpa Panik/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Git adalah buku foto, bukan mesin ketik' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    await goOnline(context)

    await endSession(page, request)
    await signIn(page, second.email, second.password)
    await page.goto('/offline')
    await expect(page.getByText('Belum ada materi tersimpan.')).toBeVisible()
    await expect.poll(() => kept(page)).toEqual([])
    expect(await page.evaluate(async () => (await (await caches.open('cendaki-saved')).keys()).filter(({ url }) => url.includes('pemilik=')).length)).toBe(0)
  })
})
