import type { Page } from '@playwright/test'
import { weighPage } from '../bench/support/page-weight.ts'
import { expect, ready, test, thorough } from './test.ts'

// Bytes and requests are deterministic, so they are tested here; bench/pages.ts measures times.
const kilobyte = 1024
// The document contains the styles, 12 KB, so that a first paint waits for one response.
// Dialogs that keep their words whole with text of 200 %, what did not come along to the cart, and that nobody goes on with what another
// person was doing on the page, are an eighth of a kilobyte each. That a request failed is said with a retry on every list, and the focus
// finds a place when what had it goes: one together.
const limits = {
  html: 28.1 * kilobyte,
  css: 0,
  font: 14 * kilobyte,
  script: 133 * kilobyte,
  scripts: 11,
  requests: 32,
}

// Courses of tests that ran before stand in lists of courses: up to half a kilobyte.
const courseList = { ...limits, html: 28.6 * kilobyte }

// The settings of the reader's display come with the chunk that it shares with the list of e-books: one request less there, half a kilobyte here. Every page
// stays as it is when loading it once more fails, which takes a fifth of one. With the fields of searches comes what keeps them from calling back who
// follows a link.
const bookList = { ...limits, script: 133.7 * kilobyte }

// The reader also loads bookmarks, highlights, positions and offline copies, the price of an e-book in a sale, and with what sells it the way
// to buy seats. Two builds of the same sources differ by up to a tenth of a kilobyte.
const reader = { ...limits, script: 140 * kilobyte, scripts: 10 }

// The course page folds its chapters, names the types of its lessons, and can be shared; its video can be started at a second. Students open lessons from it,
// and visitors keep it, put it into the cart or give it, buy it for a team, choose a cohort, while the end of a sale counts down.
const coursePage = { ...limits, html: 28.6 * kilobyte, script: 140 * kilobyte, scripts: 11 }

// Pages with forms load the validation schemas when a field has the focus.
const withForms = { ...limits, script: 128 * kilobyte }

// First visits: no response comes from the service worker's cache.
test.use({ serviceWorkers: 'block' })

for (const [path, allowed, details] of [
  ['/', limits, {}],
  ['/kelas', courseList, {}],
  ['/sale', courseList, thorough],
  ['/e-books', bookList, thorough],
  ['/tips', limits, thorough],
  ['/tips/membaca-pesan-galat', limits, thorough],
  ['/auth/sign-in', withForms, {}],
] as const) {
  test(
    `a first visit to ${path} stays within its budget and requests no other origin`,
    details,
    async ({ page, baseURL }) => {
      await expectWithinBudget(page, `${baseURL}${path}`, allowed)
    },
  )
}

test('a first visit to the reader stays within its budget', async ({ page, baseURL, request }) => {
  const { data } = (await (await request.get('/api/ebooks')).json()) as { data: { _id: string }[] }
  for (const { _id } of data) await expectWithinBudget(page, `${baseURL}/e-book/${_id}`, reader)
})

test('a first visit to a course for sale stays within its budget and requests no other origin', async ({
  page,
  request,
  baseURL,
}) => {
  const { data } = (await (await request.get('/api/courses?type=premium&limit=1')).json()) as {
    data: { _id: string }[]
  }
  await expectWithinBudget(page, `${baseURL}/kelas/details/${data[0]?._id}`, coursePage)
})

test('a page is painted before its scripts arrive, and later pages load no second copy of its styles', async ({
  page,
}) => {
  const styles: string[] = []
  page.on(
    'request',
    (request) => request.resourceType() === 'stylesheet' && styles.push(new URL(request.url()).pathname),
  )
  // Scripts that never arrive.
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await expect.poll(() => heading.evaluate((element) => getComputedStyle(element).fontWeight)).toBe('800')
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  await page.unrouteAll()

  await page.goto('/')
  await ready(page)
  await page.getByRole('link', { name: /kelas/i }).first().click()
  await page.waitForURL(/\/kelas/)
  await ready(page)
  expect(styles).toEqual([])
})

async function expectWithinBudget(page: Page, url: string, allowed: typeof limits) {
  const weight = await weighPage(page, url)
  await ready(page)
  expect(weight.elsewhere).toEqual([])
  for (const [kind, limit] of Object.entries(allowed))
    expect(weight[kind as keyof typeof limits], kind).toBeLessThanOrEqual(limit)
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages are complete, and filters, search and menu work', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/kelas')
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('combobox', { name: 'Level' }).selectOption('Lanjutan')
    await page
      .getByRole('button', { name: /Tampilkan|Terapkan/ })
      .first()
      .click()
    await expect(page).toHaveURL(/level=Lanjutan/)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  })
})
