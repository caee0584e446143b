import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { systemEnvironment } from './environment.ts'

const projectRoot = join(import.meta.dirname, '../../..')

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
/** Arguments of Node in `npm start`: its flags, and the entry point. */
export const startArguments = scripts.start.split(' ').slice(1)

export type ProductProcess = {
  origin: string
  port: number
  child: ChildProcess
  /** The output so far. */
  output(): string
  /** Resolves with the exit code. */
  exited: Promise<number | null>
}

/** Starts the product in a child process, on a free port unless PORT is set. */
export async function startProduct(
  env: Record<string, string>,
  command = [process.execPath, ...startArguments],
): Promise<ProductProcess> {
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...systemEnvironment(), PORT: String(port), LOG_LEVEL: 'error', SHUTDOWN_DELAY_SECONDS: '0', ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return { origin: `http://127.0.0.1:${port}`, port, child, output: () => output, exited }
}

/** Resolves when the product listens; rejects with its output when it exits first. */
export async function untilReady(product: ProductProcess): Promise<void> {
  while (!product.output().includes('Cendaki is ready at')) {
    if (product.child.exitCode !== null) throw new Error(product.output())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// Below the ephemeral port range: an outgoing connection could otherwise take the port before it is used.
const firstPort = 20_000
const portCount = 12_000

/** Returns distinct free ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const probes: Server[] = []
  for (let attempt = 0; probes.length < count && attempt < 100 + count; attempt++) {
    const probe = createServer()
    const port = firstPort + randomInt(portCount)
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isFree) probes.push(probe)
  }
  if (probes.length < count)
    throw new Error(`Fewer than ${count} free ports between ${firstPort} and ${firstPort + portCount}`)
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** True when a server of this machine accepts connections on this port. */
export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
