import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { deviceCookie } from '#server/identity/sign-in/device-cookie.ts'
import { presentNewSession } from '#server/identity/present.ts'
import type { TwoStep } from './two-step.ts'
import { serve } from '#server/serve.ts'

export function twoStepRoutes(twoStep: TwoStep) {
  const { twoStep: on } = endpoints
  return {
    showTwoStep: serve(on.showTwoStep, async (viewer) => twoStep.showTwoSteps(viewer)),

    startTotp: serve(on.startTotp, async (viewer) => twoStep.startTotp(viewer), 'started'),

    confirmTotp: on.confirmTotp.handler(async ({ input, context, errors }) => {
      const { recoveryCodes } = accept(await twoStep.confirmTotp(context.viewer(), input.code), errors, 'switched-on')
      return ok({ recoveryCodes }, 'Verifikasi dua langkah aktif.')
    }),

    removeTotp: serve(on.removeTotp, async (viewer) => twoStep.switchTotpOff(viewer)),

    renewRecoveryCodes: on.renewRecoveryCodes.handler(async ({ context, errors }) => {
      const { recoveryCodes } = accept(await twoStep.renewRecoveryCodes(context.viewer()), errors, 'renewed')
      return ok({ recoveryCodes }, 'Kode pemulihan baru dibuat. Kode lama tidak berlaku lagi.')
    }),

    makePasskeyOptions: on.makePasskeyOptions.handler(async ({ context }) =>
      ok({ ...(await twoStep.makeOptionsForNewPasskey(context.viewer())) }),
    ),

    addPasskey: serve(on.addPasskey, twoStep.addOwnPasskey, 'added'),

    removePasskey: serve(
      on.removePasskey,
      async (viewer, input) => twoStep.removeOwnPasskey(viewer, input.id),
      'removed',
    ),

    signInWithSecondStep: on.signInWithSecondStep.handler(async ({ input, context, errors }) => {
      const { client, userAgent } = context
      const cookie = context.readCookie(deviceCookie.name)
      const { user, token } = accept(
        await twoStep.completeSignIn(input, { client, userAgent, cookie }),
        errors,
        'signed-in',
      )
      context.setCookie({ ...deviceCookie, value: await twoStep.addToDeviceCookie(cookie, user.email) })
      return ok(presentNewSession(user, token))
    }),

    makePasskeySignInOptions: on.makePasskeySignInOptions.handler(async ({ context, errors }) => {
      const { client, challengeSolution: solution } = context
      const { options } = accept(await twoStep.makeSignInOptions({ client, solution }), errors, 'made')
      return ok({ ...options })
    }),

    signInWithPasskey: on.signInWithPasskey.handler(async ({ input, context, errors }) => {
      const { client, userAgent } = context
      const { user, token } = accept(
        await twoStep.signInWithPasskey(input.response, { client, userAgent }),
        errors,
        'signed-in',
      )
      return ok(presentNewSession(user, token))
    }),

    stepUp: on.stepUp.handler(async ({ input, context, errors }) => {
      const { until } = accept(await twoStep.stepUp(context.viewer(), input), errors, 'proven')
      return ok({ until: until.toISOString() })
    }),
  }
}
