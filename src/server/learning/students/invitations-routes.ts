import { ok } from '#contract/kit/endpoint.ts'
import type { CourseStudentsDeps } from './deps.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { invite, listInvitations, resendInvitation, withdrawInvitation } from './invite.ts'
import { acceptInvitation, declineInvitation, listMyInvitations } from './my-invitations.ts'
import { changeTeacher } from './teachers.ts'
import { orNotFound, serve } from '#server/serve.ts'

export const invitationRoutes = (deps: CourseStudentsDeps) => {
  const { invitations: on, teachers, myInvitations: mine } = endpoints
  return {
    invitations: {
      listInvitations: serve(
        on.listInvitations,
        async (viewer, { id, after }) => listInvitations(deps, viewer, { courseId: id, after }),
        orNotFound(),
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
      resendInvitation: serve(
        on.resendInvitation,
        async (viewer, { id, invitationId }) => resendInvitation(deps, viewer, { courseId: id, invitationId }),
        'sent',
      ),
      withdrawInvitation: serve(
        on.withdrawInvitation,
        async (viewer, { id, invitationId }) => withdrawInvitation(deps, viewer, { courseId: id, invitationId }),
        'withdrawn',
      ),
    },
    teachers: {
      changeTeacher: serve(
        teachers.changeTeacher,
        async (viewer, { id, userId, role }) => changeTeacher(deps, viewer, { courseId: id, userId, role }),
        'changed',
      ),
      removeTeacher: serve(
        teachers.removeTeacher,
        async (viewer, { id, userId }) => changeTeacher(deps, viewer, { courseId: id, userId, role: null }),
        'changed',
      ),
    },
    myInvitations: {
      listMyInvitations: serve(mine.listMyInvitations, async (viewer) => listMyInvitations(deps, viewer)),
      acceptInvitation: mine.acceptInvitation.handler(async ({ input, context, errors }) => {
        const { courseId, role } = accept(await acceptInvitation(deps, context.viewer(), input.id), errors, 'accepted')
        return ok({ courseId, role }, 'Undangan diterima.')
      }),
      declineInvitation: serve(
        mine.declineInvitation,
        async (viewer, input) => declineInvitation(deps, viewer, input.id),
        'declined',
      ),
    },
  }
}
