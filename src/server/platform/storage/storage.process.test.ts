import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startS3Server, type S3TestServer } from '#testing/processes/s3-server.ts'
import { copyObject, createFolderStore, type ObjectStore } from './index.ts'

let s3: S3TestServer
let folder: string
beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'cendaki-storage-'))
})
afterEach(() => s3.breakWith(null))
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

let places = 0
const kinds: [string, () => ObjectStore][] = [
  ['a folder', () => createFolderStore(join(folder, String(++places)))],
  ['a bucket', () => s3.storeOf(`site-${++places}/media/`)],
]
const large = randomBytes(20 * 1024 * 1024)

async function* chunksOf(bytes: Buffer, size = 1_000_003) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const bytesOf = async (body: ReadableStream<Uint8Array> | null) => Buffer.from(await new Response(body).arrayBuffer())
async function listNames(store: ObjectStore): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names
}
const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe.each(kinds)('%s', (_, open) => {
  test('gives back what was stored, whole and in ranges, and lists it', async () => {
    const store = open()
    await store.check()
    expect([await store.read('none'), await store.find('none'), await listNames(store)]).toEqual([null, null, []])
    await store.put('large', chunksOf(large), { bytes: large.length })
    await store.put('small', chunksOf(Buffer.from('kopi')))
    await store.put('empty', chunksOf(Buffer.alloc(0)))
    expect((await bytesOf(await store.read('large'))).equals(large)).toBe(true)
    expect(
      (await bytesOf(await store.read('large', { start: 8_388_600, end: 8_388_700 }))).equals(
        large.subarray(8_388_600, 8_388_701),
      ),
    ).toBe(true)
    expect((await bytesOf(await store.read('small', { start: 1, end: 99 }))).toString()).toBe('opi')
    expect([(await bytesOf(await store.read('empty'))).length, await store.find('small')]).toEqual([
      0,
      { name: 'small', bytes: 4 },
    ])
    expect(await listNames(store)).toEqual(['empty', 'large', 'small'])
    await store.put('small', chunksOf(Buffer.from('teh')))
    expect((await bytesOf(await store.read('small'))).toString()).toBe('teh')
    await store.remove('small')
    await store.remove('small')
    expect(await store.find('small')).toBeNull()
  })

  test('keeps nothing of a body that breaks, or that is not what was sent', async () => {
    const store = open()
    const breaking = (async function* () {
      yield large.subarray(0, 12_000_000)
      throw new Error('the sender broke')
    })()
    expect(await failureOf(store.put('broken', breaking))).toContain('the sender broke')
    const rejecting = store.put('other', chunksOf(large), {
      async verify(read) {
        let bytes = 0
        for await (const chunk of await read()) bytes += chunk.length
        throw new Error(`read ${bytes}`)
      },
    })
    expect(await failureOf(rejecting)).toContain(`read ${large.length}`)
    expect([await store.find('broken'), await store.find('other'), await listNames(store)]).toEqual([null, null, []])
  })

  test('a name cannot lead out of it', async () => {
    for (const name of ['..', '../x', 'a/../b', '', '/x', 'x/', 'x\0'])
      expect(await failureOf(open().read(name)), name).toContain('Not the name')
  })
})

test('files of a folder are readable for their user only, and unfinished ones of a killed process are not listed', async () => {
  const store = createFolderStore(join(folder, 'private'))
  await store.put('x', chunksOf(Buffer.from('x')))
  await store.put('x.part', chunksOf(Buffer.from('y')))
  expect([
    (await stat(join(folder, 'private', 'x'))).mode & 0o777,
    (await stat(join(folder, 'private'))).mode & 0o777,
  ]).toEqual([0o600, 0o700])
  expect([await listNames(store), (await readdir(join(folder, 'private'))).length]).toEqual([['x'], 2])
})

test('what a killed process was writing is deleted, and what a running one writes is not', async () => {
  const place = join(folder, 'killed')
  const store = createFolderStore(place)
  const writer = `import { createFolderStore } from ${JSON.stringify(join(import.meta.dirname, 'folder-store.ts'))}
    await createFolderStore(${JSON.stringify(place)}).put('x', (async function* () { yield Buffer.from('x'); process.send('writing'); await new Promise((resolve) => setTimeout(resolve, 60_000)) })())`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  await expect.poll(async () => (await readdir(place)).length).toBe(1)
  await store.removeUnfinished()
  expect(await readdir(place)).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await writeFile(join(place, 'unduhan.zip.part'), '')
  await store.removeUnfinished()
  expect(await readdir(place)).toEqual(['unduhan.zip.part'])
})

