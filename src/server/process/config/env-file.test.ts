import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvFile } from './env-file.ts'
import { unknownSettings } from './unknown-settings.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-env-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(text: string) {
  const file = join(folder, '.env')
  await writeFile(file, text)
  return readEnvFile(file)
}

test.each([
  'BACKUP_PASSPHRASE=panjang-sekali#sekali',
  'BACKUP_PASSPHRASE = panjang-sekali#',
  'export BACKUP_PASSPHRASE=panjang-sekali#sekali',
  'PORT=3000\nBACKUP_PASSPHRASE=panjang-sekali#sekali # catatan\n',
])('a password that ends before its # is told: %j', async (text) => {
  const { settings, mistakes } = await read(text)
  expect(settings['BACKUP_PASSPHRASE']).toBe('panjang-sekali')
  expect(mistakes).toEqual(['BACKUP_PASSPHRASE ends before the # in its value: put the value in quotes in .env'])
})

test.each([
  'BACKUP_PASSPHRASE="panjang-sekali#sekali"',
  "BACKUP_PASSPHRASE='panjang#sekali'  # catatan",
  'PORT=3000 # catatan',
  '# BACKUP_PASSPHRASE=panjang#sekali',
  'PORT=',
  'PORT=#catatan',
])('quotes and comments are fine: %j', async (text) => expect((await read(text)).mistakes).toEqual([]))

test('without the file there are no settings; a folder in its place is one sentence', () => {
  expect(readEnvFile(join(folder, 'none'))).toEqual({ settings: {}, mistakes: [] })
  expect(() => readEnvFile(folder)).toThrow(`${folder} is a folder, and a file with settings is needed`)
})

test('what compose.yaml and Caddy read from the same file is no mistake', () => {
  const names = ['SITE_ADDRESS', 'SITE_UPSTREAM', 'POSTGRES_PASSWORD', 'POSTGRES_MEMORY', 'CENDAKI_MEMORY']
  expect(unknownSettings({}, names, ['PORT'])).toEqual([])
  expect(unknownSettings({}, ['SITE_ADRES'], ['PORT'])).toEqual([
    'SITE_ADRES is not a setting and does nothing (see .env.example)',
  ])
})
