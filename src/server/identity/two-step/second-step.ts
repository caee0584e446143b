import { secondSteps, type SecondStep } from '#contract/identity/identity.ts'
import type { PasskeySignature, SecondStepInput } from '#contract/identity/two-step.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { refused, tooManyRequests, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { RateLimitKey } from '#server/platform/protection/index.ts'
import { lockAccount } from '#server/identity/sign-in/links.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { findDeviceEntry } from '#server/identity/sign-in/device-cookie.ts'
import {
  passkeyFailures,
  secondStepsPerAccount,
  secondStepsPerAccountAndClient,
  secondStepsPerAccountAndDevice,
  secondStepsPerTicket,
} from '#server/identity/limits.ts'
import { startSession } from '#server/identity/sign-in/session.ts'
import type { FirstStep, User } from '#server/identity/tables.ts'
import { recoveryCodeUsedMessage } from './messages.ts'
import { listPasskeys, verifySignature } from './passkeys.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts'
import { relyingPartyOf } from './relying-party.ts'
import { consumeTicket, findTicket, issueTicket, type OpenTicket } from './second-step-tickets.ts'
import { consumeTotpCode, hasTotp } from './second-step-totp.ts'

/** Follows a right password, Google token or return from the provider of an organisation: a session, or a ticket for the second step. */
export type FirstStepResult =
  | { outcome: 'signed-in'; user: User; token: string }
  | { outcome: 'second-step-needed'; user: User; ticket: string; methods: SecondStep[] }

/** The credential that the first step was checked against. */
const checkedOf: Record<FirstStep, (user: User) => string | null> = {
  password: (user) => user.passwordHash,
  google: (user) => user.googleSub,
  oidc: (user) => user.oidcSub,
}

/**
 * Continues a sign-in whose first step succeeded for `checked`. Null when that no longer holds: whoever replaced the password
 * in the meantime ended all sessions, and one that starts afterwards would outlive that.
 */
export async function continueSignIn(
  deps: IdentityDeps,
  { checked, firstStep, userAgent }: { checked: User; firstStep: FirstStep; userAgent: string },
): Promise<FirstStepResult | null> {
  return deps.database.transaction(async (tx) => {
    // Neither can the password be replaced nor two-step sign-in be switched on between this check and the start of the session.
    const user = await lockAccount(tx, checked.id)
    if (!user || user.disabledAt || checkedOf[firstStep](user) !== checkedOf[firstStep](checked)) return null
    if (!(await hasTotp(tx, user.id)))
      return { outcome: 'signed-in', user, token: await startSession(tx, deps, { user, userAgent }) }
    const ticket = await issueTicket(tx, { userId: user.id, firstStep, now: deps.clock.now() })
    return { outcome: 'second-step-needed', user, ticket, methods: await listMethods(tx, user.id) }
  })
}

async function listMethods(queryable: Queryable, userId: string): Promise<SecondStep[]> {
  const available: Record<SecondStep, boolean> = {
    totp: true,
    passkey: (await listPasskeys(queryable, userId)).length > 0,
    'recovery-code': (await countRecoveryCodes(queryable, userId)) > 0,
  }
  return secondSteps.filter((step) => available[step])
}

export type SecondStepOutcome =
  | { outcome: 'signed-in'; user: User; firstStep: FirstStep; secondStep: SecondStep; token: string }
  | {
      outcome: 'wrong-second-step'
      user: User
      firstStep: FirstStep
      secondStep: SecondStep
      data: { errors: Record<string, string> }
    }
  | Refusal<'ticket-expired'>
  | (TooManyRequests & { user: User; firstStep: FirstStep })

const wrongSecondStep: Record<SecondStep, Record<string, string>> = {
  totp: { code: 'Kode salah atau sudah dipakai' },
  'recovery-code': { recoveryCode: 'Kode pemulihan salah atau sudah dipakai' },
  passkey: { response: 'Passkey tidak dikenali' },
}

type Browser = { client: string; userAgent: string }
type KnownBrowser = Browser & { /** The device cookie. */ cookie: string | null }

/** Completes a sign-in. Only wrong proofs count against the limits; a browser that signed in before is counted separately. */
export async function completeSignIn(
  deps: IdentityDeps,
  input: SecondStepInput,
  browser: KnownBrowser,
): Promise<SecondStepOutcome> {
  const result = await checkSecondStep(deps, input, browser)
  if (result.outcome === 'ticket-expired') return result
  const { outcome, user, firstStep } = result
  const secondStep = outcome === 'too-many-requests' ? {} : { secondStep: result.secondStep }
  deps.securityLog.signIn({
    method: firstStep,
    ...secondStep,
    outcome,
    user,
    email: user.email,
    client: browser.client,
  })
  return result
}

