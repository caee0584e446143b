import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const newUser = (name = 'Sari Dewi') => ({ name, email: `${crypto.randomUUID()}@contoh.id`, password: 'teh-melati-9' })

describe('sign-up', () => {
  test('creates a student who can sign in', async () => {
    const input = newUser()
    const signedUp = await site.call('POST', '/sign-up', { body: input })
    expect(signedUp.status).toBe(201)
    expect(signedUp.body).toMatchObject({
      success: true,
      data: { name: 'Sari Dewi', role: 'student' },
      message: 'Pendaftaran berhasil!',
    })
    const signedIn = await site.call('POST', '/sign-in', { body: { email: input.email, password: input.password } })
    expect(signedIn.body.data).toMatchObject({ role: 'student', user: { name: 'Sari Dewi', email: input.email } })
    expect(signedIn.body.data.token).toMatch(/^kls_[\w-]{43}$/)
  })

  test('creates a student, regardless of role and photo the body contains', async () => {
    const { body } = await site.call('POST', '/sign-up', {
      body: { ...newUser(), role: 'admin', photo: '../../etc/passwd' },
    })
    expect(body.data).toMatchObject({ role: 'student', photo: '/uploads/default.jpg' })
  })

  test('never returns a password or its hash', async () => {
    const { body } = await site.call('POST', '/sign-up', { body: newUser() })
    expect(Object.keys(body.data).sort()).toEqual(['_id', 'avatar', 'email', 'name', 'photo', 'role'])
  })

  test('returns one error per field, with the messages of the spec', async () => {
    const { status, body } = await site.call('POST', '/sign-up', {
      body: { name: 'Al', email: 'bukan-email', password: '12345' },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      success: false,
      code: 'invalid-input',
      errors: { name: 'Nama minimal 3 karakter', email: 'Email tidak valid', password: 'Password minimal 6 karakter' },
    })
  })

  test('rejects common passwords', async () => {
    for (const password of ['Password123', 'trustno1', 'Bismillah', '00000000']) {
      const { status, body } = await site.call('POST', '/sign-up', { body: { ...newUser(), password } })
      expect([status, body.errors], password).toEqual([422, { password: 'Password terlalu umum' }])
    }
  })

  test('accepts an address once, regardless of its case', async () => {
    const input = newUser()
    await site.call('POST', '/sign-up', { body: input })
    const again = await site.call('POST', '/sign-up', { body: { ...input, email: `  ${input.email.toUpperCase()} ` } })
    expect([again.status, again.body.code, again.body.errors.email]).toEqual([
      409,
      'email-taken',
      'Email sudah terdaftar. Masuk saja?',
    ])
  })

  test.each([
    ['a number for a name', { name: 7 }],
    ['an array for an e-mail', { email: ['a@b.id'] }],
    ['an object for a password', { password: { length: 10 } }],
    ['null for a name', { name: null }],
    ['a control character in a name', { name: 'Sari\u0000Dewi' }],
    ['a name of a thousand letters', { name: 'a'.repeat(1000) }],
  ])('returns 422, never 5xx, for %s', async (_, wrong) => {
    const { status, body } = await site.call('POST', '/sign-up', { body: { ...newUser(), ...wrong } })
    expect([status, body.success]).toEqual([422, false])
  })

  test.each([
    ['zero-width characters', '\u200b\u200b\u200b\u200d'],
    ['bidirectional controls', '\u202e\u2066\u2069\u200f'],
    ['fillers', '\u3164\u2800\u115f'],
    ['combining marks', '\u0301\u0301\u0301'],
    ['two letters and a zero-width character', 'Al\u200b'],
  ])('rejects a name of %s with an error at the field', async (_, name) => {
    const { status, body } = await site.call('POST', '/sign-up', { body: newUser(name) })
    expect([status, body.errors]).toEqual([422, { name: 'Nama minimal 3 karakter' }])
  })

  test('removes invisible characters from a name', async () => {
    const { status, body } = await site.call('POST', '/sign-up', {
      body: newUser(' \u202eSari\u200b\u00a0 De\u00adwi\u2069 '),
    })
    expect([status, body.data.name]).toEqual([201, 'Sari Dewi'])
    const named = async (name: string) => (await site.call('POST', '/sign-up', { body: newUser(name) })).body.data.name
    expect([await named('Nguyễn Văn Á'), await named('محمد بدر'), await named('山田太郎')]).toEqual([
      'Nguyễn Văn Á',
      'محمد بدر',
      '山田太郎',
    ])
  })

  /** Confirms the address by its mail, and asks for another one. */
  async function mailToProven(email: string) {
    const token = /#token=([\w-]+)/.exec((await site.mailsTo(email))[0]?.text ?? '')?.[1]
    await site.call('POST', '/auth/verify-email', { body: { token } })
    await site.call('POST', '/auth/forgot-password', { body: { email }, client: email })
    return (await site.mailsTo(email)).at(-1)
  }

  test.each([
    'Menang di http://jahat.example/hadiah',
    'www.jahat.example',
    'tulis ke hadiah@jahat.example',
    'Buka jahat。example',
    'HTTPS://JAHAT.EXAMPLE',
    'Buka jahat.S.Si',
    'Buka S.Jahat.Example',
  ])(
    'mails no name like %j to an address that nobody has proven, and one without a link to a proven one',
    async (name) => {
      const input = newUser(name)
      expect((await site.call('POST', '/sign-up', { body: input, client: `penipu-${name}` })).status).toBe(201)
      const [mail] = await site.mailsTo(input.email)
      expect(mail?.text).toMatch(/^Halo,\n/)
      expect(`${mail?.text}${mail?.html}`).not.toMatch(/jahat/i)
      const proven = await mailToProven(input.email)
      for (const text of [proven?.text, proven?.html])
        expect(text).not.toMatch(/jahat[.。]\S|@jahat|https?:\/\/\S*jahat/i)
      expect(proven?.text).toMatch(/^Halo .*jahat/i)
    },
  )

  test.each([
    'Siti Aminah, S.Pd., M.Kom.',
    'Siti Aminah,S.Pd.,M.Kom.',
    'Prof. Dr. K.H. Budi Santoso, S.T., M.T., Ph.D.',
    'dr. Ayu Lestari, Sp.OG (K)',
    'Rina, A.Md.Kom., S.Tr.Kom',
    'Tono S.I.Kom.M.Si',
    'A.A. Navis',
    'I Gusti N.P., S.Pd.SD.',
  ])('mails a name with titles like %j as it is written', async (name) => {
    const input = newUser(name)
    expect((await site.call('POST', '/sign-up', { body: input, client: `gelar-${name}` })).status).toBe(201)
    const mail = await mailToProven(input.email)
    expect(mail?.text.split('\n')[0]).toBe(`Halo ${name},`)
    expect(mail?.html).toContain(`>Halo ${name},<`)
  })

  test('stores hostile text unchanged', async () => {
    const name = `<img src=x onerror=alert(1)>'"; drop table users;--`
    const { status, body } = await site.call('POST', '/sign-up', { body: newUser(name) })
    expect([status, body.data.name]).toEqual([201, name])
  })
})

