import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { CheckLevel, SystemCheck } from '#contract/site/system.ts'
import { createMediaStore } from '#server/platform/media/index.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { createHopCounter, systemModule, type Installation, type ServingProcess, type WhatsAppState } from './index.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
beforeEach(() => site.database.query.execute(sql`delete from backup_runs`))
afterAll(() => site.close())

const store = createMediaStore({ folder: join(tmpdir(), 'cendaki-no-videos'), bucket: null })

const noWhatsApp: WhatsAppState = {
  checkKeys: null,
  isSandbox: false,
  verifyToken: null,
  isEnabled: async () => false,
  readFailures: async () => ({ failed: 0, lastError: null }),
}

/** The issuer of the test site, whose public URL nothing serves. */
const issuer = () => ({ describe: site.app.modules.certificates.credentials.describeIssuer, fetch: null })

/** Whatever a test leaves as it is. */
const unchanged = () => ({
  database: site.database,
  invariants: [],
  clock: site.clock,
  store,
  checkPayments: null,
  checkMail: null,
  oidc: null,
  whatsApp: noWhatsApp,
  hasDemo: async () => false,
  issuer: issuer(),
})

const installation: Installation = {
  version: '1.2.3',
  publicUrl: 'https://kursus.contoh.id',
  isPublic: true,
  isDemo: false,
  dataDir: '.',
  trustedProxyHops: 1,
  sendsMail: true,
  payment: { mode: 'production', baseUrl: 'https://api.contoh.id' },
  backup: { everyMs: dayMs, folder: null },
  settings: [{ name: 'SMTP_URL', value: 'smtp://kursus:••••@mail.contoh.id' }],
}

type Changes = {
  slowQueries?: ServingProcess['slowQueries']
  installation?: Partial<Installation>
  hops?: number | null
} & Partial<Pick<Parameters<typeof systemModule>[0], 'checkPayments' | 'checkMail' | 'whatsApp' | 'hasDemo' | 'issuer'>>
async function findingOf(
  name: string,
  {
    installation: changes,
    hops = 1,
    slowQueries = () => [],
    checkPayments = async () => 'accepted',
    checkMail = async () => {},
    whatsApp = noWhatsApp,
    hasDemo = async () => false,
    issuer: issuerState = issuer(),
  }: Changes = {},
): Promise<SystemCheck> {
  const { clock } = site
  const operation = () => ({ mode: 'normal' as const, logLevel: null })
  const serving = {
    operation,
    startedAt: clock.now(),
    pageCache: () => ({ hits: 3, misses: 1 }),
    forwardedHops: () => hops,
    slowQueries,
  }
  const { checks } = await systemModule({
    ...unchanged(),
    checkPayments,
    checkMail,
    whatsApp,
    hasDemo,
    issuer: issuerState,
    serving,
    installation: { ...installation, ...changes },
  }).report()
  return checks.find((check) => check.name === name) as SystemCheck
}
const backedUp = (hoursAgo: number, { failure = null as string | null, encrypted = true } = {}) => {
  const at = new Date(site.clock.now().getTime() - hoursAgo * hourMs).toISOString()
  return site.database.query
    .execute(sql`insert into backup_runs (id, trigger, file, started_at, finished_at, bytes, encrypted, failure)
    values (gen_random_uuid(), 'schedule', 'x', ${at}, ${at}, ${failure === null ? 12_300_000 : null}, ${failure === null ? encrypted : null}, ${failure})`)
}

