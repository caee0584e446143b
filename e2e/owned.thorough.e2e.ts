import type { Locator } from '@playwright/test'
import { openCourse } from './courses.ts'
import { signInByCall } from './staff-calls.ts'
import { beSignedIn, demoPassword, expect, ready, sandboxDialog, signIn, signUp, test } from './test.ts'

const freeCourse = 'JavaScript lewat Proyek Kecil'
const paidCourse = 'SEO untuk Situs Usaha Kecil'

test('the page of an owned course shows no price and one button, which says what comes next', async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await expect(page.getByRole('heading', { level: 1, name: freeCourse })).toBeVisible()
  await ready(page)
  const url = page.url()
  const offer = page.getByRole('complementary', { name: 'Harga' })
  await expect(offer.getByText('GRATIS', { exact: true })).toBeVisible()
  await offer.getByRole('button', { name: 'Mulai Belajar' }).click()
  await expect(page.getByText(/Materi 1 dari/)).toBeVisible()

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(url)
    await expect(offer.getByText('Kelas ini sudah jadi milikmu.')).toBeVisible()
    await expect(offer.getByText('GRATIS', { exact: true })).toBeHidden()
    // The bar of phones is loaded later.
    await expect(page.getByText('0% selesai')).toBeAttached()
    // The bar at the bottom hides while the offer is in view; the page may still grow above it.
    await expect(async () => {
      await offer.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await expect(page.getByRole('link', { name: 'Mulai Belajar' })).toHaveCount(1, { timeout: 1000 })
    }).toPass()
    await expect(page.getByText('Gabung Kelas')).toBeHidden()
  }

  await offer.getByRole('link', { name: 'Mulai Belajar' }).click()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByText('Progres tersimpan')).toBeVisible()
  await page.goto(url)
  await expect(offer.getByRole('link', { name: 'Lanjut Belajar' })).toBeVisible()
  await expect(offer.getByRole('progressbar', { name: 'Progres kelasmu' })).toBeVisible()
  const outline = page.getByRole('region', { name: 'Isi kelas' })
  await expect(outline.getByRole('listitem').first()).toContainText('selesai')
  await expect(outline.getByText(/Terkunci|Contoh gratis/)).toHaveCount(0)
  const third = outline.getByRole('link').nth(2)
  const title = await third.innerText()
  await third.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('lists show what one owns instead of its price, and finished courses are not suggested again', async ({
  page,
  request,
}) => {
  const account = await signUp(page)
  const headers = await signInByCall(request, account.email, account.password)
  const found = await (await request.get(`/api/courses?q=${encodeURIComponent(freeCourse)}`)).json()
  const { _id: owned, category } = found.data[0]
  const { data: similar } = await (await request.get(`/api/courses?category=${category.slug}&sort=popular`)).json()
  const other = similar.find((course: { _id: string }) => course._id !== owned)
  expect((await request.post(`/api/courses/${owned}/enroll`, { headers })).ok()).toBe(true)

  await signIn(page, account.email, account.password)
  const cardIn = (list: Locator) => list.getByRole('article').filter({ hasText: freeCourse })
  const expectOwned = async (card: Locator, badge: string) => {
    await expect(card.getByText(badge, { exact: true })).toBeVisible()
    await expect(card.getByText('GRATIS', { exact: true })).toHaveCount(0)
  }
  const suggestions = page.getByRole('region', { name: 'Kelas lain yang mungkin cocok' })
  await page.goto(`/kelas/details/${other._id}`)
  await expectOwned(cardIn(suggestions), 'Kelasmu')

  const { data: overview } = await (await request.get(`/api/courses/${owned}/overview`, { headers })).json()
  for (const { _id } of overview.details) {
    expect((await request.put(`/api/courses/${owned}/content/${_id}/completion`, { headers })).ok()).toBe(true)
  }
  await page.goto(`/kelas?q=${encodeURIComponent(freeCourse)}`)
  await expectOwned(cardIn(page.getByRole('main')), 'Kelasmu · Selesai')
  await page.goto(`/kelas/details/${other._id}`)
  await expect(cardIn(suggestions)).toHaveCount(0)
  await expect(suggestions.getByRole('article').first()).toBeVisible()
})

test('the navigation of the student area has the same labels on phones and wide screens', async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/student')
  const links = page.getByRole('navigation', { name: 'Menu siswa' }).getByRole('link')
  const labels: string[][] = []
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await expect(links).toHaveCount(6)
    labels.push(await links.allInnerTexts())
    // No label is cut off or covers its neighbour.
    const boxes = await links.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    )
    for (const [index, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
      const next = boxes[index + 1]
      if (next && width < 700)
        expect(next.left - box.right, `between tabs ${index} and ${index + 1} at ${width}`).toBeGreaterThanOrEqual(2)
    }
  }
  expect(labels[1]).toEqual(labels[0])
  expect(labels[2]).toEqual(labels[0])
})

test('a payment that was begun is offered again on the home page and the dashboard, and a sign-up on the way leads back to the price', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openCourse(page, paidCourse)
  await page.getByRole('button', { name: 'Beli Kelas' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Daftar' }).click()
  const form = page.getByRole('main')
  const email = `begun-${Date.now()}@contoh.id`
  await form.getByLabel('Nama').fill('Begun Buyer')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(demoPassword)
  await form.getByRole('button', { name: 'Daftar' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await form.getByLabel('Password', { exact: true }).fill(demoPassword)
  await form.getByRole('button', { name: 'Masuk', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Plus' })).toBeInViewport()

  await page.getByRole('button', { name: 'Beli Kelas' }).click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar Nanti' }).click()
  await expect(page.getByRole('link', { name: 'Cara bayar' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('region', { name: /^Halo/ }).getByRole('link', { name: 'Lihat transaksi' }).click()
  await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
  await page.goto('/student')
  await page.getByRole('link', { name: 'Lanjutkan pembayaran' }).click()
  await expect(page.getByRole('heading', { name: 'Menunggu pembayaran' })).toBeVisible()
})
