import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasOpenssl } from '#testing/postgres/certificate.ts'
import { startProduct } from '#testing/processes/product-process.ts'
import { runCommand } from '#testing/processes/run-command.ts'

// First mistakes of operators: each is one line in English that names the setting and the cause, for the start and for commands.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-mistakes-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The URL of the tests' server with another part. */
function urlWith(change: (url: URL) => void): string {
  const url = new URL(inject('postgresTemplateUrl'))
  change(url)
  return url.href
}

const ofBoth: [what: string, env: () => Record<string, string>, line: RegExp][] = [
  [
    'a wrong password',
    () => ({ DATABASE_URL: urlWith((url) => ((url.username = 'nobody'), (url.password = 'salah'))) }),
    /^DATABASE_URL: .*(password|role).*nobody/,
  ],
  [
    'a missing database',
    () => ({ DATABASE_URL: urlWith((url) => (url.pathname = '/tidak-ada')) }),
    /^DATABASE_URL: there is no such database .*tidak-ada/,
  ],
  ['a # in the password', () => ({ DATABASE_URL: 'postgres://u:p#x@db/x' }), /^DATABASE_URL: is not a URL; .*# as %23/],
  [
    'a / in the password',
    () => ({ DATABASE_URL: 'postgres://u:12/x@db/x' }),
    /^DATABASE_URL: names no host where one is expected; .*\/ as %2F/,
  ],
  [
    'a port that nothing listens on',
    () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }),
    /^DATABASE_URL: 127\.0\.0\.1:1: nothing accepts connections \(ECONNREFUSED\)$/,
  ],
  [
    'an unknown host',
    () => ({ DATABASE_URL: 'postgres://u:p@nowhere.invalid/x' }),
    /^DATABASE_URL: nowhere\.invalid: (there is no host of this name|the name of the host cannot)/,
  ],
  [
    'a DATA_DIR that is a file',
    () => ({ DATA_DIR: join(folder, 'file') }),
    /^DATA_DIR: .* is a file, and a folder is needed$/,
  ],
  [
    'a DATA_DIR below a file',
    () => ({ DATA_DIR: join(folder, 'file/x') }),
    /^DATA_DIR: .* is below a file, and a folder is needed$/,
  ],
  [
    'a number that is none',
    () => ({ BACKUP_KEEP: 'banyak' }),
    /^BACKUP_KEEP: must be a whole number from 1 to 1000 \(see \.env\.example\)$/,
  ],
  [
    'a file of the authority that is not there',
    () => ({ DATABASE_URL: urlWith((url) => (url.search = '?sslmode=verify-full&sslrootcert=/nope.pem')) }),
    /^DATABASE_URL: sslrootcert=\/nope\.pem: there is no such socket or file \(ENOENT\)$/,
  ],
  [
    'a file of the authority that is a folder',
    () => ({ DATABASE_URL: urlWith((url) => (url.search = '?sslmode=verify-full&sslrootcert=/tmp')) }),
    /^DATABASE_URL: (sslrootcert=\/tmp: )?a folder is no file \(EISDIR\)$/,
  ],
  [
    'an authority that is not named',
    () => ({ DATABASE_URL: urlWith((url) => (url.search = '?sslmode=verify-ca')) }),
    /^DATABASE_URL: sslmode=verify-ca needs sslrootcert/,
  ],
  [
    'an sslmode that is misspelt',
    () => ({ DATABASE_URL: urlWith((url) => (url.search = '?sslmode=verifyfull')) }),
    /^DATABASE_URL: sslmode=verifyfull is none of disable, prefer, require, verify-ca, verify-full/,
  ],
  [
    'a parameter that is misspelt, without which nothing would be encrypted',
    () => ({ DATABASE_URL: urlWith((url) => (url.search = '?ssl_mode=require')) }),
    /^DATABASE_URL: ssl_mode is no parameter: sslmode is meant\?/,
  ],
  [
    'a direct URL that nothing listens on',
    () => ({ DATABASE_URL: urlWith(() => {}), DATABASE_DIRECT_URL: 'postgres://u:p@127.0.0.1:1/x' }),
    /^DATABASE_DIRECT_URL: 127\.0\.0\.1:1: nothing accepts connections \(ECONNREFUSED\)$/,
  ],
  [
    'a direct URL whose certificate cannot be checked',
    () => ({
      DATABASE_URL: urlWith(() => {}),
      DATABASE_DIRECT_URL: urlWith((url) => (url.search = '?sslmode=verify-full&sslrootcert=/nope.pem')),
    }),
    /^DATABASE_DIRECT_URL: sslrootcert=\/nope\.pem: /,
  ],
]

