import type { ApiClient } from '#contract/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '#server/platform/pages/index.ts'
import type { SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

// A renderer of cached pages that show what the API returns.
const renderer: PageRenderer<ApiClient> = {
  inlineScripts: [],
  inlineStyles: [],
  exerciseFrame: '',
  describe: (url) => ({ cacheKey: url.pathname, isFreeText: false, url: url.pathname, isPrivate: false }),
  async render({ url }, api) {
    const [, , slug] = url.split('/')
    const shown = slug
      ? await api.bundles.showBundle({ id: slug }).catch(() => null)
      : await api.bundles.listBundles({ page: 1, limit: 12 })
    return { kind: 'html', status: shown ? 200 : 404, html: `<!DOCTYPE html>${JSON.stringify(shown?.data)}` }
  },
}

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite({ renderer })
  admin = await site.createAdmin()
})
afterAll(() => site.close())

async function page(path: string): Promise<string> {
  const response = await site.app.fetch(new Request(publicUrl + path))
  return `${response.status} ${await response.text()}`
}
async function staff(method: string, path: string, body?: object) {
  const { status, body: answer } = await site.call(method, path, { token: admin.token, ...(body ? { body } : {}) })
  expect([path, status < 300]).toEqual([path, true])
  return answer.data
}

test('a bundle is on the cached pages at once, and so is each change of it or of what is in it, until it is deleted', async () => {
  const course = await site.createCourse({ title: 'Kelas Satu', price: 100_000 })
  const ebook = await site.createEbook({ title: 'Buku Satu', price: 50_000 })
  const items = [{ courseId: course.id }, { ebookId: ebook.id }]
  const body = { title: 'Paket Awal', price: 90_000, status: 'published', items }

  expect(await page('/paket')).not.toContain('Paket Awal')
  const { _id: id, slug } = await staff('POST', '/admin/bundles', body)
  const paths = ['/paket', `/paket/${slug}`]
  for (const path of paths) expect(await page(path)).toContain('Paket Awal')

  const save = (changes: object) => staff('PUT', `/admin/bundles/${id}`, { ...body, ...changes })
  const { description, author, price, version } = await staff('GET', `/admin/ebooks/${ebook.id}`)
  const setStatus = (status: string) => staff('PATCH', `/admin/ebooks/${ebook.id}/status`, { status })
  const steps: { what: string; change: () => Promise<unknown>; shows?: string; hides?: string }[] = [
    { what: 'its price', change: () => save({ price: 95_000 }), shows: '"price":95000' },
    {
      what: 'the price of its course',
      change: () => staff('PATCH', `/courses/${course.id}`, { price: 400_000 }),
      shows: '"listPrice":450000',
    },
    {
      what: 'the title of its e-book',
      change: () =>
        staff('PATCH', `/admin/ebooks/${ebook.id}`, { title: 'Buku Dua', description, author, price, version }),
      shows: 'Buku Dua',
    },
    { what: 'its e-book is hidden', change: () => setStatus('draft'), hides: 'Paket Awal' },
    { what: 'its e-book is public again', change: () => setStatus('published'), shows: 'Paket Awal' },
    { what: 'its end', change: () => save({ status: 'archived' }), hides: 'Paket Awal' },
    { what: 'its return', change: () => save({}), shows: 'Paket Awal' },
    { what: 'its deletion', change: () => staff('DELETE', `/admin/bundles/${id}`), hides: 'Paket Awal' },
  ]
  for (const { what, change, shows, hides } of steps) {
    for (const path of paths) await page(path)
    await change()
    for (const path of paths) {
      const shown = await page(path)
      if (shows) expect(shown, `${what} on ${path}`).toContain(shows)
      if (hides) expect(shown, `${what} on ${path}`).not.toContain(hides)
    }
  }
})

test('a bundle for sale is in the sitemaps, with the page that lists bundles; without one neither is', async () => {
  const items = [await site.createCourse({ price: 80_000 }), await site.createCourse({ price: 70_000 })]
  const body = { title: 'Paket Peta', price: 90_000, items: items.map(({ id }) => ({ courseId: id })) }
  const listed = async () => {
    const [index, fixed] = [await page('/sitemap.xml'), await page('/sitemap-halaman.xml')]
    return [
      index.includes('/sitemap-paket.xml<'),
      fixed.includes(`${publicUrl}/paket<`),
      await page('/sitemap-paket.xml'),
    ]
  }
  const none = [false, false, expect.stringMatching(/^404/)]
  expect(await listed()).toEqual(none)
  const { _id: id, slug } = await staff('POST', '/admin/bundles', { ...body, status: 'draft' })
  expect(await listed()).toEqual(none)
  await staff('PUT', `/admin/bundles/${id}`, { ...body, status: 'published' })
  expect(await listed()).toEqual([true, true, expect.stringContaining(`<loc>${publicUrl}/paket/${slug}</loc>`)])
  await staff('PATCH', `/courses/${items[0]?.id}/status`, { status: 'archived' })
  expect(await listed()).toEqual(none)
})