test('a listing goes on past the first page of the bucket', async () => {
  const store = s3.storeOf('many/')
  const names = Array.from({ length: 1_003 }, (_, index) => String(index).padStart(5, '0'))
  for (let start = 0; start < names.length; start += 50)
    await Promise.all(names.slice(start, start + 50).map((name) => store.put(name, chunksOf(Buffer.from(name)))))
  expect(await listNames(store)).toEqual(names)
})

describe('a bucket that cannot be used is one sentence, without secrets', () => {
  const host = () => new URL(s3.placeOf('').endpoint ?? '').host
  test.each([
    [
      'a wrong key',
      () => s3.storeOf('', { accessKeyId: 'AKIAWRONG', secretAccessKey: 'rahasia-sekali' }),
      /^StorageFailure: .* denies access to the bucket cendaki-test: check the access key/,
    ],
    ['a missing bucket', () => s3.storeOf('', { bucket: 'nowhere' }), /has no bucket nowhere$/],
    [
      'a closed port',
      () => s3.storeOf('', { endpoint: 'http://127.0.0.1:1' }),
      /the S3 storage at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)$/,
    ],
  ])('%s', async (_, open, sentence) => {
    const store = open()
    const body = () => chunksOf(Buffer.from('x'))
    const works = [store.check(), store.read('x'), store.put('x', body()), listNames(store)]
    for (const failure of await Promise.all(works.map(failureOf))) {
      expect(failure).toMatch(sentence)
      expect(failure).not.toMatch(/AKIAWRONG|rahasia/)
    }
  })

  test('a server that fails, and one that does not answer, after few and short attempts', async () => {
    const store = s3.storeOf('broken/')
    await store.put('x', chunksOf(large))
    s3.breakWith({ kind: 'status', status: 500 })
    s3.takeRequests()
    expect(await failureOf(store.read('x'))).toBe(
      `StorageFailure: the S3 storage at ${host()} fails with status 500: try again later`,
    )
    expect(s3.takeRequests()).toHaveLength(2)
    s3.breakWith({ kind: 'hang' })
    const began = performance.now()
    const works = [store.read('x'), store.check(), store.find('x'), store.put('y', chunksOf(large))]
    for (const failure of await Promise.all(works.map(failureOf)))
      expect(failure).toBe(`StorageFailure: the S3 storage at ${host()} does not answer in time`)
    expect(performance.now() - began).toBeLessThan(30_000)
    s3.breakWith(null)
    expect((await bytesOf(await store.read('x'))).equals(large)).toBe(true)
  })
})

test('a body whose connection breaks is continued where it ended; without progress it fails', async () => {
  const store = s3.storeOf('cut/')
  await store.put('x', chunksOf(large))
  s3.breakWith({ kind: 'cut', afterBytes: 6_000_000 })
  s3.takeRequests()
  expect((await bytesOf(await store.read('x'))).equals(large)).toBe(true)
  expect(s3.takeRequests().length).toBeGreaterThan(2)
  const stream = await s3.impatientStoreOf('cut/').read('x')
  s3.breakWith({ kind: 'hang' })
  expect(await failureOf(bytesOf(stream))).toMatch(/^StorageFailure: .* does not answer in time$/)
})

test('a consumer that pauses gets the rest, and one that goes away ends its request', async () => {
  const store = s3.impatientStoreOf('pause/')
  await store.put('x', chunksOf(large))
  const reader = (await store.read('x'))?.getReader()
  const first = await reader?.read()
  // Longer than a connection may be idle.
  await expect.poll(() => s3.openRequests()).toBe(0)
  let received = first?.value?.length ?? 0
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) received += next.value.length
  expect(received).toBe(large.length)

  const leaving = (await store.read('x'))?.getReader()
  await leaving?.read()
  expect(s3.openRequests()).toBe(1)
  await leaving?.cancel()
  await expect.poll(() => s3.openRequests()).toBe(0)
})

test('a copy is compared, repeated without copying, and replaced when it differs', async () => {
  const [from, to] = [createFolderStore(join(folder, 'from')), s3.storeOf('copy/')]
  expect(await copyObject('x', from, to)).toEqual({ outcome: 'gone' })
  await from.put('x', chunksOf(large))
  expect(await copyObject('x', from, to)).toEqual({ outcome: 'copied', bytes: large.length })
  expect(await copyObject('x', from, to)).toEqual({ outcome: 'present', bytes: large.length })
  await to.put('x', chunksOf(Buffer.alloc(large.length)))
  expect(await copyObject('x', from, to)).toEqual({ outcome: 'copied', bytes: large.length })
  expect((await bytesOf(await to.read('x'))).equals(large)).toBe(true)
})
