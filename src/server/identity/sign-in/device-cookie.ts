import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import type { Secret } from '#server/platform/protection/index.ts'
import { accountsPerDevice } from '#server/identity/limits.ts'
import { deviceCookieSeconds } from './lifetimes.ts'

// Cookies that recognize a browser. They open no account, name no account, and checking them needs no query.
// The one of sign-in shows in which accounts this browser signed in before; attempts with it are counted separately from those of
// other browsers behind the same address. The one of sign-up shows which account this browser created, when its address is confirmed.

/** `readDeviceSecret` signs the entries. */
type Deps = { readDeviceSecret: Secret; clock: Clock }

/** One entry per subject: the time of issue, in seconds, and its signature. */
const entryOf = (key: Buffer, subject: string, issuedAt: number): string =>
  `${issuedAt}.${createHmac('sha256', key).update(`${issuedAt} ${subject}`).digest('base64url')}`

const nowSeconds = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000)

/** The entry of this subject, which identifies the browser; null for an unknown browser. */
export async function findDeviceEntry(
  { readDeviceSecret, clock }: Deps,
  cookie: string | null,
  subject: string,
): Promise<string | null> {
  const entries = splitCookie(cookie)
  if (entries.length === 0) return null
  const key = await readDeviceSecret()
  const isOfSubject = (entry: string): boolean => {
    const issuedAt = Number(entry.split('.')[0])
    if (!Number.isSafeInteger(issuedAt) || nowSeconds(clock) - issuedAt > deviceCookieSeconds) return false
    const expected = Buffer.from(entryOf(key, subject, issuedAt))
    const given = Buffer.from(entry)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return entries.find(isOfSubject) ?? null
}

/** The cookie with an entry of this subject, and of the subjects before. */
export async function addToDeviceCookie(deps: Deps, cookie: string | null, subject: string): Promise<string> {
  const known = await findDeviceEntry(deps, cookie, subject)
  const entry = known ?? entryOf(await deps.readDeviceSecret(), subject, nowSeconds(deps.clock))
  return [entry, ...splitCookie(cookie).filter((other) => other !== entry)].slice(0, accountsPerDevice).join('~')
}

/** Recognizes this browser when the address of the account is confirmed. */
export const makeSignUpCookie = (deps: Deps, userId: string): Promise<string> =>
  addToDeviceCookie(deps, null, signUpOf(userId))

/** The subject of a sign-up; the subject of a sign-in is the address, which contains no space. */
export const signUpOf = (userId: string): string => `sign-up ${userId}`
export const signUpCookie = { name: 'cendaki-sign-up', path: '/api/auth/verify-email', maxAgeSeconds: 7 * 86_400 }
export const deviceCookie = { name: 'cendaki-device', path: '/api/sign-in', maxAgeSeconds: deviceCookieSeconds }

const splitCookie = (cookie: string | null): string[] =>
  (cookie ?? '').split('~').filter(Boolean).slice(0, accountsPerDevice)
