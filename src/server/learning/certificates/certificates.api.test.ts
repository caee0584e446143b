import { cleanHtml } from '#server/platform/rich-text/index.ts'
import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Certificate } from '#contract/learning/certificates.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { enqueueRendering } from './files/files.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'

let site: TestSite
let course: MadeCourse
let student: SignedIn
let admin: SignedIn

beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ title: 'Kelas Membatik', lessons: 2 })
  student = await site.createStudent()
  admin = await site.createAdmin()
  await enroll(student, course)
})
afterAll(() => site.close())

const enroll = (who: SignedIn, made: MadeCourse) => site.enroll(who, made)
const complete = (who: SignedIn, { id }: MadeCourse, lessonId: string | undefined, method = 'PUT') =>
  site.call(method, `/courses/${id}/content/${lessonId}/completion`, { token: who.token })
const issue = (who: SignedIn, { id }: MadeCourse, name: unknown = 'Sari Dewi') =>
  site.call('POST', `/courses/${id}/certificate`, { token: who.token, body: { name } })
const mine = async (who: SignedIn, { id }: MadeCourse) =>
  (await site.call('GET', '/courses/enrolled', { token: who.token })).body.data.find(
    (entry: { _id: string }) => entry._id === id,
  )

/** Verifies a certificate with the public key alone. */
function isGenuine({ proof }: Pick<Certificate, 'proof'>, document = proof.document): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: proof.publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(document), key, Buffer.from(proof.signature, 'base64url'))
}

/** A student with a certificate for a finished course. */
async function graduate(name = 'Putu Wayan'): Promise<{ who: SignedIn; made: MadeCourse; certificate: Certificate }> {
  const [who, made] = [await site.createStudent(), await site.createCourse({ lessons: 1 })]
  await enroll(who, made)
  await complete(who, made, made.lessonIds[0])
  return { who, made, certificate: (await issue(who, made, name)).body.data }
}

test('a name is printed in any script that has a font; one with other letters is refused at its field before it is signed', async () => {
  const [who, made] = [await site.createStudent(), await site.createCourse({ lessons: 1 })]
  await enroll(who, made)
  await complete(who, made, made.lessonIds[0])
  const refused = await issue(who, made, 'Sari \u{12000}\u{E000}')
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['name']])
  expect((await issue(who, made, 'Nguyễn محمد ꦗꦮ 陳偉')).status).toBe(200)
})

describe('a certificate', () => {
  test('is rejected before the last lesson, without an enrolment, and without a valid name', async () => {
    expect((await issue(student, course)).body.code).toBe('not-finished')
    await complete(student, course, course.lessonIds[0])
    await complete(student, course, course.lessonIds[1])
    const otherStudent = await site.createStudent()
    expect([
      (await issue(otherStudent, course)).status,
      (await site.call('POST', `/courses/${course.id}/certificate`, { body: { name: 'Sari' } })).status,
    ]).toEqual([403, 401])
    for (const name of ['ab', '  a ', 'x'.repeat(101), 'Sari\nDewi', 7, null]) {
      const { status, body } = await issue(student, course, name)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['name']])
    }
    expect(await mine(student, course)).toMatchObject({ certificateAvailable: true })
    expect(await mine(student, course)).not.toHaveProperty('certificateId')
  })

  test('is issued once, with the confirmed name, and can be verified with the public key alone', async () => {
    const [first, second] = await Promise.all([
      issue(student, course, ' Sari Dewi, S.Kom. '),
      issue(student, course, 'Sari Dewi, S.Kom.'),
    ])
    const again = await issue(student, course, 'Nama Lain')
    expect([first.status, second.body.data._id, again.body.data._id, again.body.data.name]).toEqual([
      200,
      first.body.data._id,
      first.body.data._id,
      'Sari Dewi, S.Kom.',
    ])
    const certificate: Certificate = first.body.data
    expect(certificate).toMatchObject({
      name: 'Sari Dewi, S.Kom.',
      course: { title: 'Kelas Membatik' },
      lessonCount: 2,
    })
    expect(isGenuine(certificate)).toBe(true)
    expect(isGenuine(certificate, `${certificate.proof.document}A`)).toBe(false)
    expect(await mine(student, course)).toMatchObject({ certificateAvailable: true, certificateId: certificate._id })
  })

  test('is public by its URL, without account data', async () => {
    const { certificateId } = await mine(student, course)
    const { status, body } = await site.call('GET', `/certificates/${certificateId}`)
    expect([status, body.data.name, body.data.valid]).toEqual([200, 'Sari Dewi, S.Kom.', true])
    expect(JSON.stringify(body)).not.toContain(student.email)
    for (const id of ['00000000-0000-7000-8000-000000000000', 'bukan-id'])
      expect((await site.call('GET', `/certificates/${id}`)).status).toBe(404)
  })

  test('stays valid when lessons are added later', async () => {
    const { certificateId } = await mine(student, course)
    await site.database.transaction((tx) =>
      site.app.modules.catalog.addLesson(tx, {
        courseId: course.id,
        title: 'Bab baru',
        isPreview: false,
        type: 'text',
        html: cleanHtml('<p>Baru</p>'),
      }),
    )
    expect(await mine(student, course)).toMatchObject({ progress: 67, certificateAvailable: true, certificateId })
    expect((await site.call('GET', `/certificates/${certificateId}`)).body.data.lessonCount).toBe(2)
  })
})