describe('sign-in', () => {
  test('gives the same response for a wrong password and an unknown address', async () => {
    const student = await site.createStudent()
    const wrongPassword = await site.call('POST', '/sign-in', {
      body: { email: student.email, password: 'salah-sekali' },
    })
    const unknown = await site.call('POST', '/sign-in', {
      body: { email: 'tidak-ada@contoh.id', password: 'salah-sekali' },
    })
    for (const { status, body } of [wrongPassword, unknown]) {
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 401,
        code: 'wrong-credentials',
        message: 'Email atau password salah.',
      })
    }
  })

  test('gives a new token each time', async () => {
    const student = await site.createStudent()
    const again = await site.call('POST', '/sign-in', { body: { email: student.email, password: 'kopi-tubruk-7' } })
    expect(again.body.data.token).not.toBe(student.token)
  })
})

describe('rate limits', () => {
  const attempt = (email: string, client: string, password = 'salah-sekali') =>
    site.call('POST', '/sign-in', { body: { email, password }, client })

  test('an account is blocked after five wrong passwords, with Retry-After, also for the right password', async () => {
    const { email } = await site.createStudent()
    for (let count = 0; count < 5; count++) expect((await attempt(email, 'penyerang-1')).status).toBe(401)
    const { status, headers, body } = await attempt(email, 'penyerang-1', 'kopi-tubruk-7')
    expect([status, body.code, body.retryAfterSeconds, headers.get('retry-after')]).toEqual([
      429,
      'too-many-requests',
      180,
      '180',
    ])
    site.clock.advance(180_000)
    expect((await attempt(email, 'penyerang-1', 'kopi-tubruk-7')).status).toBe(200)
  })

  test('do not lock the owner out who signs in from another client', async () => {
    const { email } = await site.createStudent()
    for (let count = 0; count < 8; count++) await attempt(email, 'penyerang-2')
    expect((await attempt(email, 'rumah', 'kopi-tubruk-7')).status).toBe(200)
  })

  test('apply to unknown addresses as well', async () => {
    for (let count = 0; count < 5; count++) await attempt('siapa@contoh.id', 'penyerang-3')
    expect((await attempt('siapa@contoh.id', 'penyerang-3')).status).toBe(429)
  })

  test('stop a client after twenty wrong passwords on different accounts', async () => {
    for (let count = 0; count < 20; count++)
      expect((await attempt(`akun${count}@contoh.id`, 'penyerang-4')).status).toBe(401)
    expect((await attempt('akun21@contoh.id', 'penyerang-4')).status).toBe(429)
  })

  test('do not count successful sign-ins', async () => {
    const { email } = await site.createStudent()
    for (let count = 0; count < 25; count++) expect((await attempt(email, 'kantor', 'kopi-tubruk-7')).status).toBe(200)
  })

  test('stop a client after five taken addresses at sign-up, while others still sign up', async () => {
    const taken = await site.createStudent()
    const signUp = (email: string, client: string) =>
      site.call('POST', '/sign-up', { body: { ...newUser(), email }, client })
    for (let count = 0; count < 5; count++) expect((await signUp(taken.email, 'penyerang-5')).status).toBe(409)
    expect((await signUp(taken.email, 'penyerang-5')).status).toBe(429)
    expect((await signUp('baru@contoh.id', 'kelas-11')).status).toBe(201)
  })

  test('cannot be bypassed with an X-Forwarded-For header', async () => {
    for (let count = 0; count < 5; count++) {
      await site.call('POST', '/sign-in', {
        body: { email: 'a@b.id', password: 'x' },
        client: 'penyerang-6',
        headers: { 'x-forwarded-for': `203.0.113.${count}` },
      })
    }
    expect((await attempt('a@b.id', 'penyerang-6')).status).toBe(429)
  })
})

