import { describe, expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { parseCommandConfig, parseConfig } from './config.ts'
import { listSettings, settingsText } from './shown-settings.ts'

test('without any settings it runs as a demo on the loopback host', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    isPublic: false,
    runsDemo: true,
    databaseUrl: null,
    payment: { provider: 'built-in-sandbox' },
  })
})

test('an empty value counts as not set', () =>
  expect(parseConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null }))

test('a CDN may cache nothing by default', () => expect(parseConfig({}).cdnSeconds).toBe(0))

test('tokens are masked where admins see the settings', () => {
  expect(
    listSettings({ METRICS_TOKEN: 'rahasia-pengukuran' }).find(({ name }) => name === 'METRICS_TOKEN')?.value,
  ).toBe('••••')
})

test('a pooler has a URL of its own, which commands bypass', () => {
  const env = {
    DATABASE_URL: 'postgres://u:p@pooler:6432/x',
    DATABASE_DIRECT_URL: 'postgres://u:p,q@one:5432/x?options=a,b',
    DEMO: 'on',
  }
  expect(parseConfig(env)).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
  })
  expect(parseCommandConfig(env).databaseUrl).toBe(env.DATABASE_DIRECT_URL)
})

const keys = { MIDTRANS_SERVER_KEY: 'server', MIDTRANS_CLIENT_KEY: 'client' }
const exposed: [string, Record<string, string>, string][] = [
  ['a host that the network reaches', { HOST: '0.0.0.0' }, 'HOST=0.0.0.0 is reachable from the network'],
  ['a host that the network reaches, by IPv6', { HOST: '::' }, 'HOST=:: is reachable from the network'],
  ['a host of a local network', { HOST: '192.168.1.7' }, 'HOST=192.168.1.7 is reachable from the network'],
  [
    'a host that the network reaches with a loopback PUBLIC_URL',
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
    'HOST=0.0.0.0 is reachable',
  ],
  [
    'a host that the network reaches with a private PUBLIC_URL',
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.7' },
    'HOST=0.0.0.0 is reachable',
  ],
  ['a public PUBLIC_URL', { PUBLIC_URL: 'https://cendaki.id' }, 'PUBLIC_URL is public'],
  ['a PostgreSQL database', { DATABASE_URL: 'postgres://u:p@localhost/x' }, 'DATABASE_URL is set'],
]

describe.each(exposed)('with %s', (_, env, reason) => {
  test('the start is rejected with the reason and the settings to choose from', () => {
    for (const demo of [{}, { DEMO: 'off' }]) {
      expect(() => parseConfig({ ...env, ...demo })).toThrow(`MIDTRANS_SERVER_KEY: ${reason}`)
      expect(() => parseConfig({ ...env, ...demo })).toThrow(
        /set MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY, PAYMENT_PROVIDER=sandbox .*, or DEMO=on/,
      )
    }
  })

  test('there is no demo with real payments or with only the payment sandbox, unless it is enabled', () => {
    const google = { provider: 'none' }
    expect(parseConfig({ ...env, ...keys })).toMatchObject({
      runsDemo: false,
      payment: { provider: 'midtrans' },
      google,
    })
    expect(parseConfig({ ...env, PAYMENT_PROVIDER: 'sandbox' })).toMatchObject({
      runsDemo: false,
      payment: { provider: 'built-in-sandbox' },
      google,
    })
    expect(parseConfig({ ...env, DEMO: 'on' })).toMatchObject({
      runsDemo: true,
      payment: { provider: 'built-in-sandbox' },
    })
  })

  test('operator commands run without a payment provider', () => {
    expect(parseCommandConfig(env)).toMatchObject({ dataDir: '.data', databaseUrl: env['DATABASE_URL'] ?? null })
  })
})

test.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.1', PUBLIC_URL: 'http://192.168.1.7' }])(
  'with %j the demo runs by default',
  (env) => expect(parseConfig(env)).toMatchObject({ runsDemo: true, payment: { provider: 'built-in-sandbox' } }),
)

