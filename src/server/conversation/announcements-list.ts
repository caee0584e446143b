import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Announcement, ListAnnouncementsInput } from '#contract/conversation/announcements.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findAccess, type NoAccess } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import { announcements, type AnnouncementRow } from './tables.ts'
import { isChangeable } from './changeable.ts'

type Viewing = { isStaff: boolean }

/** Lists those that were meant for the viewer; staff of the course see all. */
export async function listAnnouncements(
  deps: ConversationDeps,
  viewer: Viewer,
  { courseId, ...input }: ListAnnouncementsInput & { courseId: string },
): Promise<{ outcome: 'listed'; page: KeysetPage<Announcement> & { total: number; isCounted: boolean } } | NoAccess> {
  const access = await findAccess(deps, viewer, courseId)
  if (access.outcome !== 'open') return access
  const { query } = deps.database
  const where = and(eq(announcements.courseId, courseId), access.isStaff ? undefined : isMeant(deps, viewer))
  const at = keyset({ key: announcements.createdAt, type: 'instant', id: announcements.id, descending: true }, input)
  const found = await query
    .select({ ...getTableColumns(announcements), position: at.position })
    .from(announcements)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  const counted = await at.count(found, () => countUpTo(query, maximumCounted, announcements, where))
  return { outcome: 'listed', page: { rows: await presentAnnouncements(deps, rows, access), ...steps, ...counted } }
}

const isMeant = ({ notifications }: ConversationDeps, viewer: Viewer) =>
  notifications.isMeantSql(announcements.id, viewer.id)

/** Null when it was not meant for the viewer, or is gone. */
export async function showAnnouncement(
  deps: ConversationDeps,
  viewer: Viewer,
  id: string,
): Promise<Announcement | null> {
  const [row] = await deps.database.query
    .select({ ...getTableColumns(announcements), isMeant: sql<boolean>`${isMeant(deps, viewer)}` })
    .from(announcements)
    .where(eq(announcements.id, id))
  if (!row) return null
  const access = await findAccess(deps, viewer, row.courseId)
  if (access.outcome !== 'open' || (!access.isStaff && !row.isMeant)) return null
  const [shown] = await presentAnnouncements(deps, [row], access)
  return shown ?? null
}

export async function presentAnnouncements(
  deps: ConversationDeps,
  rows: readonly AnnouncementRow[],
  { isStaff }: Viewing,
): Promise<Announcement[]> {
  const people = await deps.identity.findUserProfiles(rows.map(({ authorId }) => authorId))
  const courses =
    rows.length === 0 ? [] : await deps.catalog.listCoursesById([...new Set(rows.map(({ courseId }) => courseId))])
  const titles = new Map(courses.map(({ id, title }) => [id, title]))
  const now = deps.clock.now()
  const show = await codePainter(
    deps,
    'announcements',
    rows.map(({ html }) => html),
  )
  return rows.map((row) => {
    const person = people.get(row.authorId)
    return {
      _id: row.id,
      course: { _id: row.courseId, title: titles.get(row.courseId) ?? '' },
      title: row.title,
      text: row.body,
      html: show(row.html),
      author: { _id: row.authorId, name: person?.name ?? '', avatar: person?.avatar ?? '' },
      createdAt: row.createdAt.toISOString(),
      editedAt: row.editedAt?.toISOString() ?? null,
      isEdited: row.editedAt !== null,
      to: isStaff ? row.audience : null,
      canChange: isStaff && isChangeable(row, now),
    }
  })
}
