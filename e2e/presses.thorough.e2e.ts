import type { APIRequestContext, ElementHandle, Locator, Page } from '@playwright/test'
import { signInByCall, type Headers } from './staff-calls.ts'
import { beSignedIn, demoPassword, expect, ready, signUp, test } from './test.ts'

// Leaving a field validates it, and its error must not move the button under the pointer: the click would be lost. Every button of every
// form is pressed with the mouse, and every field is left empty before a press.

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } })
// A form with many buttons is opened many times.
test.describe.configure({ timeout: 120_000 })

/** How long a person holds a mouse button. */
const pressMs = 110

type Opened = { page: Page; request: APIRequestContext; as: (email: string) => Promise<Record<string, string>> }
type Form = {
  name: string
  /** Goes to the page, opens the form, and returns what contains it. Called again until every button had its turn. */
  open: (opened: Opened) => Promise<Locator>
  /** False for forms that validate nothing before they are sent. */
  isValidatedOnBlur?: boolean
}

const fieldSelector =
  'input:not([type=file], [type=hidden], [type=radio], [hidden]), textarea, select, [contenteditable=true]'
// The editor's toolbar keeps the focus in the text, so pressing it leaves no field.
const buttonSelector = ':is(button, a[href]):not([role=toolbar] *, [disabled])'

const visible = async (scope: Locator, selector: string) => {
  const found: ElementHandle<Element>[] = []
  for (const element of await scope.locator(selector).elementHandles())
    if (await element.isVisible()) found.push(element as ElementHandle<Element>)
  return found
}

/** Records which button each click arrives at, instead of doing what it does. */
const recordClicks = (page: Page) =>
  page.evaluate(() => {
    const record = { clicked: null as Element | null }
    Object.assign(window, { record })
    addEventListener(
      'click',
      (event) => {
        record.clicked = event.target instanceof Element ? event.target.closest('button, a') : null
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      { capture: true },
    )
  })

/** Empties the field, which keeps the focus until the press. */
async function leaveEmpty(page: Page, field: ElementHandle<Element>) {
  await field.focus()
  await field.evaluate((element) => {
    if (element instanceof HTMLInputElement && !['checkbox', 'date', 'datetime-local'].includes(element.type))
      element.select()
    if (element instanceof HTMLTextAreaElement) element.select()
  })
  if (await field.isEditable()) await page.keyboard.press('Delete')
}

/** Uses the first line: the middle of a link that is broken into two lines lies outside of it. */
const centreOf = (element: ElementHandle<Element>) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getClientRects()[0] ?? node.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })

async function pressAll(opened: Opened, { name, open, isValidatedOnBlur = true }: Form) {
  const { page } = opened
  let rounds = 1
  let errors = 0
  for (let round = 0; round < rounds; round++) {
    const scope = await open(opened)
    await recordClicks(page)
    const [fields, buttons] = [await visible(scope, fieldSelector), await visible(scope, buttonSelector)]
    expect([fields.length > 0, buttons.length > 0], `${name}: fields and buttons`).toEqual([true, true])
    rounds = Math.ceil(buttons.length / fields.length)
    for (const [index, field] of fields.entries()) {
      const button = buttons[(index + round * fields.length) % buttons.length]
      // A field or a button may belong to something that emptying a field has removed.
      if (!button || !(await field.isVisible())) continue
      await leaveEmpty(page, field)
      if (!(await button.isVisible())) continue
      // Not into the nearest corner, where a save bar may cover it.
      await button.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }))
      const { x, y } = await centreOf(button)
      await page.mouse.click(x, y, { delay: pressMs })
      const arrived = await page.evaluate(
        ([pressed]) => (window as unknown as { record: { clicked: Element | null } }).record.clicked === pressed,
        [button] as const,
      )
      expect(
        arrived,
        `${name}: button ${await button.evaluate((node) => node.textContent)} after field ${index + 1}`,
      ).toBe(true)
    }
    // Validation ends after the press.
    if (isValidatedOnBlur)
      await expect
        .poll(() => scope.locator('[aria-invalid=true]').count(), { message: `${name}: errors` })
        .toBeGreaterThan(0)
    errors += await scope.locator('[aria-invalid=true]').count()
  }
  expect(errors > 0, `${name}: errors`).toBe(isValidatedOnBlur)
}

