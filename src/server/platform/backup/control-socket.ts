import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { Operation } from '#contract/kit/site-mode.ts'
import type { Database } from '#server/platform/database/index.ts'
import { BackupFailure, describeFileFailure } from './failure.ts'
import { folderBytes } from '#server/platform/disk-space.ts'
import { assertSpace } from './free-space.ts'
import { recordBackup, type BackupRun } from './backup-runs.ts'

// Only one process can open the embedded database, so a command asks the running product for a copy of its files. The socket is in
// the data folder, which nobody but the product's user can enter.

type Request =
  | { command: 'operate'; operation: Operation | null }
  | { command: 'copy' }
  | { command: 'record'; run: BackupRun }
  | { command: 'report'; everyFile?: boolean }
type Reply =
  | { operation: Operation }
  | { copied: string }
  | { recorded: true }
  | { report: unknown }
  | { failed: string }

/** The data folder of a copy: the embedded database in it can be opened like any other. */
const copyFolder = 'backup-copy'

// The operating system limits the paths of sockets to about a hundred bytes; a relative one may be shorter.
const maximumPathLength = 100
function socketPath(dataDir: string): string | null {
  const path = join(dataDir, 'control.sock')
  const shortest = [path, relative('.', path)].sort((a, b) => a.length - b.length)[0] ?? path
  return process.platform === 'win32' || Buffer.byteLength(shortest) > maximumPathLength ? null : shortest
}

type ListenOptions = {
  dataDir: string
  database: Database
  log: Logger
  /** The state of the running product, for `npm run doctor`. */
  report: (options: { everyFile?: boolean }) => Promise<unknown>
  /** Saves a mode, null saves nothing; returns the one of now. */
  operate: (operation: Operation | null) => Promise<Operation>
}

/** Serves commands on this machine until closed. Only for a process that has the data folder locked. */
export async function listenForCommands({
  dataDir,
  database,
  log,
  report,
  operate,
}: ListenOptions): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir)
  const copy = join(dataDir, copyFolder)
  // Left by a process that was killed.
  await rm(copy, { recursive: true, force: true })
  if (path === null || !database.copyFiles) return { close: async () => {} }
  await rm(path, { force: true })
  let copying = false
  let lastDeletion = Promise.resolve()
  const sockets = new Set<Socket>()

  // Half open, so that a command that is done waits until its copy is deleted.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    // The copy of this command; null while it has none.
    let copied: Promise<void> | null = null
    const deleteCopy = async () => {
      const finished = copied
      if (!finished) return
      copied = null
      // Files that are still being written would remain.
      await finished.catch(() => {})
      await rm(copy, { recursive: true, force: true })
      copying = false
    }
    const release = () => {
      const failed = (error: unknown) =>
        log.error({ err: error, work: 'backup' }, 'the copy for a backup could not be deleted')
      lastDeletion = Promise.all([lastDeletion, deleteCopy().catch(failed)]).then(() => {})
      return lastDeletion
    }
    socket.once('end', () => void release().then(() => socket.end()))
    // Without an end: a connection that was cut.
    socket.once('close', () => {
      sockets.delete(socket)
      void release()
    })
    socket.on('error', () => socket.destroy())
    const handle = async (request: Request): Promise<Reply> => {
      if (request.command === 'record') {
        await recordBackup(database, request.run)
        return { recorded: true }
      }
      if (request.command === 'report') return { report: await report({ everyFile: request.everyFile === true }) }
      if (request.command === 'operate') return { operation: await operate(request.operation) }
      if (copying) return { failed: 'another backup of this installation is running' }
      // A copy that fills the disk would end the database that is copied.
      await assertSpace(dataDir, await folderBytes(join(dataDir, 'database')))
      copying = true
      copied = database.copyFiles?.(join(copy, 'database')) ?? null
      await copied
      return { copied: copy }
    }
    const lines = createInterface({ input: socket, crlfDelay: Infinity })
    lines.on('error', () => socket.destroy())
    lines.on('line', (line) => {
      const handling = Promise.resolve().then(() => handle(JSON.parse(line) as Request))
      const failed = (error: unknown): Reply => {
        log.error({ err: error, work: 'backup' }, 'a command on the control socket failed')
        const described = describeFileFailure(error, copy)
        return {
          failed:
            described instanceof BackupFailure
              ? described.message
              : 'the running product could not copy its database: see its log',
        }
      }
      void handling.catch(failed).then((result) => socket.write(`${JSON.stringify(result)}\n`))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return {
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await lastDeletion
      await rm(copy, { recursive: true, force: true })
    },
  }
}

export type ControlClient = {
  copy(): Promise<string>
  record(run: BackupRun): Promise<void>
  report(options: { everyFile: boolean }): Promise<unknown>
  operate(operation: Operation | null): Promise<Operation>
  close(): Promise<void>
}

/** Connects to the product that runs on this data folder. Throws BackupFailure when it does not listen. */
export async function connectToProduct(dataDir: string): Promise<ControlClient> {
  const unavailable =
    'the process that uses this data folder does not answer commands: stop the product, or wait for the other command'
  const path = socketPath(dataDir)
  if (path === null)
    throw new BackupFailure(`the path of ${dataDir} is too long for a socket, so stop the product first`)
  const socket = connect(path)
  const lines = createInterface({ input: socket, crlfDelay: Infinity })
  lines.on('error', () => {})
  try {
    await once(socket, 'connect')
  } catch (cause) {
    throw new BackupFailure(unavailable, { cause })
  }
  socket.on('error', () => {})
  const send = async (request: Request): Promise<Reply> => {
    const ended = new AbortController()
    const onClose = () => ended.abort()
    socket.once('close', onClose)
    try {
      socket.write(`${JSON.stringify(request)}\n`)
      const [line] = (await once(lines, 'line', { signal: ended.signal })) as [string]
      const response = JSON.parse(line) as Reply
      if ('failed' in response) throw new BackupFailure(response.failed)
      return response
    } catch (error) {
      if (ended.signal.aborted) throw new BackupFailure('the product stopped meanwhile: try again', { cause: error })
      throw error
    } finally {
      socket.off('close', onClose)
    }
  }
  return {
    async copy() {
      const response = await send({ command: 'copy' })
      if (!('copied' in response)) throw new BackupFailure(unavailable)
      return response.copied
    },
    async report({ everyFile }) {
      const response = await send({ command: 'report', everyFile })
      return 'report' in response ? response.report : null
    },
    async operate(operation) {
      const response = await send({ command: 'operate', operation })
      if (!('operation' in response)) throw new BackupFailure(unavailable)
      return response.operation
    },
    record: async (run) => void (await send({ command: 'record', run })),
    async close() {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      if (socket.closed) return
      socket.end()
      await closed
    },
  }
}
