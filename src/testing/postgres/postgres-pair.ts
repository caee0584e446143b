import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createCertificate, ownerOfServers, type Certificate, type Owner } from './certificate.ts'
import { systemEnvironment } from '#testing/processes/environment.ts'
import { freePorts } from '#testing/processes/product-process.ts'
import { openSql } from '#testing/sql.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs with those that the npm package leaves out; null where they are not installed. */
export function findPostgresPrograms(): string | null {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null
}

export const whyNoPair = 'needs the programs of Debian’s package postgresql (apt-get install postgresql)'

export type PairServer = {
  port: number
  url: string
  /** Kills all processes of the server, as when its machine crashes. */
  crash(): Promise<void>
  /** Stops all processes of the server without closing a connection, as when its machine is cut off. */
  freeze(): void
  thaw(): void
  promote(): Promise<void>
  /** Deletes its data, copies those of this server, and starts as its standby. */
  rebuildFrom(primary: PairServer): Promise<void>
  /** Runs SQL as the administrator. */
  query(text: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** `caPath` is what its certificate is verified with. */
export type PostgresPair = { one: PairServer; other: PairServer; caPath: string; close(): Promise<void> }

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
wal_keep_size = 64MB
max_wal_size = 128MB
hot_standby = on
`

/** Starts a primary with an empty database `cendaki`, and a physical standby of it. Commits do not wait for the standby. */
export async function startPostgresPair(programs: string): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-pair-'))
  const owner = ownerOfServers()
  if (owner) await chown(folder, owner.uid, owner.gid)
  const [onePort = 0, otherPort = 0] = await freePorts(2)
  const certificate = await createCertificate(await mkdtemp(join(folder, 'certificate-')))
  const one = openServer({ programs, owner, certificate, dataDir: join(folder, 'one'), port: onePort })
  const other = openServer({ programs, owner, certificate, dataDir: join(folder, 'other'), port: otherPort })
  try {
    await one.create()
    await other.rebuildFrom(one)
  } catch (error) {
    await close()
    throw error
  }
  async function close() {
    await Promise.all([one.stop(), other.stop()])
    await rm(folder, { recursive: true, force: true })
  }
  return { one, other, caPath: certificate.certificatePath, close }
}

type Where = { programs: string; owner: Owner | null; certificate: Certificate; dataDir: string; port: number }

function openServer({ programs, owner, certificate, dataDir, port }: Where): PairServer & { create(): Promise<void> } {
  const url = `postgres://cendaki@127.0.0.1:${port}/cendaki`
  let child: ChildProcess | null = null
  const runProgram = (name: string, ...args: string[]) =>
    run(join(programs, name), args, { ...owner, env: systemEnvironment(), cwd: tmpdir() })

  async function query(text: string, database = 'cendaki'): Promise<Record<string, unknown>[]> {
    const client = openSql(url.replace(/cendaki$/, database), { connectMs: 2_000 })
    try {
      return [...(await client.unsafe(text))]
    } finally {
      await client.end()
    }
  }

  async function start(): Promise<void> {
    child = spawn(join(programs, 'postgres'), ['-D', dataDir, '-p', String(port)], {
      ...owner,
      env: systemEnvironment(),
      cwd: tmpdir(),
      stdio: 'ignore',
    })
    const deadline = Date.now() + 30_000
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL on port ${port} exited with ${child.exitCode}`)
      const isUp = await query('select 1', 'postgres').then(
        () => true,
        () => false,
      )
      if (isUp) return
      if (Date.now() > deadline) throw new Error(`PostgreSQL on port ${port} does not respond`)
      await pause(50)
    }
  }

  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const ended = child
    child = null
    if (!ended?.pid || ended.exitCode !== null || ended.signalCode !== null) return
    const exited = once(ended, 'exit')
    const workers = signal === 'SIGKILL' ? childrenOf(ended.pid) : []
    ended.kill(signal)
    for (const pid of workers) signalIfRunning(pid, 'SIGKILL')
    await exited
  }

  function signalAll(signal: NodeJS.Signals): void {
    if (!child?.pid) return
    for (const pid of [child.pid, ...childrenOf(child.pid)]) signalIfRunning(pid, signal)
  }

  return {
    port,
    url,
    query,
    crash: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async create() {
      await runProgram('initdb', '-D', dataDir, '-U', 'cendaki', '--auth=trust', '--encoding=UTF8', '--locale=C')
      const tls = `ssl = on\nssl_cert_file = '${certificate.certificatePath}'\nssl_key_file = '${certificate.keyPath}'\n`
      await appendFile(join(dataDir, 'postgresql.conf'), settings + tls)
      await start()
      await query('create database cendaki', 'postgres')
    },
    async promote() {
      await query('select pg_promote(true, 30)')
    },
    async rebuildFrom(primary) {
      await end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
      const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'cendaki']
      await runProgram('pg_basebackup', ...from, '-D', dataDir, '-R', '-X', 'stream', '--checkpoint=fast')
      await start()
    },
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
