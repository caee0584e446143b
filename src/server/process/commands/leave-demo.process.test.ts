import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '#server/process/demo/index.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'
import { fillDataDir } from '#testing/postgres/test-database.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-leave-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inProduct<Result>(
  env: Record<string, string>,
  work: (origin: string, output: () => string) => Promise<Result>,
): Promise<Result> {
  const product = await startProduct(env)
  await untilReady(product)
  try {
    return await work(product.origin, product.output)
  } finally {
    product.child.kill('SIGTERM')
    await product.exited
  }
}

const visibleText = (html: string) => html.replaceAll(/<(script|style|svg)\b.*?<\/\1>|<[^>]*>/gs, ' ')

const countCourses = async (origin: string) =>
  (await (await fetch(`${origin}/api/courses`)).json()).data.length as number

/** The first step in the overview of the demo's admin. */
async function firstStepOf(origin: string): Promise<unknown> {
  const body = JSON.stringify({ email: demoAccounts.admin, password: demoPassword })
  const signedIn = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { token } = ((await signedIn.json()) as { data: { token: string } }).data
  const overview = await fetch(`${origin}/api/admin/overview`, { headers: { authorization: `Bearer ${token}` } })
  return ((await overview.json()) as { data: { firstSteps: unknown[] } }).data.firstSteps[0]
}

async function demoCheckOf(env: Record<string, string>): Promise<unknown> {
  const { checks } = JSON.parse((await runCommand('doctor', env, '--json')).stdout) as {
    checks: { name: string; level: string }[]
  }
  return checks.find(({ name }) => name === 'demo')?.level
}

test(
  'leaving the demo leaves an empty site with its first admin, also after the next start, and the demo in a folder',
  { timeout: 300_000 },
  async () => {
    const env = { DATA_DIR: join(folder, 'demo') }
    await inProduct(env, async (origin, output) => {
      await expect.poll(output).toContain('Demo accounts')
      expect(await countCourses(origin)).toBeGreaterThan(5)
      expect(await firstStepOf(origin)).toEqual({ step: 'demo', isDone: false })
      expect(await demoCheckOf(env)).toBe('warning')
      // Nothing of a running product is moved.
      expect(await runCommand('leave-demo', env, 'sari@contoh.id', 'Sari')).toMatchObject({
        status: 1,
        lines: [expect.stringMatching(/^The demo was not left: .* in use by another Cendaki process: stop it/)],
      })
    })
    const left = await runCommand(
      'leave-demo',
      { ...env, BACKUP_DIR: join(folder, 'backups') },
      'sari@contoh.id',
      'Sari',
      'Dewi',
    )
    expect(left).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /sari@contoh\.id is an admin now\.[^]*one-time password[^]*Not touched: backups in \S+backups\./,
      ),
    })
    const aside = (await readdir(env.DATA_DIR)).filter((name) => name.startsWith('left-demo-'))
    expect(aside).toHaveLength(1)

    await inProduct(env, async (origin, output) => {
      expect(await countCourses(origin)).toBe(0)
      expect((await (await fetch(`${origin}/api/ebooks`)).json()).data).toEqual([])
      const home = await (await fetch(origin)).text()
      expect(await demoCheckOf(env)).toBe('ok')
      expect(output()).not.toContain('Demo accounts')
      expect(home).not.toMatch(/demo\.id|900K|mailto:|tel:/)
      // Nothing speaks of a coding school.
      for (const path of ['/', '/kelas', '/sale', '/e-books', '/tips'])
        expect(visibleText(await (await fetch(origin + path)).text()), path).not.toMatch(
          /ngoding|React|Laravel|Figma|JavaScript|Programming|Design|web, desain|aplikasi kantin/,
        )
    })
    expect((await runCommand('leave-demo', env, 'sari@contoh.id', 'Sari')).lines).toEqual([
      expect.stringContaining('does not have the demo'),
    ])
    // The folder that was set aside is a whole installation.
    await inProduct({ DATA_DIR: join(env.DATA_DIR, aside[0] ?? '') }, async (origin) =>
      expect(await countCourses(origin)).toBeGreaterThan(5),
    )
  },
)

