import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { TeamsDeps } from './deps.ts'
import { lockTeamSeats, seatRef } from './seats-of-team.ts'
import type { TeamItem } from './tables.ts'
import { findTeamOfLink, linkEnded } from './team-link.ts'
import { readTeamItems } from './team-row.ts'

type Joined = { outcome: 'joined'; teamId: string; courseId: string | null }
type NotJoined = Refusal<'no-seats' | 'already-enrolled' | 'own-item'> | { outcome: 'not-found'; message: string }

/** Takes a seat: whoever owns a part already gets the rest, and who owns all courses leaves the seat to others. */
export function joinTeam(
  deps: TeamsDeps,
  viewer: Viewer,
  { token, showProgress }: { token: string; showProgress: boolean },
): Promise<Joined | NotJoined> {
  return deps.database.transaction(async (tx): Promise<Joined | NotJoined> => {
    const found = await findTeamOfLink(tx, deps, token)
    const seats = found && (await lockTeamSeats(tx, deps, found.id))
    // The link may have ended while the seats were locked.
    const team = await findTeamOfLink(tx, deps, token)
    if (!team || !seats || !(await deps.identity.keepsAccount(tx, viewer.id)))
      return { outcome: 'not-found', message: linkEnded }
    const items = await readTeamItems(tx, team.id)
    const missing = await listMissing(tx, deps, viewer.id, items)
    if (!missing.some(({ kind }) => kind === 'course')) return refused('already-enrolled')
    const given = await leaveOutOwnWork(tx, deps, viewer.id, missing)
    if (!given.some(({ kind }) => kind === 'course')) return refused('own-item')
    if (seats.used >= seats.seats) return refused('no-seats')
    for (const { kind, itemId } of given.toSorted((one, other) => (one.itemId < other.itemId ? -1 : 1))) {
      const sourceRef = seatRef({ teamId: team.id, userId: viewer.id, itemId })
      if (kind === 'ebook') await deps.library.grantEbook(tx, { userId: viewer.id, ebookId: itemId, sourceRef })
      else
        await deps.learning.enroll(tx, {
          userId: viewer.id,
          courseId: itemId,
          sourceRef,
          teamId: team.id,
          showsProgress: showProgress,
        })
    }
    await deps.emitEvent(tx, { type: 'team.joined', data: { studentId: viewer.id, teamId: team.id } })
    return { outcome: 'joined', teamId: team.id, courseId: team.courseId }
  })
}

async function listMissing(
  tx: Tx,
  { learning, library }: TeamsDeps,
  userId: string,
  items: readonly TeamItem[],
): Promise<TeamItem[]> {
  const idsOf = (kind: TeamItem['kind']) => items.filter((item) => item.kind === kind).map(({ itemId }) => itemId)
  const courses = await learning.listEnrolledAmong(userId, idsOf('course'), tx)
  const ebooks = await library.listOwnedAmong(tx, userId, idsOf('ebook'))
  return items.filter(({ itemId }) => !courses.has(itemId) && !ebooks.has(itemId))
}

/** Nobody studies what they earn with. */
async function leaveOutOwnWork(
  tx: Tx,
  { catalog }: TeamsDeps,
  userId: string,
  items: readonly TeamItem[],
): Promise<TeamItem[]> {
  const courseIds = items.filter(({ kind }) => kind === 'course').map(({ itemId }) => itemId)
  const courses = await catalog.listCoursesById(courseIds, tx)
  const shares = await catalog.findInstructorShares(courseIds, tx)
  const isOwn = (courseId: string) =>
    courses.some(({ id, instructorId }) => id === courseId && instructorId === userId) ||
    (shares.get(courseId) ?? []).some((share) => share.userId === userId)
  return items.filter(({ kind, itemId }) => kind !== 'course' || !isOwn(itemId))
}
