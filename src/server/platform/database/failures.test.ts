import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectClient, connectionOptions } from './engines/connect.ts'
import { isDatabaseUnavailable } from './index.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
const connect = (url: string, ms = 5_000) =>
  failureOf(connectClient(connectionOptions(url, { silenceMs: null, connectionTimeoutMillis: ms })))

/** The failure to connect to a server that does this with each connection. */
async function failureAt(serve: (socket: Socket) => void, query = ''): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const failure = await connect(`postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/x${query}`, 200)
  server.close()
  return failure
}

/** Reports an error as PostgreSQL does, and ends the connection. */
const rejectWith = (code: string) => (socket: Socket) => {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
}

const writeErrorOf = (socket: Socket): Promise<Error | null | undefined> =>
  new Promise((resolve) => {
    socket.on('error', () => {})
    socket.write('query', (error) => resolve(error))
  })

test.each<[what: string, failure: () => Promise<unknown>]>([
  ['nothing listens', () => connect('postgres://u:p@127.0.0.1:1/x')],
  ['there is no such host', () => connect('postgres://u:p@nowhere.invalid/x')],
  [
    'the server ends the connection at once, as a proxy without a primary does',
    () => failureAt((socket) => socket.end()),
  ],
  ['the server resets the connection', () => failureAt((socket) => socket.resetAndDestroy())],
  ['the server is silent', () => failureAt(() => {})],
  [
    'the server ends the connection instead of speaking TLS',
    () => failureAt((socket) => socket.end(), '?sslmode=require'),
  ],
  ['the server is silent instead of speaking TLS', () => failureAt(() => {}, '?sslmode=require')],
  [
    'the server offers no TLS',
    () => failureAt((socket) => socket.once('data', () => socket.write('N')), '?sslmode=require'),
  ],
  ['the server starts', () => failureAt(rejectWith('57P03'))],
  ['the server has too many connections', () => failureAt(rejectWith('53300'))],
  ['it rejects the password', () => failureAt(rejectWith('28P01'))],
  ['a closed socket is written to', () => writeErrorOf(new Socket())],
  ['a destroyed socket is written to', () => writeErrorOf(new Socket().destroy())],
])('the database is unavailable when %s', async (_, failure) => {
  const error = await failure()
  expect(
    [isDatabaseUnavailable(error), isDatabaseUnavailable(new Error('Failed query', { cause: error }))],
    String(error),
  ).toEqual([true, true])
})

const withCode = (code: string) => Object.assign(new Error('x'), { code })
test.each([
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EMFILE',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '08006',
  '25P03',
  '25006',
  '28P01',
  '28000',
  '3D000',
])('the database is unavailable at %s', (code) => expect(isDatabaseUnavailable(withCode(code))).toBe(true))
test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'])(
  'and at "%s"',
  (message) => expect(isDatabaseUnavailable(new Error(message))).toBe(true),
)
test.each(['23505', '57014', '55P03', '42P01', 'ENOENT'])('it is available at %s', (code) =>
  expect(isDatabaseUnavailable(withCode(code))).toBe(false),
)
// Codes differ between systems, such as EACCES and ENETUNREACH for a broadcast address.
test.each(['255.255.255.255', '240.0.0.1', '[2001:db8::1]', '0.0.0.0:1', '%2Fno%2Fsuch%2Ffolder'])(
  'the database is unavailable when connecting to %s fails, at once or later, with and without TLS',
  async (host) => {
    for (const query of ['', '?sslmode=require'])
      expect(isDatabaseUnavailable(await connect(`postgres://u:p@${host}/x${query}`, 300)), query).toBe(true)
  },
)
test('a system error of something else is none of the database', () =>
  expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code: 'EACCES', syscall: 'open' }))).toBe(false))
