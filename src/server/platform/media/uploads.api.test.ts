import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { svgPicture, pixelBomb } from '#testing/materials/pictures.ts'

let site: TestSite
let token: string
beforeAll(async () => {
  site = await startTestSite()
  token = (await site.createInstructor()).token
})
afterAll(() => site.close())

const limit = 2 * 1024 * 1024
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3547b4' } })
const send = (bytes: Uint8Array<ArrayBuffer> | string, { name = 'gambar.png', type = 'image/png', as = token } = {}) =>
  site.call('POST', '/uploads', { token: as, form: { image: new File([bytes], name, { type }) } })
const fetchUpload = (path: string) => site.app.fetch(new Request(publicUrl + path))

describe('a picture', () => {
  test('is re-encoded in several sizes, without camera metadata', async () => {
    const bytes = await photo(2000, 1500)
      .withExif({ IFD0: { Copyright: 'rahasia' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await send(bytes, { name: '../../etc/passwd', type: 'application/pdf' })
    expect([status, body.data.width, body.data.height, body.data.url]).toEqual([
      201,
      1280,
      960,
      expect.stringMatching(/^\/uploads\/[0-9a-f-]{36}\.webp$/),
    ])
    const served = Buffer.from(await (await fetchUpload(body.data.url)).arrayBuffer())
    expect([(await sharp(served).metadata()).format, served.includes('rahasia')]).toEqual(['webp', false])
    const small = await fetchUpload(body.data.url.replace('.webp', '-320.webp'))
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320)
  })

  test('is served with a fixed type, without scripts, cacheable forever', async () => {
    const { body } = await send(await photo(10, 10).png().toBuffer())
    const { headers } = await fetchUpload(body.data.url)
    expect(
      Object.fromEntries(
        ['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control'].map((name) => [
          name,
          headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('loses data appended to it', async () => {
    const bytes = Buffer.concat([await photo(10, 10).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    const { body } = await send(bytes)
    expect(Buffer.from(await (await fetchUpload(body.data.url)).arrayBuffer()).includes('script')).toBe(false)
  })

  test('of exactly 2 MB is accepted, one byte more is rejected with 413', async () => {
    const png = await photo(4, 4).png().toBuffer()
    expect((await send(Buffer.concat([png, Buffer.alloc(limit - png.length)]))).status).toBe(201)
    const { status, body } = await send(Buffer.concat([png, Buffer.alloc(limit + 1 - png.length)]))
    expect([status, body.code, body.errors]).toEqual([413, 'too-large', { image: 'Ukuran gambar maksimal 2MB' }])
  })
})

test.each([
  ['an SVG', () => svgPicture, 'File harus berupa gambar (JPEG, PNG). Ini gambar SVG: simpan sebagai PNG'],
  ['HTML called a picture', () => '<html><script>alert(1)</script></html>', 'File harus berupa gambar (JPEG, PNG)'],
  [
    'the first bytes of a picture and nothing more',
    () => Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]),
    'File harus berupa gambar (JPEG, PNG)',
  ],
  ['an empty file', () => '', 'File harus berupa gambar (JPEG, PNG)'],
  [
    'a small file that unpacks to 900 megapixels',
    pixelBomb,
    'Gambar terlalu besar untuk diolah. Perkecil dulu, idealnya 1280×720',
  ],
])('%s is rejected with 422', async (_, make, message) => {
  const { status, body } = await send(make())
  expect([status, body.errors]).toEqual([422, { image: message }])
})

test('a body far over the limit is rejected with 413, regardless of its content', async () => {
  const { status, body } = await send(Buffer.alloc(limit * 2))
  expect([status, body.errors]).toEqual([413, { image: 'Ukuran gambar maksimal 2MB' }])
})

test('a missing file, or text in its place, is a field error', async () => {
  for (const form of [{ image: 'teks' }, { lain: 'x' }]) {
    const { status, body } = await site.call('POST', '/uploads', { token, form })
    expect([status, body.errors.image]).toEqual([422, 'Pilih gambar dulu'])
  }
})

describe('after a week', () => {
  const days = (count: number) => count * dayMs
  const upload = async (as = token) => (await send(await photo(8, 8).png().toBuffer(), { as })).body.data.url as string
  const isThere = async (path: string) => (await fetchUpload(path)).status === 200

  test('pictures without a reference are deleted; those in courses, lessons, lesson versions, e-books, tips and profiles stay', async () => {
    const instructor = await site.createInstructor()
    const admin = await site.createAdmin()
    const course = await site.createCourse({ instructorId: instructor.id })
    const file = async () => new File([await photo(8, 8).png().toBuffer()], 'a.png', { type: 'image/png' })
    const article = async (url: string) => ({
      title: 'Bergambar',
      type: 'text',
      text: `<p>x</p><img src="${url}" alt="">`,
    })
    const [inVersion, inLesson, inTip, inEbook, unused] = [
      await upload(),
      await upload(),
      await upload(),
      await upload(),
      await upload(),
    ]
    const by = { token: instructor.token }
    const lesson = await site.call('POST', '/courses/content/create', {
      ...by,
      body: { courseId: course.id, ...(await article(inVersion)) },
    })
    await site.call('PUT', `/courses/${course.id}/update-content/${lesson.body.data._id}`, {
      ...by,
      body: await article(inLesson),
    })
    await site.call('PATCH', `/courses/${course.id}`, { ...by, form: { thumbnail: await file() } })
    await site.call('PATCH', '/me', { ...by, form: { photo: await file() } })
    const tip = {
      title: 'Tips bergambar',
      summary: 'Ringkas saja',
      author: 'Tim',
      tags: [],
      text: `<p>x</p><img src="${inTip}" alt="">`,
      thumbnail: null,
    }
    expect((await site.call('POST', '/admin/tips', { token: admin.token, body: tip })).status).toBe(200)
    const ebook = { title: 'E-book bergambar', description: 'Untuk diuji', author: 'Tim', price: 0, thumbnail: inEbook }
    expect((await site.call('POST', '/admin/ebooks', { token: admin.token, body: ebook })).status).toBe(200)
    const { thumbnail } = (await site.call('GET', `/admin/courses/${course.id}`, by)).body.data
    const { photo: profilePhoto } = (await site.call('GET', '/me', by)).body.data
    site.clock.advance(days(8))
    // The earlier session has expired by now.
    token = (await site.createInstructor()).token
    const fresh = await upload()
    await site.app.retention.purge('unused-uploads')
    expect(await isThere(unused)).toBe(false)
    for (const path of [inVersion, inLesson, inTip, inEbook, thumbnail, profilePhoto, fresh])
      expect(await isThere(path), path).toBe(true)
  })

  test('every column that can refer to a picture is searched', async () => {
    const { rows } = await site.database.query.execute<{ name: string }>(
      sql`select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public' and data_type = 'text' and column_name ~ 'thumbnail|photo|image|picture|html' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'announcements.html',
      'content_versions.body_html',
      'contents.body_html',
      'course_answers.html',
      'course_questions.html',
      'courses.thumbnail',
      'ebook_section_images.image',
      'ebook_sections.body_html',
      'ebook_sections.image',
      'ebooks.thumbnail',
      'legal_texts.html',
      // Mails contain no uploads.
      'mails.html_body',
      'tips.body_html',
      'tips.thumbnail',
      'transfers.picture',
      'users.photo',
    ])
  })
})

test('uploads are rate limited per user with a Retry-After header', async () => {
  const eager = (await site.createInstructor()).token
  const bytes = await photo(2, 2).png().toBuffer()
  for (let sent = 0; sent < 60; sent++) expect((await send(bytes, { as: eager })).status).toBe(201)
  const { status, headers, body } = await send(bytes, { as: eager })
  expect([status, headers.get('retry-after'), body.message]).toEqual([
    429,
    '60',
    'Terlalu banyak gambar diunggah. Coba lagi sekitar 1 menit lagi.',
  ])
  expect((await send(bytes)).status).toBe(201)
  site.clock.advance(minuteMs)
  expect((await send(bytes, { as: eager })).status).toBe(201)
})

test('students cannot upload article pictures', async () => {
  const student = await site.createStudent()
  expect((await send(await photo(4, 4).png().toBuffer(), { as: student.token })).status).toBe(403)
})

test.each([
  '/uploads/00000000-0000-7000-8000-000000000000.webp',
  '/uploads/..%2f..%2fetc%2fpasswd',
  '/uploads/x.svg',
  "/uploads/'.webp",
])('%s returns 404', async (path) => expect((await fetchUpload(path)).status).toBe(404))
