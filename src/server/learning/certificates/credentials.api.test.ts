import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { createCredentialVerifier } from '#testing/verify-credential.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

async function graduate(name: string): Promise<string> {
  const [who, course] = [await site.createStudent(), await site.createCourse({ lessons: 1, title: 'Kelas Membatik' })]
  await site.enroll(who, course)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: who.token })
  return (await site.call('POST', `/courses/${course.id}/certificate`, { token: who.token, body: { name } })).body.data
    ._id
}

const fetch = (path: string) => site.app.fetch(new Request(publicUrl + path))
const credentialOf = async (id: string) => (await fetch(`/api/certificates/${id}/credential`)).text()

const { verifyToken: verified, isRevoked } = createCredentialVerifier(fetch, publicUrl)

test('a certificate is an Open Badge that the public document of the issuer verifies', async () => {
  const id = await graduate('Sari Dewi')
  const response = await fetch(`/api/certificates/${id}/credential`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vc+jwt'])
  const token = await response.text()
  const claims = await verified(token)
  expect(claims).toMatchObject({
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: 'did:web:cendaki.test' },
    credentialSubject: {
      identifier: [{ identityHash: 'Sari Dewi' }],
      achievement: {
        id: expect.stringMatching(/^https?:\/\/cendaki\.test\/kelas\/details\/[\da-f-]{36}$/),
        name: 'Kelas Membatik',
        type: ['Achievement'],
      },
    },
    credentialStatus: { type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
  })
  const [header, , signature] = token.split('.')
  const forged = { ...claims, name: 'Kelas Lain' }
  expect(
    await verified(`${header}.${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`),
  ).toBeNull()
})

test('a revoked certificate is revoked in the status list, and its neighbours are not', async () => {
  const [one, two, three] = [await graduate('Satu'), await graduate('Dua'), await graduate('Tiga')]
  await site.call('POST', `/admin/certificates/${two}/revoke`, {
    token: admin.token,
    body: { reason: 'Terbit karena keliru' },
  })
  const states = await Promise.all(
    [one, two, three].map(async (id) => isRevoked(await verified(await credentialOf(id)))),
  )
  expect(states).toEqual([false, true, false])
})

test('what an earlier key signed stays verifiable', async () => {
  const id = await graduate('Lama')
  await site.call('POST', '/admin/certificate-keys', { token: admin.token })
  expect(await verified(await credentialOf(id))).not.toBeNull()
  expect(await verified(await credentialOf(await graduate('Baru')))).not.toBeNull()
})

test('a certificate from before credentials keeps its signature, and has a credential', async () => {
  const id = await graduate('Terdahulu')
  await site.database.query.execute(
    sql`update certificates set credential = null, signature = decode(repeat('00', 64), 'hex') where id = ${id}`,
  )
  const shown = await site.call('GET', `/certificates/${id}`)
  expect(JSON.parse(shown.body.data.proof.document)).toMatchObject({ type: 'cendaki-certificate', name: 'Terdahulu' })
  expect(await verified(await credentialOf(id))).toMatchObject({
    credentialSubject: { identifier: [{ identityHash: 'Terdahulu' }] },
  })
})

test('the credential is baked into the picture', async () => {
  const id = await graduate('Gambar')
  const svg = await (await fetch(`/certificate/${id}.svg`)).text()
  expect(svg).toContain(`<openbadges:credential verify="${await credentialOf(id)}">`)
})

test('the profile of the issuer is public; unknown credentials and lists are not found', async () => {
  expect(await (await fetch('/credentials/issuer')).json()).toMatchObject({
    id: 'did:web:cendaki.test',
    type: ['Profile'],
    url: publicUrl,
  })
  const paths = [
    '/credentials/status/99',
    '/credentials/status/x',
    '/api/certificates/01a213ab-a2c4-7864-abd6-ffe5b896367d/credential',
    '/api/credentials/status/99',
  ]
  expect((await Promise.all(paths.map(fetch))).map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('what verifiers on other sites read answers them, HEAD and preflights', async () => {
  const id = await graduate('Baca Silang')
  for (const path of [
    `/api/certificates/${id}/credential`,
    '/api/credentials/status/0',
    '/credentials/status/0',
    '/credentials/issuer',
    '/.well-known/did.json',
  ]) {
    const send = (method: string) =>
      site.app.fetch(new Request(publicUrl + path, { method, headers: { origin: 'https://pemeriksa.example' } }))
    const [get, head, options] = [await send('GET'), await send('HEAD'), await send('OPTIONS')]
    expect([get.status, head.status, options.status], path).toEqual([200, 200, 204])
    for (const response of [get, head, options])
      expect(response.headers.get('access-control-allow-origin'), path).toBe('*')
    expect([head.headers.get('content-type'), await head.text()]).toEqual([get.headers.get('content-type'), ''])
    expect(options.headers.get('access-control-allow-methods')).toContain('GET')
    expect(get.headers.get('access-control-allow-credentials')).toBeNull()
  }
  // A verifier reads that there is none.
  const none = await fetch('/api/certificates/00000000-0000-7000-8000-000000000000/credential')
  expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  const other = await fetch('/api/courses')
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})
