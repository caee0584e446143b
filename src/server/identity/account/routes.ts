import { ok } from '#contract/kit/endpoint.ts'
import { waitOf } from '#server/platform/challenges/index.ts'
import { endpoints, streamDownload } from '#server/platform/http/index.ts'
import { signUpCookie } from '#server/identity/sign-in/device-cookie.ts'
import { presentAccount, presentSession } from '#server/identity/present.ts'
import type { AccountModule } from './account.ts'

const tooCommon = (field: string) => ({ data: { errors: { [field]: 'Password terlalu umum' } } })
const invalidLink = { data: { errors: { token: 'Tautan ini sudah dipakai atau kedaluwarsa. Minta tautan baru.' } } }

/** While another export of the same person is being sent. */
const exportingRetrySeconds = 10

export function accountRoutes(account: AccountModule) {
  const { account: on } = endpoints

  return {
    forgotPassword: on.forgotPassword.handler(async ({ input, context, errors }) => {
      const result = await account.requestPasswordReset(input.email, { client: context.client, solution: context.challengeSolution })
      if (result.outcome === 'too-many-attempts') throw errors.TOO_MANY_REQUESTS(waitOf(result))
      return ok(null, 'Kalau emailmu terdaftar, tautannya sudah kami kirim.')
    }),

    resetPassword: on.resetPassword.handler(async ({ input, context, errors }) => {
      const outcome = await account.resetPassword(input, context.client)
      if (outcome === 'common-password') throw errors.INVALID_INPUT(tooCommon('password'))
      if (outcome === 'invalid-link') throw errors.INVALID_LINK(invalidLink)
      return ok(null, 'Password baru tersimpan. Silakan masuk.')
    }),

    verifyEmail: on.verifyEmail.handler(async ({ input, context, errors }) => {
      const result = await account.verifyEmail(input.token, { viewer: await context.findViewer(), signUpCookie: context.readCookie(signUpCookie.name) })
      if (result.outcome === 'invalid-link') throw errors.INVALID_LINK(invalidLink)
      return ok(result.outcome === 'proven' ? { resetToken: result.resetToken } : null, 'Email terkonfirmasi.')
    }),

    unlinkGoogle: on.unlinkGoogle.handler(async ({ input, context, errors }) => {
      const result = await account.unlinkGoogle(context.viewer(), input)
      switch (result.outcome) {
        case 'unlinked':
          return ok(null, 'Akun Google diputuskan.')
        case 'wrong':
          throw errors.INVALID_INPUT({ data: { errors: { password: 'Password salah' } } })
        case 'no-password':
          throw errors.NO_PASSWORD()
        case 'not-linked':
          throw errors.NOT_LINKED()
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),

    me: on.me.handler(async ({ context }) => ok(presentAccount(await account.read(context.viewer())))),

    updateMe: on.updateMe.handler(async ({ input, context, errors }) => {
      const result = await account.update(context.viewer(), input)
      if (result.outcome === 'photo-rejected') throw errors.INVALID_INPUT({ data: { errors: { photo: result.message } } })
      return ok(presentAccount(result.user), 'Profil tersimpan.')
    }),

    changePassword: on.changePassword.handler(async ({ input, context, errors }) => {
      const result = await account.changePassword(context.viewer(), input)
      switch (result.outcome) {
        case 'done':
          return ok(null, 'Password diganti. Perangkat lain sudah dikeluarkan.')
        case 'common-password':
          throw errors.INVALID_INPUT(tooCommon('newPassword'))
        case 'wrong':
          throw errors.INVALID_INPUT({ data: { errors: { currentPassword: 'Password saat ini salah' } } })
        case 'no-password':
          throw errors.NO_PASSWORD()
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),

    changeEmail: on.changeEmail.handler(async ({ input, context, errors }) => {
      const result = await account.requestEmailChange(context.viewer(), input)
      switch (result.outcome) {
        case 'accepted':
          return ok(null, 'Kami mengirim tautan ke alamat baru. Alamat berganti setelah tautan itu dibuka.')
        case 'same-address':
          throw errors.INVALID_INPUT({ data: { errors: { email: 'Ini sudah alamat akunmu' } } })
        case 'wrong':
          throw errors.INVALID_INPUT({ data: { errors: { password: 'Password salah' } } })
        case 'sign-in-again':
          throw errors.SIGN_IN_AGAIN()
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),

    cancelEmailChange: on.cancelEmailChange.handler(async ({ context }) => {
      await account.cancelEmailChange(context.viewer())
      return ok(null, 'Permintaan ganti email dibatalkan.')
    }),

    confirmEmailChange: on.confirmEmailChange.handler(async ({ input, context, errors }) => {
      const result = await account.confirmEmailChange(input.token, await context.findViewer())
      if (result.outcome === 'invalid-link') throw errors.INVALID_LINK(invalidLink)
      if (result.outcome === 'address-taken') throw errors.ADDRESS_TAKEN()
      if (result.outcome === 'sign-in-first') throw errors.SIGN_IN_FIRST()
      return ok(result.resetToken === null ? null : { resetToken: result.resetToken }, 'Alamat email diganti.')
    }),

    resendVerification: on.resendVerification.handler(async ({ context, errors }) => {
      const result = await account.resendVerification(context.viewer())
      if (result.outcome === 'too-many-attempts') throw errors.TOO_MANY_REQUESTS(waitOf(result))
      return ok(null, result.outcome === 'sent' ? 'Tautan konfirmasi dikirim.' : 'Email sudah terkonfirmasi.')
    }),

    listMySessions: on.listMySessions.handler(async ({ context }) => {
      const viewer = context.viewer()
      return ok((await account.listSessions(viewer)).map((session) => presentSession(session, viewer.sessionId)))
    }),

    endMySession: on.endMySession.handler(async ({ input, context, errors }) => {
      if (!(await account.endSession(context.viewer(), input.id))) throw errors.NOT_FOUND()
      return ok(null)
    }),

    endOtherSessions: on.endOtherSessions.handler(async ({ context }) => ok({ ended: await account.endOtherSessions(context.viewer(), context.client) })),

    exportMe: on.exportMe.handler(async ({ context, errors }) => {
      const parts = await account.export(context.viewer())
      if (!parts) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: exportingRetrySeconds } })
      return streamDownload('data-cendaki.json', 'application/json; charset=utf-8', parts)
    }),

    deleteMe: on.deleteMe.handler(async ({ input, context, errors }) => {
      const result = await account.delete(context.viewer(), input)
      switch (result.outcome) {
        case 'deleted':
          return ok(null, 'Akunmu sudah dihapus.')
        case 'staff':
          throw errors.STAFF_ACCOUNT()
        case 'wrong-email':
          throw errors.INVALID_INPUT({ data: { errors: { email: 'Email tidak sama dengan email akun ini' } } })
        case 'wrong':
          throw errors.INVALID_INPUT({ data: { errors: { password: 'Password salah' } } })
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
      }
    }),
  }
}
