import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Teams } from './teams.ts'

export function teamsRoutes(teams: Teams) {
  const { teams: on } = endpoints
  return {
    listTeams: on.listTeams.handler(async ({ context }) => ok(await teams.listTeams(context.viewer().id))),
    listJoinedTeams: on.listJoinedTeams.handler(async ({ context }) =>
      ok(await teams.listJoinedTeams(context.viewer().id)),
    ),
    saveTeamConsent: on.saveTeamConsent.handler(async ({ input: { id, showProgress }, context, errors }) => {
      found((await teams.saveConsent(context.viewer().id, { id, showProgress })) || null, errors)
      return ok(
        { showProgress },
        showProgress ? 'Pengelola tim sekarang melihat progresmu.' : 'Progresmu tidak ditampilkan lagi.',
      )
    }),
    showTeamInvitation: on.showTeamInvitation.handler(async ({ input, context, errors }) =>
      ok(found(await teams.showInvitation((await context.findViewer())?.id ?? null, input.token), errors)),
    ),
    joinTeam: on.joinTeam.handler(async ({ input, context, errors }) => {
      const { teamId, courseId } = accept(await teams.joinTeam(context.viewer(), input), errors, 'joined')
      return ok({ teamId, courseId }, 'Kursinya sekarang milikmu. Selamat belajar!')
    }),
    renewTeamLink: on.renewTeamLink.handler(async ({ input, context, errors }) =>
      ok(
        found(await teams.renewLink(context.viewer(), input.id), errors),
        'Tautan baru siap. Tautan lama tidak berlaku lagi.',
      ),
    ),
    inviteToTeam: on.inviteToTeam.handler(async ({ input, context, errors }) => {
      const invited = found(await teams.invite(context.viewer(), input), errors)
      return ok(invited, `${invited.sent} undangan dikirim.`)
    }),
    listTeamMembers: on.listTeamMembers.handler(async ({ input, context, errors }) =>
      ok(found(await teams.listMembers(context.viewer(), input), errors)),
    ),
    exportTeamMembers: on.exportTeamMembers.handler(async ({ input, context, errors }) =>
      found(await teams.exportMembers(context.viewer(), input.id), errors),
    ),
    removeTeamMember: on.removeTeamMember.handler(async ({ input, context, errors }) => {
      accept(await teams.removeMember(context.viewer(), input), errors, 'removed')
      return ok(null, 'Kursinya kosong lagi.')
    }),
    handOverTeam: on.handOverTeam.handler(async ({ input, context, errors }) => {
      accept(await teams.handOver(context.viewer(), input), errors, 'handed-over')
      return ok(null, 'Tim ini sekarang dikelola orang lain.')
    }),
  }
}
