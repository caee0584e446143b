import { expect, ready, signIn, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

test('stars are filled in halves, as the shown rating says', async ({ page, request }) => {
  const { data } = (await (await request.get('/api/courses?sort=rating&limit=100')).json()) as {
    data: { _id: string; rating: number; ratingCount: number }[]
  }
  const halvesOf = (rating: number) => Math.round(rating * 2)
  const rated = data.filter(({ ratingCount }) => ratingCount > 0)
  // One that ends in a half star, and one that does not.
  const shown = [1, 0].flatMap((rest) => rated.find(({ rating }) => halvesOf(rating) % 2 === rest) ?? [])
  expect(shown).toHaveLength(2)
  for (const { _id, rating } of shown) {
    await page.goto(`/kelas/details/${_id}#ulasan`)
    await ready(page)
    const stars = page.locator('#ulasan .text-star').first()
    const shape = async () => {
      const clips = await stars
        .locator('svg.fill-current')
        .evaluateAll((all) => all.map((star) => getComputedStyle(star).clipPath))
      return { rating, filled: clips.length, halves: clips.filter((clip) => /50%/.test(clip)).length }
    }
    await expect.poll(shape).toEqual({ rating, filled: Math.ceil(halvesOf(rating) / 2), halves: halvesOf(rating) % 2 })
  }
})

test('a dialog has a visible edge on a dark page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await ready(page)
    if (width < 1024) await page.getByRole('button', { name: /menu/i }).first().click()
    await page.getByRole('button', { name: 'Sign In' }).last().click()
    const dialog = page.getByRole('dialog', { name: /Masuk/ })
    await expect(dialog).toBeVisible()
    const edge = () =>
      dialog.evaluate((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
        return { width: borderTopWidth, style: borderTopStyle, differs: borderTopColor !== backgroundColor }
      })
    await expect.poll(edge).toEqual({ width: '1px', style: 'solid', differs: true })
  }
})

test('a private page opened by its address starts at the top; a reload and going back keep the place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page, 'admin@demo.id')
  const open = async (go: () => Promise<unknown>) => {
    await go()
    await ready(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Pengaturan' })).toBeAttached()
  }
  const place = () => page.evaluate(() => Math.round(scrollY))
  const scrollDown = () => page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await open(() => page.goto('/admin/settings'))
  await expect.poll(place).toBe(0)
  await scrollDown()
  await open(() => page.reload())
  await expect.poll(place).toBe(900)
  await page.goto('/tips')
  await open(() => page.goto('/admin/settings'))
  await expect.poll(place).toBe(0)
  await scrollDown()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).not.toHaveURL('/admin/settings')
  await open(() => page.goBack())
  await expect.poll(place).toBe(900)
})

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/student', '/admin/courses', '/courses/tidak-ada/start', '/transaction/invoice/tidak-ada']) {
    test(`the document of ${path} says in its title and text that it is loading`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveTitle('Memuat… | Cendaki')
      await expect(page.getByText('Memuat…')).toBeAttached()
    })
  }
})
