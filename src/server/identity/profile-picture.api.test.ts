import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxAccounts } from '#sandbox/google/index.ts'
import { tinyPng } from '#testing/materials/pictures.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const picture = () => site.google.claimsOf(sandboxAccounts[0] as (typeof sandboxAccounts)[number])['picture'] as string

/** Signs in with Google, by default as a new user with this picture. */
async function signInWith(
  picture: string | undefined,
  account = { sub: `sub-${crypto.randomUUID()}`, email: `${crypto.randomUUID()}@gmail.com` },
) {
  const { headers, body } = await site.call('GET', '/auth/google/nonce')
  const idToken = await site.google.issue({
    ...account,
    name: 'Gita Gunung',
    email_verified: true,
    nonce: body.data.nonce,
    picture,
  })
  const response = await site.call('POST', '/auth/google', {
    body: { idToken },
    headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' },
  })
  expect(response.status).toBe(200)
  return { ...account, token: response.body.data.token as string }
}
async function photoOf({ token }: { token: string }): Promise<string> {
  await site.app.idle()
  return (await site.call('GET', '/me', { token })).body.data.photo
}

test('the picture from Google becomes an upload', async () => {
  const photo = await photoOf(await signInWith(picture()))
  expect(photo).toMatch(/^\/uploads\/[0-9a-f-]{36}\.webp$/)
  const bytes = await site.app.modules.uploads.read(photo.replace('/uploads/', ''))
  expect(
    Buffer.from(bytes ?? [])
      .subarray(8, 12)
      .toString('latin1'),
  ).toBe('WEBP')
})

test.each([
  ['without a picture', undefined],
  ['with a private host', 'http://169.254.169.254/latest/meta-data'],
  ['with a file URL', 'file:///etc/passwd'],
  ['with a missing picture', 'http://google.test/picture/none'],
  ['with something else than a picture', 'http://google.test/certs'],
  ['with a very long URL', `http://google.test/picture/${'1'.repeat(3000)}.png`],
])('a token %s signs in, with the default picture', async (_, picture) => {
  expect(await photoOf(await signInWith(picture))).toBe('/uploads/default.jpg')
})

test('a failed copy is logged', async () => {
  const before = site.logged.length
  await photoOf(await signInWith('http://169.254.169.254/'))
  expect(site.logged.slice(before)).toContainEqual(expect.objectContaining({ what: 'copying a profile picture' }))
})

test('an uploaded photo is never replaced, and a removed one stays removed', async () => {
  const account = await signInWith(picture())
  const form = { photo: new File([tinyPng], 'foto.png', { type: 'image/png' }) }
  await photoOf(account)
  const chosen = (await site.call('PATCH', '/me', { token: account.token, form })).body.data.photo
  expect(await photoOf(await signInWith(picture(), account))).toBe(chosen)
  await site.call('PATCH', '/me', { token: account.token, body: { photo: null } })
  expect(await photoOf(await signInWith(picture(), account))).toBe('/uploads/default.jpg')
})
