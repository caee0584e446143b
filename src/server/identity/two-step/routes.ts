import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { deviceCookie } from '#server/identity/sign-in/device-cookie.ts'
import { presentNewSession } from '#server/identity/present.ts'
import type { TwoStep } from './two-step.ts'

export function twoStepRoutes(twoStep: TwoStep) {
  const { twoStep: on } = endpoints
  return {
    showTwoStep: on.showTwoStep.handler(async ({ context }) => ok(await twoStep.showTwoSteps(context.viewer()))),

    startTotp: on.startTotp.handler(async ({ context, errors }) => {
      const { setup } = accept(await twoStep.startTotp(context.viewer()), errors, 'started')
      return ok(setup)
    }),

    confirmTotp: on.confirmTotp.handler(async ({ input, context, errors }) => {
      const { recoveryCodes } = accept(await twoStep.confirmTotp(context.viewer(), input.code), errors, 'switched-on')
      return ok({ recoveryCodes }, 'Verifikasi dua langkah aktif.')
    }),

    removeTotp: on.removeTotp.handler(async ({ context }) => {
      await twoStep.switchTotpOff(context.viewer())
      return ok(null, 'Verifikasi dua langkah dimatikan.')
    }),

    renewRecoveryCodes: on.renewRecoveryCodes.handler(async ({ context, errors }) => {
      const { recoveryCodes } = accept(await twoStep.renewRecoveryCodes(context.viewer()), errors, 'renewed')
      return ok({ recoveryCodes }, 'Kode pemulihan baru dibuat. Kode lama tidak berlaku lagi.')
    }),

    makePasskeyOptions: on.makePasskeyOptions.handler(async ({ context }) =>
      ok({ ...(await twoStep.makeOptionsForNewPasskey(context.viewer())) }),
    ),

    addPasskey: on.addPasskey.handler(async ({ input, context, errors }) => {
      const { state } = accept(await twoStep.addOwnPasskey(context.viewer(), input), errors, 'added')
      return ok(state, 'Passkey ditambahkan.')
    }),

    removePasskey: on.removePasskey.handler(async ({ input, context, errors }) => {
      accept(await twoStep.removeOwnPasskey(context.viewer(), input.id), errors, 'removed')
      return ok(null, 'Passkey dihapus.')
    }),

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
