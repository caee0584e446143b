import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertEmpty } from './backup-target.ts'

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'cendaki-target-'))))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const place = () => ({ dataDir, databaseUrl: null })

test('a folder in which a drill was killed counts as empty, one with data does not', async () => {
  await mkdir(join(dataDir, 'cendaki-drill/data'), { recursive: true })
  await expect(assertEmpty(place())).resolves.toBeUndefined()
  await mkdir(join(dataDir, 'database'))
  await expect(assertEmpty(place())).rejects.toThrow('is not empty (database)')
})
