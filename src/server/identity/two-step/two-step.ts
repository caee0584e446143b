import { bindDeps } from '#server/platform/bind-deps.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { addToDeviceCookie } from '#server/identity/sign-in/device-cookie.ts'
import {
  addOwnPasskey,
  confirmTotp,
  makeOptionsForNewPasskey,
  removeOwnPasskey,
  renewRecoveryCodes,
  startTotp,
  switchTotpOff,
} from './manage.ts'
import { makeSignInOptions } from './sign-in-options.ts'
import { completeSignIn, signInWithPasskey } from './second-step.ts'
import { stepUp } from './step-up.ts'
import { showTwoSteps } from './two-step-state.ts'

export type TwoStep = ReturnType<typeof twoStepModule>

/** Authenticator apps, recovery codes and passkeys: setting them up, signing in with them, and proving identity again. */
export const twoStepModule = (deps: IdentityDeps) =>
  bindDeps(deps, {
    showTwoSteps,
    startTotp,
    confirmTotp,
    switchTotpOff,
    renewRecoveryCodes,
    makeOptionsForNewPasskey,
    addOwnPasskey,
    removeOwnPasskey,
    makeSignInOptions,
    completeSignIn,
    signInWithPasskey,
    stepUp,
    addToDeviceCookie,
  })
