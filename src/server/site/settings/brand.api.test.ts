import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { pixelBomb, svgPicture } from '#testing/materials/pictures.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import type { PageRenderer } from '#server/platform/pages/index.ts'

// A renderer that shows the styles it was given.
const renderer: PageRenderer = {
  inlineScripts: [],
  inlineStyles: [],
  exerciseFrame: '',
  describe: (url) => ({ cacheKey: url.pathname, isFreeText: false, url: url.href, isPrivate: false }),
  render: async (_, __, { brandStyle }) => ({
    kind: 'html',
    status: 200,
    html: `<!DOCTYPE html><title>x</title><style>${brandStyle ?? ''}</style>`,
  }),
}

let site: TestSite
let admin: { token: string }
beforeAll(async () => {
  site = await startTestSite({ renderer })
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const fetchPath = (path: string) => site.app.fetch(new Request(publicUrl + path))
const show = async () => (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
async function save(patch: object) {
  const { updatedAt: _, ...shown } = await show()
  return site.call('PUT', '/admin/settings', { token: admin.token, body: { ...shown, ...patch } })
}

async function upload(width: number, height = width): Promise<string> {
  const png = await sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const form = { image: new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' }) }
  return (await site.call('POST', '/uploads', { token: admin.token, form })).body.data.url
}

test('an accent colour is in the cached pages at once, and the page policy allows exactly its styles', async () => {
  const before = await (await fetchPath('/kelas')).text()
  expect(before).toContain('<style></style>')
  const { status, body } = await save({ accent: ' #8A2BE2 ' })
  expect([status, body.data.accent]).toEqual([200, '#8a2be2'])

  const page = await fetchPath('/kelas')
  const style = /<style>(.+)<\/style>/.exec(await page.text())?.[1] ?? ''
  expect(style).toContain('--color-nila:#8a2be2')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`)

  const { entries } = await site.app.modules.audit.list({ action: 'settings.saved' }, { page: 1, limit: 1 })
  expect(entries[0]?.details).toEqual({ changed: ['accent'], before: { accent: null }, after: { accent: '#8a2be2' } })
  await save({ accent: null })
  expect(await (await fetchPath('/kelas')).text()).toBe(before)
})

test.each([
  ['#f7b32b', /^Kontras di tema terang 1,\d : 1, minimal 4,5 : 1\. Coba #[0-9a-f]{6}\.$/],
  ['ungu', 'Tulis warna seperti #3547b4'],
  ['#35f', 'Tulis warna seperti #3547b4'],
  ['#3547b4}body{display:none', 'Tulis warna seperti #3547b4'],
])('the accent colour %s is a field error', async (accent, message) => {
  const { status, body } = await save({ accent })
  expect([status, body.errors]).toEqual([422, { accent: expect.stringMatching(message) }])
})

test('a logo is the icon of the site, and is in its mails; without it the default icons are served', async () => {
  expect((await fetchPath('/favicon.svg')).status).toBe(404)
  const logo = await upload(400, 200)
  expect((await save({ logo })).status).toBe(200)

  expect(await (await fetchPath('/kelas')).text()).toContain(
    `svg:has(>.logo-tile){background:url(${logo.replace('.webp', '-320.webp')})`,
  )
  for (const [path, size] of [
    ['/icons/icon-192.png', 192],
    ['/icons/icon-512.png', 512],
    ['/icons/maskable-512.png', 512],
  ] as const) {
    const icon = await fetchPath(path)
    expect(icon.headers.get('content-type')).toBe('image/png')
    expect(await sharp(await icon.arrayBuffer()).metadata()).toMatchObject({
      format: 'png',
      width: size,
      height: size,
      hasAlpha: true,
    })
  }
  const favicon = await fetchPath('/favicon.svg')
  expect(favicon.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(await favicon.text()).toMatch(/^<svg [^>]+><image [^>]*href="data:image\/png;base64,[\w+/=]+"\/><\/svg>$/)

  const student = await site.createStudent()
  await site.call('POST', '/auth/forgot-password', { body: { email: student.email }, client: student.email })
  expect((await site.mailsTo(student.email)).at(-1)?.html).toContain(
    `<img src="${publicUrl}/icons/icon-192.png" alt=""`,
  )

  expect((await save({ logo: null })).status).toBe(200)
  expect((await fetchPath('/icons/icon-192.png')).status).toBe(404)
})

test('a logo in use is not deleted with unused pictures', async () => {
  const [logo, unused] = [await upload(200), await upload(200)]
  await save({ logo })
  const { settings, uploads } = site.app.modules
  const before = new Date(site.clock.now().getTime() + minuteMs)
  await uploads.deleteUnused([settings.listUploadsInUse], { before }, 100)
  expect(await uploads.read(logo.replace('/uploads/', ''))).not.toBeNull()
  expect(await uploads.read(unused.replace('/uploads/', ''))).toBeNull()
  await save({ logo: null })
})

test('a logo must be an uploaded picture of at least 96 × 96 pixels, checked by its content', async () => {
  expect((await save({ logo: await upload(95) })).body.errors).toEqual({ logo: 'Logo minimal 96 × 96 piksel' })
  expect((await save({ logo: `/uploads/${crypto.randomUUID()}.webp` })).body.errors).toEqual({
    logo: 'Logo tidak ditemukan. Unggah lagi.',
  })
  expect((await save({ logo: 'https://jahat.example/logo.webp' })).body.errors).toEqual({ logo: 'Unggah logo lagi' })
  for (const content of [svgPicture, pixelBomb()]) {
    const form = { image: new File([content], 'logo.png', { type: 'image/png' }) }
    expect((await site.call('POST', '/uploads', { token: admin.token, form })).status).toBe(422)
  }
})
