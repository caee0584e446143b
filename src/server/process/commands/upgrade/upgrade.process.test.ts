import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnvironment } from '#testing/processes/environment.ts'
import { planRestoring } from '#testing/processes/in-this-process.ts'
import { addUser, fillDataDir, inDatabase } from '#testing/processes/installation.ts'
import { freePort } from '#testing/processes/product-process.ts'

// In a git checkout of its own. Only npm is another: its packages are those of this project instead of the network, and the build is that of this
// project where the sources are the same.

const project = join(import.meta.dirname, '../../../../..')
let root: string
let checkout: string
let env: Record<string, string>
let first: string

const git = (...args: string[]): string => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim()
const commit = (message: string, ...args: string[]): string => {
  git('add', '--all')
  git('-c', 'user.name=Sari', '-c', 'user.email=sari@contoh.id', 'commit', '--quiet', '--message', message, ...args)
  return git('rev-parse', 'HEAD')
}

const run = (...args: string[]) => startUpgrade(...args).ended

function startUpgrade(...args: string[]) {
  // The packages of the checkout, with its Node, may be away.
  const command = ['src/server/process/commands/upgrade/upgrade.ts', ...args]
  const child = spawn(process.execPath, command, { cwd: checkout, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, output }))
  return { child, output: () => output, ended }
}

/** An upgrade of a product with a supervisor, which waits for its packages. */
async function startUpgradeThatWaits() {
  await writeFile(join(checkout, 'slow-packages'), '')
  const slow = commit('slow')
  git('reset', '--quiet', '--hard', first)
  for (const file of ['started', 'installing']) await rm(join(root, file), { force: true })
  const upgrade = startUpgrade(slow, ...supervisor())
  await expect.poll(upgrade.output).toContain('installing its packages')
  await expect.poll(() => existsSync(join(root, 'installing'))).toBe(true)
  expect([git('rev-parse', 'HEAD'), existsSync(join(checkout, 'node_modules'))]).toEqual([slow, false])
  return upgrade
}

/** Miscounts a course without students. Nothing runs meanwhile. */
const countStudents = (count: number): Promise<void> =>
  inDatabase(join(root, 'data'), async ({ query }) => {
    await query.execute(sql`insert into categories (id, name, slug, group_name) values (gen_random_uuid(), 'Uji', 'uji', 'programming')
    on conflict do nothing`)
    await query.execute(sql`insert into courses (id, status, title, tagline, description, level, category_id, price_idr, discount_percent, instructor_id, created_at, updated_at)
    select gen_random_uuid(), 'draft', 'Kelas uji', 'Uji', 'Uji', 'Pemula', c.id, 0, 0, u.id, now(), now() from categories c, users u
    where not exists (select 1 from courses)`)
    await query.execute(sql`update courses set student_count = ${count}`)
  })

const supervisor = () => ['--stop', 'true', '--start', `touch '${join(root, 'started')}'`]

