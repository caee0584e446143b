import { readCsv, writeFaultyRows } from '#server/platform/csv/index.ts'
import { readTextFile } from '#server/platform/read-text.ts'
import { ok } from '#contract/kit/endpoint.ts'
import { maximumImportedRows, maximumInvitedRows } from '#contract/identity/users.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Users } from './users.ts'

const needsInstructor = { data: { errors: { coursesTo: 'Pilih instruktur yang meneruskan kelasnya' } } }

export function usersRoutes(users: Users) {
  const { users: on } = endpoints
  return {
    listUsers: on.listUsers.handler(async ({ input }) => {
      const { rows, ...meta } = await users.list(input)
      return { success: true as const, data: rows, meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    exportUsers: on.exportUsers.handler(({ input, context }) => users.exportCsv(input, context.viewer())),

    createUser: on.createUser.handler(async ({ input, context, errors }) => {
      // The same as raising the role of an account.
      if (input.role !== 'student' && !context.viewer().hasFreshProof) throw errors.STEP_UP_REQUIRED()
      const result = await users.create(input, context.viewer())
      if (result === 'email-taken') throw errors.EMAIL_TAKEN({ data: { errors: { email: 'Email sudah terdaftar.' } } })
      if (result === 'common-password') throw errors.INVALID_INPUT({ data: { errors: { password: 'Password terlalu umum' } } })
      return ok(result, input.password ? 'Akun dibuat.' : 'Akun dibuat. Tautan untuk membuat password dikirim lewat email.')
    }),

    showUser: on.showUser.handler(async ({ input, errors }) => {
      const user = await users.show(input.id)
      if (!user) throw errors.NOT_FOUND()
      return ok(user)
    }),

    changeRole: on.changeRole.handler(async ({ input: { id, role, coursesTo }, context, errors }) => {
      const result = await users.change(id, { role }, coursesTo, context.viewer())
      if (result === 'needs-instructor') throw errors.INVALID_INPUT(needsInstructor)
      if (result === 'not-found') throw errors.NOT_FOUND()
      if (result === 'own-account') throw errors.OWN_ACCOUNT()
      if (result === 'last-admin') throw errors.LAST_ADMIN()
      return ok(result, 'Peran diubah.')
    }),

    changeAccess: on.changeAccess.handler(async ({ input: { id, disabled, coursesTo }, context, errors }) => {
      const result = await users.change(id, { disabled }, coursesTo, context.viewer())
      if (result === 'needs-instructor') throw errors.INVALID_INPUT(needsInstructor)
      if (result === 'not-found') throw errors.NOT_FOUND()
      if (result === 'own-account') throw errors.OWN_ACCOUNT()
      if (result === 'last-admin') throw errors.LAST_ADMIN()
      return ok(result, disabled ? 'Akun dinonaktifkan.' : 'Akun diaktifkan lagi.')
    }),

    correctEmail: on.correctEmail.handler(async ({ input: { id, email }, context, errors }) => {
      const result = await users.correctEmail(id, email, context.viewer())
      if (result === 'not-found') throw errors.NOT_FOUND()
      if (result === 'own-account') throw errors.OWN_ACCOUNT()
      if (result === 'address-taken') throw errors.EMAIL_TAKEN({ data: { errors: { email: 'Email sudah terdaftar.' } } })
      return ok(result, 'Email diganti. Tautan konfirmasi dikirim ke alamat baru.')
    }),

    sendResetLink: on.sendResetLink.handler(async ({ input, context, errors }) => {
      const result = await users.sendPasswordLink(input.id, context.viewer())
      switch (result.outcome) {
        case 'sent':
          return ok(null, 'Tautan untuk membuat password dikirim.')
        case 'not-found':
          throw errors.NOT_FOUND()
        case 'disabled':
          throw errors.ACCOUNT_DISABLED()
        case 'too-many-attempts':
          throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: result.retryAfterSeconds } })
      }
    }),

    deleteUser: on.deleteUser.handler(async ({ input: { id, ...proof }, context, errors }) => {
      const outcome = await users.delete(id, proof, context.viewer())
      switch (outcome) {
        case 'deleted':
          return ok(null, 'Akun dihapus.')
        case 'not-found':
          throw errors.NOT_FOUND()
        case 'own-account':
          throw errors.OWN_ACCOUNT()
        case 'last-admin':
          throw errors.LAST_ADMIN()
        case 'wrong-email':
          throw errors.INVALID_INPUT({ data: { errors: { email: 'Email tidak sama dengan email akun ini' } } })
        case 'needs-instructor':
          throw errors.INVALID_INPUT(needsInstructor)
      }
    }),

    inviteUsers: on.inviteUsers.handler(async ({ input: { file, dryRun, skipMistakes }, context, errors }) => {
      const isDry = dryRun === 'true'
      const rejectFile = (message: string) => errors.INVALID_INPUT({ data: { errors: { file: message } } })
      const table = await readCsv({ userId: context.viewer().id, field: 'file' }, (await readTextFile(file)) ?? '')
      if ('mistake' in table) throw rejectFile(table.mistake)
      const result = await users.invite(table.records, { dryRun: isDry, skipMistakes: skipMistakes === 'true' }, context.viewer())
      if (result === 'unreadable') throw rejectFile('Berkas tidak terbaca. Baris pertama berisi nama kolom: nama, email, kelas.')
      if (result === 'empty') throw rejectFile('Berkas ini belum berisi siapa pun.')
      if (result === 'too-many') throw rejectFile(`Paling banyak ${maximumInvitedRows} baris sekali unggah.`)
      if (result === 'too-many-lines') throw rejectFile(`Paling banyak ${maximumImportedRows.toLocaleString('id-ID')} baris sekali unggah.`)
      if (result === 'mistakes') throw rejectFile('Masih ada baris yang salah. Belum ada yang diundang.')
      const added = result.filter(({ outcome }) => outcome === 'invited' || outcome === 'enrolled').length
      const mistakes = result.filter(({ outcome }) => outcome === 'invalid' || outcome === 'repeated')
      return ok({ added, dryRun: isDry, rows: result, faulty: writeFaultyRows(table.records[0]?.cells ?? null, table.records, mistakes) })
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
      const outcome = await users.resetTwoStep(input.id, context.viewer())
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'own-account') throw errors.OWN_ACCOUNT()
      if (outcome === 'off') throw errors.TWO_STEP_OFF()
      return ok(null, 'Verifikasi dua langkah direset. Semua perangkatnya dikeluarkan.')
    }),
  }
}
