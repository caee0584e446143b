import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import { deviceSecrets } from './tables.ts'

const lifeSeconds = 365 * 86_400
/** Accounts that one browser is known for; a shared computer has several. */
const maximumAccounts = 5

export type DeviceCookies = ReturnType<typeof deviceCookiesModule>

/**
 * A cookie that shows in which accounts this browser signed in before. It opens no account: sign-in only counts attempts with it
 * separately from those of other browsers behind the same address. The cookie names no account, and checking it needs no query.
 */
export function deviceCookiesModule({ database, clock }: { database: Database; clock: Clock }) {
  let secret: Promise<Buffer> | undefined

  async function readSecret(): Promise<Buffer> {
    secret ??= findOrCreateSecret(database)
    try {
      return await secret
    } catch (error) {
      secret = undefined
      throw error
    }
  }

  /** One entry per account: the time of issue, in seconds, and its signature for the address of the account. */
  const entryOf = (key: Buffer, email: string, issuedAt: number): string =>
    `${issuedAt}.${createHmac('sha256', key).update(`${issuedAt} ${email}`).digest('base64url')}`

  const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1000)

  return {
    /** The entry of this account, which identifies the browser; null for an unknown browser. */
    async findEntry(cookie: string | null, email: string): Promise<string | null> {
      const entries = splitCookie(cookie)
      if (entries.length === 0) return null
      const key = await readSecret()
      const isOfAccount = (entry: string): boolean => {
        const issuedAt = Number(entry.split('.')[0])
        if (!Number.isSafeInteger(issuedAt) || nowSeconds() - issuedAt > lifeSeconds) return false
        const expected = Buffer.from(entryOf(key, email, issuedAt))
        const given = Buffer.from(entry)
        return given.length === expected.length && timingSafeEqual(given, expected)
      }
      return entries.find(isOfAccount) ?? null
    },

    /** The cookie after a sign-in: with an entry of this account, and of the accounts before. */
    async addEntry(cookie: string | null, email: string): Promise<string> {
      const known = await this.findEntry(cookie, email)
      const entry = known ?? entryOf(await readSecret(), email, nowSeconds())
      return [entry, ...splitCookie(cookie).filter((other) => other !== entry)].slice(0, maximumAccounts).join('~')
    },
  }
}

export const deviceCookie = { name: 'cendaki-device', path: '/api/sign-in', maxAgeSeconds: lifeSeconds }

const splitCookie = (cookie: string | null): string[] => (cookie ?? '').split('~').filter(Boolean).slice(0, maximumAccounts)

/** Concurrent processes get the same secret. */
async function findOrCreateSecret(database: Database): Promise<Buffer> {
  await database.query
    .insert(deviceSecrets)
    .values({ id: 1, secret: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await database.query.select().from(deviceSecrets)
  if (!row) throw new Error('The stored device secret does not exist')
  return row.secret
}
