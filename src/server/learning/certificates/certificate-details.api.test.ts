import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { Certificate } from '#contract/learning/certificates.ts'
import { tinyPng } from '#testing/materials/pictures.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { createCredentialVerifier } from '#testing/verify-credential.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'

let site: TestSite
let owner: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  owner = await site.createInstructor()
  course = await site.createCourse({ instructorId: owner.id, lessons: 1 })
})
afterAll(() => site.close())

const get = (path: string) => site.app.fetch(new Request(publicUrl + path))
const save = (certificate: unknown, { token } = owner) =>
  site.call('PATCH', `/courses/${course.id}`, { token, body: { certificate } })
const stored = async () =>
  (await site.call('GET', `/admin/courses/${course.id}`, { token: owner.token })).body.data.certificate
async function upload(): Promise<string> {
  const image = new File([tinyPng], 'tanda-tangan.png', { type: 'image/png' })
  return (await site.call('POST', '/uploads', { token: owner.token, form: { image } })).body.data.url
}
async function graduate(): Promise<Certificate> {
  const who = await site.createStudent()
  await site.enroll(who, course)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: who.token })
  const issued = await site.call('POST', `/courses/${course.id}/certificate`, {
    token: who.token,
    body: { name: 'Sari' },
  })
  expect(issued.status, JSON.stringify(issued.body)).toBe(200)
  return issued.body.data
}

test('a course without them has none, and its certificates say none', async () => {
  expect(await stored()).toEqual({ signers: [], hours: null, competences: [] })
  expect(await graduate()).toMatchObject({ signers: [], hours: null, competences: [] })
})

test('300 JP, a signer without a picture and competences are in the certificate, its PDF and its badge, and a change leaves them as they were', async () => {
  const signature = await upload()
  const first = {
    signers: [
      { name: 'Dr. Rina Wulandari, M.Pd.', title: 'Direktur Program', signature },
      { name: 'Nguyễn 陳偉', title: 'Instruktur' },
    ],
    hours: 300,
    competences: ['Menyiapkan kain', 'Mencanting'],
  }
  expect((await save(first)).status).toBe(200)
  const shown = { ...first, signers: first.signers.map((signer) => ({ signature: null, ...signer })) }
  expect(await stored()).toEqual(shown)
  const { _id: id } = await graduate()
  expect((await save({ signers: [{ name: 'Orang lain', title: 'Direktur' }], hours: 2 })).status).toBe(200)
  expect(await stored()).toEqual({
    signers: [{ name: 'Orang lain', title: 'Direktur', signature: null }],
    hours: 2,
    competences: [],
  })
  expect((await site.call('GET', `/certificates/${id}`)).body.data).toMatchObject(shown)
  const pdf = await get(`/certificate/${id}.pdf`)
  expect([pdf.status, (await pdf.arrayBuffer()).byteLength > 10_000]).toEqual([200, true])
  const token = await (await get(`/api/certificates/${id}/credential`)).text()
  const claims = await createCredentialVerifier(get, publicUrl).verifyToken(token)
  expect(claims.credentialSubject.achievement.criteria.narrative).toBe(
    'Menyelesaikan semua materi kelas (1). Beban belajar: 300 JP. Kompetensi: Menyiapkan kain; Mencanting. ' +
      'Ditandatangani oleh Dr. Rina Wulandari, M.Pd. (Direktur Program) dan Nguyễn 陳偉 (Instruktur).',
  )
  // The picture is in no course any more, and still in a certificate.
  site.clock.advance(40 * dayMs)
  await site.app.retention.purge('unused-uploads')
  expect((await get(signature)).status).toBe(200)
  owner = {
    ...owner,
    token: (await site.call('POST', '/sign-in', { body: { email: owner.email, password } })).body.data.token,
  }
})

const signer = { name: 'Rina', title: 'Direktur' }
test.each<[string, unknown, string]>([
  ['three signers', { signers: [signer, signer, signer] }, 'certificate.signers'],
  ['a signer without a name', { signers: [{ ...signer, name: ' ' }] }, 'certificate.signers.0.name'],
  ['a signer without a role', { signers: [{ name: 'Rina' }] }, 'certificate.signers.0.title'],
  ['a long name', { signers: [{ ...signer, name: 'R'.repeat(81) }] }, 'certificate.signers.0.name'],
  [
    'a picture of elsewhere',
    { signers: [{ ...signer, signature: 'https://jahat.id/x.webp' }] },
    'certificate.signers.0.signature',
  ],
  [
    'a picture that is gone',
    { signers: [{ ...signer, signature: `/uploads/${crypto.randomUUID()}.webp` }] },
    'certificate.signers.0.signature',
  ],
  ['letters that no font has', { signers: [{ ...signer, name: 'Rina \u{12000}' }] }, 'certificate.signers.0.name'],
  ['0 JP', { hours: 0 }, 'certificate.hours'],
  ['1,000 JP', { hours: 1000 }, 'certificate.hours'],
  ['one and a half JP', { hours: 1.5 }, 'certificate.hours'],
  [
    'eleven competences',
    { competences: Array.from({ length: 11 }, (_, index) => `Bisa ${index}`) },
    'certificate.competences',
  ],
  ['an empty competence', { competences: [''] }, 'certificate.competences.0'],
  ['a long competence', { competences: ['x'.repeat(121)] }, 'certificate.competences.0'],
  ['a text', 'sertifikat', 'certificate'],
  ['null', null, 'certificate'],
])('%s is refused at its field', async (_, certificate, field) => {
  const before = await stored()
  const { status, body } = await save(certificate)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  expect(await stored()).toEqual(before)
})

test('a student lists the valid certificates of one account, with their hours and competences, for the CV', async () => {
  await save({ hours: 300, competences: ['Membatik'], signers: [] })
  const [who, other] = [await site.createStudent(), await site.createStudent()]
  const list = async ({ token }: { token: string }) => (await site.call('GET', '/me/certificates', { token })).body.data
  expect(await list(who)).toEqual([])
  await site.enroll(who, course)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: who.token })
  const body = { name: 'Sari' }
  const { _id } = (await site.call('POST', `/courses/${course.id}/certificate`, { token: who.token, body })).body.data
  expect(await list(who)).toMatchObject([
    { _id, courseId: course.id, path: null, hours: 300, competences: ['Membatik'], issuedAt: expect.any(String) },
  ])
  expect(await list(other)).toEqual([])
  expect((await site.call('GET', '/me/certificates')).status).toBe(401)
  const admin = await site.createAdmin()
  const revoke = { token: admin.token, body: { reason: 'Terbit karena keliru' } }
  expect((await site.call('POST', `/admin/certificates/${_id}/revoke`, revoke)).status).toBe(200)
  expect(await list(who)).toEqual([])
})
