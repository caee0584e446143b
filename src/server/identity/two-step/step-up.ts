import type { StepUpInput } from '#contract/identity/two-step.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { lockAccount } from '#server/identity/account/links.ts'
import { checkOwnPassword } from '#server/identity/passwords/change-password.ts'
import { proofChecks } from '#server/identity/sign-in/rate-limits.ts'
import { markProven } from '#server/identity/sign-in/session.ts'
import { verifySignature } from './passkeys/passkeys.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { consumeTotpCode, hasTotp } from './second-step/totp.ts'

export type StepUpOutcome =
  | { outcome: 'proven'; until: Date }
  | { outcome: 'rejected'; field: 'code' | 'password' | 'response'; message: string }
  | { outcome: 'sign-in-again' }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/** Renews the proof of this session. Accounts with two-step sign-in give a code or a passkey, others their password or a passkey. */
export async function stepUp(deps: IdentityDeps, viewer: Viewer, { code, password, response }: StepUpInput): Promise<StepUpOutcome> {
  const { database, clock } = deps
  if (password !== undefined) return stepUpByPassword(deps, viewer, password)
  if (code !== undefined && !(await hasTotp(database.query, viewer.id)))
    return { outcome: 'rejected', field: 'code', message: 'Akun ini tidak memakai verifikasi dua langkah' }
  if (code !== undefined) {
    const rejected = { field: 'code', message: 'Kode salah atau sudah dipakai' } as const
    return tryProof(deps, viewer, rejected, (tx) => consumeTotpCode(tx, viewer.id, code, clock.now()))
  }
  const isOwnPasskey = async (tx: Tx) =>
    response !== undefined && (await verifySignature(tx, response, relyingPartyOf(deps.publicUrl), clock.now(), viewer.id)) !== null
  return tryProof(deps, viewer, { field: 'response', message: 'Passkey tidak dikenali' }, isOwnPasskey)
}

async function stepUpByPassword(deps: IdentityDeps, viewer: Viewer, password: string): Promise<StepUpOutcome> {
  const { database, clock } = deps
  const notEnough = { outcome: 'rejected', field: 'password', message: 'Akun ini memakai verifikasi dua langkah: pakai kode atau passkey' } as const
  if (await hasTotp(database.query, viewer.id)) return notEnough
  const check = await checkOwnPassword(deps, viewer.id, password)
  switch (check.outcome) {
    case 'right':
      return database.transaction(async (tx) => {
        // Two-step sign-in may have been switched on meanwhile.
        await lockAccount(tx, viewer.id)
        return (await hasTotp(tx, viewer.id)) ? notEnough : { outcome: 'proven', until: await markProven(tx, viewer, clock.now()) }
      })
    case 'wrong':
      return { outcome: 'rejected', field: 'password', message: 'Password salah' }
    case 'no-password':
      return { outcome: 'sign-in-again' }
    case 'too-many-attempts':
      return check
  }
}

type Rejection = { field: 'code' | 'response'; message: string }

async function tryProof(deps: IdentityDeps, viewer: Viewer, rejection: Rejection, prove: (tx: Tx) => Promise<boolean>): Promise<StepUpOutcome> {
  const { database, rateLimiter, clock } = deps
  const result = await rateLimiter.countFailures(
    [[proofChecks, viewer.id]],
    () =>
      database.transaction(async (tx): Promise<StepUpOutcome> => {
        if (!(await prove(tx))) return { outcome: 'rejected', ...rejection }
        return { outcome: 'proven', until: await markProven(tx, viewer, clock.now()) }
      }),
    ({ outcome }) => outcome === 'rejected',
  )
  return 'allowed' in result ? { outcome: 'too-many-attempts', retryAfterSeconds: result.retryAfterSeconds } : result
}