test('admins see every check; instructors, students and visitors do not', async () => {
  const [admin, instructor, student] = [
    await site.createAdmin(),
    await site.createInstructor(),
    await site.createStudent(),
  ]
  const { status, body } = await site.call('GET', '/admin/system', { token: admin.token })
  expect(status).toBe(200)
  const checks = (body as { data: { checks: SystemCheck[] } }).data.checks
  expect(checks.map(({ name }) => name)).toEqual([
    'version',
    'address',
    'demo',
    'database',
    'embedded-beside',
    'database-limits',
    'slow-queries',
    'bloat',
    'migrations',
    'books',
    'mail',
    'payments-due',
    'whatsapp',
    'oidc',
    'provider',
    'issuer',
    'backup',
    'media',
    'disk',
    'mode',
    'memory',
    'clock',
    'proxies',
    'page-cache',
  ])
  expect(checks.filter(({ value }) => value === 'tidak bisa diperiksa')).toEqual([])
  const statuses = [instructor, student].map(
    async ({ token }) => (await site.call('GET', '/admin/system', { token })).status,
  )
  expect(await Promise.all(statuses)).toEqual([403, 403])
  expect((await site.call('GET', '/admin/system')).status).toBe(401)
})

test('every finding that is not green says what to do', async () => {
  const { clock } = site
  const worst = {
    ...installation,
    publicUrl: 'http://kursus.contoh.id',
    sendsMail: false,
    trustedProxyHops: 3,
    backup: { everyMs: null, folder: null },
  }
  const checkPayments = () => Promise.reject(new Error('no network'))
  const operation = () => ({ mode: 'normal' as const, logLevel: null })
  const serving = {
    operation,
    startedAt: clock.now(),
    pageCache: () => ({ hits: 0, misses: 0 }),
    forwardedHops: () => 1,
    slowQueries: () => [],
  }
  const { checks } = await systemModule({ ...unchanged(), checkPayments, serving, installation: worst }).report()
  const bad = checks.filter(({ level }) => level !== 'ok')
  expect(bad.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['address', 'mail', 'provider', 'backup', 'proxies']),
  )
  for (const { advice } of bad) expect(advice).toMatch(/\.$/)
})

describe('backups', () => {
  const rows: [string, CheckLevel, () => Promise<unknown>][] = [
    ['none yet, with a schedule', 'ok', async () => {}],
    ['a recent one', 'ok', () => backedUp(20)],
    ['one that is not encrypted, on a public site', 'warning', () => backedUp(20, { encrypted: false })],
    ['one that is late', 'warning', () => backedUp(40)],
    ['one that is very late', 'problem', () => backedUp(80)],
    [
      'a failed one after a good one',
      'problem',
      async () => (await backedUp(20), backedUp(1, { failure: 'the disk is full' })),
    ],
  ]
  test.each(rows)('%s: %s', async (_, level, prepare) => {
    await prepare()
    expect((await findingOf('backup')).level).toBe(level)
  })

  test('none, without a schedule, is red on a public site', async () => {
    expect((await findingOf('backup', { installation: { backup: { everyMs: null, folder: null } } })).level).toBe(
      'problem',
    )
    expect(
      (await findingOf('backup', { installation: { backup: { everyMs: null, folder: null }, isPublic: false } })).level,
    ).toBe('warning')
  })

  test('a folder in which the next one could not be stored is red at once', async () => {
    await backedUp(20)
    const level = async (folder: string) =>
      (await findingOf('backup', { installation: { backup: { everyMs: dayMs, folder } } })).level
    expect(await level(tmpdir())).toBe('ok')
    expect(await level(join(tmpdir(), 'belum', 'ada'))).toBe('ok')
    expect(await level(import.meta.filename)).toBe('problem')
    expect(await level(join(import.meta.filename, 'di-dalam'))).toBe('problem')
  })

  test('without a schedule, one of more than a week ago is red', async () => {
    const level = async (hoursAgo: number) => {
      await backedUp(hoursAgo)
      const found = await findingOf('backup', { installation: { backup: { everyMs: null, folder: null } } })
      await site.database.query.execute(sql`delete from backup_runs`)
      return found.level
    }
    expect([await level(40), await level(50), await level(200)]).toEqual(['ok', 'warning', 'problem'])
  })
})