describe.each(ofBoth)('%s', (_, env, line) => {
  const given = () => ({ DATA_DIR: join(folder, 'data'), DEMO: 'on', ...env() })

  test('ends the start', async () => {
    const product = await startProduct(given())
    expect(await product.exited).toBe(1)
    // A fresh copy says first that it builds.
    const lines = product
      .output()
      .replace(/^· building .*\n\n/, '')
      .trim()
      .split('\n')
    expect(lines.at(-1)).toMatch(new RegExp(`^Cendaki cannot start: ${line.source.slice(1)}`))
    expect(lines.length, product.output()).toBeLessThanOrEqual(2)
  })

  test('ends a command', async () => {
    const { status, lines } = await runCommand('create-admin', given(), 'a@contoh.id', 'Sari')
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^No admin was made: ${line.source.slice(1)}`))])
  })
})

test.skipIf(!hasOpenssl)('a certificate that nobody has signed is told with what names its authority', async () => {
  const { lines } = await runCommand(
    'create-admin',
    { DATA_DIR: join(folder, 'data'), DATABASE_URL: urlWith((url) => (url.search = '?sslmode=verify-full')) },
    'a@contoh.id',
    'Sari',
  )
  expect(lines).toEqual([
    expect.stringMatching(
      /^No admin was made: DATABASE_URL: .*name the file of its authority with sslrootcert \(\w+\)$/,
    ),
  ])
})

test.each([
  [{ HOST: '1.2.3.4' }, /^Cendaki cannot start: HOST: 1\.2\.3\.4 is no address of this machine/],
  [{ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, /^Cendaki cannot start: DATABASE_URL: 127\.0\.0\.1:1: nothing/],
  [{ HOST: '0.0.0.0', PORT: '0' }, /^Cendaki cannot start: MIDTRANS_SERVER_KEY: HOST=0\.0\.0\.0 is reachable/],
])('before payments are chosen, %j is told by what comes first', async (env, line) => {
  const product = await startProduct({ DATA_DIR: join(folder, 'first'), ...env })
  expect(await product.exited).toBe(1)
  expect(product.output().trim()).toMatch(line)
})

test('an embedded database that is not used beside PostgreSQL is named at the start', async () => {
  const dataDir = join(folder, 'embedded')
  await mkdir(join(dataDir, 'database'), { recursive: true })
  await writeFile(join(dataDir, 'database/PG_VERSION'), '18')
  const product = await startProduct({
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
    PAYMENT_PROVIDER: 'sandbox',
  })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain(`the embedded database in ${dataDir} is not used`)
})

test('a server that accepts connections and says nothing is told apart from one that refuses them', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { lines } = await runCommand(
    'create-admin',
    { DATA_DIR: join(folder, 'data'), DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` },
    'a@contoh.id',
    'Sari',
  )
  silent.close()
  expect(lines).toEqual([
    expect.stringMatching(/^No admin was made: DATABASE_URL: .*(does not answer in time|timeout)/),
  ])
})

test.each([
  [
    { HOST: 'nosuch.invalid', DEMO: 'on' },
    /^Cendaki cannot start: HOST: nosuch\.invalid is no address of this machine/,
  ],
  [{ HOST: '203.0.113.9', DEMO: 'on' }, /^Cendaki cannot start: HOST: 203\.0\.113\.9 is no address of this machine/],
  [
    { BACKUP_EVERY: '1d', BACKUP_DIR: '/proc/cadangan' },
    /^Cendaki cannot start: BACKUP_DIR: \/proc\/cadangan does not exist, and cannot be created there$/,
  ],
  [{ MIDTRANS_FEES: 'kredit:2%' }, /^Cendaki cannot start: MIDTRANS_FEES: kredit is no payment type: use credit_card/],
  [{ PUBLIC_URL: 'http://localhost:3000/kursus' }, /^Cendaki cannot start: PUBLIC_URL: .*cannot be below a path/],
])('%j ends the start before anything is created', async (env, line) => {
  const dataDir = join(folder, 'untouched')
  const product = await startProduct({ DATA_DIR: dataDir, ...env })
  expect(await product.exited).toBe(1)
  expect(product.output().trim()).toMatch(line)
})

test('a port that is taken is noticed before the database is created', async () => {
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const product = await startProduct({
    DATA_DIR: join(folder, 'port'),
    PORT: String(typeof address === 'object' ? address?.port : 0),
  })
  expect(await product.exited).toBe(1)
  other.close()
  expect(product.output().trim()).toBe(
    'Cendaki cannot start: PORT: the port is taken: stop the other program, or set PORT to another number',
  )
})

test.skipIf(process.platform !== 'linux')('a folder below /proc is refused at once', async () => {
  const { lines } = await runCommand('create-admin', { DATA_DIR: '/proc/nope/data' }, 'a@contoh.id', 'Sari')
  expect(lines).toEqual(['No admin was made: DATA_DIR: /proc/nope does not exist, and cannot be created there'])
})

test('a misspelt setting is warned of, with the one that was meant', async () => {
  const { lines } = await runCommand(
    'create-admin',
    { DATA_DIR: join(folder, 'file'), BACKUP_PASSPHRSE: 'rahasia sekali', MIDTRANS_SERVERKEY: 'x' },
    'a@contoh.id',
    'Sari',
  )
  expect(lines.slice(0, -1)).toEqual([
    'warning: BACKUP_PASSPHRSE is not a setting and does nothing: BACKUP_PASSPHRASE is meant?',
    'warning: MIDTRANS_SERVERKEY is not a setting and does nothing: MIDTRANS_SERVER_KEY is meant?',
  ])
})
