import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, chmod, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#server/platform/private-folder.ts'
import { assertObjectName, type ByteRange, type ObjectStore } from './object-store.ts'

/** The cost of each chunk on its way to the socket is larger than that of its bytes. */
const chunkBytes = 256 * 1024

/** Marks unfinished objects: by which process of which machine, so that what a killed one left can be told from what another one writes. */
const unfinishedSuffix = '.part'
const unfinishedMark = `.${hostname()}-`
const unfinishedName = (name: string): string => `${name}${unfinishedMark}${process.pid}${unfinishedSuffix}`

export type FolderStore = ObjectStore & {
  /** Moves a finished local file of the same disk into the store. Repeated after an interruption, it completes. */
  take(name: string, path: string): Promise<void>
  /** Deletes what processes of this machine were writing when they were killed. */
  removeUnfinished(): Promise<void>
}

/** A store as files of a folder, which is created when something is first stored. Files are readable for this user only. */
export function createFolderStore(folder: string): FolderStore {
  const pathOf = (name: string) => {
    assertObjectName(name)
    if (name.includes('/') || name.includes('\\')) throw new Error('Not the name of a stored file')
    return join(folder, name)
  }
  const ensureFolder = () => makeFolder(resolve(folder))
  return {
    location: folder,
    async take(name, path) {
      await ensureFolder()
      await chmod(path, 0o600)
      await flush(path)
      await rename(path, pathOf(name))
      // With its name: the database, which is told next, keeps its word across a power cut.
      await flush(folder)
    },
    async removeUnfinished() {
      for (const name of (await orNull(readdir(folder))) ?? []) {
        const [, writer = ''] = name.endsWith(unfinishedSuffix)
          ? name.slice(0, -unfinishedSuffix.length).split(unfinishedMark)
          : []
        if (/^\d+$/.test(writer) && !isRunning(Number(writer))) await rm(join(folder, name), { force: true })
      }
    },
    async put(name, body, { verify } = {}) {
      const path = pathOf(name)
      const unfinished = unfinishedName(path)
      await ensureFolder()
      try {
        await rm(unfinished, { force: true })
        await pipeline(body, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
        await verify?.(async () => createReadStream(unfinished, { highWaterMark: chunkBytes }))
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
    },
    async read(name, range) {
      const file = await orNull(open(pathOf(name), 'r'))
      return file && streamRange(file, range ?? { start: 0, end: Number.MAX_SAFE_INTEGER })
    },
    async find(name) {
      const found = await orNull(stat(pathOf(name)))
      return found?.isFile() ? { name, bytes: found.size } : null
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? []
      const names = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinishedSuffix))
        .map(({ name }) => name)
      for (const name of names.sort()) {
        const found = await this.find(name)
        if (found) yield found
      }
    },
    async check() {
      await ensureFolder()
      await access(folder, constants.R_OK | constants.W_OK)
    },
  }
}

async function flush(path: string): Promise<void> {
  // Windows flushes only what was opened for writing, and no folders.
  if (process.platform === 'win32') return
  const opened = await open(path, 'r')
  await opened.sync().finally(() => opened.close())
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Reads a chunk when the consumer wants one, without Node's streams in between, which cost a fifth of the throughput. Closes the file at its end. */
function streamRange(file: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let position = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { buffer, bytesRead } = await file.read(
          Buffer.allocUnsafeSlow(Math.min(chunkBytes, end + 1 - position)),
          { position },
        )
        position += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead > 0 && position <= end) return
        await file.close()
        controller.close()
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}
