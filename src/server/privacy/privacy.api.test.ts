import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { password } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: { token: string }
beforeAll(async () => void (site = await startTestSite()))
// Tests advance the clock, which ends the sessions of admins.
beforeEach(async () => void (admin = await site.createAdmin()))
afterAll(() => site.close())

const asAdmin = () => ({ token: admin.token })
const hours = (count: number) => count * hourMs
const consentsOf = async (token: string) => (await site.call('GET', '/me/consents', { token })).body.data
const setConsent = (token: string, purpose: string, given: boolean) =>
  site.call('PUT', `/me/consents/${purpose}`, { token, body: { given } })

let signUps = 0
async function signUp() {
  const email = `setuju${++signUps}@contoh.id`
  await site.call('POST', '/sign-up', { body: { name: 'Sari Dewi', email, password }, client: email })
  const { body } = await site.call('POST', '/sign-in', { body: { email, password }, client: email })
  return { token: body.data.token as string, id: body.data.user._id as string, email }
}

describe('the terms', () => {
  test('are accepted in their current version by signing up, and a newer version can be accepted later', async () => {
    const user = await signUp()
    const [terms] = await consentsOf(user.token)
    expect(terms).toMatchObject({
      purpose: 'terms',
      version: 1,
      currentVersion: 1,
      canWithdraw: false,
      givenAt: site.clock.now().toISOString(),
    })

    const { html, version } = (await site.call('GET', '/admin/legal/terms', asAdmin())).body.data
    await site.call('PUT', '/admin/legal/terms', { ...asAdmin(), body: { html: `${html}<p>Baru.</p>`, version } })
    expect((await consentsOf(user.token))[0]).toMatchObject({ version: 1, currentVersion: 2 })
    site.clock.advance(1000)
    const accepted = await setConsent(user.token, 'terms', true)
    expect(accepted.body.data[0]).toMatchObject({ version: 2, currentVersion: 2 })
    expect(accepted.body.data[0].history).toEqual([
      { version: 2, givenAt: site.clock.now().toISOString(), endedAt: null },
      { version: 1, givenAt: terms.givenAt, endedAt: site.clock.now().toISOString() },
    ])
    expect((await setConsent(user.token, 'terms', true)).body.data[0].history).toHaveLength(2)
    expect((await consentsOf((await signUp()).token))[0]).toMatchObject({ version: 2 })
  })

  test('are accepted by a new user of Google, and by a sign-up that continues by mail', async () => {
    const nonce = await site.call('GET', '/auth/google/nonce')
    const idToken = await site.google.issue({
      sub: 'setuju-google',
      name: 'Gita Gunung',
      email: 'setuju@gmail.com',
      email_verified: true,
      nonce: nonce.body.data.nonce,
    })
    const cookie = nonce.headers.get('set-cookie')?.split(';')[0] ?? ''
    const signedIn = await site.call('POST', '/auth/google', { body: { idToken }, headers: { cookie } })
    expect((await consentsOf(signedIn.body.data.token))[0].version).toBe(2)

    const taken = await site.createStudent()
    for (let count = 0; count < 6; count++)
      await site.call('POST', '/sign-up', {
        body: { name: 'Penebak', email: taken.email, password },
        client: 'penebak',
      })
    // A browser that cannot solve the challenge.
    const headers = { 'x-challenge': 'tidak-bisa' }
    await site.call('POST', '/sign-up', {
      body: { name: 'Tetangga Baru', email: 'lewat-email@contoh.id', password },
      client: 'penebak',
      headers,
    })
    await site.app.idle()
    const { identity, privacy } = site.app.modules
    expect(
      (await privacy.consents.list((await identity.findIdByEmail('lewat-email@contoh.id')) ?? ''))[0]?.version,
    ).toBe(2)
  })

  test('cannot be withdrawn: they end with the account', async () => {
    const user = await signUp()
    const { status, body } = await setConsent(user.token, 'terms', false)
    expect([status, body.code]).toEqual([409, 'not-withdrawable'])
    expect((await setConsent(user.token, 'iklan', true)).status).toBe(404)
    expect(
      (await site.call('PUT', '/me/consents/review-name', { token: user.token, body: { given: 'ya' } })).body.errors,
    ).toEqual({
      given: 'Pilih setuju atau tidak',
    })
  })
})

