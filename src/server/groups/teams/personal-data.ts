import type { PersonalData } from '#server/platform/database/index.ts'
import { eq } from 'drizzle-orm'
import { groups } from '#server/groups/index.ts'
import type { TeamsDeps } from './deps.ts'
import { setManager } from './manage-team.ts'
import { lockTeam } from './team-row.ts'
import { listJoinedTeams, listTeams } from './show-teams.ts'

/** Teams that a person manages or is in. A seat is freed with the enrolment that it gave. */
export const teamsPersonalData = (deps: TeamsDeps): PersonalData => ({
  name: 'teams',

  async export(userId) {
    const managed = await deps.database.query.select().from(groups).where(eq(groups.managerId, userId))
    const shown = await listTeams(deps, userId)
    return {
      managed: shown.map(({ _id, name, title, seats, used, createdAt }) => ({
        name,
        title,
        seats,
        used,
        npwp: managed.find(({ id }) => id === _id)?.npwp ?? null,
        createdAt,
      })),
      joined: (await listJoinedTeams(deps, userId)).map(({ name, title, joinedAt, showProgress }) => ({
        name,
        title,
        joinedAt,
        showProgress,
      })),
    }
  },

  /** The member of longest standing takes over; of a team without one nobody can take a seat any more. */
  async erase(tx, { id: userId }) {
    const managed = await tx.select({ id: groups.id }).from(groups).where(eq(groups.managerId, userId))
    for (const { id } of managed.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      const team = await lockTeam(tx, id)
      if (!team) continue
      const members = await deps.learning.listTeamMembersByTime(tx, { teamId: id, limit: 2, newest: false })
      const successor = members.find((memberId) => memberId !== userId)
      // The tax number may be that of the person.
      await tx.update(groups).set({ npwp: null, managerId: null, linkId: crypto.randomUUID() }).where(eq(groups.id, id))
      if (successor) await setManager(tx, deps, { team, userId: successor, actorId: userId })
    }
  },
})
