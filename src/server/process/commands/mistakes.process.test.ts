import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#testing/processes/run-command.ts'

// Commands that are used in a wrong way say so in one line, and leave nothing behind. `first-admin.test.ts` has more names and addresses of admins.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-usage-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

const pooled = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
  DATABASE_DIRECT_URL: 'postgres://u:p@127.0.0.1:2/x',
  PAYMENT_PROVIDER: 'sandbox',
}

test.each<[command: string, args: string[], line: RegExp, env?: Record<string, string>]>([
  ['export', [], /^Nothing was exported: npm run export -- FOLDER/],
  ['export', ['--help'], /^Nothing was exported: Unknown option '--help'/],
  ['export', ['FOLDER/file'], /^Nothing was exported: .*\/file is a file$/],
  ['export', ['FOLDER/out'], /^Nothing was exported: PORT: /, { PORT: 'x' }],
  ['export', ['FOLDER/out'], /^Nothing was exported: there is no database in .*\/data$/],
  // Behind a pooler.
  ['export', ['FOLDER/out'], /^Nothing was exported: DATABASE_.*127\.0\.0\.1:2: nothing accepts connections/, pooled],
  ['restore-drill', ['--folder', 'FOLDER/none'], /^The drill failed .*: --folder: there is no folder .*\/none$/],
  ['restore-drill', ['--folder', 'FOLDER/file'], /^The drill failed .*: --folder: there is no folder .*\/file$/],
  ['upgrade-check', ['--force'], /^Not checked: Unknown option '--force'/],
  ['leave-demo', ['a', 'Sari'], /^The demo was not left: a is no e-mail address\. npm run leave-demo/],
  [
    'mode',
    ['maintenance', '--message', 'x'.repeat(301)],
    /^The mode was not changed: --message has at most 300 characters$/,
  ],
])('%s %j', { timeout: 60_000 }, async (command, args, line, env = {}) => {
  const given = args.map((arg) => arg.replace('FOLDER', folder))
  expect(await runCommand(command, { DATA_DIR: at('data'), ...env }, ...given)).toMatchObject({
    status: 1,
    lines: [expect.stringMatching(line)],
  })
  for (const path of [at('out'), at('none'), '--help']) expect(existsSync(path), path).toBe(false)
})
