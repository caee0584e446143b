import { ok } from '#contract/kit/endpoint.ts'
import type { CourseStudentsDeps } from '#server/learning/students/deps.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { invite, listInvitations, resendInvitation, withdrawInvitation } from './invite.ts'
import { acceptInvitation, declineInvitation, listMyInvitations } from './my-invitations.ts'
import { changeTeacher } from './teachers.ts'

export const invitationRoutes = (deps: CourseStudentsDeps) => {
  const { invitations: on, teachers, myInvitations: mine } = endpoints
  return {
    invitations: {
      listInvitations: on.listInvitations.handler(async ({ input: { id, after }, context, errors }) =>
        ok(found(await listInvitations(deps, context.viewer(), { courseId: id, after }), errors)),
      ),
      invite: on.invite.handler(async ({ input: { id, ...input }, context, errors }) => {
        const { count } = accept(await invite(deps, context.viewer(), { courseId: id, ...input }), errors, 'invited')
        return ok(
          { count },
          input.role === 'student'
            ? `${count} alamat diproses: yang punya akun ditambahkan, yang lain diundang lewat email.`
            : `${count} alamat diundang lewat email.`,
        )
      }),
      resendInvitation: on.resendInvitation.handler(async ({ input: { id, invitationId }, context, errors }) => {
        accept(await resendInvitation(deps, context.viewer(), { courseId: id, invitationId }), errors, 'sent')
        return ok(null, 'Undangan dikirim lagi.')
      }),
      withdrawInvitation: on.withdrawInvitation.handler(async ({ input: { id, invitationId }, context, errors }) => {
        accept(await withdrawInvitation(deps, context.viewer(), { courseId: id, invitationId }), errors, 'withdrawn')
        return ok(null, 'Undangan ditarik.')
      }),
    },
    teachers: {
      changeTeacher: teachers.changeTeacher.handler(async ({ input: { id, userId, role }, context, errors }) => {
        accept(await changeTeacher(deps, context.viewer(), { courseId: id, userId, role }), errors, 'changed')
        return ok(null, 'Perannya diubah.')
      }),
      removeTeacher: teachers.removeTeacher.handler(async ({ input: { id, userId }, context, errors }) => {
        accept(await changeTeacher(deps, context.viewer(), { courseId: id, userId, role: null }), errors, 'changed')
        return ok(null, 'Tidak mengajar kelas ini lagi.')
      }),
    },
    myInvitations: {
      listMyInvitations: mine.listMyInvitations.handler(async ({ context }) =>
        ok(await listMyInvitations(deps, context.viewer())),
      ),
      acceptInvitation: mine.acceptInvitation.handler(async ({ input, context, errors }) => {
        const { courseId, role } = accept(await acceptInvitation(deps, context.viewer(), input.id), errors, 'accepted')
        return ok({ courseId, role }, 'Undangan diterima.')
      }),
      declineInvitation: mine.declineInvitation.handler(async ({ input, context, errors }) => {
        accept(await declineInvitation(deps, context.viewer(), input.id), errors, 'declined')
        return ok(null, 'Undangan ditolak.')
      }),
    },
  }
}
