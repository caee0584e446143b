import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { getSystemErrorMap } from 'node:util'

// Loaded before a product (NODE_OPTIONS=--import=…): connecting to FAILING_PORT fails as the file FAILING_FILE says, which holds the code
// of an error of the operating system, or nothing.

const port = Number(process.env['FAILING_PORT'])
const file = process.env['FAILING_FILE'] ?? ''

const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket
Socket.prototype.connect = function connectUnlessFailing(this: Socket, ...args: unknown[]): Socket {
  const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0]
  const wanted = Number(typeof first === 'object' && first !== null ? Reflect.get(first, 'port') : first)
  const code = wanted === port ? readFileSync(file, 'utf8') : ''
  if (!code) return connect.apply(this, args)
  const [errno] = [...getSystemErrorMap()].find(([, [name]]) => name === code) ?? []
  const error = Object.assign(new Error(`connect ${code} 127.0.0.1:${port}`), {
    code,
    errno,
    syscall: 'connect',
    address: '127.0.0.1',
    port,
  })
  // As Node.js does with a failure that comes at once.
  process.nextTick(() => this.destroy(error))
  return this
}
