import type { APIRequestContext, Page } from '@playwright/test'
import { apiAs, publishCourse } from './courses.ts'
import { cover } from './staff-calls.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// The keyboard walk of forms that fill a page, on the smallest screen with text of twice the size.
test.use({ serviceWorkers: 'block', viewport: { width: 320, height: 640 } })
test.describe.configure({ timeout: 120_000 })

const title = 'Judul untuk bilah simpan'
const forms: Record<string, (request: APIRequestContext) => Promise<string>> = {
  'a new course': async () => '/admin/course/create',
  settings: async () => '/admin/settings',
  'a new account': async () => '/admin/student/create',
  'a new tip': async () => '/admin/tip/create',
  async article(request) {
    const { id, contentIds } = await publishCourse(request, { title, lessons: ['Pembuka'] })
    return `/admin/course/${id}/update-content/${contentIds[0]}`
  },
  async quiz(request) {
    const { id, api } = await publishCourse(request, { title, lessons: ['Pembuka'] })
    return `/admin/course/${id}/quiz/${(await api('POST', '/courses/content/create', { courseId: id, title: 'Kuis', type: 'quiz' }))._id}`
  },
  async 'e-book'(request) {
    return `/admin/e-book/edit/${(await (await apiAs(request, 'admin@demo.id'))('POST', '/admin/ebooks', { title }))._id}`
  },
}

/** Tabs through the form; the fields that the bar covers while they have the focus, and how many it went through. */
async function walkFields(page: Page): Promise<{ covered: string[]; walked: number }> {
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector('main')?.focus({ preventScroll: true })
  })
  const covered: string[] = []
  let walked = 0
  for (let press = 0; press < 120; press++) {
    await page.keyboard.press('Tab')
    const state = await page.evaluate(async () => {
      // The browser scrolls to what has the focus in a later frame.
      for (let still = 0, before = scrollY; still < 3; still = scrollY === before ? still + 1 : 0, before = scrollY)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const element = document.activeElement as HTMLElement | null
      const bar = document.querySelector('main form > .sticky')
      if (!element || !bar || bar.contains(element)) return 'bar'
      if (!element.closest('main form')) return 'outside'
      const [box, top] = [element.getBoundingClientRect(), bar.getBoundingClientRect().top]
      // A field higher than the screen shows its beginning.
      const shown = Math.min(box.bottom, top) - Math.max(box.top, 0)
      return shown >= Math.min(box.height, 44) - 1
        ? 'shown'
        : `${element.tagName} ${element.getAttribute('aria-label') ?? element.id}: ${Math.round(shown)} px`
    })
    if (state === 'bar') break
    if (state === 'outside') continue
    walked++
    if (state !== 'shown') covered.push(state)
  }
  return { covered, walked }
}