describe('an invalid value is rejected in one line that names the setting', () => {
  test.each([
    [{ PORT: 'banyak' }, /^PORT: /],
    [{ HOST: 'a b' }, /^HOST: must be an address of this machine, such as 127\.0\.0\.1/],
    [{ HOST: 'fe80::1%eth0' }, /^HOST: /],
    [{ HOST: '999.0.0.1' }, /^HOST: /],
    [{ HOST: 'localhost:3000' }, /^HOST: /],
    [{ CDN_SECONDS: '61' }, /^CDN_SECONDS: must be 0 to 60/],
    [{ PORT: '70000' }, /^PORT: /],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must look like postgres:\/\//],
    [{ DATABASE_DIRECT_URL: 'postgres://u:p@db/x' }, /^DATABASE_DIRECT_URL: needs DATABASE_URL too/],
    [{ DATABASE_URL: 'postgres://u:p@a:5432,b:5432/x' }, /^DATABASE_URL: must name one host/],
    [{ PUBLIC_URL: 'cendaki.id' }, /^PUBLIC_URL: must be an http or https URL/],
    [{ PUBLIC_URL: 'ftp://cendaki.id' }, /^PUBLIC_URL: /],
    [{ DEMO: 'ya' }, /^DEMO: /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
    [{ MIDTRANS_SERVER_KEY: 'x' }, /^MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY go together/],
    [{ PUBLIC_URL: 'https://cendaki.id' }, /^MIDTRANS_SERVER_KEY: PUBLIC_URL is public/],
    [{ PAYMENT_PROVIDER: 'midtrans' }, /^MIDTRANS_SERVER_KEY: PAYMENT_PROVIDER=midtrans needs/],
    [{ PAYMENT_PROVIDER: 'sandbox', ...keys }, /^PAYMENT_PROVIDER: /],
    [
      { MIDTRANS_SERVER_KEY: 'x', MIDTRANS_CLIENT_KEY: 'y', MIDTRANS_ENVIRONMENT: 'production' },
      /^DATABASE_URL: real payments need PostgreSQL/,
    ],
  ])('%j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(ConfigError)
    expect(() => parseConfig(env)).toThrow(message)
  })
})

test('a public host runs the payment sandbox only when enabled', () => {
  expect(parseConfig({ PUBLIC_URL: 'https://cendaki.id', DEMO: 'on' }).payment.provider).toBe('built-in-sandbox')
})

test('keys enable Midtrans; its URLs depend on MIDTRANS_ENVIRONMENT', () => {
  expect(parseConfig(keys).payment).toMatchObject({
    snapBase: 'https://app.sandbox.midtrans.com/snap/v1',
    coreBase: 'https://api.sandbox.midtrans.com',
  })
  const live = {
    ...keys,
    MIDTRANS_ENVIRONMENT: 'production',
    DATABASE_URL: 'postgres://u:p@db/x',
    PUBLIC_URL: 'https://cendaki.id',
  }
  expect(parseConfig(live).payment).toMatchObject({
    scriptUrl: 'https://app.midtrans.com/snap/snap.js',
    coreBase: 'https://api.midtrans.com',
  })
})

test.each([
  ['https://cendaki.id', true],
  ['https://8.8.8.8', true],
  ['http://localhost:3000', false],
  ['http://192.168.1.7', false],
  ['http://[::1]:3000', false],
  ['http://belajar.local', false],
  ['http://komputerku:3000', false],
])('%s is public: %s', (url, expected) => expect(parseConfig({ PUBLIC_URL: url, DEMO: 'on' }).isPublic).toBe(expected))

test('the Google sandbox is on for loopback hosts only, and off when Google is configured', () => {
  const google = (env: Record<string, string>) => parseConfig(env).google.provider
  expect(google({})).toBe('built-in-sandbox')
  expect(google({ PUBLIC_URL: 'http://192.168.1.7:3000' })).toBe('none')
  expect(google({ PUBLIC_URL: 'https://cendaki.id', DEMO: 'on' })).toBe('none')
  expect(google({ GOOGLE_CLIENT_ID: 'x' })).toBe('google')
  expect(() =>
    parseConfig({
      PUBLIC_URL: 'https://cendaki.id',
      DEMO: 'on',
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_JWKS_URL: 'http://127.0.0.1:9/certs',
    }),
  ).toThrow(/^GOOGLE_JWKS_URL: /)
})

describe('S3-compatible storage', () => {
  const storage = {
    STORAGE_S3_BUCKET: 'kursus',
    STORAGE_S3_ACCESS_KEY_ID: 'AKIA',
    STORAGE_S3_SECRET_ACCESS_KEY: 'rahasia',
  }

  test('without settings, videos and backups are in folders', () => {
    expect(parseConfig({})).toMatchObject({ mediaBucket: null, backup: { bucket: null, folder: '.data/backups' } })
  })

  test('one bucket holds videos and backups below its prefix; BACKUP_DIR keeps backups in a folder', () => {
    const config = parseConfig({
      ...storage,
      STORAGE_S3_PREFIX: 'situs/kursus',
      STORAGE_S3_ENDPOINT: 'https://s3.contoh.id/',
    })
    const bucket = {
      endpoint: 'https://s3.contoh.id',
      region: 'us-east-1',
      bucket: 'kursus',
      accessKeyId: 'AKIA',
      secretAccessKey: 'rahasia',
    }
    expect(config.mediaBucket).toEqual({ ...bucket, prefix: 'situs/kursus/media/' })
    expect(config.backup.bucket).toEqual({ ...bucket, prefix: 'situs/kursus/backups/' })
    expect(parseConfig({ ...storage, BACKUP_DIR: '/backups' }).backup).toMatchObject({
      bucket: null,
      folder: '/backups',
    })
  })

  test('MEDIA_S3 settings are read first for videos, and alone leave backups in a folder', () => {
    const both = parseConfig({ ...storage, STORAGE_S3_REGION: 'ap-southeast-3', MEDIA_S3_BUCKET: 'video' })
    expect([both.mediaBucket, both.backup.bucket]).toMatchObject([
      { bucket: 'video', region: 'ap-southeast-3', accessKeyId: 'AKIA', prefix: 'media/' },
      { bucket: 'kursus', prefix: 'backups/' },
    ])
    const media = { MEDIA_S3_BUCKET: 'video', MEDIA_S3_ACCESS_KEY_ID: 'AKIA', MEDIA_S3_SECRET_ACCESS_KEY: 'rahasia' }
    expect(parseConfig(media)).toMatchObject({ mediaBucket: { bucket: 'video' }, backup: { bucket: null } })
  })

  test('incomplete and malformed settings are rejected; keys are masked and not part of a backup', () => {
    for (const name of Object.keys(storage))
      expect(() => parseConfig({ ...storage, [name]: '' }), name).toThrow(/^STORAGE_S3_BUCKET, .* go together/)
    expect(() => parseConfig({ MEDIA_S3_BUCKET: 'video' })).toThrow(/^MEDIA_S3_BUCKET, .* go together/)
    for (const prefix of ['../x', '/x', 'a//b'])
      expect(() => parseConfig({ ...storage, STORAGE_S3_PREFIX: prefix }), prefix).toThrow(
        /^STORAGE_S3_PREFIX: must look like/,
      )
    expect(() => parseConfig({ ...storage, STORAGE_S3_ENDPOINT: 's3.contoh.id' })).toThrow(/^STORAGE_S3_ENDPOINT/)
    expect(JSON.stringify(listSettings(storage))).not.toMatch(/rahasia|AKIA/)
    expect(settingsText(storage)).toBe('')
  })
})