describe('the name shown with reviews', () => {
  const namesIn = async (courseId: string) =>
    (await site.call('GET', `/courses/${courseId}/overview`)).body.data.reviews.map(
      (review: { name: string }) => review.name,
    )

  async function reviewer() {
    const student = await site.createStudent('Wulan Purnama')
    const course = await site.createCourse({ price: 0 })
    await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token })
    await site.call('PUT', `/courses/${course.id}/reviews`, {
      token: student.token,
      body: { rating: 5, text: 'Bagus.' },
    })
    return { ...student, courseId: course.id }
  }

  test('is agreed to with the first review, and disappears from cached pages when that is withdrawn', async () => {
    const student = await reviewer()
    expect(await namesIn(student.courseId)).toEqual(['Wulan Purnama'])
    expect((await setConsent(student.token, 'review-name', false)).body.message).toBe('Persetujuan dicabut.')
    expect(await namesIn(student.courseId)).toEqual(['Siswa'])
    expect((await consentsOf(student.token))[1]).toMatchObject({
      givenAt: null,
      history: [{ version: 1, endedAt: site.clock.now().toISOString() }],
    })
    await setConsent(student.token, 'review-name', true)
    expect(await namesIn(student.courseId)).toEqual(['Wulan Purnama'])
  })

  test('is what was chosen with a review: hidden from the first one on, and shown when a later one says so', async () => {
    const student = await site.createStudent('Bagas Pratama')
    const course = await site.createCourse({ price: 0 })
    const write = (body: object) =>
      site.call('PUT', `/courses/${course.id}/reviews`, {
        token: student.token,
        body: { rating: 4, text: 'Jelas.', ...body },
      })
    const chosen = async () =>
      (await site.call('GET', `/courses/${course.id}`, { token: student.token })).body.data.viewer.showsName
    await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token })
    expect(await chosen()).toBeNull()
    expect((await write({ showName: 'ya' })).body.errors).toEqual({ showName: 'Pilih tampil atau tidak' })
    await write({ showName: false })
    expect([await namesIn(course.id), await chosen(), (await consentsOf(student.token))[1]?.givenAt]).toEqual([
      ['Siswa'],
      false,
      null,
    ])
    // Without a choice the one before stays.
    await write({ text: 'Jelas sekali.' })
    expect(await namesIn(course.id)).toEqual(['Siswa'])
    await write({ showName: true })
    expect([await namesIn(course.id), await chosen()]).toEqual([['Bagas Pratama'], true])
  })

  test('can be changed 30 times an hour', async () => {
    const { token } = await site.createStudent()
    for (let count = 0; count < 30; count++)
      expect((await setConsent(token, 'review-name', count % 2 === 0)).status).toBe(200)
    expect((await setConsent(token, 'review-name', true)).status).toBe(429)
  })

  test('stays withdrawn when the student writes another review', async () => {
    const student = await reviewer()
    await setConsent(student.token, 'review-name', false)
    const other = await site.createCourse({ price: 0 })
    await site.call('POST', `/courses/${other.id}/enroll`, { token: student.token })
    await site.call('PUT', `/courses/${other.id}/reviews`, { token: student.token, body: { rating: 4, text: 'Baik.' } })
    expect(await namesIn(other.id)).toEqual(['Siswa'])
  })
})