/** A data folder with an account of the demo and files of it. */
async function fillWithDemo(name: string) {
  const env = { DATA_DIR: join(folder, name) }
  await fillDataDir(env.DATA_DIR)
  expect((await runCommand('create-admin', env, demoAccounts.admin, 'Demo')).status).toBe(0)
  await mkdir(join(env.DATA_DIR, 'outbox'))
  await writeFile(join(env.DATA_DIR, 'payment-sandbox.key'), 'of the demo')
  return env
}

/** Begins to leave the demo, and is killed while the new site is made. Returns the name of the folder for the demo. */
async function killWhileLeaving({ DATA_DIR }: { DATA_DIR: string }): Promise<string> {
  const leaving = startCommand('leave-demo', { DATA_DIR }, 'sari@contoh.id', 'Sari')
  const findAside = async () => (await readdir(DATA_DIR)).find((name) => name.startsWith('left-demo-')) ?? ''
  const isFilled = async () => {
    const aside = await findAside()
    return aside !== '' && (await readdir(join(DATA_DIR, aside))).length > 0
  }
  await expect.poll(isFilled, { interval: 5 }).toBe(true)
  leaving.child.kill('SIGKILL')
  await leaving.ended
  return findAside()
}

const whole = ['database', 'outbox', 'payment-sandbox.key']
const listDemo = async (dataDir: string) => (await readdir(dataDir)).filter((name) => whole.includes(name)).sort()

test('leaving the demo that is killed while the new site is made has moved nothing', { timeout: 120_000 }, async () => {
  const env = await fillWithDemo('killed')
  await killWhileLeaving(env)
  expect(await listDemo(env.DATA_DIR)).toEqual(whole)
})

test.each([0, 1, 2, 3])(
  'leaving the demo that was killed with %i entries moved goes on, and leaves the whole demo in one folder',
  { timeout: 120_000 },
  async (moved) => {
    const env = await fillWithDemo(`moved-${moved}`)
    const aside = await killWhileLeaving(env)
    for (const name of whole.toReversed().slice(0, moved))
      await rename(join(env.DATA_DIR, name), join(env.DATA_DIR, aside, name))
    const again = await runCommand('leave-demo', env, 'sari@contoh.id', 'Sari')
    expect(again, again.lines.join('\n')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('sari@contoh.id is an admin now'),
    })
    expect(await listDemo(join(env.DATA_DIR, aside))).toEqual(whole)
    expect((await readdir(env.DATA_DIR)).sort()).toEqual(['database', aside, 'lock.sqlite'])
    expect((await runCommand('leave-demo', env, 'sari@contoh.id', 'Sari')).lines).toEqual([
      expect.stringContaining('does not have the demo'),
    ])
  },
)

test('a start in between is not mixed with what was moved before it', { timeout: 120_000 }, async () => {
  const env = await fillWithDemo('started-in-between')
  const aside = await killWhileLeaving(env)
  await rename(join(env.DATA_DIR, 'payment-sandbox.key'), join(env.DATA_DIR, aside, 'payment-sandbox.key'))
  await writeFile(join(env.DATA_DIR, 'payment-sandbox.key'), 'of the start')
  expect(await runCommand('leave-demo', env, 'sari@contoh.id', 'Sari')).toMatchObject({ status: 0 })
  expect(await readFile(join(env.DATA_DIR, aside, 'payment-sandbox.key'), 'utf8')).toBe('of the demo')
})

test('an installation with an admin of its own gets no demo at its start', { timeout: 120_000 }, async () => {
  const env = { DATA_DIR: join(folder, 'own') }
  await fillDataDir(env.DATA_DIR)
  expect((await runCommand('create-admin', env, 'sari@contoh.id', 'Sari')).status).toBe(0)
  await inProduct(env, async (origin) => expect(await countCourses(origin)).toBe(0))
})

test.each([
  [['sari@contoh.id'], 'npm run leave-demo'],
  [['bukan-alamat', 'Sari'], 'npm run leave-demo'],
])('%j is refused with the usage', { timeout: 30_000 }, async (args, line) => {
  const result = await runCommand('leave-demo', { DATA_DIR: join(folder, 'none') }, ...args)
  expect(result).toMatchObject({ status: 1, lines: [expect.stringContaining(line)] })
})
