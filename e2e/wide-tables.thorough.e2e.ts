import { addressesOfEveryPage } from './every-page.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 }, expectedConsoleErrors: [/40[34]/] })
test.describe.configure({ timeout: 240_000 })

test('no table of the staff area is cut off at 1280 and 1440 px', async ({ page, request }) => {
  await beSignedIn(page, 'admin@demo.id')
  const addresses = (await addressesOfEveryPage(request)).filter(({ path }) => path.startsWith('/admin'))
  const cut: string[] = []
  let tables = 0
  for (const path of new Set(addresses.map((address) => address.path))) {
    await page.goto(path)
    await ready(page)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      for (const table of await page.getByRole('table').all()) {
        tables++
        const [own, frame] = await table.evaluate((element) => [
          element.scrollWidth,
          element.parentElement?.clientWidth ?? 0,
        ])
        if (Number(own) > Number(frame) + 1)
          cut.push(`${path}: ${await table.getAttribute('aria-label')} ${own} in ${frame} at ${width}`)
      }
    }
  }
  expect(tables).toBeGreaterThan(30)
  expect(cut).toEqual([])
})
