import { refused, tooManyRequests, type Refusal } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { googleLinkedMessage } from '#server/identity/messages.ts'
import { signInForeign, type ForeignAccount, type ForeignOutcome } from './foreign-account.ts'
import { googleFailures } from '#server/identity/limits.ts'
import { copyPictureInBackground } from '#server/identity/copy-picture.ts'
import { consumeNonce } from '#server/identity/google-nonces.ts'
import { IssuerUnavailable } from '#server/identity/google-verifier.ts'

export type GoogleAttempt = {
  idToken: string
  /** The nonce that was issued to this browser, from its cookie. */
  nonce: string | null
  /** Password of the local account, when it is to be linked. */
  password: string | undefined
  client: string
}

export type GoogleOutcome =
  | Exclude<ForeignOutcome, Refusal<'rejected' | 'email-unverified'>>
  | Refusal<'not-found' | 'google-failed' | 'google-unavailable' | 'google-email-unverified'>

const googleAccount: ForeignAccount = {
  column: 'googleSub',
  fallbackName: 'Pengguna Google',
  mailKind: 'google-linked',
  linkedMessage: googleLinkedMessage,
  action: 'user.google-linked',
}

/** The user of a valid Google token that contains the nonce of this browser. Not found where sign-in with Google is not configured. */
export async function checkGoogleToken(deps: IdentityDeps, attempt: GoogleAttempt): Promise<GoogleOutcome> {
  const { google, rateLimiter } = deps
  if (!google) return refused('not-found')
  try {
    const identity = await google.verify(attempt.idToken)
    const { nonce } = identity ?? { nonce: null }
    const outcome =
      identity && nonce !== null && nonce === attempt.nonce
        ? await signInForeign(deps, {
            kind: googleAccount,
            identity,
            password: attempt.password,
            consume: (tx) => consumeNonce(tx, deps.readNonceSecret, { nonce, now: deps.clock.now() }),
          })
        : refused('rejected')
    if (identity && outcome.outcome === 'first-step-done' && outcome.isFirst)
      copyPictureInBackground(deps, outcome.user.id, identity.picture)
    if (outcome.outcome === 'email-unverified') return refused('google-email-unverified')
    if (outcome.outcome !== 'rejected') return outcome
    // Checked after the token, so that invalid tokens of others behind the same address reject no valid one.
    const limit = await rateLimiter.take([googleFailures, attempt.client])
    return limit.allowed ? refused('google-failed') : tooManyRequests(limit)
  } catch (error) {
    if (error instanceof IssuerUnavailable) return refused('google-unavailable')
    throw error
  }
}
