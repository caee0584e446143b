import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createS3Store, type ObjectStore, type S3Place, type S3Timing } from '#server/platform/storage/index.ts'
import { systemEnvironment } from './environment.ts'
import { freePort } from './product-process.ts'

const root = join(import.meta.dirname, '../../..')
const bucket = 'cendaki-test'

/** Faults of requests on their way: none, no response, a failing server, or a body that is cut. */
export type S3Fault = null | { kind: 'hang' } | { kind: 'status'; status: number } | { kind: 'cut'; afterBytes: number }

/** So short that a test of a server that hangs takes seconds. Only used while something is broken: a busy machine pauses as long. */
const impatient: S3Timing = { connectMs: 1_500, idleMs: 1_500, responseMs: 4_000, attempts: 2 }

export type S3TestServer = Awaited<ReturnType<typeof startS3Server>>

/** An S3 server in a process of its own, with an empty bucket, behind a connection that tests can break. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'cendaki-s3-'))
  const port = await freePort()
  const options = [
    '-d',
    directory,
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '--no-vhost-buckets',
    '--configure-bucket',
    bucket,
  ]
  // Its tokens for the pages of listings need an old cipher.
  const child = spawn(
    process.execPath,
    ['--openssl-legacy-provider', 'node_modules/s3rver/bin/s3rver.js', ...options],
    { cwd: root, env: systemEnvironment() },
  )
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('listening') && resolve())
    child.once('exit', (code) => reject(new Error(`The S3 server ended with ${code}`)))
  })

  let fault: S3Fault = null
  let requests: string[] = []
  let open = 0
  const proxy = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    open++
    outgoing.once('close', () => open--)
    if (fault?.kind === 'hang') return void incoming.resume()
    if (fault?.kind === 'status') return void outgoing.writeHead(fault.status).end()
    forward(incoming, outgoing, port, fault?.kind === 'cut' ? fault.afterBytes : null)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  const placeOf = (prefix: string): S3Place => ({
    endpoint,
    region: 'us-east-1',
    bucket,
    prefix,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  })
  return {
    placeOf,
    storeOf(prefix: string, changes: Partial<S3Place> = {}): ObjectStore {
      const place = { ...placeOf(prefix), ...changes }
      const [usual, hurried] = [createS3Store(place), createS3Store(place, impatient)]
      const store = () => (fault ? hurried : usual)
      return {
        location: usual.location,
        put: (...given) => store().put(...given),
        read: (...given) => store().read(...given),
        find: (name) => store().find(name),
        remove: (name) => store().remove(name),
        list: () => store().list(),
        check: () => store().check(),
      }
    },
    /** A store that closes connections soon when nothing is read from them. */
    impatientStoreOf: (prefix: string): ObjectStore => createS3Store(placeOf(prefix), impatient),
    /** Settings of the product for this server. */
    settings: {
      STORAGE_S3_ENDPOINT: endpoint,
      STORAGE_S3_BUCKET: bucket,
      STORAGE_S3_ACCESS_KEY_ID: 'S3RVER',
      STORAGE_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    /** Applies to all further requests. */
    breakWith: (next: S3Fault) => void (fault = next),
    /** Requests since the last call. */
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
    /** Requests whose response is not finished. */
    openRequests: () => open,
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      child.kill('SIGKILL')
      await exited
      await rm(directory, { recursive: true })
    },
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, cutAfter: number | null): void {
  const { method, url, headers } = incoming
  const upstream = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    if (cutAfter === null) return void response.pipe(outgoing)
    let sent = 0
    response.on('data', (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, cutAfter - sent))
      sent += chunk.length
      if (sent >= cutAfter) outgoing.destroy()
    })
    response.on('end', () => outgoing.end())
  })
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}
