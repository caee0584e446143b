import type { Page } from '@playwright/test'
import { formatRupiah } from '#contract/kit/money.ts'
import { apiAs } from './courses.ts'
import { addressesOfEveryPage, type Role } from './every-page.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// The page without access has this status itself.
test.use({
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 800 },
  // Said of a link without its token, and of sign-in by an organisation that is not set.
  expectedConsoleErrors: [/403 .*\/no-access|404 .*\/api\/(teams\/join|auth\/oidc)/],
})

const people: Record<Role, string | null> = {
  visitor: null,
  student: 'siswa@demo.id',
  instructor: 'pengajar@demo.id',
  admin: 'admin@demo.id',
}

/** The text of a page, without what passes with time. */
const shownOn = async (page: Page): Promise<string> =>
  (await page.getByRole('main').innerText())
    .replaceAll(/\d+ (hari|jam|menit|detik)|\d\d[.:]\d\d([.:]\d\d)?/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Lists of items and one item each; of what staff see, only these ask who is looking. */
const offers = /^\/(kelas|e-books?|paket|jalur|tips|pengajar|jadi-instruktur|$)/

/** The addresses that are one page for everybody, which the server renders. */
async function publicPages(request: Parameters<typeof addressesOfEveryPage>[0], role: Role): Promise<string[]> {
  const all = (await addressesOfEveryPage(request)).filter((address) => address.role === 'visitor')
  const isStaff = role === 'instructor' || role === 'admin'
  return all.map(({ path }) => path).filter((path) => !isStaff || offers.test(path))
}

for (const role of ['visitor', 'student', 'instructor', 'admin'] as const)
  test(`a page that ${role} loads directly shows what it shows after a click`, async ({ page, request }) => {
    test.setTimeout(300_000)
    const email = people[role]
    if (email) await beSignedIn(page, email)
    for (const path of await publicPages(request, role)) {
      // A cached page whose counters are stale is made anew with the first visit.
      await page.request.get(path)
      await page.goto(path, { waitUntil: 'networkidle' })
      await ready(page)
      // Signed-in people are sent on from the pages of signing in.
      if (new URL(page.url()).pathname !== new URL(path, page.url()).pathname) continue
      await page.waitForLoadState('networkidle')
      const direct = await shownOn(page)
      expect(direct, `${path} shows something`).not.toBe('')
      expect(direct, path).not.toContain('Coba lagi')

      // Away with a link of the page and back: its loader runs in the browser, as after a click.
      const away = page.locator('a[href="/"], a[href="/kelas"], a[href="/e-books"]').filter({ visible: true })
      await (path === '/' ? away.last() : away.first()).click()
      await page.waitForURL((url) => url.pathname !== new URL(path, url).pathname)
      await expect(page.getByRole('main')).not.toHaveText('')
      await page.goBack()
      await expect.poll(() => shownOn(page), { message: `${path} after a click` }).toBe(direct)
    }
  })

test('a bundle that is loaded directly marks what one owns, and asks for the rest only', async ({ page, request }) => {
  const student = await apiAs(request, 'siswa@demo.id')
  const { viewer } = (await student('GET', '/bundles/mulai-dari-nol')) as unknown as {
    viewer: { price: number; ownedIds: string[] }
  }
  expect(viewer.ownedIds.length).toBeGreaterThan(0)
  await beSignedIn(page, 'siswa@demo.id')
  await page.goto('/paket/mulai-dari-nol')
  await expect(page.getByText('Sudah kamu miliki', { exact: true })).toHaveCount(viewer.ownedIds.length)
  await expect(
    page
      .getByRole('region', { name: /isi, satu harga/ })
      .getByText(formatRupiah(viewer.price))
      .first(),
  ).toBeVisible()
})

test.describe('a request that fails', () => {
  test.use({ expectedConsoleErrors: [/status of 500/] })

  test('says what is not known and tries again, on every page that asks who is looking', async ({ page, request }) => {
    const courses = (await (await request.get('/api/courses?type=premium&limit=1')).json()) as {
      data: { _id: string }[]
    }
    await beSignedIn(page, 'siswa@demo.id')
    const pages = [
      { path: '/paket/mulai-dari-nol', call: /\/api\/bundles\/[\da-f-]{36}$/, says: /isi mana yang sudah kamu punya/ },
      {
        path: `/kelas/details/${courses.data[0]?._id}`,
        call: /\/api\/courses\/[\da-f-]{36}$/,
        says: /kelas ini sudah jadi milikmu/,
      },
      { path: '/kelas', call: /\/api\/courses\/enrolled/, says: /Kelas mana yang sudah kamu punya/ },
      { path: '/e-books', call: /\/api\/ebooks\/mine/, says: /E-book mana yang milikmu/ },
    ]
    for (const { path, call, says } of pages) {
      await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
      await page.goto(path)
      const alert = page.getByRole('alert').filter({ hasText: says })
      await expect(alert, path).toBeVisible()
      await page.unroute(call)
      await alert.getByRole('button', { name: 'Coba lagi' }).click()
      await expect(alert, path).toBeHidden()
    }
  })
})