const form = (page: Page) => page.getByRole('main').locator('form')
const dialog = (page: Page) => page.getByRole('dialog')

async function goTo(page: Page, path: string) {
  await page.goto(path)
  await ready(page)
}

const publicForms: Form[] = [
  ...['/auth/sign-in', '/auth/sign-up', '/auth/forgot-password', '/auth/reset-password#token=apa-saja'].map((path) => ({
    name: path,
    open: async ({ page }: Opened) => {
      // Another fragment alone does not load the page again.
      await page.goto('about:blank')
      await goTo(page, path)
      await expect(form(page).first()).toBeVisible()
      return page.getByRole('main')
    },
  })),
  {
    name: 'the sign-in dialog',
    async open({ page }) {
      await goTo(page, '/')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(dialog(page).getByLabel('Email')).toBeFocused()
      return dialog(page)
    },
  },
]

const studentForms: Form[] = [
  {
    name: 'account settings',
    async open({ page }) {
      await goTo(page, '/student/settings')
      await page.getByRole('button', { name: 'Ganti email' }).click()
      await expect(page.getByLabel('Email baru')).toBeVisible()
      return page.getByRole('heading', { level: 1, name: 'Pengaturan' }).locator('..')
    },
  },
  {
    name: 'account deletion',
    async open({ page }) {
      await goTo(page, '/student/settings')
      await page.getByRole('button', { name: 'Hapus akun' }).click()
      return dialog(page)
    },
  },
  {
    name: 'CV',
    isValidatedOnBlur: false,
    async open({ page }) {
      await goTo(page, '/student/resume')
      await page.getByRole('button', { name: 'Ubah CV' }).click()
      return form(page)
    },
  },
  {
    name: 'review',
    isValidatedOnBlur: false,
    async open({ page, request, as }) {
      const { data } = await (await request.get('/api/courses?type=free&limit=1')).json()
      await request.post(`/api/courses/${data[0]._id}/enroll`, { headers: await as('student') })
      await goTo(page, `/kelas/details/${data[0]._id}`)
      const review = page.locator('form').filter({ hasText: 'Tulis ulasan' })
      await expect(review).toBeVisible()
      return review
    },
  },
]

const staffForm = (path: string): Form => ({
  name: path,
  async open({ page }) {
    await goTo(page, path)
    await expect(form(page).first()).toBeVisible()
    return form(page).first()
  },
})

const staffDialog = (path: string, button: string | RegExp): Form => ({
  name: `${path}: ${String(button)}`,
  async open({ page }) {
    await goTo(page, path)
    await page.getByRole('button', { name: button }).first().click()
    await expect(dialog(page)).toBeVisible()
    return dialog(page)
  },
})

/** A form of something that is made first, once. */
const formOfMade = (
  name: string,
  make: (opened: Opened) => Promise<string>,
  { button, ...rest }: { button?: RegExp; isValidatedOnBlur?: boolean } = {},
): Form => {
  let path: string | undefined
  return {
    ...rest,
    name,
    async open(opened) {
      path ??= await make(opened)
      return (button ? staffDialog(path, button) : staffForm(path)).open(opened)
    },
  }
}

async function make({ request, as }: Opened, path: string, data: object): Promise<string> {
  const response = await request.post(`/api${path}`, { headers: await as('admin@demo.id'), data })
  expect(response.status(), await response.text()).toBeLessThan(300)
  return (await response.json()).data._id
}
const get = async ({ request, as }: Opened, path: string) =>
  (await (await request.get(`/api${path}`, { headers: await as('admin@demo.id') })).json()).data
const makeCourse = (opened: Opened) => make(opened, '/courses', { status: 'draft', title: 'Kelas untuk ditekan' })
async function makeLesson(opened: Opened, body: object): Promise<string> {
  const courseId = await makeCourse(opened)
  const contentId = await make(opened, '/courses/content/create', { courseId, title: 'Materi', ...body })
  return `/admin/course/${courseId}/update-content/${contentId}`
}
async function makeSection(opened: Opened): Promise<string> {
  const ebookId = await make(opened, '/admin/ebooks', { title: 'Buku untuk ditekan' })
  await make(opened, `/admin/ebooks/${ebookId}/modules`, { title: 'Modul' })
  const outline = async () => (await get(opened, `/admin/ebooks/${ebookId}`)).modules[0]
  await make(opened, `/admin/ebooks/${ebookId}/modules/${(await outline())._id}/topics`, { title: 'Topik' })
  const topicId = (await outline()).topics[0]._id
  const sectionId = await make(opened, `/admin/ebooks/${ebookId}/topics/${topicId}/sections`, { heading: 'Bagian' })
  return `/admin/e-book/edit/${ebookId}/bagian/${sectionId}`
}

