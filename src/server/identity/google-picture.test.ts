import { expect, test } from 'vitest'
import { maximumImageBytes } from '#contract/kit/media/images.ts'
import { fetchPicture, googlePictureHosts, isAllowedPicture } from './google-picture.ts'

test.each([
  ['https://lh3.googleusercontent.com/a/foto=s96-c', true],
  ['http://lh3.googleusercontent.com/a/foto', false],
  ['https://lh3.googleusercontent.com:8443/a/foto', false],
  ['https://googleusercontent.com.evil.example/a', false],
  ['https://evilgoogleusercontent.com/a', false],
  ['https://user:secret@lh3.googleusercontent.com/a', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['http://localhost:3000/admin', false],
  ['file:///etc/passwd', false],
  ['//lh3.googleusercontent.com/a', false],
  ['bukan alamat', false],
])('a picture at %s may be fetched: %s', (url, allowed) =>
  expect(isAllowedPicture(url, googlePictureHosts)).toBe(allowed),
)

test('an allowed origin allows exactly that origin', () => {
  const allowed = ['http://127.0.0.1:3000']
  expect(isAllowedPicture('http://127.0.0.1:3000/sandbox/google/foto.png', allowed)).toBe(true)
  expect(isAllowedPicture('http://127.0.0.1:3001/sandbox/google/foto.png', allowed)).toBe(false)
})

const source = (respond: () => Response) => ({ allowed: googlePictureHosts, fetch: async () => respond() })
const url = 'https://lh3.googleusercontent.com/a/foto'

test('a picture is downloaded unchanged; one over the limit is rejected, regardless of its declared length', async () => {
  expect(
    (
      await fetchPicture(
        url,
        source(() => new Response(new Uint8Array(12))),
      )
    ).size,
  ).toBe(12)
  const tooLarge = new Uint8Array(maximumImageBytes + 1)
  await expect(
    fetchPicture(
      url,
      source(() => new Response(tooLarge)),
    ),
  ).rejects.toThrow('too large')
  await expect(
    fetchPicture(
      url,
      source(() => new Response(tooLarge, { headers: { 'content-length': '10' } })),
    ),
  ).rejects.toThrow('too large')
  await expect(
    fetchPicture(
      url,
      source(() => new Response('', { status: 404 })),
    ),
  ).rejects.toThrow('404')
})

test('a forbidden URL is never requested, and redirects are not followed', async () => {
  const requests: Request[] = []
  const spy = {
    allowed: googlePictureHosts,
    fetch: async (request: Request) => {
      requests.push(request)
      return new Response('x')
    },
  }
  await expect(fetchPicture('http://169.254.169.254/', spy)).rejects.toThrow('not allowed')
  expect(requests).toEqual([])
  await fetchPicture(url, spy)
  expect(requests.map(({ redirect }) => redirect)).toEqual(['error'])
})
