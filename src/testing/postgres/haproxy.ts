import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemEnvironment } from '#testing/processes/environment.ts'
import { freePorts, isListening } from '#testing/processes/product-process.ts'

const program = '/usr/sbin/haproxy'

export const hasHaproxy = existsSync(program)
export const whyNoHaproxy = 'needs Debian’s package haproxy (apt-get install haproxy)'

export type Haproxy = {
  port: number
  /** Stops it without closing a connection, as when the network swallows everything. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

type Upstream = { port: number; /** True when it takes writes. */ isPrimary: () => Promise<boolean> }

/** Starts HAProxy in front of these servers. It sends connections to the primary only, which it learns as from the REST API of Patroni: `GET /primary` returns 200. */
export async function startHaproxy(upstreams: readonly Upstream[]): Promise<Haproxy> {
  const [port = 0, ...checkPorts] = await freePorts(1 + upstreams.length)
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-haproxy-'))
  const settings = join(folder, 'haproxy.cfg')
  await writeFile(
    settings,
    configuration(
      port,
      upstreams.map((upstream, index) => ({ port: upstream.port, checkPort: checkPorts[index] ?? 0 })),
    ),
  )
  const checks = await Promise.all(
    upstreams.map(({ isPrimary }, index) => serveCheck(checkPorts[index] ?? 0, isPrimary)),
  )
  const child = spawn(program, ['-f', settings], { env: systemEnvironment(), stdio: 'ignore' })
  const exited = once(child, 'exit')
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error('HAProxy did not start')
    await pause(50)
  }
  return {
    port,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      child.kill('SIGKILL')
      await exited
      for (const server of checks) {
        server.closeAllConnections()
        server.close()
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As the manual of Patroni shows it. Connections to a server that is no primary any more are closed. */
const configuration = (port: number, servers: readonly { port: number; checkPort: number }[]) => `global
  maxconn 500
defaults
  mode tcp
  retries 2
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen postgres
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((server, index) => `  server pg${index} 127.0.0.1:${server.port} check port ${server.checkPort}`).join('\n')}
`

async function serveCheck(port: number, isPrimary: () => Promise<boolean>): Promise<Server> {
  const server = createServer((_request, response) => {
    void isPrimary()
      .catch(() => false)
      .then((is) => response.writeHead(is ? 200 : 503).end())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
