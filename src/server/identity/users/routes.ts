import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Users } from './users.ts'

export function usersRoutes(users: Users) {
  const { users: on } = endpoints
  return {
    listUsers: on.listUsers.handler(async ({ input }) => {
      const { rows, ...meta } = await users.listUsers(input)
      return { success: true as const, data: rows, meta: { page: input.page, limit: input.limit, ...meta } }
    }),

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

    showUser: on.showUser.handler(async ({ input, errors }) => ok(found(await users.showUser(input.id), errors))),

    changeRole: on.changeRole.handler(async ({ input: { id, role, coursesTo }, context, errors }) => {
      const { user } = accept(await users.changeUser(id, { role }, coursesTo, context.viewer()), errors, 'changed')
      return ok(user, 'Peran diubah.')
    }),

    changeAccess: on.changeAccess.handler(async ({ input: { id, disabled, coursesTo }, context, errors }) => {
      const { user } = accept(await users.changeUser(id, { disabled }, coursesTo, context.viewer()), errors, 'changed')
      return ok(user, disabled ? 'Akun dinonaktifkan.' : 'Akun diaktifkan lagi.')
    }),

    correctEmail: on.correctEmail.handler(async ({ input: { id, email }, context, errors }) => {
      const { user } = accept(await users.correctEmail(id, email, context.viewer()), errors, 'changed')
      return ok(user, 'Email diganti. Tautan konfirmasi dikirim ke alamat baru.')
    }),

    sendResetLink: on.sendResetLink.handler(async ({ input, context, errors }) => {
      accept(await users.sendPasswordLink(input.id, context.viewer()), errors, 'sent')
      return ok(null, 'Tautan untuk membuat password dikirim.')
    }),

    deleteUser: on.deleteUser.handler(async ({ input: { id, ...proof }, context, errors }) => {
      accept(await users.deleteUser(id, proof, context.viewer()), errors, 'deleted')
      return ok(null, 'Akun dihapus.')
    }),

    inviteUsers: on.inviteUsers.handler(async ({ input: { file, dryRun, skipMistakes }, context, errors }) => {
      const isDry = dryRun === 'true'
      const options = { dryRun: isDry, skipMistakes: skipMistakes === 'true' }
      const { rows, faulty } = accept(await users.readAndInvite(file, options, context.viewer()), errors, 'checked')
      return ok({
        added: rows.filter(({ outcome }) => outcome === 'invited' || outcome === 'enrolled').length,
        dryRun: isDry,
        rows,
        faulty,
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

    resetTwoStep: on.resetTwoStep.handler(async ({ input, context, errors }) => {
      accept(await users.resetTwoStep(input.id, context.viewer()), errors, 'reset')
      return ok(null, 'Verifikasi dua langkah direset. Semua perangkatnya dikeluarkan.')
    }),
  }
}
