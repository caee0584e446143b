import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commonPasswords } from './common-passwords.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import type { checkForeignHash } from './foreign-hash.ts'
import { isForeignHash } from './foreign-hash-kinds.ts'
import { createFairQueue } from '#server/platform/work/fair-queue.ts'
import { runInWorker } from '#server/platform/work/worker-pool.ts'

const derive = promisify(argon2)

export type PasswordCost = { memoryKiB: number; passes: number; parallelism: number }

// OWASP's smallest recommended argon2id cost; about 40 ms on one core. Stored with each hash, so it can be raised later.
const defaultCost: PasswordCost = { memoryKiB: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32
/** A wrong password is answered after a whole number of these. Hashes of other platforms take up to a third of a second, ours a tenth of that. */
const wrongStepMs = 1_000
/** On a busy machine those of other platforms wait longer. Then every wrong password is answered as late as the slowest check of the last minutes, up to this. */
const slowest = { mostMs: 3_000, forMs: 10 * minuteMs }
const foreignHashFile = new URL('foreign-hash.ts', import.meta.url)

// Each run takes 19 MiB, one of the four threads of Node's pool, and a full processor. One processor stays free for other
// requests, and a client that tries many passwords at once delays only itself.
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1))
const enqueueHashing = createFairQueue({ atOnce, waitingAtMost: 200, waitingPerClientAtMost: 40 })
/** Shared queue of calls without a client address. */
const unknownClient = 'unknown'

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords(cost: PasswordCost = defaultCost, { stepMs = wrongStepMs }: { stepMs?: number } = {}) {
  const prefix = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.parallelism}$`
  let decoy: Promise<string> | undefined
  let slow = { ms: 0, until: 0 }

  /** A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
  async function hash(password: string, client = unknownClient): Promise<string> {
    const salt = randomBytes(16)
    return `${prefix}${unpadded(salt)}$${unpadded(await run(oneNotation(password), salt, cost, client))}`
  }

  async function check(password: string, stored: string | null, client: string): Promise<boolean> {
    // A decoy hash hides from timing whether the account exists.
    decoy ??= hash(randomBytes(16).toString('hex'))
    const isOwn = stored?.startsWith('$argon2id$') ?? false
    const { salt, expected, ...storedCost } = parseHash(stored !== null && isOwn ? stored : await decoy)
    const matches = async (typed: string) => {
      const isEqual = timingSafeEqual(await run(typed, salt, storedCost, client), expected)
      if (stored === null || isOwn) return isEqual && stored !== null
      // From another platform. The hash of ours before it takes the time that every attempt takes at least.
      const input = { password: typed, stored }
      return runInWorker<typeof checkForeignHash>('passwords', foreignHashFile, 'checkForeignHash', input, client)
    }
    const inOneNotation = oneNotation(password)
    // Hashes from before passwords had one notation are of the password as it was typed.
    return (await matches(inOneNotation)) || (inOneNotation !== password && (await matches(password)))
  }

  /** How long a wrong password waits whose check took so long. */
  function waitOf(tookMs: number): number {
    const now = performance.now()
    if (tookMs >= slow.ms || now > slow.until)
      slow = { ms: Math.min(tookMs, slowest.mostMs), until: now + slowest.forMs }
    const asLateAs = Math.max(slow.ms, tookMs)
    return asLateAs - tookMs + stepMs - (asLateAs % stepMs)
  }

  async function measured(password: string, stored: string | null, client: string) {
    const began = performance.now()
    const isRight = await check(password, stored, client)
    return { isRight, waitMs: isRight || stepMs === 0 ? 0 : waitOf(performance.now() - began) }
  }

  return {
    hash,

    /**
     * Checks a password. A wrong one takes equally long whether there is an account, and whether its hash is ours or of another platform. Waiting
     * takes no processor time, which hashing for nobody would.
     */
    async verify(password: string, stored: string | null, client = unknownClient): Promise<boolean> {
      const { isRight, waitMs } = await measured(password, stored, client)
      if (waitMs > 0) await pause(waitMs)
      return isRight
    },

    /** The same for a caller who waits `waitMs` before it answers, where nobody else waits behind it. */
    check: (password: string, stored: string | null, client: string) => measured(password, stored, client),

    /** True when this hash has another cost than the current one. */
    needsRehash: (stored: string): boolean => !stored.startsWith(prefix),
  }
}

/** macOS types é as two characters, Windows as one. */
const oneNotation = (password: string): string => password.normalize('NFC')

function parseHash(stored: string): PasswordCost & { salt: Buffer; expected: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!parts) throw new Error('A stored password hash has an unknown format')
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(hash, 'base64'),
  }
}

function run(
  password: string,
  nonce: Buffer,
  { memoryKiB, passes, parallelism }: PasswordCost,
  client: string,
): Promise<Buffer> {
  const options = { message: password, nonce, memory: memoryKiB, passes, parallelism, tagLength: hashBytes }
  return enqueueHashing(client, () => derive('argon2id', options) as Promise<Buffer>)
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** True for a hash that `verify` can check: of this product, or of a platform that people come from. */
export const isUsableHash = (stored: string): boolean => isUsableArgon(stored) || isForeignHash(stored)

/** Within the bounds of Node: eight blocks of memory for each lane. */
function isUsableArgon(stored: string): boolean {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,5}),t=[1-4],p=([1-4])\$[\w+/]{16,64}\$[\w+/]{43}$/.exec(stored)
  return parts !== null && Number(parts[1]) >= 8 * Number(parts[2]) && Number(parts[1]) <= 65_536
}

export const commonPassword = (field: string): InvalidInput => invalidInput({ [field]: 'Password terlalu umum' })

/** True for the passwords that attackers try first. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
