import type { APIRequestContext } from '@playwright/test'
import { paths } from '../src/contract/kit/paths.ts'
import { tinyPng } from '../src/testing/materials/pictures.ts'
import { signInByCall } from './staff-calls.ts'
import { beSignedIn, expect, ready, signIn, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

/** Markup that would leave an element in the page, and a console error because the content policy blocks what it does. */
const hostile = `"'><img src="x" onerror="alert(1)"><script>alert(1)</script><svg onload="alert(1)">{{7*7}}\${7*7}`

type Made = { _id: string; slug: string; modules: { _id: string; topics: { _id: string }[] }[] }

/** Calls the API as this demo user. */
async function callsOf(request: APIRequestContext, email: string) {
  const headers = await signInByCall(request, email)
  return async <Data = Made>(
    method: string,
    path: string,
    options: {
      data?: object
      multipart?: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>
    } = {},
  ) => {
    const response = await request.fetch(`/api${path}`, { method, headers, ...options })
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
    return ((await response.json()) as { data: Data }).data
  }
}

test.describe('markup in names, titles and texts', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('is shown as text on every screen, and adds no element to any page', thorough, async ({ page, request }) => {
    test.slow()
    const call = await callsOf(request, 'admin@demo.id')
    const category = await call('POST', '/admin/categories', {
      data: { name: '<img src="x" onerror="alert(1)">', group: 'design' },
    })
    const course = await call('POST', '/courses', {
      multipart: {
        title: hostile,
        tagline: hostile,
        description: hostile,
        learn: hostile,
        categoryId: category._id,
        levels: 'Pemula',
        price: '0',
        discount: '0',
        thumbnail: { name: 'sampul.png', mimeType: 'image/png', buffer: Buffer.from(tinyPng) },
      },
    })
    const lesson = await call('POST', '/courses/content/create', {
      data: { courseId: course._id, title: hostile, type: 'text', text: `<p>Isi ${hostile}</p>`, isPreview: true },
    })
    const tip = await call('POST', '/admin/tips', {
      data: {
        title: hostile,
        summary: hostile,
        author: hostile,
        tags: ['<b>tag</b>'],
        text: '<p>x</p>',
        thumbnail: null,
      },
    })
    await call('PATCH', `/admin/tips/${tip._id}/status`, { data: { status: 'published' } })
    const ebook = await call('POST', '/admin/ebooks', {
      data: { title: hostile, description: hostile, author: hostile, price: 0, thumbnail: null },
    })
    try {
      const [module] = (await call('POST', `/admin/ebooks/${ebook._id}/modules`, { data: { title: hostile } })).modules
      const withTopic = await call('POST', `/admin/ebooks/${ebook._id}/modules/${module?._id}/topics`, {
        data: { title: hostile },
      })
      const topicId = withTopic.modules[0]?.topics[0]?._id
      await call('POST', `/admin/ebooks/${ebook._id}/topics/${topicId}/sections`, {
        data: { heading: hostile, text: `<p>${hostile}</p>` },
      })
      await call('PATCH', `/admin/ebooks/${ebook._id}/status`, { data: { status: 'published' } })
      const student = await signUp(page, { name: '<img src="x" onerror="alert(1)">' })

      const expectText = async (path: string, { main = true } = {}) => {
        await page.goto(path)
        await ready(page)
        await expect(
          page
            .locator(main ? 'main' : 'body')
            .getByText('onerror="alert(1)"')
            .first(),
          path,
        ).toBeAttached()
        await expect
          .poll(
            () =>
              page.locator('[onerror], [onload], img[src="x"], main script:not([type="application/ld+json"])').count(),
            path,
          )
          .toBe(0)
      }
      await signIn(page, student.email, student.password)
      const open = [
        paths.courseDetail({ courseId: course._id }),
        paths.tip({ slug: tip.slug }),
        paths.ebook({ ebookId: ebook._id }),
      ]
      for (const path of [...open, paths.catalogue(), paths.tips(), paths.ebooks(), paths.student()])
        await expectText(path)
      await expectText(paths.search({ q: hostile.slice(0, 60) }))
      await request.post(`/api/courses/${course._id}/enroll`, {
        headers: await signInByCall(request, student.email, student.password),
      })
      for (const path of [
        paths.player({ courseId: course._id, lessonId: lesson._id }),
        paths.myCourses(),
        paths.progress(),
      ])
        await expectText(path)

      await page.evaluate(() => localStorage.clear())
      await beSignedIn(page, 'admin@demo.id')
      for (const path of [
        paths.adminCourses({ q: 'onerror' }),
        paths.adminCourse({ courseId: course._id }),
        paths.adminCoursePreview({ courseId: course._id }),
        paths.adminStudents(),
        paths.adminCategories(),
        paths.adminTips(),
        paths.adminEbooks(),
        paths.adminEbook({ ebookId: ebook._id }),
        paths.adminAudit(),
      ]) {
        await expectText(path)
      }
    } finally {
      // Other tests use the same product.
      await call('DELETE', `/admin/tips/${tip._id}`)
      await call('DELETE', `/admin/ebooks/${ebook._id}`)
      await call('DELETE', `/courses/${course._id}`)
      const [other] = await call<Made[]>('GET', '/admin/categories')
      await call('DELETE', `/admin/categories/${category._id}`, { data: { moveTo: other?._id } })
    }
  })
})

