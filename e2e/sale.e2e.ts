import { openCourse } from './courses.ts'
import { beSignedIn, expect, ready, sandboxDialog, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

const course = 'Full-Stack Web dari Nol sampai Online'

test('the announcement leads to the explanation of its code, and every filter of the sale has courses', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('region', { name: 'Pengumuman' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/sale$/)
  await ready(page)
  const code = page.getByRole('region', { name: /kode REMOTE/ })
  await expect(code).toContainText('jadi Rp 89.000')
  await code.getByRole('button', { name: 'Salin kode' }).click()
  await expect(page.getByText('Kode disalin.')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('REMOTE')
  // Every course here has a price, so a filter for free ones would be empty.
  await expect(page.getByRole('list', { name: 'Filter cepat' }).getByRole('link', { name: 'Gratis' })).toHaveCount(0)
  await code.getByRole('link', { name: 'Pilih kelas' }).click()
  await expect(page).toHaveURL(/\/kelas\?type=premium$/)
})

test(
  'the announcement is absent for the owner of a course, in the player, on invoices and in the student area',
  thorough,
  async ({ page }) => {
    const bar = page.locator('.announcement')
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    await openCourse(page, course)
    const url = page.url()
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: 'Beli Kelas' }).click()
    await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
    await page.waitForURL(/\/start/)
    await expect(page.getByText(/Materi 1 dari \d+/)).toBeVisible()
    await expect(bar).toBeHidden()
    await page.goto('/student/transactions')
    await expect(page.getByText(/INV\//)).toBeVisible()
    await expect(bar).toBeHidden()
    // The footer of the student area is its last line only.
    await expect(page.getByRole('contentinfo').getByText('Privasi')).toBeVisible()
    await expect(page.getByRole('contentinfo').getByText('Flash Sale')).toBeHidden()
    await page.getByRole('link', { name: `Invoice ${course}` }).click()
    await expect(page.getByRole('button', { name: 'Cetak Invoice' })).toBeVisible()
    await expect(bar).toBeHidden()
    await page.goto(url)
    await expect(page.getByText('Kelas ini sudah jadi milikmu.')).toBeVisible()
    await expect(bar).toBeHidden()
    await page.goto('/kelas')
    await expect(bar).toBeVisible()
  },
)

test('on a phone, at most 120 px are above the content', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const topOf = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)
  await page.goto('/')
  await expect.poll(() => topOf('.hero')).toBeLessThanOrEqual(120)
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/')
  await expect(page.getByRole('region', { name: /^Halo/ })).toBeVisible()
  await expect.poll(() => topOf('.hero')).toBeLessThanOrEqual(120)
  await page.goto('/student')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Header and greeting; picture and name come last.
  await expect.poll(() => topOf('.student-frame h1')).toBeLessThanOrEqual(80)
  const first = page.locator('.student-frame :has(> h1) + *')
  await expect.poll(() => first.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThanOrEqual(120)
})

test('pressing “Tampilkan” after a filter adds no second history entry', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/kelas')
  await ready(page)
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Lanjutan')
  await expect(page).toHaveURL(/level=Lanjutan/)
  await page.getByRole('button', { name: /^Tampilkan/ }).click()
  await page.goBack()
  await expect(page).toHaveURL(/\/kelas$/)
})
