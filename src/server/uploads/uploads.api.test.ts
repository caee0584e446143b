import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { svgPicture, pixelBomb } from '#testing/pictures.ts'

let site: TestSite
let token: string
beforeAll(async () => {
  site = await startTestSite()
  token = (await site.createInstructor()).token
})
afterAll(() => site.close())

const limit = 2 * 1024 * 1024
const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3547b4' } })
const send = (bytes: Uint8Array<ArrayBuffer> | string, { name = 'gambar.png', type = 'image/png', as = token } = {}) =>
  site.call('POST', '/uploads', { token: as, form: { image: new File([bytes], name, { type }) } })
const fetchUpload = (path: string) => site.app.fetch(new Request(publicUrl + path))

describe('a picture', () => {
  test('is written anew, smaller forms beside it, without what the camera wrote about it', async () => {
    const bytes = await photo(2000, 1500)
      .withExif({ IFD0: { Copyright: 'rahasia' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await send(bytes, { name: '../../etc/passwd', type: 'application/pdf' })
    expect([status, body.data.width, body.data.height, body.data.url]).toEqual([201, 1280, 960, expect.stringMatching(/^\/uploads\/[0-9a-f-]{36}\.webp$/)])
    const served = Buffer.from(await (await fetchUpload(body.data.url)).arrayBuffer())
    expect([(await sharp(served).metadata()).format, served.includes('rahasia')]).toEqual(['webp', false])
    const small = await fetchUpload(body.data.url.replace('.webp', '-320.webp'))
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320)
  })

  test('can only be looked at: fixed type, no scripts, kept for good', async () => {
    const { body } = await send(await photo(10, 10).png().toBuffer())
    const { headers } = await fetchUpload(body.data.url)
    expect(
      Object.fromEntries(['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control'].map((name) => [name, headers.get(name)])),
    ).toEqual({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('loses what was hidden behind it', async () => {
    const bytes = Buffer.concat([await photo(10, 10).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    const { body } = await send(bytes)
    expect(Buffer.from(await (await fetchUpload(body.data.url)).arrayBuffer()).includes('script')).toBe(false)
  })

  test('of 2 MB exactly is taken, one byte more is not', async () => {
    const png = await photo(4, 4).png().toBuffer()
    expect((await send(Buffer.concat([png, Buffer.alloc(limit - png.length)]))).status).toBe(201)
    const { status, body } = await send(Buffer.concat([png, Buffer.alloc(limit + 1 - png.length)]))
    expect([status, body.code, body.errors]).toEqual([413, 'too-large', { image: 'Ukuran gambar maksimal 2MB' }])
  })
})

test.each([
  ['an SVG', () => svgPicture, 'File harus berupa gambar (JPEG, PNG)'],
  ['HTML called a picture', () => '<html><script>alert(1)</script></html>', 'File harus berupa gambar (JPEG, PNG)'],
  ['the first bytes of a picture and nothing more', () => Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'File harus berupa gambar (JPEG, PNG)'],
  ['an empty file', () => '', 'File harus berupa gambar (JPEG, PNG)'],
  ['a small file that unpacks to 900 megapixels', pixelBomb, 'Gambar terlalu besar untuk diolah. Perkecil dulu, idealnya 1280×720'],
])('%s is refused', async (_, make, message) => {
  const { status, body } = await send(make())
  expect([status, body.errors]).toEqual([422, { image: message }])
})

test('a body far over the limit is cut off, whatever it is', async () => {
  const { status, body } = await send(Buffer.alloc(limit * 2))
  expect([status, body.errors]).toEqual([413, { image: 'Ukuran gambar maksimal 2MB' }])
})

test('no file, or text in its place, is told beside the field', async () => {
  for (const form of [{ image: 'teks' }, { lain: 'x' }]) {
    const { status, body } = await site.call('POST', '/uploads', { token, form })
    expect([status, body.errors.image]).toEqual([422, 'Pilih gambar dulu'])
  }
})

test('students upload no article pictures', async () => {
  const student = await site.createStudent()
  expect((await send(await photo(4, 4).png().toBuffer(), { as: student.token })).status).toBe(403)
})

test.each(['/uploads/00000000-0000-7000-8000-000000000000.webp', '/uploads/..%2f..%2fetc%2fpasswd', '/uploads/x.svg', "/uploads/'.webp"])(
  '%s is not there',
  async (path) => expect((await fetchUpload(path)).status).toBe(404),
)
