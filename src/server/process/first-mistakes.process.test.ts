import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { withDatabase } from './commands/on-installation.ts'
import { parseCommandConfig } from './config/config.ts'
import { databasePlace } from './config/database-config.ts'
import { openServer } from './listeners.ts'
import { readConfig } from './read-config.ts'
import { hasOpenssl } from '#testing/postgres/certificate.ts'
import { sentenceOf } from '#testing/processes/in-this-process.ts'
import { startProduct } from '#testing/processes/product-process.ts'
import { runCommand } from '#testing/processes/run-command.ts'

// First mistakes of operators: each is one line in English that names the setting and the cause, for the start and for commands. Starts and
// commands find most of them with the same functions, which are called here; a few processes show that the line is printed and ends them.

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

type Settings = Record<string, string>

/** Reads the settings, listens and opens the database, as the start does. */
async function openAsStart(settings: Settings): Promise<void> {
  const config = await readConfig(settings, { listens: true })
  const { server } = await openServer(config)
  try {
    await (await openDatabase(databasePlace(config))).close()
  } finally {
    server.close()
  }
}

/** Reads the settings and opens the database, as commands do. */
const openAsCommand = async (settings: Settings): Promise<void> =>
  withDatabase(parseCommandConfig(settings), async () => {})

/** Why this ends with these settings, in the words that are printed. */
function whyNot(open: (settings: Settings) => Promise<void>, settings: Settings): Promise<string> {
  const given = { PORT: '0', DATA_DIR: join(folder, 'data'), ...settings }
  return sentenceOf(open(given), given)
}

const ofBoth: [what: string, settings: () => Settings, line: RegExp][] = [
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

describe.each(ofBoth)('%s', (_, settings, line) => {
  test.each<[what: string, open: (settings: Settings) => Promise<void>]>([
    ['the start', openAsStart],
    ['a command', openAsCommand],
  ])('ends %s', async (_, open) => {
    const sentence = await whyNot(open, { DEMO: 'on', ...settings() })
    expect(sentence.split('\n')).toEqual([expect.stringMatching(line)])
  })
})

// One of each kind: a setting, a connection, and a folder, which the start tries in another process.
const printed = ['a number that is none', 'a port that nothing listens on', 'a DATA_DIR that is a file']

describe.each(ofBoth.filter(([what]) => printed.includes(what)))('%s is printed in one line', (_, settings, line) => {
  const given = () => ({ DATA_DIR: join(folder, 'data'), DEMO: 'on', ...settings() })

  test('by the start, which ends with 1', async () => {
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

  test('by a command, which ends with 1', async () => {
    const { status, lines } = await runCommand('create-admin', given(), 'a@contoh.id', 'Sari')
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^No admin was made: ${line.source.slice(1)}`))])
  })
})

test.skipIf(!hasOpenssl)('a certificate that nobody has signed is told with what names its authority', async () =>
  expect(
    await whyNot(openAsCommand, { DATABASE_URL: urlWith((url) => (url.search = '?sslmode=verify-full')) }),
  ).toMatch(/^DATABASE_URL: .*name the file of its authority with sslrootcert \(\w+\)$/),
)

test.each<[settings: Settings, line: RegExp]>([
  [{ HOST: '1.2.3.4' }, /^HOST: 1\.2\.3\.4 is no address of this machine/],
  [{ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, /^DATABASE_URL: 127\.0\.0\.1:1: nothing/],
  [{ HOST: '0.0.0.0' }, /^MIDTRANS_SERVER_KEY: HOST=0\.0\.0\.0 is reachable/],
])('before payments are chosen, %j is told by what comes first', async (settings, line) =>
  expect(await whyNot(openAsStart, settings)).toMatch(line),
)

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
  const sentence = await whyNot(openAsCommand, { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` })
  silent.close()
  expect(sentence).toMatch(/^DATABASE_URL: .*(does not answer in time|timeout)/)
})

describe('before anything is created', () => {
  const untouched = () => join(folder, 'untouched')

  test.each<[settings: Settings, line: RegExp]>([
    [{ HOST: 'nosuch.invalid', DEMO: 'on' }, /^HOST: nosuch\.invalid is no address of this machine/],
    [{ HOST: '203.0.113.9', DEMO: 'on' }, /^HOST: 203\.0\.113\.9 is no address of this machine/],
    [{ MIDTRANS_FEES: 'kredit:2%' }, /^MIDTRANS_FEES: kredit is no payment type: use credit_card/],
    [{ PUBLIC_URL: 'http://localhost:3000/kursus' }, /^PUBLIC_URL: .*cannot be below a path/],
  ])('%j ends the start', async (settings, line) => {
    expect(await whyNot(openAsStart, { DATA_DIR: untouched(), ...settings })).toMatch(line)
    expect(existsSync(untouched())).toBe(false)
  })

  test.skipIf(process.platform !== 'linux')('a folder for backups that cannot be made ends the start', async () => {
    const product = await startProduct({ DATA_DIR: untouched(), BACKUP_EVERY: '1d', BACKUP_DIR: '/proc/cadangan' })
    expect(await product.exited).toBe(1)
    expect(product.output().trim()).toBe(
      'Cendaki cannot start: BACKUP_DIR: /proc/cadangan does not exist, and cannot be created there',
    )
    expect(existsSync(untouched())).toBe(false)
  })

  test('a port that is taken ends the start', async () => {
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const product = await startProduct({
      DATA_DIR: untouched(),
      PORT: String(typeof address === 'object' ? address?.port : 0),
    })
    expect(await product.exited).toBe(1)
    other.close()
    expect(product.output().trim()).toBe(
      'Cendaki cannot start: PORT: the port is taken: stop the other program, or set PORT to another number',
    )
    expect(existsSync(untouched())).toBe(false)
  })
})

test.skipIf(process.platform !== 'linux')('a folder below /proc is refused at once', async () =>
  expect(await whyNot(openAsCommand, { DATA_DIR: '/proc/nope/data' })).toBe(
    'DATA_DIR: /proc/nope does not exist, and cannot be created there',
  ),
)

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
