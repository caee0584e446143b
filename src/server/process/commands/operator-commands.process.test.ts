import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir, inDatabase } from '#testing/processes/installation.ts'
import { freePort, startProduct, untilReady } from '#testing/processes/product-process.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-commands-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'the doctor examines the running and the stopped product, and shows no password',
  { timeout: 180_000 },
  async () => {
    const port = await freePort()
    const env = {
      PORT: String(port),
      DATA_DIR: join(folder, 'doctor'),
      DEMO: 'off',
      SMTP_URL: 'smtp://kursus:sandi-rahasia@127.0.0.1:9',
      METRICS_TOKEN: 'token-rahasia-sekali',
    }
    expect((await runCommand('doctor', env)).lines).toEqual([`Not examined: there is no database in ${env.DATA_DIR}`])
    await fillDataDir(env.DATA_DIR)
    const product = await startProduct(env)
    await untilReady(product)
    const running = await runCommand('doctor', env, '--settings')
    product.child.kill('SIGTERM')
    await product.exited
    const stopped = await runCommand('doctor', env, '--settings')
    for (const { status, stdout } of [running, stopped]) {
      expect(stdout).toMatch(/^✓ Version +Cendaki \d/)
      expect(stdout).toMatch(/✓ Database +embedded, PostgreSQL \d+/)
      expect(stdout).toContain('SMTP_URL=smtp://••••@127.0.0.1:9')
      expect(stdout).not.toMatch(/sandi-rahasia|token-rahasia/)
      // Nothing listens on the port of the mail server.
      expect(stdout).toMatch(/✗ Mail .*cannot be used: connect ECONNREFUSED 127\.0\.0\.1:9/)
      expect(status).toBe(1)
    }
    // A reader such as `head` takes the first line and goes.
    const { child, ended } = startCommand('doctor', env, '--json')
    child.stdout?.destroy()
    expect((await ended).lines).toEqual([''])
    // The documents of the issuer are read over the public URL.
    expect(running.stdout).toMatch(new RegExp(`✓ Issuer of certificates +did:web:127.0.0.1%3A${port}, keys: 0\\n`))
    expect(stopped.stdout).toMatch(
      /! Issuer of certificates +\S+did\.json cannot be opened from this server: .*ECONNREFUSED.*\n.*→ Start the product/,
    )
    expect([running, stopped].map(({ stdout }) => /running for \d+ (second|minute)/.test(stdout))).toEqual([
      true,
      false,
    ])
  },
)

test(
  'data of another major version of the embedded database prevents the start with one line that says what to run',
  { timeout: 60_000 },
  async () => {
    const dataDir = join(folder, 'major')
    await fillDataDir(dataDir)
    const readVersionNumber = () =>
      inDatabase(dataDir, async ({ query }) => {
        const [row] = await query
          .select({ version: sql<string>`current_setting('server_version_num')` })
          .from(sql`(select 1) as one`)
        return Number(row?.version)
      })
    const file = join(dataDir, 'database/PG_VERSION')
    const own = await readFile(file, 'utf8')
    await writeFile(file, '17\n')
    const product = await startProduct({ DATA_DIR: dataDir })
    expect(await product.exited).toBe(1)
    expect(product.output().trim()).toMatch(
      /^Cendaki cannot start: \S+ is of PostgreSQL 17, this version of Cendaki needs 18: run npm run backup -- FILE .* npm run restore -- FILE with this one and a new DATA_DIR$/,
    )
    await writeFile(file, own)
    expect(Math.floor((await readVersionNumber()) / 10_000)).toBe(Number(own))
  },
)