test('a finished course stays finished when a lesson is added before the certificate is issued; uncompleting a lesson resets it', async () => {
  const [who, made] = [await site.createStudent(), await site.createCourse({ lessons: 1 })]
  await enroll(who, made)
  await complete(who, made, made.lessonIds[0])
  await complete(who, made, made.lessonIds[0], 'DELETE')
  expect([(await mine(who, made)).certificateAvailable, (await issue(who, made)).status]).toEqual([false, 409])
  await complete(who, made, made.lessonIds[0])
  await site.database.transaction((tx) =>
    site.app.modules.catalog.addLesson(tx, {
      courseId: made.id,
      title: 'Susulan',
      isPreview: false,
      type: 'text',
      html: cleanHtml('<p>Susulan</p>'),
    }),
  )
  expect(await mine(who, made)).toMatchObject({ progress: 50, certificateAvailable: true })
  expect((await issue(who, made)).body.data.lessonCount).toBe(1)
})

test('99.5 percent is shown as 100 but is not finished', async () => {
  const [who, made] = [await site.createStudent(), await site.createCourse({ lessons: 200 })]
  await enroll(who, made)
  await site.database.query.execute(
    sql`insert into completions select ${who.id}, course_id, id, now() from contents where course_id = ${made.id} and position > 0`,
  )
  expect(await mine(who, made)).toMatchObject({ progress: 100, certificateAvailable: false })
  expect((await issue(who, made)).body.code).toBe('not-finished')
})

describe('the key', () => {
  test('can be rotated: new certificates use the new key, old ones stay verifiable, and the old private key is deleted', async () => {
    const before = await graduate()
    const rotated = await site.call('POST', '/admin/certificate-keys', { token: admin.token })
    const after = await graduate()
    expect(after.certificate.proof.keyId).not.toBe(before.certificate.proof.keyId)
    expect(isGenuine(after.certificate)).toBe(true)
    expect(isGenuine((await site.call('GET', `/certificates/${before.certificate._id}`)).body.data)).toBe(true)
    expect(rotated.body.data.map((key: { retiredAt: string | null }) => key.retiredAt !== null)).toEqual([false, true])
    expect(JSON.stringify(rotated.body)).not.toMatch(/private/i)
  })

  test.each(['GET', 'POST'])('is not for students (%s)', async (method) => {
    expect((await site.call(method, '/admin/certificate-keys', { token: student.token })).status).toBe(403)
  })
})

describe('an admin', () => {
  test('finds certificates by name, course, email and state', async () => {
    const { certificate, who } = await graduate('Zulaikha 100% Benar')
    const list = (query: string) => site.call('GET', `/admin/certificates?${query}`, { token: admin.token })
    const { body } = await list('q=100%25%20benar')
    expect(body).toMatchObject({
      data: [{ _id: certificate._id, status: 'valid', user: { email: who.email } }],
      meta: { page: 1, total: 1 },
    })
    expect((await list('q=kelas%20membatik')).body.meta.total).toBe(1)
    expect((await list(`q=${encodeURIComponent(who.email)}`)).body.data).toMatchObject([{ _id: certificate._id }])
    expect((await list('status=revoked&q=zulaikha')).body.meta.total).toBe(0)
    expect((await list('status=hilang')).status).toBe(422)
    expect((await site.call('GET', '/admin/certificates', { token: student.token })).status).toBe(403)
  })

  test('revokes for good also what a refund had revoked', async () => {
    const { certificate, who, made } = await graduate()
    await site.database.query.execute(
      sql`update certificates set revoked_at = now(), revoke_reason = 'Dana dikembalikan' where id = ${certificate._id}`,
    )
    const list = async () =>
      (await site.call('GET', `/admin/certificates?q=${encodeURIComponent(who.email)}`, { token: admin.token })).body
    expect((await list()).data).toMatchObject([{ status: 'revoked', isFinal: false }])
    const path = `/admin/certificates/${certificate._id}/revoke`
    const revoked = await site.call('POST', path, { token: admin.token, body: { reason: 'Menyontek' } })
    expect([revoked.status, revoked.body.data.isFinal]).toEqual([200, true])
    expect((await issue(who, made)).body.code).toBe('certificate-revoked')
  })

  test('revokes with a reason: the page shows it at once, the files are not found, and it cannot be issued again', async () => {
    const { certificate, who, made } = await graduate()
    const path = `/certificates/${certificate._id}`
    expect((await site.call('GET', path)).body.data.valid).toBe(true)
    const revoke = (body: unknown, token = admin.token) => site.call('POST', `/admin${path}/revoke`, { token, body })
    expect([(await revoke({ reason: 'Menyontek' }, who.token)).status, (await revoke({ reason: ' ' })).status]).toEqual(
      [403, 422],
    )
    expect((await revoke({ reason: 'Menyontek' })).body.data).toMatchObject({
      status: 'revoked',
      revokeReason: 'Menyontek',
    })
    const { entries } = await site.app.modules.audit.list({ subjectId: certificate._id }, { page: 1, limit: 5 })
    expect(entries).toMatchObject([
      { actorId: admin.id, action: 'certificate.revoked', details: { reason: 'Menyontek' } },
    ])
    expect((await revoke({ reason: 'Sekali lagi' })).body.code).toBe('already-revoked')
    const shown = await site.call('GET', path)
    expect([shown.body.data.valid, JSON.stringify(shown.body).includes('Menyontek')]).toEqual([false, false])
    // Nor is it offered, but the course stays finished.
    const afterwards = await mine(who, made)
    expect(afterwards).toMatchObject({ certificateAvailable: false, finishedAt: expect.any(String) })
    expect(afterwards).not.toHaveProperty('certificateId')
    const { viewer } = (await site.call('GET', `/courses/${made.id}`, { token: who.token })).body.data
    expect(viewer).toMatchObject({ isCertificateRevoked: true })
    expect(viewer).not.toHaveProperty('certificateId')
    expect((await issue(who, made)).body.code).toBe('certificate-revoked')
    expect((await site.app.fetch(new Request(`${publicUrl}${certificate.pdfUrl}`))).status).toBe(404)
    expect(
      (
        await site.call('POST', '/admin/certificates/00000000-0000-7000-8000-000000000000/revoke', {
          token: admin.token,
          body: { reason: 'Salah' },
        })
      ).status,
    ).toBe(404)
  })
})