for (const [name, open] of Object.entries(forms))
  test(`the save bar takes at most 76 of the 740 px of a phone, cuts no label, and never covers the focused field, with text of 100 and 200 %: ${name}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await beSignedIn(page, 'admin@demo.id')
    await page.goto(await open(request))
    await ready(page)
    const bar = page.locator('main form > .sticky')
    await expect(bar).toHaveCount(1)
    const cut = () =>
      bar.evaluate((element) =>
        [...element.querySelectorAll('button, a, p')]
          .filter((part) => part.scrollWidth > part.clientWidth + 1)
          .map(({ textContent }) => textContent),
      )
    await expect.poll(cut).toEqual([])
    await expect.poll(() => bar.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(76)

    await page.setViewportSize({ width: 320, height: 640 })
    const form = page.getByRole('main').locator('form').first()
    // A rejected save makes the bar as high as it gets.
    if (name.startsWith('a new'))
      await form
        .getByRole('button', { name: /^(Buat|Simpan)/ })
        .last()
        .click()
    for (const percent of [100, 200]) {
      await page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), percent)
      const { covered, walked } = await walkFields(page)
      expect(walked).toBeGreaterThan(2)
      expect(covered, `with text of ${percent} %`).toEqual([])
    }
  })

test('a save bar that would cover much of the screen is at the end of the form only', async ({ page, request }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto((await forms['quiz']?.(request)) ?? '')
  await ready(page)
  const bar = page.locator('main form > .sticky')
  await expect(bar).toHaveCSS('position', 'sticky')
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await expect(bar).toHaveCSS('position', 'static')
  for (const name of ['Nilai ulang', 'Pratinjau', 'Simpan']) {
    const button = bar.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport({ ratio: 1 })
  }
  await page.evaluate(() => void (document.documentElement.style.fontSize = '100%'))
  await expect(bar).toHaveCSS('position', 'sticky')
})

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test(`after a rejected save the save bar covers neither the field with the focus nor its error, at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto('/admin/course/create')
    await ready(page)
    const form = page.getByRole('main').locator('form').first()
    await form.getByLabel('Judul').fill('Kelas yang terlalu murah')
    await form.getByLabel('Thumbnail').setInputFiles(cover)
    await form.getByLabel('Tagline').fill('Tagline yang cukup')
    await form.getByLabel('Deskripsi').fill('Deskripsi yang cukup panjang.')
    await form.getByLabel('Kategori').selectOption({ index: 1 })
    await form.getByLabel('Harga').fill('150000')
    await form.getByLabel('Diskon (%)').fill('95')
    // The field is in view, and its error appears where the bar is.
    await form.getByLabel('Harga').evaluate((field) => {
      const bar = document.querySelector('main form > .sticky')
      if (bar)
        scrollBy({
          top: field.getBoundingClientRect().bottom + 17 - bar.getBoundingClientRect().top,
          behavior: 'instant',
        })
    })
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Harga')).toBeFocused()
    const error = form.getByText(/^Harga setelah diskon/)
    const gap = async () => {
      const [text, bar] = [await error.boundingBox(), await form.locator('> .sticky').boundingBox()]
      return text && bar ? bar.y - (text.y + text.height) : -1
    }
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
  })

test('the caret of a long article stays between the toolbar and the save bar while one types and moves', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { id, api } = await publishCourse(request, { title, lessons: ['Pembuka'] })
  const text = '<p>Satu paragraf yang cukup panjang untuk beberapa baris di layar kecil.</p>'.repeat(30)
  const lesson = { courseId: id, title: 'Artikel panjang', type: 'text', text }
  const { _id } = await api('POST', '/courses/content/create', lesson)
  await beSignedIn(page, 'admin@demo.id')
  await page.goto(`/admin/course/${id}/update-content/${_id}`)
  await ready(page)
  const editor = page.getByRole('textbox', { name: 'Isi' })
  await editor.click()
  /** Measures how much of the screen is free above and below the caret. */
  const free = () =>
    page.evaluate(() => {
      const range = getSelection()?.getRangeAt(0)
      const line = range?.startContainer.nodeType === Node.TEXT_NODE ? range : range?.startContainer
      const box = line instanceof Range ? line.getBoundingClientRect() : (line as Element).getBoundingClientRect()
      const edge = (selector: string, side: 'top' | 'bottom') =>
        document.querySelector(selector)?.getBoundingClientRect()[side] ?? 0
      return Math.min(
        edge('main form > .sticky', 'top') - box.bottom,
        box.top - edge('.editor-frame > [role=toolbar]', 'bottom'),
      )
    })
  await page.keyboard.press('ControlOrMeta+End')
  await expect.poll(free).toBeGreaterThanOrEqual(0)
  for (let line = 0; line < 4; line++) {
    await page.keyboard.press('Enter')
    await page.keyboard.type('Baris baru di ujung artikel, lebih panjang dari satu baris.')
    await expect.poll(free).toBeGreaterThanOrEqual(0)
  }
  await page.keyboard.press('ControlOrMeta+Home')
  await expect.poll(free).toBeGreaterThanOrEqual(0)
  for (let line = 0; line < 12; line++) await page.keyboard.press('ArrowDown')
  await expect.poll(free).toBeGreaterThanOrEqual(0)
  for (let line = 0; line < 10; line++) await page.keyboard.press('ArrowUp')
  await expect.poll(free).toBeGreaterThanOrEqual(0)
})