test.each([
  ['as trusted', 1, 'ok', null],
  ['more than trusted', 2, 'problem', 'TRUSTED_PROXY_HOPS=2'],
  ['fewer than trusted', 0, 'problem', 'TRUSTED_PROXY_HOPS=0'],
])('proxies, %s', async (_, hops, level, advice) => {
  const found = await findingOf('proxies', { hops })
  expect([found.level, advice === null || found.advice?.includes(advice)]).toEqual([level, true])
})

test('slow queries are shown with their endpoint, and many within an hour are yellow', async () => {
  const slow = (count: number, minutesAgo: number) => () =>
    Array.from({ length: count }, () => ({
      ms: 812,
      at: new Date(site.clock.now().getTime() - minutesAgo * minuteMs),
      route: 'GET /api/courses',
    }))
  expect(await findingOf('slow-queries')).toMatchObject({ level: 'ok', value: 'tidak ada sejak produk berjalan' })
  expect(await findingOf('slow-queries', { slowQueries: slow(2, 5) })).toMatchObject({
    level: 'ok',
    value: '2 dalam satu jam; terakhir 5 menit lalu, 812 ms: GET /api/courses',
  })
  expect((await findingOf('slow-queries', { slowQueries: slow(20, 5) })).level).toBe('warning')
  expect((await findingOf('slow-queries', { slowQueries: slow(20, 90) })).level).toBe('ok')
})

test('most requests decide how many proxies there are, not one that sends entries of its own', () => {
  const counter = createHopCounter()
  expect(counter.read()).toBe(null)
  for (const header of ['203.0.113.1', '203.0.113.2', '1.1.1.1, 2.2.2.2, 203.0.113.3', undefined])
    counter.observe(header)
  expect(counter.read()).toBe(1)
})

test('a check that fails is red and does not hide the others', async () => {
  const found = await findingOf('disk', { installation: { dataDir: '/does/not/exist' } })
  expect(found).toMatchObject({
    level: 'problem',
    value: 'tidak bisa diperiksa',
    advice: expect.stringContaining('ENOENT'),
  })
})

test('accounts whose password everybody knows are red where no demo is meant, and yellow in a demo', async () => {
  const open = { hasDemo: async () => true }
  expect((await findingOf('demo')).level).toBe('ok')
  expect(await findingOf('demo', open)).toMatchObject({
    level: 'problem',
    advice: expect.stringContaining(site.database.kind === 'embedded' ? 'npm run leave-demo' : 'database baru'),
  })
  expect((await findingOf('demo', { ...open, installation: { isDemo: true } })).level).toBe('warning')
})

describe('what can neither be sold nor mailed is red', () => {
  test('a provider that does not answer, or rejects the keys', async () => {
    expect((await findingOf('provider')).level).toBe('ok')
    expect(await findingOf('provider', { checkPayments: () => Promise.reject(new Error('no route')) })).toMatchObject({
      level: 'problem',
      value: expect.stringContaining('no route'),
    })
    const rejected = await findingOf('provider', { checkPayments: async () => 'rejected' })
    expect(rejected).toMatchObject({ level: 'problem', advice: expect.stringContaining('MIDTRANS_SERVER_KEY') })
  })

  test('a mail server that refuses, with what it says, also while nothing waits', async () => {
    expect((await findingOf('mail')).level).toBe('ok')
    const refused = await findingOf('mail', { checkMail: () => Promise.reject(new Error('535 Authentication failed')) })
    expect(refused).toMatchObject({
      level: 'problem',
      value: expect.stringContaining('535 Authentication failed'),
      advice: expect.stringContaining('SMTP_URL'),
    })
  })

  test('mails that stay in a folder and payments without real money are yellow where only friends come, and no more than that', async () => {
    const installation = { isPublic: false, sendsMail: false, payment: { mode: 'simulated', baseUrl: null } } as const
    expect((await findingOf('mail', { installation, checkMail: null })).level).toBe('warning')
    expect((await findingOf('provider', { installation, checkPayments: null })).level).toBe('warning')
  })
})

