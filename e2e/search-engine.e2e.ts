import { readdirSync, readFileSync } from 'node:fs'
import { crawl, readSitemap, type Crawled } from './crawl.ts'
import { expect, test, thorough } from './test.ts'
import type { APIRequestContext } from '@playwright/test'

// Crawls every URL of the sitemaps like a search engine, without running scripts.

const demoCourses = 'demo/courses'
const titlesOfDemo = new Set(
  readdirSync(demoCourses).map(
    (folder) => (JSON.parse(readFileSync(`${demoCourses}/${folder}/course.json`, 'utf8')) as { title: string }).title,
  ),
)
/** Other tests publish courses, some with equal titles; how many there are depends on which tests ran before. */
const isOfOtherTest = ({ url, headings: [title = ''] }: Crawled) =>
  url.startsWith('/kelas/details/') && !titlesOfDemo.has(title)

const pages: Crawled[] = []
const pathOf = (url: string) => new URL(url, 'http://x').pathname + new URL(url, 'http://x').search

async function listSitemapUrls(request: APIRequestContext): Promise<string[]> {
  const files = await readSitemap(request, '/sitemap.xml')
  const entries = await Promise.all(files.map(({ url }) => readSitemap(request, pathOf(url))))
  return entries.flat().map(({ url }) => url)
}

// All in one worker, so that the site is crawled once.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL! })
  const addresses = await listSitemapUrls(request)
  for (const url of addresses) {
    if (!url.startsWith(`${baseURL}/`)) throw new Error(`${url} is on another origin`)
    const page = await crawl(request, pathOf(url))
    if (!isOfOtherTest(page)) pages.push(page)
  }
  await request.dispose()
})

const repeated = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index)

test('every URL of the sitemaps is unique and returns 200 with a unique title and description', () => {
  expect(pages.length).toBeGreaterThan(35)
  for (const part of ['url', 'title', 'description'] as const)
    expect(repeated(pages.map((page) => page[part])), part).toEqual([])
})

test('each page has title, description, one heading, canonical URL and sharing metadata', ({ baseURL }) => {
  for (const page of pages) {
    expect(page.title.length, page.title).toBeGreaterThan(8)
    expect(page.title.length, page.title).toBeLessThanOrEqual(65)
    expect(page.description.length, `${page.url}: ${page.description}`).toBeGreaterThanOrEqual(70)
    expect(page.description.length, `${page.url}: ${page.description}`).toBeLessThanOrEqual(155)
    expect(page.headings, page.url).toHaveLength(1)
    expect(page.canonical, page.url).toEqual([baseURL + page.url])
    expect(page.robots, page.url).not.toContain('noindex')
    expect(page.html).toContain('<html lang="id"')
    for (const name of ['og:title', 'og:description', 'og:type', 'og:image:alt'])
      expect(page.properties.get(name), `${page.url} ${name}`).toBeTruthy()
    expect(page.properties.get('og:url')).toBe(baseURL + page.url)
    expect(page.properties.get('og:locale')).toBe('id_ID')
    expect(page.properties.get('twitter:card')).toBe('summary_large_image')
  }
})

test('sharing images are PNGs of 1200 × 630 below 300 KB', async ({ request }) => {
  const image = (url: string) => pathOf(pages.find((page) => page.url === url)?.properties.get('og:image') ?? '')
  const first = (start: string) => pages.find(({ url }) => url.startsWith(start))?.url ?? start
  const kinds = ['/kelas/details/', '/e-book/', '/paket/', '/jalur/', '/pengajar/']
  for (const page of ['/', '/kelas/html-%26-css', ...kinds.map(first)]) {
    const url = image(page)
    // Another one than that of the site.
    if (page !== '/') expect(url, page).not.toBe(image('/'))
    const response = await request.get(url)
    expect(response.headers()['content-type'], url).toBe('image/png')
    const png = await response.body()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.byteLength).toBeLessThan(300 * 1024)
  }
  expect((await request.get('/sharing/kelas/00000000-0000-7000-8000-000000000000.png')).status()).toBe(404)
  expect((await request.get('/sharing/kelas/x.png')).status()).toBe(404)
})

/** Google's documentation of Course info (developers.google.com/search/docs/appearance/structured-data/course-info). */
const ofCourseInfo = {
  required: ['description', 'hasCourseInstance', 'name', 'offers', 'provider'],
  recommended: [
    'image',
    'inLanguage',
    'educationalLevel',
    'datePublished',
    'publisher',
    'syllabusSections',
    'availableLanguage',
  ],
}
const duration = /^PT(?=\d)(?:\d+H)?(?:\d+M)?$/

