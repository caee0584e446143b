import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin } from '#server/identity/index.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let people = 0
/** Each person calls from an address of their own. */
async function newcomer(name = 'Sari Dewi') {
  const email = `pendatang${++people}@contoh.id`
  const client = `rumah-${people}`
  await site.call('POST', '/sign-up', { body: { name, email, password: 'teh-melati-9' }, client })
  const { body } = await site.call('POST', '/sign-in', { body: { email, password: 'teh-melati-9' }, client })
  return { email, client, token: body.data.token as string, id: body.data.user._id as string }
}
const signIn = (email: string, secret: string, client = `tamu-${++people}`) => site.call('POST', '/sign-in', { body: { email, password: secret }, client })
const forgot = (email: string, client = `tamu-${++people}`) => site.call('POST', '/auth/forgot-password', { body: { email }, client })
const reset = (token: string, secret = 'jahe-hangat-3') => site.call('POST', '/auth/reset-password', { body: { token, password: secret } })
const statusOfMe = async (token: string) => (await site.call('GET', '/me', { token })).status

/** The token in the newest mail of this kind. */
async function linkIn(email: string, kind: string): Promise<string> {
  const mail = (await site.mailsTo(email)).findLast((sent) => sent.kind === kind)
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('a forgotten password', () => {
  test('is replaced by a mailed link, which signs out every device and tells the owner', async () => {
    const { email, token } = await newcomer()
    const asked = await forgot(email)
    expect([asked.status, asked.body.message]).toEqual([200, 'Jika email terdaftar, kami mengirim tautan.'])
    expect((await reset(await linkIn(email, 'reset-password'))).status).toBe(200)
    expect((await signIn(email, 'teh-melati-9')).status).toBe(401)
    expect((await signIn(email, 'jahe-hangat-3')).status).toBe(200)
    expect(await statusOfMe(token)).toBe(401)
    expect((await site.mailsTo(email)).at(-1)?.kind).toBe('password-changed')
  })

  test('answers an unknown address in the same words, and sends nothing', async () => {
    const { email } = await newcomer()
    const [known, unknown] = [await forgot(email), await forgot('tidak-ada@contoh.id')]
    expect([unknown.status, { ...unknown.body }]).toEqual([known.status, { ...known.body }])
    expect(await site.mailsTo('tidak-ada@contoh.id')).toEqual([])
  })

  test('has a link that works once', async () => {
    const { email } = await newcomer()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    expect((await reset(token)).status).toBe(200)
    const again = await reset(token, 'lain-lagi-4')
    expect([again.status, again.body.code]).toEqual([422, 'invalid-link'])
  })

  test('has a link that works for one of two who use it at once', async () => {
    const { email } = await newcomer()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    const both = await Promise.all([reset(token, 'jahe-hangat-3'), reset(token, 'jahe-hangat-4')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('has a link that ends after half an hour, and when a newer one is asked for', async () => {
    const { email } = await newcomer()
    await forgot(email)
    const first = await linkIn(email, 'reset-password')
    await forgot(email)
    const second = await linkIn(email, 'reset-password')
    expect((await reset(first)).body.code).toBe('invalid-link')
    site.clock.advance(31 * 60_000)
    expect((await reset(second)).body.code).toBe('invalid-link')
  })

  test('keeps its link when the new password is refused', async () => {
    const { email } = await newcomer()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    expect((await reset(token, 'password')).body.errors).toEqual({ password: 'Password terlalu umum' })
    expect((await reset(token, '123')).body.errors).toEqual({ password: 'Password minimal 6 karakter' })
    expect((await reset(token)).status).toBe(200)
  })

  test('cannot be asked for without end, known address or not', async () => {
    const { email } = await newcomer()
    for (const address of [email, 'hantu@contoh.id']) {
      for (let count = 0; count < 3; count++) expect((await forgot(address, 'pengganggu')).status).toBe(200)
      const { status, headers } = await forgot(address, 'pengganggu')
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    }
  })

  test('does not let strangers fill a mailbox', async () => {
    const { email } = await newcomer()
    for (let count = 0; count < 14; count++) expect((await forgot(email)).status).toBe(200)
    expect((await site.mailsTo(email)).filter((mail) => mail.kind === 'reset-password')).toHaveLength(10)
  })

  test('sends nothing to an account that is kept out', async () => {
    const admin = await site.createAdmin()
    const { email, id } = await newcomer()
    await site.call('PUT', `/admin/students/${id}/access`, { body: { disabled: true }, token: admin.token })
    await forgot(email)
    expect((await site.mailsTo(email)).filter((mail) => mail.kind === 'reset-password')).toEqual([])
  })

  test('keeps no token in the database, and none in an address that servers see', async () => {
    const { email } = await newcomer()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    const stored = await site.database.query.execute(`select encode(token_hash, 'hex') as hash from one_time_links`)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await site.mailsTo(email)).at(-1)?.text).toContain(`/auth/reset-password#token=${token}`)
  })
})

describe('an address', () => {
  test('is confirmed by the link in the first mail, and never stands in the way of studying', async () => {
    const { email, token } = await newcomer()
    const course = await site.createCourse({ price: 0 })
    expect((await site.call('GET', '/me', { token })).body.data.emailVerified).toBe(false)
    expect((await site.call('POST', `/courses/${course.id}/enroll`, { token })).status).toBeLessThan(300)
    const link = await linkIn(email, 'verify-email')
    expect((await site.call('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(200)
    expect((await site.call('GET', '/me', { token })).body.data.emailVerified).toBe(true)
    expect((await site.call('POST', '/auth/verify-email', { body: { token: link } })).body.code).toBe('invalid-link')
  })

  test('is not confirmed by a link of another purpose', async () => {
    const { email } = await newcomer()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    expect((await site.call('POST', '/auth/verify-email', { body: { token } })).body.code).toBe('invalid-link')
    expect((await reset(await linkIn(email, 'verify-email'))).body.code).toBe('invalid-link')
  })

  test('gets the mail once more when asked, three times an hour', async () => {
    const { email, token } = await newcomer()
    for (let count = 0; count < 3; count++) expect((await site.call('POST', '/me/verification', { token })).status).toBe(200)
    expect((await site.call('POST', '/me/verification', { token })).status).toBe(429)
    expect((await site.mailsTo(email)).filter((mail) => mail.kind === 'verify-email')).toHaveLength(4)
  })
})

describe('changing the password', () => {
  const change = (token: string, body: object) => site.call('POST', '/me/password', { token, body })

  test('needs the present one, keeps this session and ends the others', async () => {
    const { email, token, client } = await newcomer()
    const other = (await signIn(email, 'teh-melati-9', client)).body.data.token
    const wrong = await change(token, { currentPassword: 'salah', newPassword: 'jahe-hangat-3' })
    expect([wrong.status, wrong.body.errors]).toEqual([422, { currentPassword: 'Password saat ini salah' }])
    expect((await change(token, { currentPassword: 'teh-melati-9', newPassword: 'jahe-hangat-3' })).status).toBe(200)
    expect([await statusOfMe(token), await statusOfMe(other)]).toEqual([200, 401])
    expect((await signIn(email, 'jahe-hangat-3')).status).toBe(200)
  })

  test('refuses a common one, beside its field', async () => {
    const { token } = await newcomer()
    const answer = await change(token, { currentPassword: 'teh-melati-9', newPassword: 'bismillah' })
    expect([answer.status, answer.body.errors]).toEqual([422, { newPassword: 'Password terlalu umum' }])
  })

  test('is no way to guess the present one from an unlocked screen', async () => {
    const { token } = await newcomer()
    for (let count = 0; count < 10; count++) await change(token, { currentPassword: 'salah', newPassword: 'jahe-hangat-3' })
    expect((await change(token, { currentPassword: 'teh-melati-9', newPassword: 'jahe-hangat-3' })).status).toBe(429)
  })
})

describe('my sessions', () => {
  test('are listed with their device; one, or all others, can be ended', async () => {
    const { email, token, client } = await newcomer()
    const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36' }
    const tokens = []
    for (let count = 0; count < 3; count++) {
      site.clock.advance(1000)
      tokens.push((await site.call('POST', '/sign-in', { body: { email, password: 'teh-melati-9' }, client, headers: phone })).body.data.token)
    }
    const { data } = (await site.call('GET', '/me/sessions', { token })).body
    expect(data).toHaveLength(4)
    expect(data.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1)
    expect(data[0]).toMatchObject({ device: 'Chrome di Android', isCurrent: false })
    expect((await site.call('DELETE', `/me/sessions/${data[0]._id}`, { token })).status).toBe(200)
    expect(await statusOfMe(tokens[2])).toBe(401)
    expect((await site.call('DELETE', '/me/sessions', { token })).body.data).toEqual({ ended: 2 })
    expect([await statusOfMe(tokens[0]), await statusOfMe(token)]).toEqual([401, 200])
  })

  test('are mine alone: a stranger cannot end them', async () => {
    const [mine, theirs] = [await newcomer(), await newcomer()]
    const { data } = (await site.call('GET', '/me/sessions', { token: theirs.token })).body
    expect((await site.call('DELETE', `/me/sessions/${data[0]._id}`, { token: mine.token })).status).toBe(404)
    expect(await statusOfMe(theirs.token)).toBe(200)
  })

  test('are held to the role of this moment: who becomes staff is signed out, and then lives shorter', async () => {
    const admin = await site.createAdmin()
    const { id, email, token, client } = await newcomer()
    await site.call('PUT', `/admin/students/${id}/role`, { body: { role: 'instructor' }, token: admin.token })
    expect(await statusOfMe(token)).toBe(401)
    const { body } = await signIn(email, 'teh-melati-9', client)
    site.clock.advance(31 * 60_000)
    expect(await statusOfMe(body.data.token)).toBe(401)
  })
})

describe('my profile', () => {
  test('takes a name, a headline and a few words, and leaves the rest alone', async () => {
    const { token, email } = await newcomer()
    const { body } = await site.call('PATCH', '/me', { token, body: { name: '  Sari Dewi Lestari ', headline: 'Belajar React' } })
    expect(body.data).toMatchObject({ name: 'Sari Dewi Lestari', headline: 'Belajar React', bio: '', email, role: 'student' })
    await site.call('PATCH', '/me', { token, body: { bio: 'Suka kopi.' } })
    expect((await site.call('GET', '/me', { token })).body.data).toMatchObject({ name: 'Sari Dewi Lestari', bio: 'Suka kopi.' })
  })

  test.each([
    ['a short name', { name: 'Al' }, { name: 'Nama minimal 3 karakter' }],
    ['a long headline', { headline: 'x'.repeat(121) }, { headline: 'Maksimal 120 karakter' }],
    ['a photo that is a text', { photo: '../../etc/passwd' }, { photo: 'Pilih foto dulu' }],
  ])('refuses %s, beside its field', async (_, wrong, errors) => {
    const { token } = await newcomer()
    const { status, body } = await site.call('PATCH', '/me', { token, body: wrong })
    expect([status, body.errors]).toEqual([422, errors])
  })

  test('is no way to another role, address or state', async () => {
    const { token, email } = await newcomer()
    const { body } = await site.call('PATCH', '/me', { token, body: { role: 'admin', email: 'lain@contoh.id', emailVerified: true, disabledAt: 'now' } })
    expect(body.data).toMatchObject({ role: 'student', email, emailVerified: false })
  })

  test('takes a photo, writes it anew, and forgets the one before', async () => {
    const { default: sharp } = await import('sharp')
    const picture = async (background: string) =>
      new Blob(
        [
          new Uint8Array(
            await sharp({ create: { width: 600, height: 400, channels: 3, background } })
              .jpeg()
              .toBuffer(),
          ),
        ],
        { type: 'image/jpeg' },
      )
    const { token } = await newcomer()
    const first = (await site.call('PATCH', '/me', { token, form: { photo: await picture('red') } })).body.data
    expect(first.photo).toMatch(/^\/uploads\/[\w-]+\.webp$/)
    expect(first.avatar).toBe(first.photo)
    const fetchPhoto = async (path: string) => (await site.app.fetch(new Request(`http://cendaki.test${path}`))).status
    expect(await fetchPhoto(first.photo)).toBe(200)
    const second = (await site.call('PATCH', '/me', { token, form: { photo: await picture('blue'), name: 'Sari Baru' } })).body.data
    expect(second.name).toBe('Sari Baru')
    expect([await fetchPhoto(first.photo), await fetchPhoto(second.photo)]).toEqual([404, 200])
    const third = (await site.call('PATCH', '/me', { token, body: { photo: null } })).body.data
    expect([third.photo, await fetchPhoto(second.photo)]).toEqual(['/uploads/default.jpg', 404])
  })

  test('refuses a photo that is none, and one that is too large', async () => {
    const { token } = await newcomer()
    const html = await site.call('PATCH', '/me', { token, form: { photo: new Blob(['<script>alert(1)</script>'], { type: 'image/png' }) } })
    expect([html.status, html.body.errors]).toEqual([422, { photo: 'File harus berupa gambar (JPEG, PNG)' }])
    const large = await site.call('PATCH', '/me', { token, form: { photo: new Blob([new Uint8Array(2 * 1024 * 1024 + 1)], { type: 'image/png' }) } })
    expect([large.status, large.body.errors]).toEqual([413, { photo: 'Ukuran gambar maksimal 2MB' }])
  })
})

describe('an account that somebody else made', () => {
  test('is welcomed with a link to its first password', async () => {
    const admin = await site.createAdmin()
    const email = 'undangan@contoh.id'
    await site.call('POST', '/admin/students', { body: { name: 'Tamu Undangan', email }, token: admin.token })
    expect((await reset(await linkIn(email, 'welcome'))).status).toBe(200)
    expect((await signIn(email, 'jahe-hangat-3')).status).toBe(200)
  })

  test('with a one-time password opens the way to one of its own, and nothing else', async () => {
    const email = 'sekali@contoh.id'
    await site.app.modules.identity.createUser({ name: 'Admin Baru', email, password: 'sekali-pakai-7', role: 'admin', isOneTime: true })
    const refused = await signIn(email, 'sekali-pakai-7')
    expect([refused.status, refused.body.code, 'data' in refused.body]).toEqual([403, 'password-is-one-time', false])
    expect((await reset(refused.body.resetToken)).status).toBe(200)
    const { data } = (await signIn(email, 'jahe-hangat-3')).body
    expect(data.role).toBe('admin')
    expect((await signIn(email, 'sekali-pakai-7')).status).toBe(401)
    // Nobody has proven to read this mailbox.
    expect((await site.call('GET', '/me', { token: data.token })).body.data.emailVerified).toBe(false)
  })

  test('with a one-time password is confirmed by a mailed link, as any other', async () => {
    const email = 'sekali-surat@contoh.id'
    await site.app.modules.identity.createUser({ name: 'Admin Baru', email, password: 'sekali-pakai-7', role: 'admin', isOneTime: true })
    await forgot(email)
    expect((await reset(await linkIn(email, 'reset-password'))).status).toBe(200)
    const { data } = (await signIn(email, 'jahe-hangat-3')).body
    expect((await site.call('GET', '/me', { token: data.token })).body.data.emailVerified).toBe(true)
  })

  test('by the operator’s command stands in the log of acts, also when it existed before', async () => {
    const { identity, audit } = site.app.modules
    const make = (email: string, promote: boolean) => makeAdmin({ database: site.database, audit }, { email, name: 'Dewi Admin', promote }, 'sekali-pakai-7')
    const student = await newcomer()
    expect([await make('perintah@contoh.id', false), await make(student.email, true)]).toEqual(['made', 'made'])
    const admin = await site.createAdmin()
    const entriesOf = async (id: string | null) =>
      (await site.call('GET', '/admin/audit?action=user&limit=100', { token: admin.token })).body.data.filter(
        (entry: { subject: { _id: string } }) => entry.subject._id === id,
      )
    expect(await entriesOf(await identity.findIdByEmail('perintah@contoh.id'))).toMatchObject([
      { action: 'user.created', actor: null, details: { role: 'admin', method: 'create-admin' } },
    ])
    expect(await entriesOf(student.id)).toMatchObject([
      { action: 'user.promoted', actor: null, details: { from: 'student', to: 'admin', method: 'create-admin' } },
    ])
  })
})

test('a password may be long and in any script: 100 characters count to the last', async () => {
  const email = 'panjang@contoh.id'
  const long = 'ꦥꦱ꧀ꦮꦺꦴꦂꦣ🔑é'.repeat(9).slice(0, 100)
  expect((await site.call('POST', '/sign-up', { body: { name: 'Panjang Sekali', email, password: long }, client: 'panjang' })).status).toBe(201)
  expect((await signIn(email, long)).status).toBe(200)
  expect((await signIn(email, long.slice(0, -1))).status).toBe(401)
})
