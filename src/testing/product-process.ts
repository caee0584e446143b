import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const projectRoot = join(import.meta.dirname, '../..')

export type ProductProcess = {
  origin: string
  port: number
  child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves with the exit code. */
  exited: Promise<number | null>
}

/** Starts the product as an operator does, in a process of its own, at a free port. Nothing of this process's environment is passed on but the path. */
export async function startProduct(env: Record<string, string>, command = [process.execPath, 'src/server/main.ts']): Promise<ProductProcess> {
  const port = await freePort()
  const [program = '', ...words] = command
  const child = spawn(program, words, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: String(port), LOG_LEVEL: 'error', ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return { origin: `http://127.0.0.1:${port}`, port, child, output: () => output, exited }
}

/** Resolves once the product listens; rejects with what it printed when it ends instead. */
export async function untilReady(product: ProductProcess): Promise<void> {
  while (!product.output().includes('Cendaki is ready at')) {
    if (product.child.exitCode !== null) throw new Error(product.output())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}
