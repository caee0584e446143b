import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleStamp, findBundle } from './find.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cendaki bündel-'))
  for (const folder of ['src/server/process/config', 'src/sandbox', 'src/contract/kit', 'dist/server']) await mkdir(join(root, folder), { recursive: true })
  await write('package-lock.json', '{}')
  await write('src/server/process/start.ts', 'export {}')
  await write('dist/server/built-from', bundleStamp(root))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFile(join(root, file), text)

test('a bundle of the current sources is used, in a folder of any name', () => {
  expect(findBundle(root)).toMatch(/^file:.*b%C3%BCndel-\w+\/dist\/server\/serve\.js$/)
})

test.each(['src/server/process/start.ts', 'src/server/process/main.ts', 'src/contract/kit/paths.ts', 'package-lock.json'])(
  'a bundle from before %s changed is not used',
  async (file) => {
    await write(file, 'export const changed = true')
    expect(findBundle(root)).toBeNull()
  },
)

test('a test that changed does not count', async () => {
  await write('src/server/process/config/config.test.ts', 'export {}')
  expect(findBundle(root)).not.toBeNull()
})

test('without a bundle the sources are used', async () => {
  await rm(join(root, 'dist/server/built-from'))
  expect(findBundle(root)).toBeNull()
})
