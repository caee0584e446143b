import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'

test('a second process on the same data folder is rejected with a clear message until the first one closes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-lock-'))
  const first = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow('is in use by another Cendaki process')
  await first.close()
  const again = await openDatabase({ dataDir })
  await again.close()
  await rm(dataDir, { recursive: true })
})