test('courses have the fields that Google documents for course info and for lists of courses', ({ baseURL }) => {
  const courses = pages.flatMap((page) => page.nodes.filter((node) => node['@type'] === 'Course'))
  expect(courses.length).toBeGreaterThan(3)
  for (const course of courses) {
    for (const field of [...ofCourseInfo.required, ...ofCourseInfo.recommended])
      expect(course[field], `${course['name']} ${field}`).toBeTruthy()
    expect(course['description'].length).toBeLessThanOrEqual(500)
    expect(course['provider']).toMatchObject({ '@type': 'Organization', name: expect.any(String), url: baseURL })
    expect(['Free', 'Paid']).toContain(course['offers'].category)
    expect(course['offers']).toMatchObject({ priceCurrency: 'IDR', price: expect.any(Number) })
    expect(course['hasCourseInstance'].courseMode).toBe('Online')
    expect(course['hasCourseInstance'].courseWorkload).toMatch(duration)
    for (const section of course['syllabusSections']) {
      expect(section['name']).toBeTruthy()
      expect(section['timeRequired']).toMatch(duration)
    }
  }
  const lists = pages.flatMap((page) => page.nodes.filter((node) => node['@type'] === 'ItemList'))
  expect(lists.length).toBeGreaterThan(0)
  for (const list of lists)
    for (const [index, item] of list['itemListElement'].entries())
      expect(item).toMatchObject({ '@type': 'ListItem', position: index + 1, url: expect.stringContaining(baseURL!) })
})

test('structured data matches the visible names, prices and ratings', ({ baseURL }) => {
  const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
  for (const page of pages) {
    const kinds = page.nodes.map((node) => node['@type'])
    if (page.url === '/') expect(kinds).toEqual(['Organization', 'WebSite', 'ItemList', 'FAQPage'])
    const shown = page.text
    for (const node of page.nodes) {
      if (node['@type'] === 'Course') {
        expect(page.headings).toEqual([node['name']])
        expect(shown).toContain(node['description'])
        expect(node['provider'].name).toBe('Cendaki')
        expect(node['offers'].priceCurrency).toBe('IDR')
        expect(shown).toContain(
          node['offers'].price === 0 ? 'GRATIS' : rupiah.format(node['offers'].price).replaceAll('\u00a0', ' '),
        )
        for (const { name } of [node['hasCourseInstance'].instructor].flat()) expect(shown).toContain(name)
        if (node['aggregateRating'])
          expect(shown).toContain(
            `${node['aggregateRating'].ratingValue.toFixed(1).replace('.', ',')} dari 5, ${node['aggregateRating'].ratingCount} ulasan`,
          )
      }
      if (node['@type'] === 'VideoObject') {
        for (const name of ['name', 'description', 'thumbnailUrl', 'uploadDate', 'embedUrl'])
          expect(node[name], `${page.url} ${name}`).toBeTruthy()
        expect(shown).toContain(node['name'])
      }
      if (node['@type'] === 'Article') {
        expect(page.headings).toEqual([node['headline']])
        for (const text of [node['description'], node['author'].name]) expect(shown).toContain(text)
      }
      if (node['@type'] === 'FAQPage')
        for (const { name, acceptedAnswer } of node['mainEntity'])
          for (const text of [name, acceptedAnswer.text]) expect(shown).toContain(text)
      if (node['@type'] === 'ItemList')
        for (const { name, url } of node['itemListElement']) {
          expect(shown).toContain(name)
          expect(page.links).toContain(url.replace(baseURL, ''))
        }
      if (node['@type'] === 'BreadcrumbList') {
        for (const { name, item } of node['itemListElement']) {
          expect(shown).toContain(name)
          if (item) expect(page.links).toContain(item.replace(baseURL, ''))
        }
        // Matches the visible breadcrumbs, whose last step may be the heading.
        const steps = node['itemListElement'].map(({ name }: { name: string }) => name)
        expect([steps, steps.slice(0, -1)], page.url).toContainEqual(page.crumbs)
      }
    }
  }
  const courses = pages.filter(({ url }) => url.startsWith('/kelas/details/'))
  expect(courses.length).toBeGreaterThanOrEqual(24)
  for (const page of courses) expect(page.nodes.map((node) => node['@type'])).toContain('Course')
  for (const page of pages.filter(({ url }) => url.startsWith('/tips/')))
    expect(page.nodes.map((node) => node['@type'])).toContain('Article')
  const learningPaths = pages.filter(({ url }) => url.startsWith('/jalur/'))
  expect(learningPaths.length).toBeGreaterThanOrEqual(2)
  for (const page of learningPaths) expect(page.nodes.map((node) => node['@type'])).toContain('ItemList')
  const instructors = pages.filter(({ url }) => url.startsWith('/pengajar/'))
  expect(instructors.length).toBeGreaterThanOrEqual(5)
  for (const page of instructors) {
    const person = page.nodes.find((node) => node['@type'] === 'Person')
    expect(page.headings).toEqual([person?.['name']])
  }
})

