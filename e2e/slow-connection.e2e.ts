import type { Page } from '@playwright/test'
import { readChunkNames } from './chunk-names.ts'
import { startProxy } from './proxy.ts'
import { expect, idle, ready, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

// The response itself takes a few milliseconds; a busy machine needs longer.
const responseMs = 1_500

/** Presses an element and measures how long it takes until the progress line appears, in milliseconds. */
const responseTime = (page: Page, name: string) =>
  page.evaluate(async (text) => {
    const pressed = [...document.querySelectorAll<HTMLElement>('header a, header button')].find(
      (element) => element.innerText.trim() === text && element.checkVisibility(),
    )
    const appeared = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('.progress-line')) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.now()))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    const began = performance.now()
    pressed?.click()
    return (await appeared) - began
  }, name)

test(
  'on a slow connection a press on a link, and on a button that loads a dialog, has a visible effect long before the response',
  thorough,
  async ({ page, connection }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/tips')
    await ready(page)
    await idle(page)
    await connection.slow(responseMs)
    expect(await responseTime(page, 'Sign In')).toBeLessThan(responseMs / 3)
    await expect(page.getByRole('dialog', { name: /^Masuk ke/ })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await responseTime(page, 'Flash Sale')).toBeLessThan(responseMs / 3)
    await connection.restore()
    await expect(page.getByRole('heading', { level: 1, name: 'Flash Sale' })).toBeVisible()
  },
)

test.describe('with the code of the dialog missing', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })

  test('signing in continues on the sign-in page and returns', async ({ page }) => {
    const { email, password } = await signUp(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/tips')
    await ready(page)
    const names = await readChunkNames()
    await page.route(
      ({ pathname }) => names.get(pathname) === 'login-dialog',
      (route) => route.abort(),
    )
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('/auth/sign-in?next=%2Ftips')
    await ready(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.waitForURL('/tips')
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the progress line is visible on the announcement (${colorScheme})`, async ({ page, connection }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/tips')
    await ready(page)
    await idle(page)
    await connection.slow(responseMs)
    await page.getByRole('banner').getByRole('link', { name: 'Flash Sale' }).click()
    const line = page.locator('.progress-line')
    await expect(line).toBeVisible()
    const colors = () =>
      page.evaluate(() => {
        const line = getComputedStyle(document.querySelector('.progress-line')!)
        const announcement = getComputedStyle(document.querySelector('.announcement')!)
        return new Set([line.backgroundColor, line.borderBottomColor, announcement.backgroundColor]).size
      })
    // Colour and edge differ from the announcement and from each other, so that the line shows on any background.
    await expect.poll(colors).toBe(3)
    await expect.poll(async () => (await line.boundingBox())?.y).toBe(0)
    await expect.poll(() => line.evaluate((element) => Number(getComputedStyle(element).zIndex))).toBeGreaterThan(60)
    await connection.restore()
  })
}

test('scripts do not compete with a document that arrives slowly: they are requested after it, and it hydrates', async ({
  page,
  baseURL,
}) => {
  let sendRest = () => {}
  const requested: string[] = []
  const proxy = await startProxy(baseURL ?? '', (path, body, response) => {
    requested.push(path)
    if (path !== '/tips') return void response.end(body)
    const half = body.indexOf('<main')
    response.write(body.subarray(0, half))
    sendRest = () => response.end(body.subarray(half))
  })
  try {
    await page.goto(`${proxy.origin}/tips`, { waitUntil: 'commit' })
    await expect(page.getByRole('banner')).toBeVisible()
    await idle(page)
    expect(requested.filter((path) => path.endsWith('.js'))).toEqual([])
    sendRest()
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(requested.filter((path) => path.includes('/entry-browser'))).toHaveLength(1)
  } finally {
    proxy.close()
  }
})

for (const [path, button] of [
  ['/auth/sign-in', 'Masuk'],
  ['/auth/sign-up', 'Daftar'],
] as const)
  test(
    `a form that is submitted before its scripts arrive sends nothing and keeps what was typed: ${path}`,
    thorough,
    async ({ page }) => {
      await page.route('**/assets/*.js', () => {})
      await page.goto(path, { waitUntil: 'commit' })
      const form = page
        .getByRole('main')
        .locator('form')
        .filter({ has: page.getByLabel('Password', { exact: true }) })
      const password = form.getByLabel('Password', { exact: true })
      await password.fill('jahe-hangat-3')
      const requested: string[] = []
      page.on('request', (request) => void requested.push(request.url()))
      await form.getByRole('button', { name: button, exact: true }).click()
      // A submission would have navigated by now.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await expect(page).toHaveURL(path)
      await expect(password).toHaveValue('jahe-hangat-3')
      expect(requested.filter((url) => !url.includes('/assets/'))).toEqual([])
    },
  )

const pagesOfFonts = {
  'the sign-in page': async () => '/auth/sign-in',
  'a course page': async (page: Page) => {
    const { data } = await (await page.request.get('/api/courses?type=premium&limit=1')).json()
    return `/kelas/details/${data[0]._id}`
  },
  tips: async () => '/tips',
}
for (const [name, pathOf] of Object.entries(pagesOfFonts))
  for (const width of [320, 360, 768, 1280])
    test(
      `a font that arrives late moves nothing: ${name} at ${width} px`,
      name === 'the sign-in page' && width === 320 ? {} : thorough,
      async ({ page }) => {
        const path = await pathOf(page)
        await page.setViewportSize({ width, height: 780 })
        await page.addInitScript(() => {
          const seen = { layoutShift: 0 }
          Object.assign(globalThis, { seen })
          const note = (entry: PerformanceEntry) =>
            (seen.layoutShift += (entry as PerformanceEntry & { value: number }).value)
          new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
            type: 'layout-shift',
            buffered: true,
          })
        })
        const fonts: Promise<unknown>[] = []
        const { promise: isShown, resolve: show } = Promise.withResolvers<void>()
        await page.route('**/*.woff2', (route) => void fonts.push(isShown.then(() => route.continue())))
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await ready(page)
        await idle(page)
        show()
        await Promise.all(fonts)
        await page.evaluate(() => document.fonts.ready)
        expect(fonts.length).toBeGreaterThan(0)
        await expect.poll(() => page.evaluate('seen.layoutShift')).toBeLessThan(0.02)
      },
    )
