import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashInputs, isBuiltFrom } from './ensure-built.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cendaki bündel-'))
  for (const folder of ['src/server/process/config', 'src/sandbox', 'src/contract/kit', 'src/web', 'dist'])
    await mkdir(join(root, folder), { recursive: true })
  await write('package-lock.json', '{}')
  await write('vite.config.ts', 'export default {}')
  await write('src/server/process/start.ts', 'export {}')
  await write('dist/built-from', hashInputs(root))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFile(join(root, file), text)
const isCurrent = () => isBuiltFrom(hashInputs(root), root)

test('a build of the current sources is used, in a folder of any name', () => {
  expect(isCurrent()).toBe(true)
})

test.each([
  'src/server/process/start.ts',
  'src/server/process/main.ts',
  'src/contract/kit/paths.ts',
  'src/web/source-files.ts',
  'vite.config.ts',
  'package-lock.json',
])('a build from before %s changed is not used', async (file) => {
  await write(file, 'export const changed = true')
  expect(isCurrent()).toBe(false)
})

test('a source that was removed counts', async () => {
  await rm(join(root, 'src/server/process/start.ts'))
  expect(isCurrent()).toBe(false)
})

test('a test that changed does not count', async () => {
  await write('src/server/process/config/config.test.ts', 'export {}')
  expect(isCurrent()).toBe(true)
})

test('without a build, or after one that failed, it is not current', async () => {
  await rm(join(root, 'dist/built-from'))
  expect(isCurrent()).toBe(false)
})