test(
  'every internal link returns 200, and every page is reachable from home in three clicks',
  thorough,
  async ({ request }) => {
    const known = new Map(pages.map((page) => [page.url, page.links]))
    const links = [...new Set(pages.flatMap((page) => page.links))].filter((link) => !known.has(link))
    for (const link of links) {
      const response = await request.get(link)
      expect(response.status(), link).toBe(200)
      known.set(
        link,
        link.startsWith('/kelas?page=') || link.includes('&page=') ? (await crawl(request, link)).links : [],
      )
    }
    let reached = new Set(['/'])
    for (let step = 0; step < 3; step++)
      reached = new Set([...reached].flatMap((url) => [url, ...(known.get(url) ?? [])]))
    expect(pages.map(({ url }) => url).filter((url) => !reached.has(url))).toEqual([])
  },
)

test('robots.txt allows public pages, disallows private pages, and names the sitemap', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  const isClosed = (url: string) =>
    closed.some((path) =>
      new RegExp(`^${path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}`).test(url),
    )
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  for (const { url } of pages) expect(isClosed(url), url).toBe(false)
  for (const url of [
    '/admin',
    '/student/kelas-saya',
    '/search?q=a',
    '/transaction/invoice/1',
    '/auth/sign-in',
    '/courses/1/start',
    '/success-checkout',
  ])
    expect(isClosed(url), url).toBe(true)
})

test('variants of a URL redirect permanently to the canonical one, and unknown pages return 404', async ({
  request,
}) => {
  const redirectOf = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 })
    return [response.status(), response.headers()['location'] ?? null]
  }
  const course = pages.find(({ url }) => url.startsWith('/kelas/details/'))?.url ?? ''
  expect(await redirectOf('/kelas/')).toEqual([301, '/kelas'])
  expect(await redirectOf('/Sale?page=1')).toEqual([301, '/sale?page=1'])
  expect(await redirectOf(course.toUpperCase())).toEqual([301, course])
  expect(await redirectOf('/kelas/UI-UX%20Design?level=Pemula')).toEqual([301, '/kelas/ui-ux-design?level=Pemula'])
  expect(await redirectOf(course.replace('/kelas/details/', '/courses/'))).toEqual([301, course])
  expect(await redirectOf(course.replace('/kelas/details/', '/course-detail?id=')), 'credentials from before').toEqual([
    301,
    course,
  ])
  expect(await redirectOf('/kelas?page=999')).toEqual([302, expect.stringMatching(/^\/kelas(\?page=\d)?$/)])
  for (const path of [
    '/tidak/ada',
    '/kelas/details/00000000-0000-7000-8000-000000000000',
    '/kelas/details/x',
    '/sitemap-tidak-ada.xml',
    '/sitemap-kelas-9.xml',
  ])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('filtered lists have the unfiltered list as canonical URL, and search results are noindex', async ({
  request,
  baseURL,
}) => {
  expect((await crawl(request, '/kelas?level=Pemula&page=1')).canonical).toEqual([`${baseURL}/kelas`])
  expect((await crawl(request, '/kelas/javascript?type=free')).canonical).toEqual([`${baseURL}/kelas/javascript`])
  expect((await crawl(request, '/kelas/gitar')).robots).toContain('noindex')
  expect((await crawl(request, '/search?q=react')).robots).toContain('noindex')
})

test('a URL that names nothing returns 404, whatever characters it contains', async ({ request }) => {
  for (const path of [
    '/courses/%e5%98%8d',
    '/courses/%00',
    '/courses/%0d%0aset-cookie:a=b',
    '/tips/%00',
    '/certificate/%00',
    '/e-book/%F0%9F%92%A5',
    '/kelas/details/__proto__',
  ])
    expect((await request.get(path)).status(), path).toBe(404)
})
