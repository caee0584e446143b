import type { NewPasskey, PasskeySignature, SecondStepInput, StepUpInput } from '#contract/identity/two-step.ts'
import type { Wait } from '#server/platform/challenges/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { deviceCookiesModule } from '#server/identity/sign-in/device-cookie.ts'
import { passkeyChallengesPerClient } from '#server/identity/sign-in/rate-limits.ts'
import { addOwnPasskey, confirmTotp, makeOptionsForNewPasskey, removeOwnPasskey, renewRecoveryCodes, startTotp, switchTotpOff } from './manage.ts'
import { makeSignatureOptions } from './passkeys/passkeys.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { completeSignIn, signInWithPasskey } from './second-step/second-step.ts'
import { stepUp } from './step-up.ts'
import { presentTwoSteps } from './two-step-state.ts'

export type TwoStep = ReturnType<typeof twoStepModule>
type SignatureOptions = { options: Awaited<ReturnType<typeof makeSignatureOptions>> } | { wait: Wait }
type Browser = { client: string; userAgent: string }

/** Authenticator apps, recovery codes and passkeys: setting them up, signing in with them, and proving identity again. */
export function twoStepModule(deps: IdentityDeps) {
  const { database, clock, rateLimiter, challenges, securityLog, publicUrl } = deps
  const deviceCookies = deviceCookiesModule(deps)
  return {
    show: (viewer: Viewer) => presentTwoSteps(database.query, viewer.id),
    startTotp: (viewer: Viewer) => startTotp(deps, viewer),
    confirmTotp: (viewer: Viewer, code: string) => confirmTotp(deps, viewer, code),
    switchTotpOff: (viewer: Viewer) => switchTotpOff(deps, viewer),
    renewRecoveryCodes: (viewer: Viewer) => renewRecoveryCodes(deps, viewer),
    makeOptionsForNewPasskey: (viewer: Viewer) => makeOptionsForNewPasskey(deps, viewer),
    addPasskey: (viewer: Viewer, input: { name: string; response: NewPasskey }) => addOwnPasskey(deps, viewer, input),
    removePasskey: (viewer: Viewer, passkeyId: string) => removeOwnPasskey(deps, viewer, passkeyId),
    stepUp: (viewer: Viewer, input: StepUpInput) => stepUp(deps, viewer, input),

    async completeSignIn(input: SecondStepInput, { cookie, ...browser }: Browser & { cookie: string | null }) {
      const result = await completeSignIn(deps, input, (email) => deviceCookies.findEntry(cookie, email), browser)
      if ('user' in result) {
        const { outcome, user, firstStep } = result
        const secondStep = 'secondStep' in result ? { secondStep: result.secondStep } : {}
        securityLog.signIn({ method: firstStep, ...secondStep, outcome, user, email: user.email, client: browser.client })
      }
      return result
    },

    /** WebAuthn options, or how long to wait. `solution` is the header X-Challenge. */
    async makeSignatureOptions({ client, solution }: { client: string; solution: string | null }): Promise<SignatureOptions> {
      const hasSolved = await challenges.consume(solution, { purpose: 'passkey', client })
      const limit = hasSolved ? null : await rateLimiter.take([passkeyChallengesPerClient, client])
      if (limit?.allowed === false) return { wait: await challenges.describeWait(limit, { purpose: 'passkey', client, difficulty: 'normal' }) }
      return { options: await makeSignatureOptions(database.query, relyingPartyOf(publicUrl), clock.now()) }
    },

    async signInWithPasskey(response: PasskeySignature, browser: Browser) {
      const result = await signInWithPasskey(deps, response, browser)
      const user = 'user' in result ? result.user : null
      securityLog.signIn({ method: 'passkey', outcome: result.outcome, user, email: null, client: browser.client })
      return result
    },

    addToDeviceCookie: (cookie: string | null, email: string) => deviceCookies.addEntry(cookie, email),
  }
}
