import type { Account, OwnSession } from '#contract/identity/account.ts'
import type { Session, SessionUser, SignInResponse } from '#contract/identity/identity.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { SessionRow, User } from './tables.ts'
import type { FirstStepResult } from './two-step/second-step.ts'

type ShownUser = Pick<Viewer, 'id' | 'name' | 'email' | 'role' | 'photo'>

/** URL of an uploaded photo or of the default picture. */
export const photoUrl = (photo: string): string => `/uploads/${photo}`

export function presentUser(user: ShownUser): SessionUser {
  const photo = photoUrl(user.photo)
  return { _id: user.id, name: user.name, email: user.email, role: user.role, photo, avatar: photo }
}

export const presentNewSession = (user: ShownUser, token: string): Session => ({
  token,
  role: user.role,
  user: presentUser(user),
})

export const presentFirstStep = (result: FirstStepResult): SignInResponse =>
  result.outcome === 'signed-in'
    ? presentNewSession(result.user, result.token)
    : { twoStep: { ticket: result.ticket, methods: result.methods } }

export const presentAccount = (user: User & { pendingEmail: string | null }): Account => ({
  ...presentUser(user),
  headline: user.headline,
  bio: user.bio,
  emailVerified: user.emailVerifiedAt !== null,
  pendingEmail: user.pendingEmail,
  hasPassword: user.passwordHash !== null,
  hasGoogle: user.googleSub !== null,
  hasOrganisation: user.oidcSub !== null,
  createdAt: user.createdAt.toISOString(),
})

export const presentSession = (
  { id, userAgent, createdAt, lastUsedAt }: SessionRow,
  currentId: string,
): OwnSession => ({
  _id: id,
  device: deviceOf(userAgent),
  isCurrent: id === currentId,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
})

// The first match wins, because most browsers also claim to be others.
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** A readable name: 'Chrome di Android'. */
function deviceOf(userAgent: string): string {
  const find = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const parts = [find(browsers), find(systems)].filter(Boolean)
  return parts.length > 0 ? parts.join(' di ') : 'Perangkat lain'
}
