import type { APIRequestContext, Page } from '@playwright/test'
import { enrollNewStudent, apiAs, publishCourse } from './courses.ts'
import { beSignedIn, expect, idle, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

/** The names of enabled buttons, links and choices that lie under a toast. */
const coveredByToasts = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('button')]
      .filter((button) => button.innerText === 'Tutup pemberitahuan')
      .map((button) => button.parentElement)
    const boxes = toasts.flatMap((toast) => (toast ? [toast.getBoundingClientRect()] : []))
    return [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, select:enabled, summary, input:is([type=checkbox], [type=radio]):enabled',
      ),
    ]
      .filter((element) => !toasts.some((toast) => toast?.contains(element)))
      .filter((element) => !element.closest('.sr-only') && element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const box = element.getBoundingClientRect()
        return boxes.some(
          (toast) =>
            toast.left < box.right && box.left < toast.right && toast.top < box.bottom && box.top < toast.bottom,
        )
      })
      .map((element) => element.getAttribute('aria-label') ?? (element.innerText || element.tagName))
  })

/** Waits until a toast no longer moves, and checks what is under it. */
async function expectClear(page: Page, where: string) {
  const toast = page.getByRole('button', { name: 'Tutup pemberitahuan' }).first()
  await expect(toast).toBeVisible()
  await toast.hover()
  await expect.poll(() => coveredByToasts(page), { message: where }).toEqual([])
  for (const shown of await page.getByRole('button', { name: 'Tutup pemberitahuan' }).all()) await shown.click()
  await expect(toast).toBeHidden()
}

const title = 'Judul untuk pemberitahuan'
/** Forms that save in place, so that Ctrl+S shows a toast. */
const staffForms: Record<string, (request: APIRequestContext) => Promise<string>> = {
  settings: async () => '/admin/settings',
  async course(request) {
    return `/admin/course/edit/${(await publishCourse(request, { title, lessons: ['Pembuka'] })).id}`
  },
  async article(request) {
    const { id, contentIds } = await publishCourse(request, { title, lessons: ['Pembuka'] })
    return `/admin/course/${id}/update-content/${contentIds[0]}`
  },
  async 'e-book'(request) {
    return `/admin/e-book/edit/${(await (await apiAs(request, 'admin@demo.id'))('POST', '/admin/ebooks', { title }))._id}`
  },
  async tip(request) {
    // A complete one of the demo, saved as it is.
    const [tip] = (await (await apiAs(request, 'admin@demo.id'))('GET', '/admin/tips')) as unknown as { _id: string }[]
    return `/admin/tip/edit/${tip?._id}`
  },
}

for (const [name, open] of Object.entries(staffForms))
  test(`a toast covers no button, link or choice of a staff form: ${name}`, async ({ page, request }) => {
    await beSignedIn(page, 'admin@demo.id')
    const path = await open(request)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.goto(path)
      await ready(page)
      await expect(page.getByRole('main').locator('form').first()).toBeVisible()
      // The form listens to the keys.
      await idle(page)
      for (const share of [0, 0.5, 1]) {
        await page.evaluate(
          (part) => scrollTo({ top: part * document.documentElement.scrollHeight, behavior: 'instant' }),
          share,
        )
        // While a save is running, the keys do nothing.
        await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
        await idle(page)
        const saved = page.waitForResponse((response) => /^(PUT|PATCH)$/.test(response.request().method()))
        await page.keyboard.press('Control+s')
        expect((await saved).ok()).toBe(true)
        await expectClear(page, `${name} at ${size.width} px, scrolled by ${share}`)
      }
    }
  })

