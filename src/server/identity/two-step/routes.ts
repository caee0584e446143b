import { ok } from '#contract/kit/endpoint.ts'
import { waitOf } from '#server/platform/challenges/index.ts'
import { endpoints } from '#server/platform/http/index.ts'
import { deviceCookie } from '#server/identity/sign-in/device-cookie.ts'
import { presentNewSession } from '#server/identity/present.ts'
import type { TwoStep } from './two-step.ts'

const atField = (field: string, message: string) => ({ data: { errors: { [field]: message } } })
const wrongSecondStep = {
  totp: atField('code', 'Kode salah atau sudah dipakai'),
  'recovery-code': atField('recoveryCode', 'Kode pemulihan salah atau sudah dipakai'),
  passkey: atField('response', 'Passkey tidak dikenali'),
}

export function twoStepRoutes(twoStep: TwoStep) {
  const { twoStep: on } = endpoints
  return {
    showTwoStep: on.showTwoStep.handler(async ({ context }) => ok(await twoStep.show(context.viewer()))),

    startTotp: on.startTotp.handler(async ({ context, errors }) => {
      const setup = await twoStep.startTotp(context.viewer())
      if (setup === 'already-on') throw errors.TWO_STEP_ON()
      return ok(setup)
    }),

    confirmTotp: on.confirmTotp.handler(async ({ input, context, errors }) => {
      const result = await twoStep.confirmTotp(context.viewer(), input.code)
      switch (result.outcome) {
        case 'on':
          return ok({ recoveryCodes: result.recoveryCodes }, 'Verifikasi dua langkah aktif.')
        case 'wrong':
          throw errors.INVALID_INPUT(atField('code', 'Kode salah. Pakai kode yang sedang tampil di aplikasi.'))
        case 'no-setup':
          throw errors.NO_SETUP()
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),

    removeTotp: on.removeTotp.handler(async ({ context }) => {
      await twoStep.switchTotpOff(context.viewer())
      return ok(null, 'Verifikasi dua langkah dimatikan.')
    }),

    renewRecoveryCodes: on.renewRecoveryCodes.handler(async ({ context, errors }) => {
      const recoveryCodes = await twoStep.renewRecoveryCodes(context.viewer())
      if (!recoveryCodes) throw errors.TWO_STEP_OFF()
      return ok({ recoveryCodes }, 'Kode pemulihan baru dibuat. Kode lama tidak berlaku lagi.')
    }),

    makePasskeyOptions: on.makePasskeyOptions.handler(async ({ context }) => ok({ ...(await twoStep.makeOptionsForNewPasskey(context.viewer())) })),

    addPasskey: on.addPasskey.handler(async ({ input, context, errors }) => {
      const result = await twoStep.addPasskey(context.viewer(), input)
      if (result === 'too-many') throw errors.TOO_MANY_PASSKEYS()
      if (result === 'rejected') throw errors.INVALID_INPUT(atField('response', 'Passkey ini tidak bisa dipakai. Coba buat lagi.'))
      return ok(result, 'Passkey ditambahkan.')
    }),

    removePasskey: on.removePasskey.handler(async ({ input, context, errors }) => {
      if (!(await twoStep.removePasskey(context.viewer(), input.id))) throw errors.NOT_FOUND()
      return ok(null, 'Passkey dihapus.')
    }),

    signInWithSecondStep: on.signInWithSecondStep.handler(async ({ input, context, errors }) => {
      const { client, userAgent } = context
      const cookie = context.readCookie(deviceCookie.name)
      const result = await twoStep.completeSignIn(input, { client, userAgent, cookie })
      switch (result.outcome) {
        case 'signed-in':
          context.setCookie({ ...deviceCookie, value: await twoStep.addToDeviceCookie(cookie, result.user.email) })
          return ok(presentNewSession(result.user, result.token))
        case 'expired':
          throw errors.TICKET_EXPIRED()
        case 'wrong-second-step':
          throw errors.WRONG_SECOND_STEP(wrongSecondStep[result.secondStep])
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),

    makePasskeySignInOptions: on.makePasskeySignInOptions.handler(async ({ context, errors }) => {
      const result = await twoStep.makeSignatureOptions({ client: context.client, solution: context.challengeSolution })
      if ('wait' in result) throw errors.TOO_MANY_REQUESTS(waitOf(result.wait))
      return ok({ ...result.options })
    }),

    signInWithPasskey: on.signInWithPasskey.handler(async ({ input, context, errors }) => {
      const { client, userAgent } = context
      const result = await twoStep.signInWithPasskey(input.response, { client, userAgent })
      switch (result.outcome) {
        case 'signed-in':
          return ok(presentNewSession(result.user, result.token))
        case 'unknown-passkey':
          throw errors.UNKNOWN_PASSKEY()
        case 'disabled':
          throw errors.ACCOUNT_DISABLED()
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),

    stepUp: on.stepUp.handler(async ({ input, context, errors }) => {
      const result = await twoStep.stepUp(context.viewer(), input)
      switch (result.outcome) {
        case 'proven':
          return ok({ until: result.until.toISOString() })
        case 'rejected':
          throw errors.INVALID_INPUT(atField(result.field, result.message))
        case 'sign-in-again':
          throw errors.SIGN_IN_AGAIN()
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),
  }
}
