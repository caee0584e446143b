import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Groups } from '#server/groups/index.ts'
import type { Members } from './members.ts'

export function membersRoutes({ groups, members }: { groups: Groups; members: Members }) {
  return { cohorts: cohortRoutes(groups, members), meetings: meetingRoutes(groups, members) }
}

function cohortRoutes(groups: Groups, members: Members) {
  const { cohorts: on } = endpoints
  return {
    listCohorts: on.listCohorts.handler(async ({ input, context, errors }) =>
      ok(found(await groups.listCohorts(await context.findViewer(), input.id), errors)),
    ),
    chooseCohort: on.chooseCohort.handler(async ({ input: { id: courseId, cohortId }, context, errors }) => {
      const { cohort } = accept(await members.chooseCohort(context.viewer(), { courseId, cohortId }), errors, 'chosen')
      return ok(cohort, `Kamu masuk ${cohort.name}.`)
    }),
    createCohort: on.createCohort.handler(async ({ input, context, errors }) =>
      ok(accept(await groups.createCohort(context.viewer(), input), errors, 'created').cohort, 'Angkatan dibuka.'),
    ),
    updateCohort: on.updateCohort.handler(async ({ input, context, errors }) =>
      ok(accept(await groups.updateCohort(context.viewer(), input), errors, 'saved').cohort, 'Angkatan disimpan.'),
    ),
    deleteCohort: on.deleteCohort.handler(async ({ input, context, errors }) => {
      accept(await groups.deleteCohort(context.viewer(), input.id), errors, 'deleted')
      return ok(null, 'Angkatan dihapus.')
    }),
    cancelCohort: on.cancelCohort.handler(async ({ input, context, errors }) =>
      ok(
        accept(await groups.cancelCohort(context.viewer(), input), errors, 'cancelled').cohort,
        'Angkatan dibatalkan. Anggotanya sudah diberi tahu.',
      ),
    ),
    listCohortMembers: on.listCohortMembers.handler(async ({ input, context, errors }) =>
      ok(found(await members.listMembers(context.viewer(), input), errors)),
    ),
    listWithoutCohort: on.listWithoutCohort.handler(async ({ input, context, errors }) =>
      ok(found(await members.listWaiting(context.viewer(), input), errors)),
    ),
    addCohortMembers: on.addCohortMembers.handler(async ({ input, context, errors }) => {
      const { count } = accept(await members.addMembers(context.viewer(), input), errors, 'added')
      return ok({ added: count }, count === 0 ? 'Semua sudah di angkatan ini.' : `${count} siswa ditambahkan.`)
    }),
    moveCohortMember: on.moveCohortMember.handler(async ({ input, context, errors }) => {
      accept(await members.moveMember(context.viewer(), input), errors, 'moved')
      return ok(null, 'Siswa dipindahkan.')
    }),
    removeCohortMember: on.removeCohortMember.handler(async ({ input, context, errors }) => {
      accept(await members.removeMember(context.viewer(), input), errors, 'removed')
      return ok(null, 'Siswa dikeluarkan dari angkatan.')
    }),
  }
}

function meetingRoutes(groups: Groups, members: Members) {
  const { meetings: on } = endpoints
  return {
    listMeetings: on.listMeetings.handler(async ({ input, context, errors }) =>
      ok(found(await groups.listMeetings(context.viewer(), input.id), errors)),
    ),
    createMeetings: on.createMeetings.handler(async ({ input, context, errors }) => {
      const created = accept(await groups.createMeetings(context.viewer(), input), errors, 'created').meetings
      return ok(created, created.length > 1 ? `${created.length} sesi dijadwalkan.` : 'Sesi dijadwalkan.')
    }),
    updateMeeting: on.updateMeeting.handler(async ({ input, context, errors }) =>
      ok(accept(await groups.updateMeeting(context.viewer(), input), errors, 'saved').meeting, 'Sesi disimpan.'),
    ),
    cancelMeeting: on.cancelMeeting.handler(async ({ input, context, errors }) => {
      accept(await groups.cancelMeeting(context.viewer(), input.id), errors, 'cancelled')
      return ok(null, 'Sesi dibatalkan.')
    }),
    listAttendance: on.listAttendance.handler(async ({ input, context, errors }) =>
      ok(found(await members.listAttendance(context.viewer(), input), errors)),
    ),
    exportAttendance: on.exportAttendance.handler(async ({ input, context, errors }) =>
      found(await members.exportAttendance(context.viewer(), input.id), errors),
    ),
    saveAttendance: on.saveAttendance.handler(async ({ input, context, errors }) => {
      accept(await members.saveAttendance(context.viewer(), input), errors, 'saved')
      return ok(null, 'Kehadiran disimpan.')
    }),
    saveRecording: on.saveRecording.handler(async ({ input, context, errors }) => {
      accept(await groups.saveRecording(context.viewer(), input), errors, 'saved')
      return ok(null, input.contentId === null ? 'Rekaman dilepas.' : 'Rekaman dipasang.')
    }),
  }
}
