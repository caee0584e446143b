import type { SignInInput } from '#contract/identity/identity.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { checkGoogleToken, type GoogleAttempt, type GoogleOutcome } from './check-google-token.ts'
import { checkOidc, type OidcOutcome, type OidcReturn } from '#server/identity/finish-oidc.ts'
import { refused } from '#server/platform/outcomes.ts'
import { continueSignIn, type FirstStepResult } from '#server/identity/two-step/second-step.ts'
import { findDeviceEntry } from './device-cookie.ts'
import { checkCredentials, type CredentialsOutcome, type FirstStepDone } from './sign-in.ts'

type Browser = {
  client: string
  userAgent: string
  /** The device cookie. */ cookie: string | null
  /** The header X-Challenge. */ solution: string | null
}
/** A right first step has what follows it. */
type Continued<Outcome> = Exclude<Outcome, FirstStepDone> | FirstStepResult

/** The first step with a password. */
export async function signIn(
  deps: IdentityDeps,
  input: SignInInput,
  { client, userAgent, cookie, solution }: Browser,
): Promise<Continued<CredentialsOutcome>> {
  const device = await findDeviceEntry(deps, cookie, input.email)
  const hasSolved = await deps.challenges.consume(solution, { purpose: 'sign-in', client })
  const check = async (): Promise<Continued<CredentialsOutcome>> => {
    const checked = await checkCredentials(deps, input, { client, device, hasSolved })
    if (checked.outcome !== 'first-step-done') return checked
    // The password was replaced after the check, or stored with another cost: the new one decides.
    return (await continueSignIn(deps, { checked: checked.user, firstStep: 'password', userAgent })) ?? check()
  }
  const result = await check()
  const user = result.outcome === 'too-many-requests' ? null : result.user
  deps.securityLog.signIn({ method: 'password', outcome: result.outcome, user, email: input.email, client })
  return result
}

/** The first step with an ID token of Google. */
export async function signInWithGoogle(
  deps: IdentityDeps,
  attempt: GoogleAttempt,
  userAgent: string,
): Promise<Continued<GoogleOutcome>> {
  const checked = await checkGoogleToken(deps, attempt)
  const result =
    checked.outcome === 'first-step-done'
      ? ((await continueSignIn(deps, { checked: checked.user, firstStep: 'google', userAgent })) ??
        refused('google-failed'))
      : checked
  const user = checked.outcome === 'first-step-done' ? checked.user : null
  const outcome = result.outcome === 'invalid-input' ? 'wrong-password' : result.outcome
  deps.securityLog.signIn({ method: 'google', outcome, user, email: null, client: attempt.client })
  return result
}

/** The first step at the OpenID Connect provider of an organisation. */
export async function finishOidc(
  deps: IdentityDeps,
  returned: OidcReturn,
  userAgent: string,
): Promise<{ result: Continued<OidcOutcome>; ticket: string | null }> {
  const { outcome: checked, ticket } = await checkOidc(deps, returned)
  const result =
    checked.outcome === 'first-step-done'
      ? ((await continueSignIn(deps, { checked: checked.user, firstStep: 'oidc', userAgent })) ??
        refused('oidc-failed'))
      : checked
  const user = checked.outcome === 'first-step-done' ? checked.user : null
  const outcome = result.outcome === 'invalid-input' ? 'wrong-password' : result.outcome
  deps.securityLog.signIn({ method: 'oidc', outcome, user, email: null, client: returned.client })
  return { result, ticket }
}
