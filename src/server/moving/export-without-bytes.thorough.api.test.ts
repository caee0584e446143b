import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '#contract/kit/uuid.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cartridgeItem, cartridgeManifest, cartridgeResource } from '#testing/materials/foreign-courses.ts'
import { zipOf } from '#testing/materials/zip.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { mistakeList } from './reading/mistakes.ts'
import { readZip } from './reading/read-zip.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

// An installation that was restored without its media, or whose bucket is not connected yet.
test('an export names the files whose bytes are gone, and is imported without them', async () => {
  const { token } = await site.createInstructor()
  const importZip = (bytes: Uint8Array<ArrayBuffer>) =>
    site.call('POST', '/admin/courses/import', { token, form: { file: new File([bytes], 'kelas.zip') } })
  const cartridge = await zipOf({
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('i1', 'Bab', undefined, cartridgeItem('i2', 'Lembar', 'r1')),
      cartridgeResource('r1', 'webcontent', 'lembar.txt'),
    ),
    'lembar.txt': 'Lembar kerja',
  })
  const { body } = await importZip(new Uint8Array(cartridge))
  for (const name of (await readdir(site.mediaFolder)).filter(isUuid)) await rm(join(site.mediaFolder, name))

  const address = `http://cendaki.test/api/courses/${body.data._id}/export`
  const exported = await site.app.fetch(new Request(address, { headers: { authorization: `Bearer ${token}` } }))
  const zip = Buffer.from(await exported.arrayBuffer())
  const files = await readZip(zip, mistakeList())
  expect([...files.keys()].filter((path) => path.startsWith('files/'))).toEqual([])
  expect(String(files.get('README.txt'))).toBe(
    'Tidak ikut, karena berkasnya tidak ada lagi di server:\nLembar: lembar.txt\n',
  )
  const imported = await importZip(new Uint8Array(zip))
  expect([imported.status, imported.body.data.lessons, imported.body.data.unused]).toEqual([200, 1, []])
})