test('a toast that arrives with another page covers nothing there: the quiz editor after its quiz was created', async ({
  page,
  request,
}) => {
  const { id } = await publishCourse(request, { title, lessons: ['Pembuka'] })
  await beSignedIn(page, 'pengajar@demo.id')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto(`/admin/course/${id}/create`)
    await ready(page)
    await page.getByLabel('Judul').fill('Kuis penutup')
    await page.getByLabel('Tipe Konten').selectOption('Kuis')
    await page.getByRole('button', { name: 'Buat Konten' }).click()
    await expect(page.getByRole('heading', { name: 'Soal kuis' })).toBeVisible()
    await expectClear(page, `quiz editor at ${size.width} px`)
  }
})

test('a toast covers neither the rows nor the page links of a staff list', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto('/admin/reviews?status=shown')
    await ready(page)
    await page
      .getByRole('button', { name: /^Sembunyikan/ })
      .last()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Alasan').fill('Berisi iklan')
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await dialog.getByRole('button', { name: 'Sembunyikan' }).click()
    await expect(dialog).toBeHidden()
    await expectClear(page, `reviews at ${size.width} px`)
  }
})

test.describe('with a dialog', () => {
  test.use({ expectedConsoleErrors: [/409/] })

  test('a toast covers no button of a dialog', async ({ page, request }) => {
    const { id, api } = await publishCourse(request, { title, lessons: ['Pembuka'] })
    await beSignedIn(page, 'pengajar@demo.id')
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.goto(`/admin/course/edit/${id}`)
      await ready(page)
      await page.getByLabel('Tagline').fill(`Tagline ${size.width}`)
      await idle(page)
      await api('PATCH', `/courses/${id}`, { tagline: `Diubah di tab lain ${size.width}` })
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog', { name: 'Ada versi yang lebih baru' })
      await expect(
        page.getByRole('button', { name: 'Tutup pemberitahuan', includeHidden: true }).first(),
      ).toBeAttached()
      for (const name of ['Muat ulang', 'Tutup', 'Tetap di sini'])
        await dialog.getByRole('button', { name, exact: true }).click({ trial: true })
      await dialog.getByRole('button', { name: 'Tetap di sini' }).click()
      await expect(dialog).toBeHidden()
      // The form keeps the message, and its buttons are free.
      await expectClear(page, `after the dialog at ${size.width} px`)
      page.once('dialog', (leaving) => void leaving.accept())
    }
  })
})

test.describe('in the player', () => {
  // A lesson that was closed meanwhile cannot be completed, and a toast says so.
  test.use({ expectedConsoleErrors: [/403/] })

  test('a toast covers no button, link or choice', async ({ page, request }) => {
    const { id, contentIds, api } = await publishCourse(request, { title, lessons: ['Pembuka', 'Isi', 'Penutup'] })
    const setPace = (pace: string) => api('PATCH', `/courses/${id}`, { pace })
    await enrollNewStudent(page, id)
    for (const size of sizes) {
      await setPace('free')
      await page.setViewportSize(size)
      await page.goto(`/courses/${id}/start?materi=${contentIds[2]}`)
      await ready(page)
      const complete = page.getByRole('button', { name: 'Mark as Completed' })
      await expect(complete).toBeVisible()
      await idle(page)
      await setPace('sequence')
      await complete.click()
      await expectClear(page, `player at ${size.width} px`)
    }
  })
})

test('a toast covers no button, link or choice of a public page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto('/sale')
    await ready(page)
    await page.getByRole('button', { name: 'Salin kode' }).click()
    await expectClear(page, `sale at ${size.width} px`)

    await page.goto('/e-books')
    await page.getByRole('main').getByRole('link', { name: 'Git Tanpa Panik' }).click()
    // The link opens the reader without a new document: its text has to be there before it can be scrolled.
    await expect(page.getByRole('heading', { level: 1, name: 'Git adalah buku foto' })).toBeVisible()
    await ready(page)
    await idle(page)
    // 'Lanjut' and the link to the next section are shown.
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect(page.getByRole('button', { name: 'Lanjut', exact: true })).toBeVisible()
    await page.keyboard.press('b')
    await expectClear(page, `reader at ${size.width} px`)
  }
})
