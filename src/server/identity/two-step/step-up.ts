import type { StepUpInput } from '#contract/identity/two-step.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { lockAccount } from '#server/identity/sign-in/links.ts'
import { checkOwnPassword } from '#server/identity/sign-in/change-password.ts'
import { proofChecks } from '#server/identity/limits.ts'
import { markProven } from '#server/identity/sign-in/session.ts'
import { verifySignature } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'
import { consumeTotpCode, hasTotp } from './second-step-totp.ts'

type ProofOutcome = { outcome: 'proven'; until: Date } | InvalidInput
export type StepUpOutcome = ProofOutcome | Refusal<'sign-in-again'> | TooManyRequests

/** Renews the proof of this session. Accounts with two-step sign-in give a code or a passkey, others their password or a passkey. */
export async function stepUp(
  deps: IdentityDeps,
  viewer: Viewer,
  { code, password, response }: StepUpInput,
): Promise<StepUpOutcome> {
  const { database, clock } = deps
  if (password !== undefined) return stepUpByPassword(deps, viewer, password)
  if (code !== undefined && !(await hasTotp(database.query, viewer.id)))
    return invalidInput({ code: 'Akun ini tidak memakai verifikasi dua langkah' })
  if (code !== undefined) {
    const rejected = invalidInput({ code: 'Kode salah atau sudah dipakai' })
    return tryProof(deps, viewer, rejected, (tx) => consumeTotpCode(tx, viewer.id, code, clock.now()))
  }
  const isOwnPasskey = async (tx: Tx) =>
    response !== undefined &&
    (await verifySignature(tx, {
      response,
      relyingParty: relyingPartyOf(deps.publicUrl),
      now: clock.now(),
      expectedUserId: viewer.id,
    })) !== null
  return tryProof(deps, viewer, invalidInput({ response: 'Passkey tidak dikenali' }), isOwnPasskey)
}

async function stepUpByPassword(deps: IdentityDeps, viewer: Viewer, password: string): Promise<StepUpOutcome> {
  const { database, clock } = deps
  const notEnough = invalidInput({ password: 'Akun ini memakai verifikasi dua langkah: pakai kode atau passkey' })
  if (await hasTotp(database.query, viewer.id)) return notEnough
  const check = await checkOwnPassword(deps, viewer.id, { password })
  if (check.outcome === 'no-password') return refused('sign-in-again')
  if (check.outcome !== 'right') return check
  return database.transaction(async (tx) => {
    // Two-step sign-in may have been switched on meanwhile.
    await lockAccount(tx, viewer.id)
    return (await hasTotp(tx, viewer.id))
      ? notEnough
      : { outcome: 'proven', until: await markProven(tx, viewer, clock.now()) }
  })
}

async function tryProof(
  deps: IdentityDeps,
  viewer: Viewer,
  rejected: InvalidInput,
  prove: (tx: Tx) => Promise<boolean>,
): Promise<StepUpOutcome> {
  const { database, rateLimiter, clock } = deps
  const tried = await rateLimiter.countFailures(
    [[proofChecks, viewer.id]],
    () =>
      database.transaction(async (tx): Promise<ProofOutcome> => {
        if (!(await prove(tx))) return rejected
        return { outcome: 'proven', until: await markProven(tx, viewer, clock.now()) }
      }),
    ({ outcome }) => outcome === 'invalid-input',
  )
  return tried.allowed ? tried.result : tooManyRequests(tried)
}
