import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
beforeEach(() => site.stepUp(admin))
afterAll(() => site.close())

const show = (id: string) => site.call('GET', `/admin/students/${id}`, { token: admin.token })
const correctEmail = (id: string, email: string, token = admin.token) =>
  site.call('PUT', `/admin/students/${id}/email`, { token, body: { email } })
const sendLink = (id: string, token = admin.token) => site.call('POST', `/admin/students/${id}/reset-link`, { token })
const remove = (id: string, body: object, token = admin.token) =>
  site.call('POST', `/admin/students/${id}/deletion`, { token, body })
const signIn = (email: string) => site.call('POST', '/sign-in', { body: { email, password } })
const subjectsTo = async (email: string) => (await site.mailsTo(email)).map(({ subject }) => subject)
const audited = async (subjectId: string) =>
  (await site.app.modules.audit.list({ subjectId }, { page: 1, limit: 20 })).entries.filter(
    ({ action }) => !action.startsWith('user.sign'),
  )
const linkIn = (text: string | undefined) => /#token=([\w-]{20,})/.exec(text ?? '')?.[1]

describe('correcting an address', () => {
  test('moves the account, ends its sessions, and notifies both mailboxes', async () => {
    const student = await site.createStudent()
    const { status, body } = await correctEmail(student.id, ' Betul@Contoh.id ')
    expect([status, body.data.email, body.message]).toEqual([
      200,
      'betul@contoh.id',
      'Email diganti. Tautan konfirmasi dikirim ke alamat baru.',
    ])
    expect((await site.call('GET', '/me', { token: student.token })).status).toBe(401)
    expect([(await signIn(student.email)).status, (await signIn('betul@contoh.id')).status]).toEqual([401, 200])
    expect(await subjectsTo(student.email)).toContain('Alamat email akunmu baru saja diganti')
    expect(await subjectsTo('betul@contoh.id')).toEqual(['Konfirmasi alamat email kamu'])
    expect(await audited(student.id)).toMatchObject([{ action: 'user.email-corrected', actorId: admin.id }])
  })

  test('invalidates links in the wrong mailbox', async () => {
    const student = await site.createStudent()
    await site.call('POST', '/auth/forgot-password', { body: { email: student.email }, client: student.email })
    const token = linkIn((await site.mailsTo(student.email)).at(-1)?.text)
    await correctEmail(student.id, 'tautan-lama@contoh.id')
    expect(
      (await site.call('POST', '/auth/reset-password', { body: { token, password: 'kopi-susu-12' } })).status,
    ).toBe(422)
  })

  test('of an account that was never used sends the invitation to the new address', async () => {
    const { body } = await site.call('POST', '/admin/students', {
      token: admin.token,
      body: { name: 'Salah Ketik', email: 'salahketik@contoh.id' },
    })
    await correctEmail(body.data._id, 'tidaksalah@contoh.id')
    expect(await subjectsTo('tidaksalah@contoh.id')).toEqual(['Akunmu sudah dibuat'])
  })

  test('rejects a taken or invalid address beside the field, and changes nothing for the same one', async () => {
    const [student, other] = [await site.createStudent(), await site.createStudent()]
    const responses = [
      await correctEmail(student.id, other.email),
      await correctEmail(student.id, 'bukan email'),
      await correctEmail(student.id, student.email),
    ]
    expect(responses.map(({ status, body }) => [status, body.errors])).toEqual([
      [409, { email: 'Email sudah terdaftar.' }],
      [422, { email: 'Email tidak valid' }],
      [200, undefined],
    ])
    expect((await site.call('GET', '/me', { token: student.token })).status).toBe(200)
    expect(await audited(student.id)).toEqual([])
  })
})

