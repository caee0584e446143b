import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Groups } from '#server/groups/index.ts'
import type { Members } from './members.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function membersRoutes({ groups, members }: { groups: Groups; members: Members }) {
  return {
    cohorts: cohortRoutes(groups, members),
    meetings: meetingRoutes(groups, members),
    schedule: scheduleRoutes(groups, members),
  }
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
    createCohort: serve(on.createCohort, groups.createCohort, 'created'),
    updateCohort: serve(on.updateCohort, groups.updateCohort, 'saved'),
    deleteCohort: serve(on.deleteCohort, async (viewer, input) => groups.deleteCohort(viewer, input.id), 'deleted'),
    cancelCohort: serve(on.cancelCohort, groups.cancelCohort, 'cancelled'),
    listCohortMembers: serve(on.listCohortMembers, members.listMembers, orNotFound()),
    listWithoutCohort: serve(on.listWithoutCohort, members.listWaiting, orNotFound()),
    addCohortMembers: on.addCohortMembers.handler(async ({ input, context, errors }) => {
      const { count } = accept(await members.addMembers(context.viewer(), input), errors, 'added')
      return ok({ added: count }, count === 0 ? 'Semua sudah di angkatan ini.' : `${count} siswa ditambahkan.`)
    }),
    moveCohortMember: serve(on.moveCohortMember, members.moveMember, 'moved'),
    removeCohortMember: serve(on.removeCohortMember, members.removeMember, 'removed'),
  }
}

function meetingRoutes(groups: Groups, members: Members) {
  const { meetings: on } = endpoints
  return {
    listMeetings: serve(on.listMeetings, async (viewer, input) => groups.listMeetings(viewer, input.id), orNotFound()),
    createMeetings: on.createMeetings.handler(async ({ input, context, errors }) => {
      const created = accept(await groups.createMeetings(context.viewer(), input), errors, 'created').meetings
      return ok(created, created.length > 1 ? `${created.length} sesi dijadwalkan.` : 'Sesi dijadwalkan.')
    }),
    updateMeeting: serve(on.updateMeeting, groups.updateMeeting, 'saved'),
    cancelMeeting: serve(
      on.cancelMeeting,
      async (viewer, input) => groups.cancelMeeting(viewer, input.id),
      'cancelled',
    ),
    listAttendance: serve(on.listAttendance, members.listAttendance, orNotFound()),
    exportAttendance: on.exportAttendance.handler(async ({ input, context, errors }) =>
      found(await members.exportAttendance(context.viewer(), input.id), errors),
    ),
    saveAttendance: serve(on.saveAttendance, members.saveAttendance, 'saved'),
    saveRecording: on.saveRecording.handler(async ({ input, context, errors }) => {
      accept(await groups.saveRecording(context.viewer(), input), errors, 'saved')
      return ok(null, input.contentId === null ? 'Rekaman dilepas.' : 'Rekaman dipasang.')
    }),
  }
}

function scheduleRoutes(groups: Groups, members: Members) {
  const { schedule: on } = endpoints
  return {
    showSchedule: serve(on.showSchedule, async (viewer) => members.showSchedule(viewer.id)),
    joinMeeting: on.joinMeeting.handler(async ({ input, context, errors }) => {
      const { url } = accept(await groups.joinMeeting(context.viewer().id, input.id), errors, 'joined')
      return ok({ url })
    }),
    showScheduleFeed: on.showScheduleFeed.handler(async ({ context }) =>
      ok({ url: await groups.showFeed(context.viewer().id) }),
    ),
    renewScheduleFeed: on.renewScheduleFeed.handler(async ({ context }) =>
      ok({ url: await groups.renewFeed(context.viewer().id) }, 'Tautan baru siap. Tautan lama tidak berlaku lagi.'),
    ),
    downloadSchedule: on.downloadSchedule.handler(async ({ input, errors }) =>
      found(await groups.downloadSchedule(input.file), errors),
    ),
  }
}
