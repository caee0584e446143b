import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxAccounts } from '#sandbox/google/index.ts'
import { tinyPng } from '#testing/pictures.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const face = () => site.google.claimsOf(sandboxAccounts[0] as (typeof sandboxAccounts)[number])['picture'] as string

/** Signs in as somebody new at Google whose token names this picture; answers their token here. */
async function arrive(picture: string | undefined, who = { sub: `sub-${crypto.randomUUID()}`, email: `${crypto.randomUUID()}@gmail.com` }) {
  const { headers, body } = await site.call('GET', '/auth/google/nonce')
  const idToken = await site.google.issue({ ...who, name: 'Gita Gunung', email_verified: true, nonce: body.data.nonce, picture })
  const answer = await site.call('POST', '/auth/google', { body: { idToken }, headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' } })
  expect(answer.status).toBe(200)
  return { ...who, token: answer.body.data.token as string }
}
async function photoOf({ token }: { token: string }): Promise<string> {
  await site.app.idle()
  return (await site.call('GET', '/me', { token })).body.data.photo
}

test('the picture Google shows becomes a photo of ours, written anew', async () => {
  const photo = await photoOf(await arrive(face()))
  expect(photo).toMatch(/^\/uploads\/[0-9a-f-]{36}\.webp$/)
  const bytes = await site.app.modules.uploads.read(photo.replace('/uploads/', ''))
  expect(
    Buffer.from(bytes ?? [])
      .subarray(8, 12)
      .toString('latin1'),
  ).toBe('WEBP')
})

test.each([
  ['names none', undefined],
  ['names an address of our own network', 'http://169.254.169.254/latest/meta-data'],
  ['names a file', 'file:///etc/passwd'],
  ['names a picture that is not there', 'http://google.test/picture/none'],
  ['names something that is no picture', 'http://google.test/certs'],
  ['names an endless address', `http://google.test/picture/${'1'.repeat(3000)}.png`],
])('a token that %s lets its owner in all the same, with the drawing everybody starts with', async (_, picture) => {
  expect(await photoOf(await arrive(picture))).toBe('/uploads/default.jpg')
})

test('what could not be copied is a line in the log', async () => {
  await photoOf(await arrive('http://169.254.169.254/'))
  expect(site.logged.at(-1)).toMatchObject({ what: 'copying a profile picture' })
})

test('a photo that somebody chose is never replaced, and one they took away does not come back', async () => {
  const who = await arrive(face())
  const form = { photo: new File([tinyPng], 'foto.png', { type: 'image/png' }) }
  await photoOf(who)
  const chosen = (await site.call('PATCH', '/me', { token: who.token, form })).body.data.photo
  expect(await photoOf(await arrive(face(), who))).toBe(chosen)
  await site.call('PATCH', '/me', { token: who.token, body: { photo: null } })
  expect(await photoOf(await arrive(face(), who))).toBe('/uploads/default.jpg')
})
