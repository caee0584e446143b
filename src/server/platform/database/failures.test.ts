import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './index.ts'

const writeErrorOf = (socket: Socket): Promise<Error | null | undefined> =>
  new Promise((resolve) => {
    socket.on('error', () => {})
    socket.write('query', (error) => resolve(error))
  })

test('a query that is written to a socket whose connection has just closed fails because the database is unavailable', async () => {
  const destroyed = new Socket()
  destroyed.destroy()
  const errors = [await writeErrorOf(new Socket()), await writeErrorOf(destroyed)]
  expect(errors.map((error) => [(error as NodeJS.ErrnoException).code, isDatabaseUnavailable(new Error('Failed query', { cause: error }))])).toEqual([
    ['ERR_SOCKET_CLOSED', true],
    ['ERR_STREAM_DESTROYED', true],
  ])
})