async function checkSecondStep(
  deps: IdentityDeps,
  { ticket: ticketText, ...proof }: SecondStepInput,
  { client, userAgent, cookie }: KnownBrowser,
): Promise<SecondStepOutcome> {
  const { database, rateLimiter, clock } = deps
  const ticket = await findTicket(database.query, ticketText, clock.now())
  if (!ticket) return refused('ticket-expired')
  const { user, firstStep } = ticket
  const own = attemptOf(user.id, { client, device: await findDeviceEntry(deps, cookie, user.email) })
  const attempts: RateLimitKey[] = [[secondStepsPerTicket, ticketText], own]
  // Browsers that signed in before do not count here: an attacker with the password could otherwise lock the owner out.
  if (own[0] === secondStepsPerAccountAndClient) attempts.push([secondStepsPerAccount, user.id])
  const tried = await rateLimiter.countFailures(
    attempts,
    () => database.transaction((tx) => tryProof(tx, deps, { ticket, ticketText, proof, userAgent })),
    ({ outcome }) => outcome === 'wrong-second-step',
  )
  if (!tried.allowed) return { ...tooManyRequests(tried), user, firstStep }
  if (tried.result.outcome === 'signed-in') await rateLimiter.reset(...own)
  return tried.result
}

const attemptOf = (userId: string, { client, device }: { client: string; device: string | null }): RateLimitKey =>
  device === null ? [secondStepsPerAccountAndClient, userId, client] : [secondStepsPerAccountAndDevice, userId, device]

type Proof = Omit<SecondStepInput, 'ticket'>
type Try = { ticket: OpenTicket; ticketText: string; proof: Proof; userAgent: string }

async function tryProof(
  tx: Tx,
  deps: IdentityDeps,
  { ticket: { user, firstStep }, ticketText, proof, userAgent }: Try,
): Promise<SecondStepOutcome> {
  const now = deps.clock.now()
  const secondStep: SecondStep = proof.code !== undefined ? 'totp' : proof.response ? 'passkey' : 'recovery-code'
  await lockAccount(tx, user.id)
  // Checked again under the lock: a concurrent call may have used it.
  if (!(await findTicket(tx, ticketText, now))) return refused('ticket-expired')
  if (!(await isRight(tx, deps, user, proof)))
    return { outcome: 'wrong-second-step', user, firstStep, secondStep, data: { errors: wrongSecondStep[secondStep] } }
  await consumeTicket(tx, ticketText, now)
  return { outcome: 'signed-in', user, firstStep, secondStep, token: await startSession(tx, deps, { user, userAgent }) }
}

async function isRight(
  tx: Tx,
  deps: IdentityDeps,
  user: User,
  { code, response, recoveryCode }: Proof,
): Promise<boolean> {
  const now = deps.clock.now()
  if (code !== undefined) return consumeTotpCode(tx, user.id, code, now)
  if (response) {
    const relyingParty = relyingPartyOf(deps.publicUrl)
    return (await verifySignature(tx, { response, relyingParty, now, expectedUserId: user.id })) !== null
  }
  if (recoveryCode === undefined || !(await consumeRecoveryCode(tx, user.id, recoveryCode))) return false
  const left = await countRecoveryCodes(tx, user.id)
  await deps.mail.queue(tx, {
    kind: 'recovery-code-used',
    to: user,
    message: recoveryCodeUsedMessage(deps.publicUrl, left),
    ownerId: user.id,
  })
  await deps.audit.record(tx, {
    actorId: user.id,
    action: 'user.recovery-code-used',
    subjectId: user.id,
    details: { left },
  })
  return true
}

export type PasskeySignInOutcome =
  | { outcome: 'signed-in'; user: User; token: string }
  | { outcome: 'account-disabled'; user: User }
  | Refusal<'unknown-passkey'>
  | TooManyRequests

/** Signs in with a passkey alone: the device and its PIN, finger or face are both steps. */
export async function signInWithPasskey(
  deps: IdentityDeps,
  response: PasskeySignature,
  browser: Browser,
): Promise<PasskeySignInOutcome> {
  const result = await checkPasskey(deps, response, browser)
  const user = result.outcome === 'signed-in' || result.outcome === 'account-disabled' ? result.user : null
  deps.securityLog.signIn({ method: 'passkey', outcome: result.outcome, user, email: null, client: browser.client })
  return result
}

async function checkPasskey(
  deps: IdentityDeps,
  response: PasskeySignature,
  { client, userAgent }: Browser,
): Promise<PasskeySignInOutcome> {
  const { database, rateLimiter, clock, publicUrl } = deps
  const result = await database.transaction(async (tx): Promise<PasskeySignInOutcome> => {
    const user = await verifySignature(tx, { response, relyingParty: relyingPartyOf(publicUrl), now: clock.now() })
    if (!user) return refused('unknown-passkey')
    if (user.disabledAt) return { outcome: 'account-disabled', user }
    return { outcome: 'signed-in', user, token: await startSession(tx, deps, { user, userAgent }) }
  })
  if (result.outcome !== 'unknown-passkey') return result
  // Counted after the check: a signature cannot be guessed, so failures of others behind the same address reject no right one.
  const limit = await rateLimiter.take([passkeyFailures, client])
  return limit.allowed ? result : tooManyRequests(limit)
}
