import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'
import { startS3Server, type S3TestServer } from '#testing/processes/s3-server.ts'

let s3: S3TestServer
let folder: string
beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'cendaki-move-media-'))
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

async function listBucket(prefix: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of s3.storeOf(`${prefix}/media/`).list()) names.push(name)
  return names
}

test(
  'a move that is killed is continued by the same command, compares every file, and deletes only when asked',
  { timeout: 180_000 },
  async () => {
    const dataDir = join(folder, 'data')
    const env = { DATA_DIR: dataDir, ...s3.settings, STORAGE_S3_PREFIX: 'moved' }
    await mkdir(join(dataDir, 'media', 'incoming'), { recursive: true })
    const videos = new Map(Array.from({ length: 8 }, () => [randomUUID(), randomBytes(12_000_000)]))
    for (const [id, bytes] of videos) await writeFile(join(dataDir, 'media', id), bytes)
    await writeFile(join(dataDir, 'media', 'incoming', randomUUID()), 'still arriving')
    const listFolder = async () =>
      (await readdir(join(dataDir, 'media'))).filter((name) => name !== 'lock.sqlite').sort()
    const ids = [...videos.keys()].sort()

    const unlock = lockFolder(join(dataDir, 'media'))
    expect((await runCommand('move-media', env, '--to', 's3')).lines).toEqual([
      expect.stringMatching(/^Not moved: another move is running in \S+media: wait/),
    ])
    unlock()

    const killed = startCommand('move-media', env, '--to', 's3')
    await expect.poll(() => listBucket('moved'), { timeout: 60_000, interval: 20 }).not.toEqual([])
    killed.child.kill('SIGKILL')
    await killed.ended
    expect((await listBucket('moved')).length).toBeLessThan(8)

    const moved = await runCommand('move-media', env, '--to', 's3')
    expect(moved).toMatchObject({ status: 0, lines: [''] })
    const [, copied = '', present = ''] =
      /^(\d) files \([\d.]+ MB\) copied from .* to s3:\/\/cendaki-test\/moved\/media\/, (\d) were there already/m.exec(
        moved.stdout,
      ) ?? []
    expect([Number(copied) + Number(present), Number(present) > 0]).toEqual([8, true])
    expect([await listBucket('moved'), await listFolder()]).toEqual([ids, [...ids, 'incoming'].sort()])

    expect((await runCommand('move-media', env, '--to', 's3', '--delete-source')).stdout).toMatch(
      /^0 files .* 8 were there already[^\n]*\n8 deleted from /m,
    )
    expect(await listFolder()).toEqual(['incoming'])

    expect(await runCommand('move-media', env, '--to', 'folder', '--delete-source')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('8 deleted from s3:'),
    })
    expect(await listBucket('moved')).toEqual([])
    for (const [id, bytes] of videos) expect((await readFile(join(dataDir, 'media', id))).equals(bytes), id).toBe(true)
  },
)

test(
  'wrong use, missing settings and a bucket that denies access are reported in one line without secrets',
  { timeout: 60_000 },
  async () => {
    const env = { DATA_DIR: join(folder, 'other'), ...s3.settings }
    const lines = async (changes: Record<string, string>, ...args: string[]) =>
      (await runCommand('move-media', { ...env, ...changes }, ...args)).lines
    expect(await lines({}, '--to', 'tape')).toEqual([
      expect.stringMatching(/^Not moved: npm run move-media -- --to s3/),
    ])
    const none = { STORAGE_S3_BUCKET: '', STORAGE_S3_ACCESS_KEY_ID: '', STORAGE_S3_SECRET_ACCESS_KEY: '' }
    expect(await lines(none, '--to', 's3')).toEqual([expect.stringMatching(/^Not moved: no bucket is configured/)])
    expect(
      await lines({ STORAGE_S3_ACCESS_KEY_ID: 'AKIAWRONG', STORAGE_S3_SECRET_ACCESS_KEY: 'rahasia' }, '--to', 's3'),
    ).toEqual([
      expect.stringMatching(
        /^Not moved: the S3 storage at 127\.0\.0\.1:\d+ denies access to the bucket cendaki-test: check the access key/,
      ),
    ])
  },
)
