import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demoAccounts, demoPassword } from '#server/process/demo/index.ts'
import { addUser, copyDemo, fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'

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
    await copyDemo(env.DATA_DIR)
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

/** Begins to leave the demo, and is killed while the new site is made. Returns the name of the folder for the demo. */
async function killWhileLeaving(dataDir: string): Promise<string> {
  const listAside = async () => (await readdir(dataDir)).filter((name) => name.startsWith('left-demo-'))
  const before = await listAside()
  const findAside = async () => (await listAside()).find((name) => !before.includes(name)) ?? ''
  const leaving = startCommand('leave-demo', { DATA_DIR: dataDir }, 'sari@contoh.id', 'Sari')
  const isFilled = async () => {
    const aside = await findAside()
    return aside !== '' && (await readdir(join(dataDir, aside))).length > 0
  }
  await vi.waitUntil(isFilled, { interval: 5, timeout: 60_000 })
  leaving.child.kill('SIGKILL')
  await leaving.ended
  return findAside()
}

const whole = ['database', 'outbox', 'payment-sandbox.key']
const listDemo = async (dataDir: string) => (await readdir(dataDir)).filter((name) => whole.includes(name)).sort()

describe('leaving the demo that was killed while the new site was made', { timeout: 120_000 }, () => {
  const killed = () => join(folder, 'killed')
  let aside: string
  // An account of the demo, and files of it.
  beforeAll(async () => {
    await fillDataDir(killed(), (database) => addUser(database, demoAccounts.admin, 'admin'))
    await mkdir(join(killed(), 'outbox'))
    await writeFile(join(killed(), 'payment-sandbox.key'), 'of the demo')
    aside = await killWhileLeaving(killed())
  }, 120_000)

  /** As if it had been killed when these were moved. */
  async function copyKilled(name: string, moved: readonly string[]): Promise<string> {
    const dataDir = join(folder, name)
    await cp(killed(), dataDir, { recursive: true })
    for (const entry of moved) await rename(join(dataDir, entry), join(dataDir, aside, entry))
    return dataDir
  }

  test('has moved nothing', async () => expect(await listDemo(killed())).toEqual(whole))

  test.each<[what: string, moved: string[]]>([
    ['nothing', []],
    ['a part', ['payment-sandbox.key']],
    // The database is the last.
    ['all', whole],
  ])('goes on where %s was moved, and leaves the whole demo in one folder', async (what, moved) => {
    const dataDir = await copyKilled(`moved-${what}`, moved)
    const { ino } = await stat(join(dataDir, moved.includes('database') ? aside : '.', 'database'))
    const again = await runCommand('leave-demo', { DATA_DIR: dataDir }, 'sari@contoh.id', 'Sari')
    expect(again, again.lines.join('\n')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('sari@contoh.id is an admin now'),
    })
    expect(await listDemo(join(dataDir, aside))).toEqual(whole)
    expect((await readdir(dataDir)).sort()).toEqual(['database', aside, 'lock.sqlite'])
    // The database of the demo itself, so the one in its place is new.
    expect((await stat(join(dataDir, aside, 'database'))).ino).toBe(ino)
  })

  test('does not mix what a start in between has made with what was moved before it', async () => {
    const dataDir = await copyKilled('started-in-between', ['payment-sandbox.key'])
    await writeFile(join(dataDir, 'payment-sandbox.key'), 'of the start')
    // Everything is moved beside the new site, which is made in another folder.
    expect(await killWhileLeaving(dataDir)).not.toBe(aside)
    expect(await readFile(join(dataDir, aside, 'payment-sandbox.key'), 'utf8')).toBe('of the demo')
  })
})

test('an installation with an admin of its own gets no demo at its start', { timeout: 120_000 }, async () => {
  const env = { DATA_DIR: join(folder, 'own') }
  await fillDataDir(env.DATA_DIR, (database) => addUser(database, 'sari@contoh.id', 'admin'))
  await inProduct(env, async (origin) => expect(await countCourses(origin)).toBe(0))
})

test('without a name it is refused with the usage', { timeout: 30_000 }, async () => {
  const result = await runCommand('leave-demo', { DATA_DIR: join(folder, 'none') }, 'sari@contoh.id')
  expect(result).toMatchObject({ status: 1, lines: [expect.stringContaining('npm run leave-demo')] })
})
