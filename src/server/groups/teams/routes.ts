import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { linkEnded } from './team-link.ts'
import type { Teams } from './teams.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function teamsRoutes(teams: Teams) {
  const { teams: on } = endpoints
  return {
    listTeams: serve(on.listTeams, async (viewer) => teams.listTeams(viewer.id)),
    listJoinedTeams: serve(on.listJoinedTeams, async (viewer) => teams.listJoinedTeams(viewer.id)),
    saveTeamConsent: on.saveTeamConsent.handler(async ({ input: { id, showProgress }, context, errors }) => {
      found((await teams.saveConsent(context.viewer().id, { id, showProgress })) || null, errors)
      return ok(
        { showProgress },
        showProgress ? 'Pengelola tim sekarang melihat progresmu.' : 'Progresmu tidak ditampilkan lagi.',
      )
    }),
    showTeamInvitation: on.showTeamInvitation.handler(async ({ input, context, errors }) =>
      ok(found(await teams.showInvitation((await context.findViewer())?.id ?? null, input.token), errors, linkEnded)),
    ),
    joinTeam: on.joinTeam.handler(async ({ input, context, errors }) => {
      const { teamId, courseId } = accept(await teams.joinTeam(context.viewer(), input), errors, 'joined')
      return ok({ teamId, courseId }, 'Kursinya sekarang milikmu. Selamat belajar!')
    }),
    renewTeamLink: serve(on.renewTeamLink, async (viewer, input) => teams.renewLink(viewer, input.id), orNotFound()),
    inviteToTeam: on.inviteToTeam.handler(async ({ input, context, errors }) => {
      const invited = found(await teams.invite(context.viewer(), input), errors)
      return ok(invited, `${invited.sent} undangan dikirim.`)
    }),
    listTeamMembers: serve(on.listTeamMembers, teams.listMembers, orNotFound()),
    exportTeamMembers: on.exportTeamMembers.handler(async ({ input, context, errors }) =>
      found(await teams.exportMembers(context.viewer(), input.id), errors),
    ),
    removeTeamMember: serve(on.removeTeamMember, teams.removeMember, 'removed'),
    handOverTeam: serve(on.handOverTeam, teams.handOver, 'handed-over'),
  }
}
