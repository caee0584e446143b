import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { fromBufferPromise } from 'yauzl'
import { expect, test } from 'vitest'
import { writeZip } from './write-zip.ts'

async function* say(...parts: string[]) {
  for (const part of parts) yield part
}

test('has the files in their order', async () => {
  const files = [
    { path: 'b.txt', read: () => say('satu ', 'dua'), compress: true },
    { path: 'a.txt', read: () => say(), compress: false },
  ]
  const zip = await fromBufferPromise(await buffer(writeZip(files)), { lazyEntries: true })
  const read: [string, string][] = []
  for await (const entry of zip.eachEntry())
    read.push([entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString()])
  expect(read).toEqual([
    ['b.txt', 'satu dua'],
    ['a.txt', ''],
  ])
})

test.each([0, 1])(
  'what a file throws after %i parts is thrown to who reads the zip, and ends nothing else',
  async (parts) => {
    async function* fail() {
      if (parts > 0) yield 'sebagian'
      throw new Error('gone')
    }
    const files = [
      { path: 'a.txt', read: () => say('ada'), compress: true },
      { path: 'b.txt', read: fail, compress: true },
      { path: 'c.txt', read: () => say('tidak sampai'), compress: true },
    ]
    await expect(buffer(writeZip(files))).rejects.toThrow('gone')
  },
)

test('what a file throws reaches also a reader who begins late', async () => {
  async function* fail() {
    yield 'sebagian'
    throw new Error('gone')
  }
  const zip = writeZip([{ path: 'a.txt', read: fail, compress: false }])
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  await expect(buffer(zip)).rejects.toThrow('gone')
})
