import type { Page } from '@playwright/test'
import { publishCourse, studyAsNewStudent } from './courses.ts'
import { enlargeText, expectNoProblems, findLargeTextProblems } from './large-text.ts'
import { beSignedIn, expect, idle, ready, sandboxDialog, signUp, test } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

const sizes = [
  { width: 320, percent: 100 },
  { width: 320, percent: 130 },
  { width: 320, percent: 200 },
  { width: 360, percent: 130 },
  { width: 768, percent: 130 },
] as const

const paidCourse = 'Full-Stack Web dari Nol sampai Online'
const freeCourse = 'JavaScript lewat Proyek Kecil'

/** One load: the page is made narrower and wider, and its text larger, as people do. */
async function expectReadable(page: Page, path: string, shown: readonly { width: number; percent: number }[] = sizes) {
  await page.goto(path)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await idle(page)
  for (const { width, percent } of shown) {
    await page.setViewportSize({ width, height: width < 1000 ? 700 : 800 })
    await enlargeText(page, percent)
    await expectNoProblems(page, `${path} at ${width} px with text of ${percent} %`)
  }
}

const findCoursePath = async (page: Page, query: string, title: string) => {
  await page.goto(`/kelas?${query}`)
  return (await page.getByRole('main').getByRole('link', { name: title }).getAttribute('href')) ?? ''
}

test('enlarged text stays readable on a course page, and nothing covers its price', async ({ page }) => {
  const path = await findCoursePath(page, 'type=premium', paidCourse)
  await expectReadable(page, path)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(path)
  await ready(page)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  const price = page
    .getByRole('complementary', { name: 'Harga' })
    .getByText(/^Rp\s209\.400$/)
    .first()
  await price.scrollIntoViewIfNeeded()
  const isOnTop = () =>
    price.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
})

test('enlarged text stays readable in the player, on an order that waits, and when it is cancelled', async ({
  page,
}) => {
  test.slow()
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto(await findCoursePath(page, 'type=premium', paidCourse))
  await ready(page)
  await page.getByRole('button', { name: 'Beli Kelas' }).click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar Nanti' }).click()
  await page.getByRole('link', { name: 'Cara bayar' }).click()
  await expect(page.getByRole('heading', { name: 'Menunggu pembayaran' })).toBeVisible()
  const waiting = page.url()
  await page.goto(await findCoursePath(page, 'type=free', freeCourse))
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/materi=/)
  const player = new URL(page.url())
  for (const path of [player.pathname, new URL(waiting).pathname]) await expectReadable(page, path)

  await page.goto(new URL(waiting).pathname)
  await ready(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await enlargeText(page, 200)
  await page.getByRole('button', { name: 'Batalkan pesanan' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await idle(page)
  await expect.poll(() => findLargeTextProblems(page)).toEqual([])
})

test('with enlarged text the bar of the player leaves most of a small phone to the lesson, and covers no end of a page', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: 'Bilah pemutar', lessons: ['Pembuka', 'Penutup'] })
  await page.setViewportSize({ width: 320, height: 640 })
  await studyAsNewStudent(page, course.id)
  await ready(page)
  const complete = page.getByRole('button', { name: 'Mark as Completed' })
  const bar = page.locator('.player .fixed').filter({ has: complete })
  const height = () => bar.evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(height).toBeLessThanOrEqual(64)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await expect.poll(height).toBeGreaterThan(100)
  await expect.poll(() => height()).toBeLessThanOrEqual(640 * 0.4)
  // All other controls are in one row, below it.
  const controls = [
    page.getByRole('button', { name: 'Materi sebelumnya' }),
    page.getByRole('link', { name: 'Daftar materi' }),
    page.getByRole('button', { name: 'Materi berikutnya' }),
  ]
  const spread = async () => {
    const boxes = await Promise.all(controls.map((control) => control.boundingBox()))
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN))
    return Math.max(...middles) - Math.min(...middles)
  }
  await expect.poll(spread).toBeLessThanOrEqual(4)
  for (const name of [/Penutup/, 'Privasi']) {
    const last = page.getByRole('link', { name }).last()
    await last.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const overlap = async () => {
      const [link, covering] = [await last.boundingBox(), await bar.boundingBox()]
      return link && covering ? link.y + link.height - covering.y : Number.NaN
    }
    await expect.poll(overlap).toBeLessThanOrEqual(0)
  }
})

test('on a screen that is enlarged to 400 % the bars that stay leave most of the height', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const course = await findCoursePath(page, 'type=premium', paidCourse)
  const takenByBars = () =>
    page.evaluate(() => {
      scrollTo({ top: 600, behavior: 'instant' })
      const bars = [...document.querySelectorAll('body *')].filter(
        (element) =>
          ['fixed', 'sticky'].includes(getComputedStyle(element).position) &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
      const heights = bars
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ top, bottom, width }) => width > innerWidth / 2 && bottom > 0 && top < innerHeight)
        .map(({ top, bottom }) => Math.min(bottom, innerHeight) - Math.max(top, 0))
      return heights.reduce((sum, height) => sum + height, 0) / innerHeight
    })
  const expectRoom = async (path: string) => {
    await page.goto(path)
    await ready(page)
    await expect.configure({ soft: true }).poll(takenByBars, path).toBeLessThanOrEqual(0.3)
  }
  for (const path of ['/', '/kelas', course]) await expectRoom(path)
  await beSignedIn(page, 'admin@demo.id')
  for (const path of ['/student', '/student/transactions', '/admin', '/admin/settings']) await expectRoom(path)
})

test('the form of a gift, beside the page of a course on a low screen, is within reach', async ({ page }) => {
  const path = await findCoursePath(page, 'type=premium', paidCourse)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(path)
  await ready(page)
  await page.getByRole('button', { name: 'Beli sebagai hadiah' }).click()
  await expect(page.getByLabel('Nama penerima')).toBeVisible()
  await expectNoProblems(page, 'the form of a gift')
})

test('with forced colours every button has an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const coursePath = await findCoursePath(page, 'type=premium', paidCourse)
  for (const path of ['/', '/kelas', coursePath]) {
    await page.goto(path)
    await ready(page)
    const without = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, a.press')]
          .filter(
            (element) => element.checkVisibility() && Number.parseFloat(getComputedStyle(element).borderTopWidth) === 0,
          )
          .map((element) => element.innerText),
      )
    await expect.poll(without, path).toEqual([])
  }
})
