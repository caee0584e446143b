import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Users } from './users.ts'
import { answer, asPage, orNotFound, serve } from '#server/serve.ts'

export function usersRoutes(users: Users) {
  const { users: on } = endpoints
  return {
    listUsers: answer(on.listUsers, users.listUsers, asPage),

    exportUsers: on.exportUsers.handler(({ input, context }) => users.exportUsers(input, context.viewer())),

    createUser: on.createUser.handler(async ({ input, context, errors }) => {
      // The same as raising the role of an account.
      if (input.role !== 'student' && !context.viewer().hasFreshProof) throw errors.STEP_UP_REQUIRED()
      const { user } = accept(await users.createUser(input, context.viewer()), errors, 'created')
      return ok(
        user,
        input.password ? 'Akun dibuat.' : 'Akun dibuat. Tautan untuk membuat password dikirim lewat email.',
      )
    }),

    showUser: answer(on.showUser, async (input) => users.showUser(input.id), orNotFound()),

    changeRole: serve(on.changeRole, users.changeUser, 'changed'),

    changeAccess: on.changeAccess.handler(async ({ input, context, errors }) => {
      const { user } = accept(await users.changeUser(context.viewer(), input), errors, 'changed')
      return ok(user, input.disabled ? 'Akun dinonaktifkan.' : 'Akun diaktifkan lagi.')
    }),

    correctEmail: serve(on.correctEmail, users.correctEmail, 'changed'),

    sendResetLink: serve(on.sendResetLink, async (viewer, input) => users.sendPasswordLink(input.id, viewer), 'sent'),

    deleteUser: serve(on.deleteUser, users.deleteUser, 'deleted'),

    countWaiting: on.countWaiting.handler(async () => ok({ waiting: await users.countWaiting() })),

    inviteWaiting: on.inviteWaiting.handler(async ({ context }) => {
      const sent = await users.inviteWaiting(context.viewer())
      return ok(
        { sent, waiting: await users.countWaiting() },
        sent > 0 ? `${sent.toLocaleString('id-ID')} undangan dikirim.` : 'Tidak ada yang menunggu undangan.',
      )
    }),

    resetTwoStep: serve(on.resetTwoStep, users.resetTwoStep, 'reset'),
  }
}