describe('a session', () => {
  test('identifies the user', async () => {
    const student = await site.createStudent('Budi Santoso')
    const { status, body, headers } = await site.call('GET', '/me', { token: student.token })
    expect([status, body.data.name, headers.get('cache-control')]).toEqual([200, 'Budi Santoso', 'no-store'])
  })

  test('ends on sign-out', async () => {
    const student = await site.createStudent()
    expect((await site.call('POST', '/sign-out', { token: student.token })).status).toBe(200)
    expect((await site.call('GET', '/me', { token: student.token })).status).toBe(401)
  })

  test.each([
    ['none', undefined],
    ['an unknown one', 'kls_' + 'a'.repeat(43)],
    ['garbage', 'x y z'],
  ])('returns 401 with %s as token', async (_, token) => {
    const { status, body } = await site.call('GET', '/me', token ? { token } : {})
    expect([status, body.code]).toEqual([401, 'unauthorized'])
  })

  test('ends when it has been idle too long, sooner for staff', async () => {
    const student = await site.createStudent()
    const admin = await site.createAdmin()
    site.clock.advance(31 * minuteMs)
    expect((await site.call('GET', '/me', { token: admin.token })).status).toBe(401)
    expect((await site.call('GET', '/me', { token: student.token })).status).toBe(200)
    site.clock.advance(8 * dayMs)
    expect((await site.call('GET', '/me', { token: student.token })).status).toBe(401)
  })

  test('identifies its own user, however many others arrive at the same moment; one that has ended is nobody’s', async () => {
    const ended = await site.createStudent()
    await site.call('POST', '/sign-out', { token: ended.token })
    const users = [await site.createStudent('Budi'), await site.createStudent('Sari'), await site.createAdmin()]
    const tokens = Array.from({ length: 12 }, (_, index) => [
      ...users.map(({ token }) => token),
      ended.token,
      `kls_${String(index).padStart(43, 'a')}`,
    ]).flat()
    const found = await Promise.all(
      tokens.map(async (token) => {
        const { status, body } = await site.call('GET', '/me', { token })
        return status === 200 ? body.data._id : status
      }),
    )
    expect(found).toEqual(Array.from({ length: 12 }, () => [...users.map(({ id }) => id), 401, 401]).flat())
  })

  test('goes on while it is used, also when several are used at the same moment', async () => {
    const admins = [await site.createAdmin(), await site.createAdmin()]
    for (let times = 0; times < 3; times++) {
      site.clock.advance(20 * minuteMs)
      const answers = await Promise.all(admins.map(({ token }) => site.call('GET', '/me', { token })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
  })

  test('ends when ten newer sessions have started', async () => {
    const student = await site.createStudent()
    for (let count = 0; count < 10; count++) {
      site.clock.advance(1000)
      await site.call('POST', '/sign-in', { body: { email: student.email, password: 'kopi-tubruk-7' } })
    }
    expect((await site.call('GET', '/me', { token: student.token })).status).toBe(401)
  })
})
