import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ownerOfServers } from './certificate.ts'
import { systemEnvironment } from '#testing/processes/environment.ts'
import { freePort, isListening } from '#testing/processes/product-process.ts'

const program = '/usr/sbin/pgbouncer'

export const hasPgBouncer = existsSync(program)
export const whyNoPgBouncer = 'needs Debian’s package pgbouncer (apt-get install pgbouncer)'

export type PgBouncer = { /** The database through the pooler. */ url: string; close(): Promise<void> }

/** Starts PgBouncer in transaction mode in front of this database, with few connections, so that clients share them. */
export async function startPgBouncer(databaseUrl: string, { connections = 4 } = {}): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-pgbouncer-'))
  // It does not run as root; the package of PostgreSQL, which it depends on, creates a user.
  const owner = ownerOfServers()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
`,
  )
  if (owner) for (const path of [folder, users, settings]) await chown(path, owner.uid, owner.gid)
  const child = spawn(program, [settings], { ...owner, env: systemEnvironment(), stdio: 'ignore' })
  const exited = once(child, 'exit')
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error('PgBouncer did not start')
    await pause(50)
  }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async close() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
