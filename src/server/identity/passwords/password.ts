import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { commonPasswords } from './common-passwords.ts'
import { createFairTurns } from './fair-turns.ts'

const derive = promisify(argon2)

// OWASP's smallest recommended argon2id cost; about 40 ms on one core. Stored with each hash, so it can be raised later.
const cost = { memoryKiB: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32

// Each run takes 19 MiB and a thread of Node's own pool of four, and keeps a processor busy: one is left for everybody else's
// calls. One client that tries many passwords at once holds up nobody but itself.
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1))
const inTurn = createFairTurns({ atOnce, waitingAtMost: 200, waitingInLaneAtMost: 40 })
/** Where nobody in particular is known to ask. */
const anybody = 'anybody'

/** A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string, client = anybody): Promise<string> {
  const salt = randomBytes(16)
  const hash = await run(password, salt, cost, client)
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

// An account that does not exist costs as much to try as one that does.
let decoy: Promise<string> | undefined

/** Checks a password for this client; takes equally long when there is no hash to check against. */
export async function verifyPassword(password: string, stored: string | null, client = anybody): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? (await decoy))
  if (!parts) throw new Error('A stored password hash has an unknown format')
  const [, memory, passes, parallelism, salt, hash] = parts as unknown as [string, string, string, string, string, string]
  const expected = Buffer.from(hash, 'base64')
  const storedCost = { memoryKiB: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await run(password, Buffer.from(salt, 'base64'), storedCost, client)
  return timingSafeEqual(actual, expected) && stored !== null
}

function run(password: string, nonce: Buffer, { memoryKiB, passes, parallelism }: typeof cost, client: string): Promise<Buffer> {
  const options = { message: password, nonce, memory: memoryKiB, passes, parallelism, tagLength: hashBytes }
  return inTurn(client, () => derive('argon2id', options) as Promise<Buffer>)
}

/** Was this hash made at another cost than today's? */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.parallelism}$`)
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** One of the passwords that everybody tries first? */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
