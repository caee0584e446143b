import { eq } from 'drizzle-orm'
import { usedSeatPercent, type Team } from '#contract/groups/teams.ts'
import { groups, mailsOfManager } from '#server/groups/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { TeamsDeps } from './deps.ts'
import { highestPercent } from './member-percent.ts'
import { endSeat } from './seats-of-team.ts'
import { presentTeam } from './show-teams.ts'
import { joinUrlOf } from './team-link.ts'
import { findOwnTeam, lockOwnTeam, type TeamRow } from './team-row.ts'

/** The link until now leads nowhere afterwards. Null: not the manager's. */
export async function renewLink(deps: TeamsDeps, manager: Viewer, teamId: string): Promise<Team | null> {
  const renewed = await deps.database.transaction(async (tx) => {
    const team = await lockOwnTeam(tx, manager.id, teamId)
    if (!team) return null
    const change = { linkId: newId(), updatedAt: deps.clock.now() }
    await tx.update(groups).set(change).where(eq(groups.id, teamId))
    return { ...team, ...change }
  })
  if (!renewed) return null
  const used = await deps.learning.countTeamMembers(deps.database.query, [teamId])
  return presentTeam(deps, renewed, used.get(teamId) ?? 0)
}

type Invited = { sent: number; skipped: { email: string; reason: 'member' | 'later' }[] }

/** Mails the link. The mail says nothing that the manager chose: anyone can invite a foreign address. Null: not the manager's. */
export async function invite(
  deps: TeamsDeps,
  manager: Viewer,
  { id, emails }: { id: string; emails: readonly string[] },
): Promise<Invited | null> {
  const team = await findOwnTeam(deps.database.query, manager.id, id)
  if (!team) return null
  const url = await joinUrlOf(deps, team)
  const accounts = await deps.identity.findAccountsByEmail(emails)
  const invited: Invited = { sent: 0, skipped: [] }
  for (const email of new Set(emails)) {
    const account = accounts.get(email)
    const isMember =
      account !== undefined &&
      (await deps.learning.findTeamRights(deps.database.query, { teamId: id, userId: account.id })).length > 0
    const reason = isMember
      ? 'member'
      : (await mailInvitation(deps, { email, url, managerId: manager.id }))
        ? null
        : 'later'
    if (reason) invited.skipped.push({ email, reason })
    else invited.sent++
  }
  return invited
}

/** False: this mailbox got enough mails of strangers, or this manager sent enough today. */
async function mailInvitation(
  { database, mail, rateLimiter }: TeamsDeps,
  { email, url, managerId }: { email: string; url: string; managerId: string },
): Promise<boolean> {
  if (!(await rateLimiter.take([mailsOfManager, managerId])).allowed) return false
  return database.transaction(async (tx) => {
    if ((await mail.waitForStranger(tx, email)) !== null) return false
    await mail.queue(tx, {
      kind: 'team-invitation',
      isSecret: true,
      cause: 'counted',
      to: { name: '', email },
      ownerId: managerId,
      message: {
        subject: 'Kamu diundang ke sebuah tim belajar',
        paragraphs: [
          'Ada kursi belajar untukmu. Buka tautan di bawah untuk melihat dari siapa dan isinya apa; kamu bisa masuk atau membuat akun dengan alamat mana pun.',
          'Tidak kenal pengirimnya? Abaikan saja email ini.',
        ],
        action: { label: 'Lihat undangan', url },
      },
    })
    return true
  })
}

/** Frees the seat of a member who has hardly begun. */
export function removeMember(
  deps: TeamsDeps,
  manager: Viewer,
  { id, userId }: { id: string; userId: string },
): Promise<{ outcome: 'removed' } | Refusal<'not-found' | 'seat-used'>> {
  return deps.database.transaction(async (tx) => {
    const team = await lockOwnTeam(tx, manager.id, id)
    const rights = team && (await deps.learning.lockTeamRights(tx, { teamId: id, userId }))
    if (!team || !rights || rights.length === 0) return refused('not-found')
    const courses = await deps.catalog.listCoursesById(
      rights.map(({ courseId }) => courseId),
      tx,
    )
    if (highestPercent(rights, courses) >= usedSeatPercent) return refused('seat-used')
    await endSeat(tx, deps, { teamId: id, userId })
    await tell(tx, deps, team, { userId, state: 'removed', actorId: manager.id })
    return { outcome: 'removed' }
  })
}

/** To a member, who manages the team from now on. */
export function handOver(
  deps: TeamsDeps,
  manager: Viewer,
  { id, userId }: { id: string; userId: string },
): Promise<{ outcome: 'handed-over' } | Refusal<'not-found'>> {
  return deps.database.transaction(async (tx) => {
    const team = await lockOwnTeam(tx, manager.id, id)
    if (!team || (await deps.learning.findTeamRights(tx, { teamId: id, userId })).length === 0)
      return refused('not-found')
    if (!(await deps.identity.keepsAccount(tx, userId))) return refused('not-found')
    await setManager(tx, deps, { team, userId, actorId: manager.id })
    return { outcome: 'handed-over' }
  })
}

export async function setManager(
  tx: Tx,
  deps: Pick<TeamsDeps, 'clock' | 'notify'>,
  { team, userId, actorId }: { team: TeamRow; userId: string; actorId: string },
): Promise<void> {
  // Who managed the team until now knows the link.
  const change = { managerId: userId, linkId: newId(), updatedAt: deps.clock.now() }
  await tx.update(groups).set(change).where(eq(groups.id, team.id))
  await tell(tx, deps, team, { userId, state: 'manager', actorId })
}

const tell = (
  tx: Tx,
  { notify }: Pick<TeamsDeps, 'notify'>,
  { id, name, soldTitle }: TeamRow,
  { userId, state, actorId }: { userId: string; state: 'manager' | 'removed'; actorId: string },
) =>
  notify(tx, {
    kind: 'team',
    userId,
    actorId,
    subjectId: id,
    data: { teamId: id, name, title: soldTitle, state },
  })
