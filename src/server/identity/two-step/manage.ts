import { eq } from 'drizzle-orm'
import type { NewPasskey, TwoStepState } from '#contract/identity/two-step.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import { lockAccount } from '#server/identity/sign-in/links.ts'
import {
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { proofChecks } from '#server/identity/limits.ts'
import { endSessionsOf, removeProofsOfOtherSessions, markProven } from '#server/identity/sign-in/session.ts'
import { users } from '#server/identity/tables.ts'
import * as messages from './messages.ts'
import { addPasskey, makeCreationOptions, removePasskey } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { relyingPartyOf } from './relying-party.ts'
import { removeTotp, removeTwoSteps } from './remove.ts'
import { deleteTicketsOf } from './second-step-tickets.ts'
import { confirmTotpSecret, createTotpSecret, hasTotp } from './second-step-totp.ts'
import { presentTwoSteps } from './two-step-state.ts'

type Change = {
  /** The kind of the mail, and what the audit log calls it. */
  kind: 'two-step-on' | 'two-step-off' | 'recovery-codes-renewed' | 'passkey-added' | 'passkey-removed'
  message: MailMessage
  details?: Record<string, unknown>
}

/** Notifies the user by mail and records the change in the audit log. */
async function announce(
  tx: Tx,
  { mail, audit, securityLog }: IdentityDeps,
  viewer: Viewer,
  { kind, message, details = {} }: Change,
): Promise<void> {
  await mail.queue(tx, { kind, to: viewer, message, ownerId: viewer.id })
  await audit.record(tx, {
    actorId: viewer.id,
    action: `user.${kind}`,
    subjectId: viewer.id,
    details,
  })
  securityLog.note(kind, { userId: viewer.id })
}

/** Starts the setup of an authenticator app. `uri` is what its QR code contains; the secret is never sent again. */
export async function startTotp(
  { database, clock, readSite }: IdentityDeps,
  viewer: Viewer,
): Promise<{ outcome: 'started'; setup: { secret: string; uri: string } } | Refusal<'two-step-on'>> {
  const { name: issuer } = await readSite()
  const setup = await database.transaction((tx) =>
    createTotpSecret(tx, { userId: viewer.id, issuer, label: viewer.email, now: clock.now() }),
  )
  return setup ? { outcome: 'started', setup } : refused('two-step-on')
}

type ConfirmOutcome = { outcome: 'switched-on'; recoveryCodes: string[] } | Refusal<'no-setup'> | InvalidInput

/** Switches two-step sign-in on. This session has just proven both steps; others have not. */
export async function confirmTotp(
  deps: IdentityDeps,
  viewer: Viewer,
  code: string,
): Promise<ConfirmOutcome | TooManyRequests> {
  const { database, rateLimiter, clock, publicUrl } = deps
  const tried = await rateLimiter.countFailures(
    [[proofChecks, viewer.id]],
    () =>
      database.transaction(async (tx): Promise<ConfirmOutcome> => {
        await lockAccount(tx, viewer.id)
        const confirmed = await confirmTotpSecret(tx, { userId: viewer.id, code, now: clock.now() })
        if (confirmed.outcome !== 'confirmed') return confirmed
        const recoveryCodes = await replaceRecoveryCodes(tx, viewer.id)
        await markProven(tx, viewer, clock.now())
        await removeProofsOfOtherSessions(tx, viewer)
        await deleteTicketsOf(tx, viewer.id)
        await announce(tx, deps, viewer, { kind: 'two-step-on', message: messages.twoStepOnMessage(publicUrl) })
        return { outcome: 'switched-on', recoveryCodes }
      }),
    ({ outcome }) => outcome === 'invalid-input',
  )
  return tried.allowed ? tried.result : tooManyRequests(tried)
}

/** Switches two-step sign-in off; also ends an unfinished setup. Passkeys stay. */
export async function switchTotpOff(deps: IdentityDeps, viewer: Viewer): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    if (!(await removeTotp(tx, viewer.id))) return
    await deleteTicketsOf(tx, viewer.id)
    await announce(tx, deps, viewer, { kind: 'two-step-off', message: messages.twoStepOffMessage(deps.publicUrl) })
  })
}

export async function renewRecoveryCodes(
  deps: IdentityDeps,
  viewer: Viewer,
): Promise<{ outcome: 'renewed'; recoveryCodes: string[] } | Refusal<'two-step-off'>> {
  return deps.database.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    if (!(await hasTotp(tx, viewer.id))) return refused('two-step-off')
    const recoveryCodes = await replaceRecoveryCodes(tx, viewer.id)
    const message = messages.recoveryCodesRenewedMessage(deps.publicUrl)
    await announce(tx, deps, viewer, { kind: 'recovery-codes-renewed', message })
    return { outcome: 'renewed', recoveryCodes }
  })
}

export async function makeOptionsForNewPasskey({ database, clock, publicUrl, readSite }: IdentityDeps, viewer: Viewer) {
  return makeCreationOptions(database.query, viewer, relyingPartyOf(publicUrl), (await readSite()).name, clock.now())
}

export async function addOwnPasskey(
  deps: IdentityDeps,
  viewer: Viewer,
  input: { name: string; response: NewPasskey },
): Promise<{ outcome: 'added'; state: TwoStepState } | Refusal<'too-many-passkeys'> | InvalidInput> {
  const { database, clock, publicUrl } = deps
  const added = await database.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    const stored = await addPasskey(tx, {
      userId: viewer.id,
      ...input,
      relyingParty: relyingPartyOf(publicUrl),
      now: clock.now(),
    })
    const message = messages.passkeyAddedMessage(publicUrl, input.name)
    if (stored.outcome === 'added')
      await announce(tx, deps, viewer, { kind: 'passkey-added', message, details: { name: input.name } })
    return stored
  })
  return added.outcome === 'added'
    ? { outcome: 'added', state: await presentTwoSteps(database.query, viewer.id) }
    : added
}

export async function removeOwnPasskey(
  deps: IdentityDeps,
  viewer: Viewer,
  passkeyId: string,
): Promise<{ outcome: 'removed' } | Refusal<'not-found'>> {
  return deps.database.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    const name = await removePasskey(tx, viewer.id, passkeyId)
    if (name === null) return refused('not-found')
    const message = messages.passkeyRemovedMessage(deps.publicUrl, name)
    await announce(tx, deps, viewer, { kind: 'passkey-removed', message, details: { name } })
    return { outcome: 'removed' }
  })
}

/** For a user who lost everything: removes app, codes and passkeys, ends all sessions and notifies the user. False when there was nothing to remove. */
export async function resetTwoSteps(
  tx: Tx,
  { mail, publicUrl }: Pick<IdentityDeps, 'mail' | 'publicUrl'>,
  userId: string,
): Promise<boolean> {
  await lockAccount(tx, userId)
  if (!(await removeTwoSteps(tx, userId))) return false
  await endSessionsOf(tx, userId)
  const [user] = await tx.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  if (user)
    await mail.queue(tx, {
      kind: 'two-step-reset',
      to: user,
      message: messages.twoStepResetMessage(publicUrl),
      ownerId: userId,
    })
  return true
}