for (const next of [
  '//jahat.example/',
  '/\\jahat.example',
  'https://jahat.example',
  '/%09/jahat.example',
  'javascript:alert(1)',
]) {
  test(
    `after signing in, the target ${next} of another site is not opened`,
    next === '//jahat.example/' ? {} : thorough,
    async ({ page, baseURL }) => {
      const account = await signUp(page)
      const elsewhere: string[] = []
      page.on(
        'request',
        (request) =>
          void (
            new URL(request.url()).origin === baseURL ||
            request.url().startsWith('data:') ||
            elsewhere.push(request.url())
          ),
      )
      await page.goto(`/auth/sign-in?next=${encodeURIComponent(next)}`)
      await ready(page)
      await page.getByLabel('Email').fill(account.email)
      await page.getByLabel('Password', { exact: true }).fill(account.password)
      await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
      await expect(page.getByRole('button', { name: /^Akun/ })).toBeVisible()
      await expect(page).toHaveURL(({ origin }) => origin === baseURL)
      expect(elsewhere).toEqual([])
    },
  )
}

test(
  'messages that pretend to come from the video player or the payment window change nothing',
  thorough,
  async ({ page }) => {
    const writes: string[] = []
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>video</title>' }),
    )
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    await page.goto('/kelas?type=free')
    await page.getByRole('main').getByRole('link', { name: 'JavaScript lewat Proyek Kecil' }).click()
    await ready(page)
    await page.getByRole('button', { name: 'Mulai Belajar' }).click()
    await page.waitForURL(/materi=/)
    await page
      .getByRole('complementary', { name: 'Daftar materi' })
      .getByRole('link', { name: /Video/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Putar video/ }).click()
    await expect(page.locator('.lesson-video iframe')).toBeAttached()
    page.on('request', (request) => void (request.method() === 'GET' || writes.push(request.url())))
    const url = page.url()
    await page.evaluate(async () => {
      const messages = [
        JSON.stringify({ event: 'infoDelivery', info: { currentTime: 500, duration: 600, playerState: 1 } }),
        JSON.stringify({ event: 'infoDelivery', info: { currentTime: 600, duration: 600, playerState: 0 } }),
        { paysim: 'result', result: { status_code: '200', transaction_status: 'settlement' } },
        { type: 'google-sandbox-credential', credential: 'x.y.z' },
        'not json',
        null,
      ]
      const frame = document.createElement('iframe')
      document.body.append(frame)
      for (const message of messages) {
        window.postMessage(message, '*')
        // From another window, as a page that embeds or opened this one could.
        frame.contentWindow?.parent.postMessage(message, '*')
        dispatchEvent(
          new MessageEvent('message', { data: message, origin: 'https://www.youtube-nocookie.com', source: window }),
        )
        dispatchEvent(
          new MessageEvent('message', {
            data: message,
            origin: 'https://app.midtrans.com',
            source: frame.contentWindow,
          }),
        )
      }
      // Messages are delivered in order, so all of them have arrived with this one.
      await new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => void (data === 'last' && resolve()))
        window.postMessage('last', '*')
      })
    })
    await expect(page).toHaveURL(url)
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-positions:'))))
      .toEqual([])
    expect(writes).toEqual([])
  },
)

test('browser storage contains neither the session token nor the address in readable form', async ({ page }) => {
  const account = await signUp(page)
  const response = page.waitForResponse('**/api/sign-in')
  await signIn(page, account.email, account.password)
  const { data } = (await (await response).json()) as { data: { token: string } }
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeVisible()
  const read = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  await expect.poll(read).toContain('session')
  const stored = await read()
  for (const secret of [data.token, data.token.slice(4, 24), account.email, account.password])
    expect(stored).not.toContain(secret)
})