describe('WhatsApp', () => {
  const on = {
    ...noWhatsApp,
    isEnabled: async () => true,
    checkKeys: async () => 'accepted' as const,
    verifyToken: 'abc',
  }
  test.each<[string, Partial<WhatsAppState>, CheckLevel, string]>([
    ['that is not used is green', { isEnabled: async () => false }, 'ok', ''],
    [
      'that is not switched on, with keys that are rejected, is red',
      { isEnabled: async () => false, checkKeys: async () => 'rejected' },
      'problem',
      'WHATSAPP_TOKEN',
    ],
    ['that is neither switched on nor has keys is green', { isEnabled: async () => false, checkKeys: null }, 'ok', ''],
    ['switched on without keys is red', { checkKeys: null }, 'problem', 'WHATSAPP_TOKEN'],
    ['with keys that are rejected is red', { checkKeys: async () => 'rejected' }, 'problem', 'WHATSAPP_TOKEN'],
    [
      'that cannot be reached is red',
      { checkKeys: () => Promise.reject(new Error('no route')) },
      'problem',
      'WHATSAPP_API_BASE',
    ],
    ['that reaches no phone is yellow', { isSandbox: true }, 'warning', 'WHATSAPP_PHONE_NUMBER_ID'],
    [
      'with failures is yellow and says why',
      { readFailures: async () => ({ failed: 2, lastError: '132001: no template' }) },
      'warning',
      '132001',
    ],
    ['that works is green', {}, 'ok', ''],
  ])('%s', async (_, changes, level, advice) => {
    const found = await findingOf('whatsapp', { whatsApp: { ...on, ...changes } })
    expect([found.level, found.advice ?? '']).toEqual([level, expect.stringContaining(advice)])
  })

  test('shows what is entered at Meta', async () => {
    expect((await findingOf('whatsapp', { whatsApp: on })).value).toContain(
      'https://kursus.contoh.id/api/whatsapp/webhook, verify token abc',
    )
  })
})

describe('the issuer of certificates', () => {
  type Fetch = (request: Request) => Promise<Response>
  const served: Fetch = (request) => site.app.fetch(request)
  const find = (fetch: Fetch, changes: Partial<Installation> = {}) =>
    findingOf('issuer', { installation: { publicUrl, ...changes }, issuer: { ...issuer(), fetch } })
  /** Changes one of the documents as a proxy or a CDN in front would. */
  const withDocument =
    (path: string, change: (document: Record<string, unknown>) => Record<string, unknown>): Fetch =>
    async (request) => {
      const response = await served(request)
      if (!request.url.endsWith(path)) return response
      return Response.json(change((await response.json()) as Record<string, unknown>), { headers: response.headers })
    }
  const addKey = async () => site.call('POST', '/admin/certificate-keys', { token: (await site.createAdmin()).token })
  beforeAll(addKey)

  test('is green while its public documents are those of the database', async () => {
    expect(await find(served)).toMatchObject({ level: 'ok', value: 'did:web:cendaki.test, 1 kunci', advice: null })
  })

  test.each<[string, Fetch, CheckLevel, string, string]>([
    [
      'an address that cannot be opened',
      () => Promise.reject(new Error('no route')),
      'warning',
      'no route',
      'jaringan lain',
    ],
    ['a site that is closed', async () => new Response(null, { status: 503 }), 'warning', '503', 'jaringan lain'],
    [
      'a redirect',
      async () => new Response(null, { status: 301, headers: { location: 'https://www.kursus.contoh.id/' } }),
      'problem',
      'www.kursus.contoh.id',
      'PUBLIC_URL',
    ],
    [
      'a proxy that keeps the path for itself',
      async () => new Response('Not Found', { status: 404 }),
      'problem',
      '404',
      '/.well-known/did.json',
    ],
    [
      'a page instead of the document',
      async () => new Response('<h1>Halo</h1>'),
      'problem',
      'tidak berisi dokumen',
      '/.well-known/did.json',
    ],
    [
      'another installation',
      withDocument('/did.json', (document) => ({ ...document, id: 'did:web:lain.id' })),
      'problem',
      'did:web:lain.id',
      'PUBLIC_URL',
    ],
    [
      'keys of another database',
      withDocument('/did.json', (document) => ({
        ...document,
        verificationMethod: [{ id: 'did:web:cendaki.test#x', publicKeyJwk: { x: 'AAAA' } }],
      })),
      'problem',
      '1 kunci',
      'DATABASE_URL',
    ],
    [
      'no keys',
      withDocument('/did.json', (document) => ({ ...document, verificationMethod: null })),
      'problem',
      '1 kunci',
      'CDN',
    ],
    [
      'an old name',
      withDocument('/issuer', (document) => ({ ...document, name: 'Nama Lama' })),
      'problem',
      'Nama Lama',
      'CDN',
    ],
    [
      'a proxy that removes headers',
      async (request) => Response.json(await (await served(request)).json()),
      'warning',
      'did:web:cendaki.test',
      'Access-Control-Allow-Origin',
    ],
  ])('with %s is not green, and says what to do', async (_, fetch, level, value, advice) => {
    expect(await find(fetch)).toMatchObject({
      level,
      value: expect.stringContaining(value),
      advice: expect.stringContaining(advice),
    })
  })

  test('with a key that was made after the documents were stored elsewhere is red', async () => {
    const old = await (await served(new Request(`${publicUrl}/.well-known/did.json`))).json()
    await addKey()
    expect((await find(withDocument('/did.json', () => old as Record<string, unknown>))).level).toBe('problem')
    expect(await find(served)).toMatchObject({ level: 'ok', value: 'did:web:cendaki.test, 2 kunci' })
  })
})