describe('sending the link to choose a password', () => {
  test('mails a link that works for a day', async () => {
    const student = await site.createStudent()
    expect((await sendLink(student.id)).body.message).toBe('Tautan untuk membuat password dikirim.')
    site.clock.advance(23 * hourMs)
    const token = linkIn((await site.mailsTo(student.email)).at(-1)?.text)
    expect(
      (await site.call('POST', '/auth/reset-password', { body: { token, password: 'kopi-susu-12' } })).status,
    ).toBe(200)
    expect((await audited(student.id)).map(({ action }) => action)).toContain('user.reset-link-sent')
    admin = await site.createAdmin()
  })

  test('is limited to three an hour for one user, also when several admins send them', async () => {
    const [student, other] = [await site.createStudent(), await site.createAdmin()]
    const sent = [
      await sendLink(student.id),
      await sendLink(student.id, other.token),
      await sendLink(student.id),
      await sendLink(student.id, other.token),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(sent[3]?.body.retryAfterSeconds ?? sent[3]?.body.errors ?? sent[3]?.headers.get('retry-after')).toBeTruthy()
    expect(await subjectsTo(student.email)).toHaveLength(3)
  })

  test('is rejected for a disabled account', async () => {
    const student = await site.createStudent()
    await site.call('PUT', `/admin/students/${student.id}/access`, { token: admin.token, body: { disabled: true } })
    expect((await sendLink(student.id)).body.code).toBe('account-disabled')
    expect(await subjectsTo(student.email)).toEqual([])
  })
})

describe('deleting an account', () => {
  test('erases a student as the student could, with the admin in the audit log', async () => {
    const student = await site.createStudent('Wulan Purnamasari')
    const course = await site.createCourse({ price: 0 })
    await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token })
    expect((await remove(student.id, { email: student.email })).status).toBe(200)
    expect([(await show(student.id)).status, (await signIn(student.email)).status]).toEqual([404, 401])
    expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.enrollmentCount).toBe(0)
    expect(await audited(student.id)).toMatchObject([{ action: 'user.deleted-by-admin', actorId: admin.id }])
  })

  test('needs the address of the account, typed', async () => {
    const student = await site.createStudent()
    const response = await remove(student.id, { email: 'lain@contoh.id' })
    expect([response.status, response.body.errors]).toEqual([422, { email: 'Email tidak sama dengan email akun ini' }])
    expect((await show(student.id)).status).toBe(200)
  })

  test('of an instructor gives the courses to another one', async () => {
    const [leaving, following, student] = [
      await site.createInstructor(),
      await site.createInstructor(),
      await site.createStudent(),
    ]
    const course = await site.createCourse({ instructorId: leaving.id })
    expect((await show(leaving.id)).body.data.taughtCourses).toBe(1)
    for (const coursesTo of [undefined, 'x', student.id, leaving.id, crypto.randomUUID()]) {
      const response = await remove(leaving.id, { email: leaving.email, ...(coursesTo && { coursesTo }) })
      expect([response.status, response.body.errors]).toEqual([
        422,
        { coursesTo: 'Pilih instruktur yang meneruskan kelasnya' },
      ])
    }
    expect((await remove(leaving.id, { email: leaving.email, coursesTo: following.id })).status).toBe(200)
    expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.instructor.name).toBe(following.name)
    expect(await audited(following.id)).toMatchObject([
      { action: 'user.courses-reassigned', details: { movedCourses: 1 } },
    ])
  })

  test('of another admin works, of the own account does not', async () => {
    const other = await site.createAdmin()
    expect((await remove(admin.id, { email: admin.email })).body.code).toBe('own-account')
    expect((await remove(other.id, { email: other.email })).status).toBe(200)
    expect((await site.call('GET', '/admin/students', { token: other.token })).status).toBe(401)
  })
})

describe('demoting or disabling an instructor', () => {
  const change = (id: string, what: 'role' | 'access', body: object) =>
    site.call('PUT', `/admin/students/${id}/${what}`, { token: admin.token, body })

  test.each([
    ['role', { role: 'student' }],
    ['access', { disabled: true }],
  ] as const)('names the courses, and gives them to whoever is chosen: %s', async (what, body) => {
    const [leaving, following, student] = [
      await site.createInstructor(),
      await site.createInstructor(),
      await site.createStudent(),
    ]
    const course = await site.createCourse({ instructorId: leaving.id })
    expect((await show(leaving.id)).body.data.taught).toEqual([{ _id: course.id, title: course.title }])
    for (const coursesTo of ['x', student.id, leaving.id, crypto.randomUUID()]) {
      const response = await change(leaving.id, what, { ...body, coursesTo })
      expect([response.status, response.body.errors]).toEqual([
        422,
        { coursesTo: 'Pilih instruktur yang meneruskan kelasnya' },
      ])
    }
    expect((await show(leaving.id)).body.data).toMatchObject({ role: 'instructor', disabled: false, taughtCourses: 1 })
    expect((await change(leaving.id, what, { ...body, coursesTo: following.id })).status).toBe(200)
    expect((await show(leaving.id)).body.data).toMatchObject({ taughtCourses: 0, taught: [] })
    expect((await show(following.id)).body.data.taughtCourses).toBe(1)
    expect(await audited(following.id)).toMatchObject([
      { action: 'user.courses-reassigned', details: { movedCourses: 1 } },
    ])
  })

  test('leaves the courses as they are where nobody is chosen', async () => {
    const leaving = await site.createInstructor()
    await site.createCourse({ instructorId: leaving.id })
    expect((await change(leaving.id, 'role', { role: 'student', coursesTo: '' })).status).toBe(200)
    expect((await show(leaving.id)).body.data).toMatchObject({ role: 'student', taughtCourses: 1 })
  })

  test('gives the courses to whoever is chosen also after another admin was first, who chose nobody', async () => {
    const [leaving, following] = [await site.createInstructor(), await site.createInstructor()]
    await site.createCourse({ instructorId: leaving.id })
    await change(leaving.id, 'role', { role: 'student' })
    expect((await change(leaving.id, 'role', { role: 'student', coursesTo: following.id })).status).toBe(200)
    expect((await show(leaving.id)).body.data.taughtCourses).toBe(0)
    expect((await show(following.id)).body.data.taughtCourses).toBe(1)
  })
})

test('correcting and deleting need a fresh proof, and all of it is for admins only', async () => {
  const [instructor, student] = [await site.createInstructor(), await site.createStudent()]
  for (const { token } of [instructor, student]) {
    for (const call of [
      correctEmail(student.id, 'x@contoh.id', token),
      sendLink(student.id, token),
      remove(student.id, { email: student.email }, token),
    ]) {
      expect((await call).status).toBe(403)
    }
  }
  site.clock.advance(11 * minuteMs)
  for (const call of [correctEmail(student.id, 'x@contoh.id'), remove(student.id, { email: student.email })]) {
    expect((await call).body.code).toBe('step-up-required')
  }
})
