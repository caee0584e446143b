import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { accept } from '#server/platform/outcomes.ts'
import { signUpCookie } from '#server/identity/sign-in/device-cookie.ts'
import { presentAccount, presentSession } from '#server/identity/present.ts'
import type { AccountModule } from './account.ts'
import { serve } from '#server/serve.ts'

/** With a token the page goes on to a new password. */
const newPassword = (resetToken: string | null) => (resetToken === null ? null : { resetToken })

export function accountRoutes(account: AccountModule) {
  const { account: on } = endpoints

  return {
    forgotPassword: on.forgotPassword.handler(async ({ input, context, errors }) => {
      const { client, challengeSolution: solution } = context
      accept(await account.requestPasswordReset(input.email, { client, solution }), errors, 'accepted')
      return ok(null, 'Kalau emailmu terdaftar, tautannya sudah kami kirim.')
    }),

    resetPassword: on.resetPassword.handler(async ({ input, context, errors }) => {
      accept(await account.resetPassword(input, context.client), errors, 'changed')
      return ok(null, 'Password baru tersimpan. Silakan masuk.')
    }),

    verifyEmail: on.verifyEmail.handler(async ({ input, context, errors }) => {
      const caller = { viewer: await context.findViewer(), signUpCookie: context.readCookie(signUpCookie.name) }
      const { resetToken } = accept(await account.verifyEmail(input.token, caller), errors, 'verified')
      return ok(newPassword(resetToken), 'Email terkonfirmasi.')
    }),

    unlinkGoogle: serve(on.unlinkGoogle, account.unlinkGoogle, 'unlinked'),
    unlinkOidc: serve(on.unlinkOidc, account.unlinkOidc, 'unlinked'),

    me: on.me.handler(async ({ context }) => ok(presentAccount(await account.readAccount(context.viewer().id)))),

    updateMe: on.updateMe.handler(async ({ input, context, errors }) => {
      const { user } = accept(await account.updateProfile(context.viewer(), input), errors, 'saved')
      return ok(presentAccount(user), 'Profil tersimpan.')
    }),

    changePassword: serve(on.changePassword, account.changePassword, 'changed'),

    changeEmail: serve(on.changeEmail, account.requestEmailChange, 'accepted'),

    cancelEmailChange: serve(on.cancelEmailChange, async (viewer) => account.cancelEmailChange(viewer)),

    confirmEmailChange: on.confirmEmailChange.handler(async ({ input, context, errors }) => {
      const { resetToken } = accept(
        await account.confirmEmailChange(input.token, await context.findViewer()),
        errors,
        'changed',
      )
      return ok(newPassword(resetToken), 'Alamat email diganti.')
    }),

    resendVerification: on.resendVerification.handler(async ({ context, errors }) => {
      const { outcome } = accept(await account.resendVerification(context.viewer()), errors, 'sent', 'already-verified')
      return ok(null, outcome === 'sent' ? 'Tautan konfirmasi dikirim.' : 'Email sudah terkonfirmasi.')
    }),

    listMySessions: on.listMySessions.handler(async ({ context }) => {
      const viewer = context.viewer()
      return ok((await account.listSessions(viewer)).map((session) => presentSession(session, viewer.sessionId)))
    }),

    endMySession: serve(on.endMySession, async (viewer, input) => account.endOwnSession(viewer, input.id), 'ended'),

    endOtherSessions: on.endOtherSessions.handler(async ({ context }) =>
      ok({ ended: await account.endOtherSessions(context.viewer(), context.client) }),
    ),

    exportMe: on.exportMe.handler(async ({ context, errors }) => {
      const { parts } = accept(await account.exportAccount(context.viewer()), errors, 'begun')
      return streamDownload('data-cendaki.json', 'application/json; charset=utf-8', parts)
    }),

    deleteMe: serve(on.deleteMe, account.deleteAccount, 'deleted'),
  }
}