test('every check has a text in both languages', async () => {
  const { id, en } = await systemModule({ ...unchanged(), serving: null, installation }).examine()
  expect(en.checks.map(({ name }) => name)).toEqual(id.checks.map(({ name }) => name))
  for (const [index, { name, label, value, advice }] of en.checks.entries()) {
    expect([label, value].join(' '), name).not.toMatch(
      /\b(dan|yang|tidak|dari|sudah|lalu|belum|setiap|menunggu|terlama)\b/,
    )
    expect(advice === null, name).toBe(id.checks[index]?.advice === null)
  }
})

test('an admin sends a test mail to the own address and sees what the mail server says', async () => {
  const admin = await site.createAdmin()
  const send = () => site.call('POST', '/admin/system/test-mail', { token: admin.token })
  const before = site.mailTransport.sent.length
  expect((await send()).body).toMatchObject({ data: { outcome: 'sent', to: admin.email, reason: null } })
  expect(site.mailTransport.sent.slice(before)).toMatchObject([{ kind: 'test', to: { email: admin.email } }])
  site.mailTransport.failWith(new Error('550 no such mailbox'))
  expect((await send()).body).toMatchObject({ data: { outcome: 'failed', reason: '550 no such mailbox' } })
  site.mailTransport.failWith(null)
  const { token } = await site.createInstructor()
  expect((await site.call('POST', '/admin/system/test-mail', { token })).status).toBe(403)
})

test('books that do not agree are red, with the rule and the command that mends them', async () => {
  const findBooks = async (query: string) => {
    const deps = { ...unchanged(), invariants: [['a rule of the books', query] as const], serving: null, installation }
    return (await systemModule(deps).examine()).en.checks.find(({ name }) => name === 'books')
  }
  expect(await findBooks('select 1 as id where false')).toMatchObject({ level: 'ok', value: 'consistent' })
  const red = await findBooks('select 7 as id')
  expect(red).toMatchObject({ level: 'problem', value: expect.stringContaining('a rule of the books: 1 violations') })
  expect(red?.advice).toContain('npm run mend-books')
})
