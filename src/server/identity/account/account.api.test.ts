import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { makeAdmin } from '#server/identity/index.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let clientCount = 0
/** Signs a new user up and in, each from a different client address. */
async function newUser(name = 'Sari Dewi') {
  const email = `pendatang${++clientCount}@contoh.id`
  const client = `rumah-${clientCount}`
  await site.call('POST', '/sign-up', { body: { name, email, password: 'teh-melati-9' }, client })
  const { body } = await site.call('POST', '/sign-in', { body: { email, password: 'teh-melati-9' }, client })
  return { email, client, token: body.data.token as string, id: body.data.user._id as string }
}
const signIn = (email: string, secret: string, client = `tamu-${++clientCount}`) =>
  site.call('POST', '/sign-in', { body: { email, password: secret }, client })
const forgot = (email: string, client = `tamu-${++clientCount}`) =>
  site.call('POST', '/auth/forgot-password', { body: { email }, client })
const reset = (token: string, secret = 'jahe-hangat-3') =>
  site.call('POST', '/auth/reset-password', { body: { token, password: secret } })
const statusOfMe = async (token: string) => (await site.call('GET', '/me', { token })).status

/** The token in the newest mail of this kind. */
async function linkIn(email: string, kind: string): Promise<string> {
  const mail = (await site.mailsTo(email)).findLast((sent) => sent.kind === kind)
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('resetting a password', () => {
  test('works by a mailed link, ends all sessions and notifies the user', async () => {
    const { email, token } = await newUser()
    const requested = await forgot(email)
    expect([requested.status, requested.body.message]).toEqual([
      200,
      'Kalau emailmu terdaftar, tautannya sudah kami kirim.',
    ])
    expect((await reset(await linkIn(email, 'reset-password'))).status).toBe(200)
    expect((await signIn(email, 'teh-melati-9')).status).toBe(401)
    expect((await signIn(email, 'jahe-hangat-3')).status).toBe(200)
    expect(await statusOfMe(token)).toBe(401)
    expect((await site.mailsTo(email)).at(-1)?.kind).toBe('password-changed')
  })

  test('gives the same response for an unknown address, and sends nothing', async () => {
    const { email } = await newUser()
    const [known, unknown] = [await forgot(email), await forgot('tidak-ada@contoh.id')]
    expect([unknown.status, { ...unknown.body }]).toEqual([known.status, { ...known.body }])
    expect(await site.mailsTo('tidak-ada@contoh.id')).toEqual([])
  })

  test('has a link that works once', async () => {
    const { email } = await newUser()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    expect((await reset(token)).status).toBe(200)
    const again = await reset(token, 'lain-lagi-4')
    expect([again.status, again.body.code]).toEqual([422, 'invalid-link'])
  })

  test('has a link that works for one of two concurrent calls', async () => {
    const { email } = await newUser()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    const both = await Promise.all([reset(token, 'jahe-hangat-3'), reset(token, 'jahe-hangat-4')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('has a link that expires after half an hour, and when a newer one is requested', async () => {
    const { email } = await newUser()
    await forgot(email)
    const first = await linkIn(email, 'reset-password')
    await forgot(email)
    const second = await linkIn(email, 'reset-password')
    expect((await reset(first)).body.code).toBe('invalid-link')
    site.clock.advance(31 * minuteMs)
    expect((await reset(second)).body.code).toBe('invalid-link')
  })

  test('does not consume the link when the new password is rejected', async () => {
    const { email } = await newUser()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    expect((await reset(token, 'password')).body.errors).toEqual({ password: 'Password terlalu umum' })
    expect((await reset(token, '123')).body.errors).toEqual({ password: 'Password minimal 6 karakter' })
    expect((await reset(token)).status).toBe(200)
  })

  test('is rate limited, for known and unknown addresses', async () => {
    const { email } = await newUser()
    for (const address of [email, 'hantu@contoh.id']) {
      for (let count = 0; count < 3; count++) expect((await forgot(address, 'pengganggu')).status).toBe(200)
      const { status, headers } = await forgot(address, 'pengganggu')
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    }
  })

  test('sends at most ten mails an hour to one mailbox', async () => {
    const { email } = await newUser()
    for (let count = 0; count < 14; count++) expect((await forgot(email)).status).toBe(200)
    // The first is that of the sign-up.
    const mails = await site.mailsTo(email)
    expect([mails.length, mails.filter((mail) => mail.kind === 'reset-password').length]).toEqual([10, 9])
  })

  test('sends nothing to a disabled account', async () => {
    const admin = await site.createAdmin()
    const { email, id } = await newUser()
    await site.call('PUT', `/admin/students/${id}/access`, { body: { disabled: true }, token: admin.token })
    await forgot(email)
    expect((await site.mailsTo(email)).filter((mail) => mail.kind === 'reset-password')).toEqual([])
  })

  test('stores no token in the database, and has it in the URL fragment only', async () => {
    const { email } = await newUser()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    const stored = await site.database.query.execute(`select encode(token_hash, 'hex') as hash from one_time_links`)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await site.mailsTo(email)).at(-1)?.text).toContain(`/auth/reset-password#token=${token}`)
  })
})

describe('an e-mail address', () => {
  test('is confirmed by the link in the first mail; studying does not require it', async () => {
    const { email, token } = await newUser()
    const course = await site.createCourse({ price: 0 })
    expect((await site.call('GET', '/me', { token })).body.data.emailVerified).toBe(false)
    expect((await site.call('POST', `/courses/${course.id}/enroll`, { token })).status).toBeLessThan(300)
    const link = await linkIn(email, 'verify-email')
    expect((await site.call('POST', '/auth/verify-email', { token, body: { token: link } })).body.data).toBe(null)
    expect((await site.call('GET', '/me', { token })).body.data.emailVerified).toBe(true)
    expect((await signIn(email, 'teh-melati-9')).status).toBe(200)
    expect((await site.call('POST', '/auth/verify-email', { body: { token: link } })).body.code).toBe('invalid-link')
  })

  test('is not confirmed by a link of another purpose', async () => {
    const { email } = await newUser()
    await forgot(email)
    const token = await linkIn(email, 'reset-password')
    expect((await site.call('POST', '/auth/verify-email', { body: { token } })).body.code).toBe('invalid-link')
    expect((await reset(await linkIn(email, 'verify-email'))).body.code).toBe('invalid-link')
  })

  test('gets the confirmation mail again on request, three times an hour', async () => {
    const { email, token } = await newUser()
    for (let count = 0; count < 3; count++)
      expect((await site.call('POST', '/me/verification', { token })).status).toBe(200)
    const fourth = await site.call('POST', '/me/verification', { token })
    expect([fourth.status, fourth.body.message]).toEqual([
      429,
      'Terlalu banyak percobaan. Coba lagi sekitar 20 menit lagi.',
    ])
    expect((await site.mailsTo(email)).filter((mail) => mail.kind === 'verify-email')).toHaveLength(4)
  })
})

describe('changing the password', () => {
  const change = (token: string, body: object) => site.call('POST', '/me/password', { token, body })

  test('needs the current one, keeps this session and ends the others', async () => {
    const { email, token, client } = await newUser()
    const other = (await signIn(email, 'teh-melati-9', client)).body.data.token
    const wrong = await change(token, { currentPassword: 'salah', newPassword: 'jahe-hangat-3' })
    expect([wrong.status, wrong.body.errors]).toEqual([422, { currentPassword: 'Password saat ini salah' }])
    expect((await change(token, { currentPassword: 'teh-melati-9', newPassword: 'jahe-hangat-3' })).status).toBe(200)
    expect([await statusOfMe(token), await statusOfMe(other)]).toEqual([200, 401])
    expect((await signIn(email, 'jahe-hangat-3')).status).toBe(200)
  })

  test('rejects a common one with a field error', async () => {
    const { token } = await newUser()
    const response = await change(token, { currentPassword: 'teh-melati-9', newPassword: 'bismillah' })
    expect([response.status, response.body.errors]).toEqual([422, { newPassword: 'Password terlalu umum' }])
  })

  test('limits attempts with a wrong current password', async () => {
    const { token } = await newUser()
    for (let count = 0; count < 10; count++)
      await change(token, { currentPassword: 'salah', newPassword: 'jahe-hangat-3' })
    expect((await change(token, { currentPassword: 'teh-melati-9', newPassword: 'jahe-hangat-3' })).status).toBe(429)
  })
})

describe('the sessions of a user', () => {
  test('are listed with their device; one session or all others can be ended', async () => {
    const { email, token, client } = await newUser()
    const phone = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    }
    const tokens = []
    for (let count = 0; count < 3; count++) {
      site.clock.advance(1000)
      tokens.push(
        (await site.call('POST', '/sign-in', { body: { email, password: 'teh-melati-9' }, client, headers: phone }))
          .body.data.token,
      )
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

  test('cannot be ended by another user', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    const { data } = (await site.call('GET', '/me/sessions', { token: theirs.token })).body
    expect((await site.call('DELETE', `/me/sessions/${data[0]._id}`, { token: mine.token })).status).toBe(404)
    expect(await statusOfMe(theirs.token)).toBe(200)
  })

  test('end when the user becomes staff, and are shorter for staff', async () => {
    const admin = await site.createAdmin()
    const { id, email, token, client } = await newUser()
    await site.call('PUT', `/admin/students/${id}/role`, { body: { role: 'instructor' }, token: admin.token })
    expect(await statusOfMe(token)).toBe(401)
    const { body } = await signIn(email, 'teh-melati-9', client)
    site.clock.advance(31 * minuteMs)
    expect(await statusOfMe(body.data.token)).toBe(401)
  })
})

describe('the profile', () => {
  test('changes name, headline and bio, each without changing the others', async () => {
    const { token, email } = await newUser()
    const { body } = await site.call('PATCH', '/me', {
      token,
      body: { name: '  Sari Dewi Lestari ', headline: 'Belajar React' },
    })
    expect(body.data).toMatchObject({
      name: 'Sari Dewi Lestari',
      headline: 'Belajar React',
      bio: '',
      email,
      role: 'student',
    })
    await site.call('PATCH', '/me', { token, body: { bio: 'Suka kopi.' } })
    expect((await site.call('GET', '/me', { token })).body.data).toMatchObject({
      name: 'Sari Dewi Lestari',
      bio: 'Suka kopi.',
    })
  })

  test.each([
    ['a short name', { name: 'Al' }, { name: 'Nama minimal 3 karakter' }],
    ['a long headline', { headline: 'x'.repeat(121) }, { headline: 'Maksimal 120 karakter' }],
    ['a photo that is text', { photo: '../../etc/passwd' }, { photo: 'Pilih foto dulu' }],
  ])('rejects %s with a field error', async (_, wrong, errors) => {
    const { token } = await newUser()
    const { status, body } = await site.call('PATCH', '/me', { token, body: wrong })
    expect([status, body.errors]).toEqual([422, errors])
  })

  test('cannot change role, e-mail address or account state', async () => {
    const { token, email } = await newUser()
    const { body } = await site.call('PATCH', '/me', {
      token,
      body: { role: 'admin', email: 'lain@contoh.id', emailVerified: true, disabledAt: 'now' },
    })
    expect(body.data).toMatchObject({ role: 'student', email, emailVerified: false })
  })

  test('re-encodes an uploaded photo and deletes the previous one', async () => {
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
    const { token } = await newUser()
    const first = (await site.call('PATCH', '/me', { token, form: { photo: await picture('red') } })).body.data
    expect(first.photo).toMatch(/^\/uploads\/[\w-]+\.webp$/)
    expect(first.avatar).toBe(first.photo)
    const fetchPhoto = async (path: string) => (await site.app.fetch(new Request(`http://cendaki.test${path}`))).status
    expect(await fetchPhoto(first.photo)).toBe(200)
    const second = (
      await site.call('PATCH', '/me', { token, form: { photo: await picture('blue'), name: 'Sari Baru' } })
    ).body.data
    expect(second.name).toBe('Sari Baru')
    expect([await fetchPhoto(first.photo), await fetchPhoto(second.photo)]).toEqual([404, 200])
    const third = (await site.call('PATCH', '/me', { token, body: { photo: null } })).body.data
    expect([third.photo, await fetchPhoto(second.photo)]).toEqual(['/uploads/default.jpg', 404])
  })

  test('rejects a photo that is not an image with 422, and one that is too large with 413', async () => {
    const { token } = await newUser()
    const html = await site.call('PATCH', '/me', {
      token,
      form: { photo: new Blob(['<script>alert(1)</script>'], { type: 'image/png' }) },
    })
    expect([html.status, html.body.errors]).toEqual([422, { photo: 'File harus berupa gambar (JPEG, PNG)' }])
    const large = await site.call('PATCH', '/me', {
      token,
      form: { photo: new Blob([new Uint8Array(2 * 1024 * 1024 + 1)], { type: 'image/png' }) },
    })
    expect([large.status, large.body.errors]).toEqual([413, { photo: 'Ukuran gambar maksimal 2MB' }])
  })
})

describe('an account that an admin or the operator created', () => {
  test('gets a mailed link to choose the first password', async () => {
    const admin = await site.createAdmin()
    const email = 'undangan@contoh.id'
    await site.call('POST', '/admin/students', { body: { name: 'Tamu Undangan', email }, token: admin.token })
    expect((await reset(await linkIn(email, 'welcome'))).status).toBe(200)
    expect((await signIn(email, 'jahe-hangat-3')).status).toBe(200)
  })

  test('with a one-time password can only set a new password', async () => {
    const email = 'sekali@contoh.id'
    await site.app.modules.identity.createUser({
      name: 'Admin Baru',
      email,
      password: 'sekali-pakai-7',
      role: 'admin',
      isOneTime: true,
    })
    const rejected = await signIn(email, 'sekali-pakai-7')
    expect([rejected.status, rejected.body.code, 'data' in rejected.body]).toEqual([403, 'password-is-one-time', false])
    expect((await reset(rejected.body.resetToken)).status).toBe(200)
    const { data } = (await signIn(email, 'jahe-hangat-3')).body
    expect(data.role).toBe('admin')
    expect((await signIn(email, 'sekali-pakai-7')).status).toBe(401)
    // No mailed link was opened.
    expect((await site.call('GET', '/me', { token: data.token })).body.data.emailVerified).toBe(false)
  })

  test('with a one-time password is confirmed by a mailed link, like any other', async () => {
    const email = 'sekali-surat@contoh.id'
    await site.app.modules.identity.createUser({
      name: 'Admin Baru',
      email,
      password: 'sekali-pakai-7',
      role: 'admin',
      isOneTime: true,
    })
    await forgot(email)
    expect((await reset(await linkIn(email, 'reset-password'))).status).toBe(200)
    const { data } = (await signIn(email, 'jahe-hangat-3')).body
    expect((await site.call('GET', '/me', { token: data.token })).body.data.emailVerified).toBe(true)
  })

  test('appears in the audit log, also when an existing account was promoted', async () => {
    const { identity, audit } = site.app.modules
    const make = (email: string, promote: boolean) =>
      makeAdmin(
        { database: site.database, clock: site.clock, passwords: site.passwords, audit },
        { email, name: 'Dewi Admin', promote },
        'sekali-pakai-7',
      )
    const student = await newUser()
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

test('a password may have 100 characters of any script, and all of them count', async () => {
  const email = 'panjang@contoh.id'
  const long = 'ꦥꦱ꧀ꦮꦺꦴꦂꦣ🔑é'.repeat(9).slice(0, 100)
  expect(
    (
      await site.call('POST', '/sign-up', {
        body: { name: 'Panjang Sekali', email, password: long },
        client: 'panjang',
      })
    ).status,
  ).toBe(201)
  expect((await signIn(email, long)).status).toBe(200)
  expect((await signIn(email, long.slice(0, -1))).status).toBe(401)
})