describe('a request about personal data', () => {
  const file = (token: string, body: object = { kind: 'access', text: 'Data apa saja tentang saya yang disimpan?' }) =>
    site.call('POST', '/me/privacy-requests', { token, body })
  const answer = (id: string, body: object) =>
    site.call('PATCH', `/admin/privacy/requests/${id}`, { ...asAdmin(), body })
  const saveSettings = async (patch: object) => {
    const { updatedAt: _, ...shown } = (await site.call('GET', '/admin/settings', asAdmin())).body.data
    expect((await site.call('PUT', '/admin/settings', { ...asAdmin(), body: { ...shown, ...patch } })).status).toBe(200)
  }
  const list = async (query = '') => (await site.call('GET', `/admin/privacy/requests${query}`, asAdmin())).body

  test('is confirmed by mail, mailed to the contact address, and due in three days', async () => {
    await saveSettings({ contactEmail: 'kontak@contoh.id' })
    const user = await signUp()
    const { status, body } = await file(user.token)
    expect([status, body.message]).toEqual([201, 'Permintaan terkirim. Kami menjawab lewat email dalam 3×24 jam.'])
    const dueAt = new Date(site.clock.now().getTime() + hours(72)).toISOString()
    expect(body.data).toMatchObject({ kind: 'access', state: 'new', answer: '', dueAt, closedAt: null })
    expect((await site.mailsTo(user.email)).at(-1)?.kind).toBe('privacy-request')
    expect((await site.mailsTo('kontak@contoh.id')).at(-1)?.text).toContain(`/admin/privacy/request/${body.data._id}`)
    expect((await site.call('GET', '/me/privacy-requests', { token: user.token })).body.data).toEqual([body.data])
    expect((await site.call('GET', '/me/privacy-requests', { token: (await signUp()).token })).body.data).toEqual([])
  })

  test('is mailed to every admin where the site has no contact address', async () => {
    await saveSettings({ contactEmail: '' })
    const other = await site.createAdmin()
    const { body } = await file((await signUp()).token)
    expect((await site.mailsTo(other.email)).at(-1)?.text).toContain(`/admin/privacy/request/${body.data._id}`)
  })

  test('is started, then answered once, by mail and in the audit log', async () => {
    const user = await signUp()
    const { _id } = (await file(user.token)).body.data
    expect((await answer(_id, { state: 'in-progress' })).body.data.state).toBe('in-progress')
    expect((await answer(_id, { state: 'done', answer: 'Ya' })).body.errors).toEqual({
      answer: 'Tulis jawaban untuk orangnya, minimal 10 karakter',
    })
    const text = 'Semua datamu ada di Pengaturan, lewat tombol Unduh data saya.'
    const both = await Promise.all([
      answer(_id, { state: 'done', answer: text }),
      answer(_id, { state: 'rejected', answer: 'Tidak bisa dipenuhi.' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const mails = (await site.mailsTo(user.email)).filter(({ kind }) => kind === 'privacy-answer')
    expect(mails).toHaveLength(1)
    const { entries } = await site.app.modules.audit.list(
      { subjectKind: 'privacy-request', subjectId: _id },
      { page: 1, limit: 10 },
    )
    expect(entries.map(({ action }) => action)).toEqual(['privacy-request.answered', 'privacy-request.answered'])
  })

  test('is overdue after three days without an answer; open ones are listed by deadline', async () => {
    const before = await list()
    const user = await signUp()
    const first = (await file(user.token)).body.data
    site.clock.advance(hours(1))
    admin = await site.createAdmin()
    const second = (await file(user.token)).body.data
    expect((await list('?limit=2')).data.map((row: { _id: string }) => row._id)).toEqual([second._id, first._id])
    site.clock.advance(hours(71) + 1000)
    admin = await site.createAdmin()
    const open = await list('?state=open')
    const ids = open.data.map((row: { _id: string }) => row._id)
    expect(ids.indexOf(first._id)).toBeLessThan(ids.indexOf(second._id))
    expect(open.overdue).toBe(
      before.data.filter((row: { closedAt: string | null }) => row.closedAt === null).length + 1,
    )
    await answer(first._id, { state: 'rejected', answer: 'Permintaan yang sama sudah dijawab.' })
    expect((await list('?state=rejected')).data[0]._id).toBe(first._id)
    expect((await list('?state=besok')).errors).toEqual({ state: 'Nilai filter tidak dikenal' })
  })

  test('of a person without an account is recorded by an admin, with the time it was received', async () => {
    const email = 'tanpa-akun@contoh.id'
    const input = { name: 'Tanpa Akun', email, kind: 'erasure', text: 'Hapus alamat saya dari daftar.' }
    const received = new Date(site.clock.now().getTime() - hours(24))
    const record = (receivedAt: Date) =>
      site.call('POST', '/admin/privacy/requests', {
        ...asAdmin(),
        body: { ...input, receivedAt: receivedAt.toISOString() },
      })
    const { status, body } = await record(received)
    expect([status, body.data.requester.userId, body.data.dueAt]).toEqual([
      201,
      null,
      new Date(received.getTime() + hours(72)).toISOString(),
    ])
    await answer(body.data._id, { state: 'done', answer: 'Alamatmu sudah kami hapus.' })
    expect((await site.mailsTo(email)).map(({ kind }) => kind)).toEqual(['privacy-answer'])
    expect((await record(new Date(site.clock.now().getTime() + hours(1)))).body.errors).toEqual({
      receivedAt: 'Waktu diterima tidak boleh di masa depan',
    })
  })

  test('is limited to five a day, and says which fields are wrong', async () => {
    const user = await signUp()
    expect((await file(user.token, { kind: 'apa', text: 'x' })).body.errors).toEqual({
      kind: 'Pilih jenis permintaan',
      text: 'Tulis permintaanmu, minimal 10 karakter',
    })
    for (let count = 0; count < 5; count++) expect((await file(user.token)).status).toBe(201)
    const { status, headers } = await file(user.token)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('is in the export with all that went before, and so is every consent', async () => {
    const user = await signUp()
    await site.database.transaction(async (tx) => {
      await tx.execute(sql`
        insert into privacy_requests (id, user_id, requester_name, requester_email, kind, body, state, received_at, due_at)
        select gen_random_uuid(), ${user.id}, 'Sari Dewi', ${user.email}, 'question', 'Permintaan ke-' || number, 'new', now(), now() + interval '3 days'
        from generate_series(1, 60) as number`)
    })
    for (let count = 0; count < 210; count++) {
      if (count % 30 === 0) site.clock.advance(hours(1))
      expect((await setConsent(user.token, 'review-name', count % 2 === 0)).status).toBe(200)
    }
    const { requests, consents } = (await site.call('GET', '/me/export', { token: user.token })).body.data.privacy
    const texts = requests.map(({ text }: { text: string }) => text)
    expect(new Set(texts)).toEqual(new Set(Array.from({ length: 60 }, (_, index) => `Permintaan ke-${index + 1}`)))
    const ofPurpose = (wanted: string) => consents.filter(({ purpose }: { purpose: string }) => purpose === wanted)
    expect([ofPurpose('terms').length, ofPurpose('review-name').length]).toEqual([1, 105])
    const [terms, name] = await consentsOf(user.token)
    expect(terms).toMatchObject({ givenAt: expect.any(String), history: [{ endedAt: null }] })
    expect(name.history).toHaveLength(50)
  })

  test('is in the export, and loses person and text with the account; it is deleted five years after the answer', async () => {
    const user = await signUp()
    const { _id } = (await file(user.token, { kind: 'question', text: 'Siapa yang melihat nomor saya?' })).body.data
    const exported = (await site.call('GET', '/me/export', { token: user.token })).body.data.privacy
    expect(exported.requests).toMatchObject([{ id: _id, text: 'Siapa yang melihat nomor saya?' }])
    expect(exported.consents[0]).toMatchObject({ purpose: 'terms' })

    expect(
      (await site.call('POST', '/me/deletion', { token: user.token, body: { email: user.email, password } })).status,
    ).toBe(200)
    const left = (await site.call('GET', `/admin/privacy/requests/${_id}`, asAdmin())).body.data
    expect(left).toMatchObject({
      kind: 'question',
      text: '',
      state: 'done',
      requester: { name: 'Pengguna terhapus', userId: null },
    })
    expect(JSON.stringify(left)).not.toContain(user.email)

    site.clock.advance(hours(24) * (5 * 365 + 1))
    await site.app.retention.purge('privacy-requests')
    admin = await site.createAdmin()
    expect((await site.call('GET', `/admin/privacy/requests/${_id}`, asAdmin())).status).toBe(404)
  })
})

describe('the register of incidents', () => {
  const noticedAt = '2026-11-20T03:00:00.000Z'
  const input = {
    title: 'Laptop pengajar hilang',
    whatHappened: 'Laptop dengan daftar siswa hilang di kereta.',
    happenedAt: null,
    noticedAt,
    dataConcerned: 'Nama dan email',
    peopleConcerned: '24 siswa satu kelas',
    measures: '=Sesi diakhiri, password diganti.',
    authorityNotifiedAt: null,
    peopleNotifiedAt: null,
    noNotificationReason: '',
  }
  const create = (patch: object = {}) =>
    site.call('POST', '/admin/privacy/incidents', { ...asAdmin(), body: { ...input, ...patch } })

  test('shows until when authority and people have to be notified, and nothing once they are', async () => {
    const { status, body } = await create()
    expect([status, body.data.dueAt]).toEqual([201, '2026-11-23T03:00:00.000Z'])
    const save = (patch: object, version = 1) =>
      site.call('PUT', `/admin/privacy/incidents/${body.data._id}`, {
        ...asAdmin(),
        body: { ...input, ...patch, version },
      })
    expect((await save({ authorityNotifiedAt: noticedAt })).body.data).toMatchObject({
      dueAt: '2026-11-23T03:00:00.000Z',
      version: 2,
    })
    expect((await save({ title: 'Lain' })).body.code).toBe('stale')
    expect((await save({ authorityNotifiedAt: noticedAt, peopleNotifiedAt: noticedAt }, 2)).body.data.dueAt).toBeNull()
    expect((await create({ noNotificationReason: 'Isinya terenkripsi.' })).body.data.dueAt).toBeNull()
    const { entries } = await site.app.modules.audit.list(
      { subjectKind: 'privacy-incident', subjectId: body.data._id },
      { page: 1, limit: 10 },
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'privacy-incident.changed',
      'privacy-incident.changed',
      'privacy-incident.created',
    ])
  })

  test('is exported as CSV that spreadsheets open safely, which is recorded', async () => {
    await create({ title: 'Salah kirim' })
    const { status, headers, body } = await site.call('GET', '/admin/privacy/incidents/export', asAdmin())
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(body).toContain('Salah kirim;')
    expect(body).toContain("'=Sesi diakhiri, password diganti.")
    expect(
      (await site.app.modules.audit.list({ action: 'privacy-incidents.exported' }, { page: 1, limit: 1 })).entries,
    ).toHaveLength(1)
  })

  test('says which fields are wrong', async () => {
    expect((await create({ title: ' ', noticedAt: 'kemarin', data: 1 })).body.errors).toEqual({
      title: 'Judul wajib diisi',
      noticedAt: 'Waktu diketahui wajib diisi',
    })
    expect((await create({ happenedAt: '2026-11-21T00:00:00.000Z' })).body.errors).toEqual({
      noticedAt: 'Waktu diketahui tidak boleh sebelum kejadian',
    })
  })
})