describe('the files', () => {
  const fetch = (path: string) => site.app.fetch(new Request(publicUrl + path))

  test('are a PDF of one page that contains the proof, and the proof as JSON', async () => {
    const { certificate } = await graduate('Łukasz Ñandú-Şahin بدر')
    const [pdf, again, proof] = await Promise.all([
      fetch(certificate.pdfUrl),
      fetch(certificate.pdfUrl),
      fetch(certificate.proofUrl),
    ])
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      expect.stringMatching(/^attachment; filename="sertifikat-[a-z0-9-]+\.pdf"$/),
    ])
    const bytes = Buffer.from(await pdf.arrayBuffer())
    expect(bytes.equals(Buffer.from(await again.arrayBuffer()))).toBe(true)
    expect(bytes.toString('latin1')).toContain(`${certificate.proof.document}.${certificate.proof.signature}`)
    expect(bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    expect(await proof.json()).toEqual({
      document: certificate.proof.document,
      signature: certificate.proof.signature,
      keyId: certificate.proof.keyId,
    })
  })

  test('contain the current site name as the author', async () => {
    const { certificate } = await graduate()
    // The PDF properties reference their values by object number.
    const author = async () => {
      const pdf = Buffer.from(await (await fetch(certificate.pdfUrl)).arrayBuffer()).toString('latin1')
      const [, object] = /\/Author (\d+) 0 R/.exec(pdf) ?? []
      return new RegExp(`\n${object} 0 obj\n\\(([^)]*)\\)`).exec(pdf)?.[1]
    }
    expect(await author()).toBe('Cendaki')
    const { updatedAt: _, ...settings } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
    await site.call('PUT', '/admin/settings', { token: admin.token, body: { ...settings, name: 'Ruang Belajar' } })
    expect(await author()).toBe('Ruang Belajar')
  })

  test('are rendered one after another: a client that requests many gets 503, and other clients are not affected', async () => {
    const certificates = []
    for (let number = 0; number < 7; number++) certificates.push((await graduate()).certificate)
    const [other, ...own] = certificates
    const fetchAs = (client: string, { pdfUrl }: Certificate) =>
      site.app.fetch(new Request(publicUrl + pdfUrl), { client })
    const rendering = Promise.withResolvers<void>()
    const rendered = enqueueRendering('another rendering', () => rendering.promise)
    const flood = own.map((certificate) => fetchAs('203.0.113.9', certificate))
    // Five may wait, and the sixth is rejected at once.
    const rejected = await Promise.race(flood)
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    const fromOther = fetchAs('203.0.113.10', other as Certificate)
    rendering.resolve()
    await rendered
    expect((await fromOther).status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 503])
    // A rejected rendering is not cached.
    for (const certificate of own) expect((await fetchAs('203.0.113.9', certificate)).status).toBe(200)
  })

  test('include a verifier with all keys that makes no network requests', async () => {
    const page = await (await fetch('/certificate/verifier.html')).text()
    const { body } = await site.call('GET', '/admin/certificate-keys', { token: admin.token })
    for (const key of body.data) expect(page).toContain(`"${key._id}":"${key.publicKey}"`)
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/src="http|href="http|fetch\(/)
  })

  test.each([
    '/certificate/bukan-id.pdf',
    '/certificate/00000000-0000-7000-8000-000000000000.json',
    '/certificate/x.html',
  ])('%s is not found', async (path) => {
    expect((await fetch(path)).status).toBe(404)
  })
})
