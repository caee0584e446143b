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

    changeRole: serve(
      on.changeRole,
      async (viewer, { id, role, coursesTo }) => users.changeUser(id, { role }, coursesTo, viewer),
      'changed',
    ),

    changeAccess: on.changeAccess.handler(async ({ input: { id, disabled, coursesTo }, context, errors }) => {
      const { user } = accept(await users.changeUser(id, { disabled }, coursesTo, context.viewer()), errors, 'changed')
      return ok(user, disabled ? 'Akun dinonaktifkan.' : 'Akun diaktifkan lagi.')
    }),

    correctEmail: serve(
      on.correctEmail,
      async (viewer, { id, email }) => users.correctEmail(id, email, viewer),
      'changed',
    ),

    sendResetLink: serve(on.sendResetLink, async (viewer, input) => users.sendPasswordLink(input.id, viewer), 'sent'),

    deleteUser: serve(
      on.deleteUser,
      async (viewer, { id, ...proof }) => users.deleteUser(id, proof, viewer),
      'deleted',
    ),

    inviteUsers: on.inviteUsers.handler(async ({ input: { file, dryRun, skipMistakes, columns }, context, errors }) => {
      const isDry = dryRun === 'true'
      const options = { dryRun: isDry, skipMistakes: skipMistakes === 'true', columns }
      const { rows, faulty, table } = accept(
        await users.readAndInvite(file, options, context.viewer()),
        errors,
        'checked',
      )
      return ok({
        added: rows.filter(({ outcome }) => outcome === 'invited' || outcome === 'enrolled').length,
        dryRun: isDry,
        rows,
        faulty,
        table,
      })
    }),

    countWaiting: on.countWaiting.handler(async () => ok({ waiting: await users.countWaiting() })),

    inviteWaiting: on.inviteWaiting.handler(async ({ context }) => {
      const sent = await users.inviteWaiting(context.viewer())
      return ok(
        { sent, waiting: await users.countWaiting() },
        sent > 0 ? `${sent.toLocaleString('id-ID')} undangan dikirim.` : 'Tidak ada yang menunggu undangan.',
      )
    }),

    resetTwoStep: serve(on.resetTwoStep, async (viewer, input) => users.resetTwoStep(input.id, viewer), 'reset'),
  }
}