const isBack = () => ({
  commit: git('rev-parse', 'HEAD'),
  hasPackages: existsSync(join(checkout, 'node_modules/.bin/node')),
  keepsOthers: existsSync(join(checkout, '.previous')),
  isStarted: existsSync(join(root, 'started')),
})

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cendaki-upgrade-'))
  checkout = join(root, 'checkout')
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  }).split('\0')
  for (const file of files.filter((name) => /^(src|migrations)\//.test(name) || (name !== '' && !name.includes('/')))) {
    await mkdir(dirname(join(checkout, file)), { recursive: true })
    await cp(join(project, file), join(checkout, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted here, and not committed yet.
      if (error.code !== 'ENOENT') throw error
    })
  }
  const bin = join(root, 'bin')
  await mkdir(bin)
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh
set -e
case "$1" in
  ci)
    if test -e slow-packages; then touch '${join(root, 'installing')}'; while kill -0 $PPID; do sleep 0.1; done; exit 1; fi
    test ! -e broken-packages || { echo 'npm error 404' >&2; exit 1; }; mkdir node_modules; ln -s '${join(project, 'node_modules')}'/* '${join(project, 'node_modules/.bin')}' node_modules ;;
  run) cp -R '${join(project, 'dist')}' dist; node_modules/.bin/node src/server/process/commands/build.ts ;;
esac
`,
  )
  await chmod(join(bin, 'npm'), 0o755)
  const system = systemEnvironment()
  env = {
    ...system,
    PATH: `${bin}${delimiter}${system['PATH']}`,
    PORT: String(await freePort()),
    DATA_DIR: join(root, 'data'),
    DEMO: 'off',
    LOG_LEVEL: 'error',
  }
  execFileSync('npm', ['ci'], { cwd: checkout, env })
  await fillDataDir(join(root, 'data'), (database) => addUser(database, 'sari@contoh.id', 'admin'))
  git('init', '--quiet', '--initial-branch=main')
  first = commit('first')
}, 120_000)
afterAll(() => rm(root, { recursive: true, force: true }))

test(
  'an upgrade backs up, migrates, starts and verifies; its way back brings the version before, which serves the data of now',
  { timeout: 600_000 },
  async () => {
    await writeFile(join(checkout, 'migrations/9990-add-shelf.sql'), 'create table shelves (id text primary key);\n')
    const second = commit('second')
    git('reset', '--quiet', '--hard', first)

    const upgraded = await run(second)
    expect(upgraded.output).toContain('9990-add-shelf.sql')
    expect(upgraded.output).toContain('it serves, and no check has become red')
    expect(
      [upgraded.status, git('rev-parse', 'HEAD'), git('symbolic-ref', '--short', 'HEAD')],
      upgraded.output,
    ).toEqual([0, second, 'main'])
    const { backup, from } = JSON.parse(await readFile(join(root, 'data/upgrade.json'), 'utf8'))
    expect(from).toBe(first)
    // Complete and undamaged, or it would be no plan.
    expect(await planRestoring({ DATA_DIR: join(root, 'restored') }, backup)).toMatchObject({ newer: [] })
    expect((await run(second)).output).toContain('already')

    // Books that do not agree are named by the way back, which happens all the same.
    await countStudents(99)
    const back = await run('--rollback')
    expect([back.status, back.output, git('rev-parse', 'HEAD')]).toEqual([
      0,
      expect.stringContaining('it serves, but these checks are red: Books'),
      first,
    ])
    await countStudents(0)
    expect((await run('--rollback')).output).toContain('already')
  },
)

test('a version whose packages cannot be installed changes nothing', { timeout: 300_000 }, async () => {
  await writeFile(join(checkout, 'broken-packages'), '')
  const broken = commit('broken')
  git('reset', '--quiet', '--hard', first)
  const { status, output } = await run(broken)
  expect([status, output, git('rev-parse', 'HEAD')]).toEqual([
    1,
    expect.stringContaining('the database was not touched'),
    first,
  ])
  expect(output).toContain('npm error 404')
})

test('a product whose stop fails is started again, and nothing else happens', { timeout: 300_000 }, async () => {
  const next = commit('next', '--allow-empty')
  git('reset', '--quiet', '--hard', first)
  await rm(join(root, 'started'), { force: true })
  const { status, output } = await run(next, '--stop', 'exit 5', '--start', `touch '${join(root, 'started')}'`)
  expect([status, output]).toEqual([1, expect.stringContaining('exit 5: exit code 5')])
  expect(isBack()).toMatchObject({ commit: first, hasPackages: true, isStarted: true })
})

test(
  'a way back without the packages of the version before does not stop the product',
  { timeout: 180_000 },
  async () => {
    git('reset', '--quiet', '--hard', commit('next', '--allow-empty'))
    await rm(join(checkout, '.previous'), { recursive: true, force: true })
    const { status, output } = await run('--rollback', '--stop', `touch '${join(root, 'stopped')}'`, '--start', 'true')
    git('reset', '--quiet', '--hard', first)
    expect([status, output]).toEqual([1, expect.stringContaining('the packages of the version before are not in')])
    expect(existsSync(join(root, 'stopped'))).toBe(false)
  },
)

test(
  'an upgrade that SIGHUP, SIGINT and SIGTERM end while packages are installed brings the version before back and starts it, with nobody left to read its output',
  { timeout: 300_000 },
  async () => {
    const upgrade = await startUpgradeThatWaits()
    upgrade.child.stdout.destroy()
    upgrade.child.stderr.destroy()
    // The first one ends it, and none of the others the way back. One comes twice, as npm forwards what the terminal has sent to all.
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGINT', 'SIGTERM'] as const) upgrade.child.kill(signal)
    const { status } = await upgrade.ended
    expect({ status, ...isBack() }).toEqual({
      status: 1,
      commit: first,
      hasPackages: true,
      keepsOthers: false,
      isStarted: true,
    })
  },
)

test(
  'after an upgrade that was killed halfway, an upgrade as well as the way back bring the version before back and start it, without any package',
  { timeout: 300_000 },
  async () => {
    const upgrade = await startUpgradeThatWaits()
    upgrade.child.kill('SIGKILL')
    await upgrade.ended
    const halfway = git('rev-parse', 'HEAD')
    execFileSync('cp', ['-R', '.previous', join(root, 'halfway')], { cwd: checkout })
    for (const [args, status, sentence] of [
      [['main'], 1, /was ended halfway.*is back.*\n.*again/],
      [['--rollback'], 0, /was ended halfway.*is back/],
    ] as const) {
      // Both begin with the same.
      for (const part of ['.previous', 'node_modules', 'dist', join(root, 'started')])
        await rm(resolve(checkout, part), { recursive: true, force: true })
      execFileSync('cp', ['-R', join(root, 'halfway'), '.previous'], { cwd: checkout })
      git('reset', '--quiet', '--hard', halfway)
      // Killed once more, when everything is back and only the start is missing.
      const killed = await run(...args, '--stop', 'true', '--start', 'kill -9 $PPID')
      expect([killed.status, isBack().isStarted], args[0]).toEqual([null, false])
      const next = await run(...args, ...supervisor())
      expect(next).toEqual({ status, output: expect.stringMatching(sentence) })
      expect(isBack()).toEqual({ commit: first, hasPackages: true, keepsOthers: false, isStarted: true })
    }
  },
)

test.each([
  [
    'files that were changed here',
    async () => writeFile(join(checkout, 'README.md'), 'mine'),
    [],
    /files were changed here.*\n.*README\.md/,
  ],
  [
    'an unknown version',
    async () => git('checkout', '--quiet', '--', 'README.md'),
    ['v99'],
    /git knows no version v99/,
  ],
  ['a branch without another to follow', async () => {}, [], /this branch follows no other one: name a version/],
  ['a stop without a start', async () => {}, ['--stop', 'true'], /--stop and --start go together/],
] as const)('%s is refused in one sentence, before anything happens', async (_, prepare, args, sentence) => {
  await prepare()
  expect(await run(...args)).toMatchObject({ status: 1, output: expect.stringMatching(sentence) })
  expect(git('rev-parse', 'HEAD')).toBe(first)
})
