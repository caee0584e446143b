import { ok } from '#contract/endpoint.ts'
import { endpoints } from '#server/http/index.ts'
import type { Students } from './students.ts'

export function studentsRoutes(students: Students) {
  const { students: on } = endpoints
  return {
    listStudents: on.listStudents.handler(async ({ input }) => {
      const { rows, total } = await students.list(input)
      return { success: true as const, data: rows, meta: { page: input.page, limit: input.limit, total } }
    }),

    exportStudents: on.exportStudents.handler(({ input, context }) => students.exportCsv(input, context.viewer())),

    createStudent: on.createStudent.handler(async ({ input, context, errors }) => {
      // The same as raising the role of an account.
      if (input.role !== 'student' && !context.viewer().hasFreshProof) throw errors.STEP_UP_REQUIRED()
      const result = await students.create(input, context.viewer())
      if (result === 'email-taken') throw errors.EMAIL_TAKEN({ data: { errors: { email: 'Email sudah terdaftar.' } } })
      if (result === 'common-password') throw errors.INVALID_INPUT({ data: { errors: { password: 'Password terlalu umum' } } })
      return ok(result, input.password ? 'Akun dibuat.' : 'Akun dibuat. Tautan untuk membuat password dikirim lewat email.')
    }),

    showStudent: on.showStudent.handler(async ({ input, errors }) => {
      const student = await students.show(input.id)
      if (!student) throw errors.NOT_FOUND()
      return ok(student)
    }),

    changeRole: on.changeRole.handler(async ({ input: { id, role }, context, errors }) => {
      const result = await students.change(id, { role }, context.viewer())
      if (result === 'not-found') throw errors.NOT_FOUND()
      if (result === 'own-account') throw errors.OWN_ACCOUNT()
      if (result === 'last-admin') throw errors.LAST_ADMIN()
      return ok(result, 'Peran diubah.')
    }),

    changeAccess: on.changeAccess.handler(async ({ input: { id, disabled }, context, errors }) => {
      const result = await students.change(id, { disabled }, context.viewer())
      if (result === 'not-found') throw errors.NOT_FOUND()
      if (result === 'own-account') throw errors.OWN_ACCOUNT()
      if (result === 'last-admin') throw errors.LAST_ADMIN()
      return ok(result, disabled ? 'Akun dinonaktifkan.' : 'Akun diaktifkan lagi.')
    }),

    resetTwoStep: on.resetTwoStep.handler(async ({ input, context, errors }) => {
      const outcome = await students.resetTwoStep(input.id, context.viewer())
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'own-account') throw errors.OWN_ACCOUNT()
      if (outcome === 'off') throw errors.TWO_STEP_OFF()
      return ok(null, 'Verifikasi dua langkah direset. Semua perangkatnya dikeluarkan.')
    }),
  }
}