const staffForms: Form[] = [
  staffForm('/admin/course/create'),
  formOfMade('a course', async (opened) => `/admin/course/edit/${await makeCourse(opened)}`),
  formOfMade('a new lesson', async (opened) => `/admin/course/${await makeCourse(opened)}/create`),
  formOfMade('a video', (opened) => makeLesson(opened, { type: 'video', youtubeId: 'DHjqpvDnNGE' })),
  formOfMade('an article', (opened) => makeLesson(opened, { type: 'text', text: '<p>Isi</p>' })),
  formOfMade('adding a student', async (opened) => `/admin/course/detail/${await makeCourse(opened)}`, {
    button: /Add Student/,
  }),
  staffForm('/admin/student/create'),
  staffForm('/admin/e-book/create'),
  formOfMade(
    'an e-book',
    async (opened) => `/admin/e-book/edit/${await make(opened, '/admin/ebooks', { title: 'Buku untuk ditekan' })}`,
  ),
  formOfMade(
    'a title in an e-book',
    async (opened) => `/admin/e-book/edit/${await make(opened, '/admin/ebooks', { title: 'Buku untuk ditekan' })}`,
    {
      button: /Tambah modul/,
    },
  ),
  formOfMade('a section', makeSection),
  staffForm('/admin/tip/create'),
  formOfMade(
    'a tip',
    async (opened) => `/admin/tip/edit/${await make(opened, '/admin/tips', { title: 'Tips untuk ditekan' })}`,
  ),
  staffForm('/admin/settings'),
  staffDialog('/admin/promo-codes', 'Kode baru'),
  staffDialog('/admin/categories', 'Kategori baru'),
  staffDialog('/admin/categories', /^Hapus Digital Marketing/),
  staffDialog('/admin/reviews', /^Sembunyikan ulasan/),
  staffDialog('/admin/api-keys', /baru$/),
  staffDialog('/admin/webhooks', /baru$/),
  staffForm('/admin/privacy/request/create'),
  staffForm('/admin/privacy/incident/create'),
  formOfMade(
    'a refund',
    async (opened) => {
      const paid: { _id: string; amount: number }[] = await get(opened, '/admin/transactions?state=paid&limit=100')
      return `/admin/transactions/${paid.find(({ amount }) => amount > 0)?._id}`
    },
    { button: /Kembalikan dana/ },
  ),
]

/** Signs in once for each account. */
function signInOnce(request: APIRequestContext, known: Record<string, { email: string; password: string }> = {}) {
  const headersOf = new Map<string, Headers>()
  return async (who: string) => {
    const { email, password } = known[who] ?? { email: who, password: demoPassword }
    const headers = headersOf.get(who) ?? (await signInByCall(request, email, password))
    headersOf.set(who, headers)
    return headers
  }
}

/** Fields that were emptied leave drafts, which the next visit would offer. */
const forgetDrafts = (page: Page) =>
  page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('cendaki-draft:')) localStorage.removeItem(key)
  })

for (const each of publicForms)
  test(`every button takes a press, and every field is left empty before one: ${each.name}`, async ({
    page,
    request,
  }) => {
    await pressAll({ page, request, as: signInOnce(request) }, each)
  })

for (const each of studentForms)
  test(`every button takes a press, and every field is left empty before one: ${each.name}`, async ({
    page,
    request,
  }) => {
    const student = await signUp(page)
    await beSignedIn(page, student.email, student.password)
    await pressAll({ page, request, as: signInOnce(request, { student }) }, each)
  })

for (const each of staffForms)
  test(`every button takes a press, and every field is left empty before one: ${each.name}`, async ({
    page,
    request,
  }) => {
    await forgetDrafts(page)
    await beSignedIn(page, 'admin@demo.id')
    await pressAll({ page, request, as: signInOnce(request) }, each)
  })
