import { signInByCall } from './staff-calls.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

test.describe('a draft', () => {
  // The server returns 404 for drafts to everyone; the editor's browser loads the draft afterwards.
  test.use({ expectedConsoleErrors: [/404/] })

  test('is not found for visitors, and its editor sees a preview', async ({ page, request }) => {
    const headers = await signInByCall(request, 'pengajar@demo.id')
    const made = await request.post('/api/courses', {
      headers,
      multipart: { title: 'Kelas yang belum jadi', status: 'draft' },
    })
    const { data } = (await made.json()) as { data: { _id: string } }
    const path = `/kelas/details/${data._id}`
    expect((await request.get(path)).status()).toBe(404)

    await page.goto(path)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Halaman tidak ditemukan' })).toBeVisible()

    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Kelas yang belum jadi' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Draf', exact: true })).toContainText('Hanya kamu dan admin')
    await expect(page.getByRole('button', { name: 'Beli Kelas' })).toBeHidden()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await page.getByRole('link', { name: 'Kelola kelas' }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/course/detail/${data._id}$`))
  })
})

test('the site name in the settings is used on every page', async ({ page, request }) => {
  const headers = await signInByCall(request, 'admin@demo.id')
  const settings = async () =>
    ((await (await request.get('/api/admin/settings', { headers })).json()) as { data: object }).data
  const before = await settings()
  const rename = async (name: string) =>
    expect(
      (await request.put('/api/admin/settings', { headers, data: { ...(await settings()), name } })).status(),
    ).toBe(200)
  await rename('Sanggar Kode')
  try {
    await page.goto('/auth/sign-in')
    await expect(page).toHaveTitle('Masuk | Sanggar Kode')
    await page.goto('/')
    await expect(page).toHaveTitle(/^Sanggar Kode: /)
    await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'Sanggar Kode')
    await expect(page.getByRole('banner')).toContainText('Sanggar Kode')
    await expect.poll(() => page.content()).not.toContain('Cendaki')
  } finally {
    await rename((before as { name: string }).name)
  }
})

test('a signed-in student continues from the home page, without layout shift and with one request for all courses', async ({
  page,
}) => {
  await beSignedIn(page, 'siswa@demo.id')
  await page.addInitScript(() => {
    const seen = { layoutShift: 0 }
    Object.assign(globalThis, { seen })
    const note = (entry: PerformanceEntry) =>
      (seen.layoutShift += (entry as PerformanceEntry & { value: number }).value)
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Lanjutkan belajar' })
  await expect(strip.getByRole('progressbar')).toBeVisible()
  await expect.poll(() => page.evaluate('seen.layoutShift')).toBeLessThan(0.005)
  // The browser reports a response a moment after the page has used it.
  const requests = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/courses/enrolled')),
    )
  await expect.poll(requests).toHaveLength(1)
  await strip.getByRole('link', { name: 'Lanjut Belajar' }).click()
  await expect(page).toHaveURL(/\/courses\/.+\/start/)
})

test('recent searches are suggested in an empty field, usable by keyboard, and can be cleared', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await ready(page)
  const field = page.getByRole('banner').getByLabel('Cari di Cendaki')
  for (const text of ['laravel', 'desain logo']) {
    await field.fill(text)
    await field.press('Enter')
    // A search is stored when its results are shown.
    await expect(page.getByRole('heading', { level: 1 })).toContainText(text)
  }
  await page.goto('/tips')
  await ready(page)
  await field.focus()
  await expect(page.getByRole('option')).toHaveText([/^desain logo/, /^laravel/, /^Hapus riwayat pencarian/])
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/q=laravel/)
  // Focus leaves the field when the results are shown, and closes its list.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('laravel')
  await expect(field).not.toBeFocused()
  await field.focus()
  await page.getByRole('option', { name: 'Hapus riwayat pencarian' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cendaki-searches'))).toBeNull()
})