test.each([
  ['SMTP_URL', 'smtp://halo@cendaki.id:rahasia@smtp.contoh.id'],
  ['SMTP_URL', 'smtp://halo:raha@sia@smtp.contoh.id'],
  ['DATABASE_URL', 'postgres://cendaki:rahasia@db/x'],
  ['DATABASE_URL', 'postgres://db/x?user=cendaki&password=rahasia'],
])('%s is shown without its password, also with signs that were not escaped: %s', (name, value) => {
  const shown = listSettings({ [name]: value }).find((setting) => setting.name === name)?.value
  expect(shown).not.toMatch(/rahasia|sia@/)
})

describe('a sign in a password that means something in a URL', () => {
  const settings = [
    ['DATABASE_URL', (password: string) => `postgres://cendaki:${password}@pusat.contoh.id:5432/kelas`],
    ['DATABASE_DIRECT_URL', (password: string) => `postgres://cendaki:${password}@pusat.contoh.id/kelas`],
    ['SMTP_URL', (password: string) => `smtp://halo@contoh.id:${password}@pusat.contoh.id:587`],
    ['SMTP_URL', (password: string) => `smtps://halo:${password}@pusat.contoh.id`],
  ] as const
  const signs = [
    '?',
    '#',
    '/',
    '@',
    ':',
    '%',
    '&',
    '+',
    '=',
    ',',
    ';',
    '[',
    ']',
    '\\',
    '"',
    "'",
    ' ',
    '//',
    '@@',
    '/@',
    '?@',
    '#@',
    '%2',
    '%zz',
  ]
  const places = (sign: string) => [`${sign}rahasia`, `rahasia${sign}`, `raha${sign}sia`, `1${sign}2rahasia`]
  const needed = { DATABASE_URL: 'postgres://pusat.contoh.id/kelas', PAYMENT_PROVIDER: 'sandbox' }

  test.each(settings)(
    '%s is read right, or refused in one line that names it and keeps the password',
    (name, urlWith) => {
      for (const password of signs.flatMap(places)) {
        const value = urlWith(password)
        try {
          parseConfig({ ...needed, [name]: value })
        } catch (error) {
          const { message } = error as Error
          expect(error, value).toBeInstanceOf(ConfigError)
          expect(message.split('\n'), value).toHaveLength(1)
          expect([message.includes(name), message.includes('rahasia')], message).toEqual([true, false])
          continue
        }
        const read = new URL(value)
        expect([read.hostname, decodeURIComponent(read.password)], value).toEqual([
          'pusat.contoh.id',
          decodeURIComponent(password),
        ])
      }
    },
  )

  test.each([
    'Cendaki',
    'halo',
    'Cendaki <halo>',
    '<>',
    'halo@',
    '@contoh.id',
    'Cendaki <halo@contoh.id',
    'halo contoh.id',
    'a@b, c@d',
  ])('MAIL_FROM without one address is refused in one line: %s', (from) => {
    const refusal = () => parseConfig({ MAIL_FROM: from })
    expect(refusal).toThrow(ConfigError)
    expect(refusal).toThrow(/^MAIL_FROM: must be a mail address, such as [^\n]+$/)
  })

  test.each([
    'halo@contoh.id',
    'Cendaki <halo@contoh.id>',
    '<halo@contoh.id>',
    '"Cendaki, Kelas" <halo@contoh.id>',
    "Ma'had al-Jum’at <a+b@contoh.id>",
  ])('MAIL_FROM may be an address, with a name or without: %s', (from) =>
    expect(parseConfig({ MAIL_FROM: from }).mail.from).toBe(from),
  )
})
