import { newId } from '#server/platform/new-id.ts'
import { and, eq } from 'drizzle-orm'
import { announcementsPerDay, type AnnounceInput, type Announcement } from '#contract/conversation/announcements.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { canManageCourse, type CourseRow } from '#server/catalog/index.ts'
import type { NewBroadcast } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { Allowed, Rejected } from '#server/platform/protection/index.ts'
import type { ConversationDeps } from './deps.ts'
import type { CleanHtml } from '#server/platform/rich-text/index.ts'
import { renderer, toHtml, toldOf } from './post-html.ts'
import { announcements, type AnnouncementRow } from './tables.ts'
import { isChangeable } from './changeable.ts'
import { presentAnnouncements } from './announcements-list.ts'
import { announcementsPerPlace, announcementsToSelected } from './limits.ts'

const places = Array.from({ length: announcementsPerDay }, (_, place) => String(place))
const toAllMessage = `Paling banyak ${announcementsPerDay} pengumuman sehari untuk satu kelas.`
const toSelectedMessage = `Paling banyak ${announcementsToSelected.times} pengumuman sehari untuk siswa pilihan di satu kelas.`
/** So many minutes nobody is mailed, so that a mistake can be mended. */
const mailAfterMs = 2 * minuteMs

const oneOfBoth = 'Pilih sebagian siswa, atau siswa tertentu: tidak keduanya'

export type AnnounceOutcome =
  | { outcome: 'sent'; announcement: Announcement }
  | TooManyRequests
  | InvalidInput
  | Refusal<'not-found' | 'already-sent'>

export async function announce(
  deps: ConversationDeps,
  staff: Viewer,
  { courseId, ...input }: AnnounceInput & { courseId: string },
): Promise<AnnounceOutcome> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, 'edit')) return refused('not-found')
  const before = await findSent(deps, staff, courseId, input)
  if (before) return receiveAgain(deps, staff, before, input)
  const userIds = input.userIds && [...new Set(input.userIds)]
  const narrowed = [
    ...(input.to === 'all' ? [] : ['to']),
    ...(input.q ? ['q'] : []),
    ...(input.cohortId ? ['cohortId'] : []),
  ]
  if (userIds && narrowed.length > 0)
    return invalidInput(Object.fromEntries(narrowed.map((field) => [field, oneOfBoth])))
  if (userIds && !(await areEnrolled(deps, courseId, userIds)))
    return invalidInput({ userIds: 'Sebagian siswa ini tidak terdaftar di kelas ini' })
  if (input.cohortId !== undefined && !(await deps.groups.hasCohort(courseId, input.cohortId)))
    return invalidInput({ cohortId: 'Angkatan ini bukan dari kelas ini' })
  const counted = await (userIds
    ? deps.rateLimiter.take([announcementsToSelected, courseId])
    : takePlace(deps, courseId))
  if (!counted.allowed) return tooManyRequests(counted, userIds ? toSelectedMessage : toAllMessage)
  const html = await toHtml(deps, staff.id, input.text)
  const row = await deps.database.transaction((tx) => store(tx, deps, staff, course, { ...input, html, userIds }))
  if (row) return { outcome: 'sent', announcement: await present(deps, row) }
  // It arrived twice at the same time.
  const sent = await findSent(deps, staff, courseId, input)
  return sent ? receiveAgain(deps, staff, sent, input) : refused('not-found')
}

async function findSent(
  { database }: ConversationDeps,
  staff: Viewer,
  courseId: string,
  { key }: Pick<AnnounceInput, 'key'>,
): Promise<AnnouncementRow | undefined> {
  if (key === undefined) return undefined
  const isSame = and(
    eq(announcements.authorId, staff.id),
    eq(announcements.sentKey, key),
    eq(announcements.courseId, courseId),
  )
  return (await database.query.select().from(announcements).where(isSame))[0]
}

/** Its response was lost. The author may have written on meanwhile; whom it went to stays, and so does what was changed on the site. */
async function receiveAgain(
  deps: ConversationDeps,
  staff: Viewer,
  row: AnnouncementRow,
  input: AnnounceInput,
): Promise<AnnounceOutcome> {
  if (row.audience !== audienceOf(input)) return refused('already-sent')
  if (row.title === input.title && row.body === input.text)
    return { outcome: 'sent', announcement: await present(deps, row) }
  if (row.editedAt !== null) return refused('already-sent')
  const changed = await changeAnnouncement(deps, staff, { id: row.id, title: input.title, text: input.text })
  if (changed.outcome === 'changed') return { ...changed, outcome: 'sent' }
  return changed.outcome === 'change-closed' ? refused('already-sent') : changed
}

/** A place is taken for a day, also when the announcement is taken back. */
async function takePlace({ rateLimiter }: ConversationDeps, courseId: string): Promise<Allowed | Rejected> {
  const rejected: Rejected[] = []
  for (const place of places) {
    const counted = await rateLimiter.take([announcementsPerPlace, courseId, place])
    if (counted.allowed) return counted
    rejected.push(counted)
  }
  return {
    allowed: false,
    retryAfterSeconds: Math.min(...rejected.map(({ retryAfterSeconds }) => retryAfterSeconds)),
    isShared: false,
  }
}

async function areEnrolled(
  { learning }: ConversationDeps,
  courseId: string,
  userIds: readonly string[],
): Promise<boolean> {
  return (await learning.findEnrolled(courseId, userIds)).size === userIds.length
}

type Told = Pick<AnnounceInput, 'title' | 'text' | 'to' | 'q' | 'cohortId' | 'key'> & {
  html: CleanHtml
  userIds: string[] | undefined
}

const audienceOf = ({
  to,
  q,
  cohortId,
  userIds,
}: Pick<AnnounceInput, 'to' | 'q' | 'cohortId' | 'userIds'>): AnnouncementRow['audience'] =>
  userIds || q || cohortId ? 'selected' : to

/** Null: it is stored already. */
async function store(
  tx: Tx,
  deps: ConversationDeps,
  staff: Viewer,
  course: CourseRow,
  { title, text, html, to, q, cohortId, userIds, key }: Told,
): Promise<AnnouncementRow | null> {
  const id = newId()
  const [row] = await tx
    .insert(announcements)
    .values({
      id,
      courseId: course.id,
      authorId: staff.id,
      audience: audienceOf({ to, q, cohortId, userIds }),
      title,
      body: text,
      html,
      renderer,
      createdAt: deps.clock.now(),
      sentKey: key ?? null,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return null
  const data = dataOf(course, row)
  const told = {
    id,
    kind: 'announcement' as const,
    data,
    courseId: course.id,
    actorId: staff.id,
    to: recipientsOf({ to, q, cohortId, userIds }),
    delayMs: mailAfterMs,
  }
  await deps.notifications.broadcast(tx, told)
  const details = {
    title,
    courseId: course.id,
    value: userIds ? userIds.length : to,
    ...(q ? { search: q } : {}),
    ...(cohortId ? { cohortId } : {}),
  }
  await deps.audit.record(tx, {
    actorId: staff.id,
    action: 'announcement.sent',
    subjectId: id,
    details,
  })
  return row
}

function recipientsOf({
  to,
  q,
  cohortId,
  userIds,
}: Pick<Told, 'to' | 'q' | 'cohortId' | 'userIds'>): NewBroadcast['to'] {
  if (userIds) return { userIds }
  return to === 'all' && !q && !cohortId ? 'all' : { part: to === 'all' ? null : to, q, groupId: cohortId }
}

const dataOf = (course: CourseRow, row: AnnouncementRow) => ({
  courseId: course.id,
  courseTitle: course.title,
  announcementId: row.id,
  title: row.title,
  ...toldOf(row),
})

async function present(deps: ConversationDeps, row: AnnouncementRow): Promise<Announcement> {
  const [shown] = await presentAnnouncements(deps, [row], { isStaff: true })
  if (!shown) throw new Error('The announcement was not presented')
  return shown
}

type Own = { outcome: 'changeable'; row: AnnouncementRow; course: CourseRow }
type NotChangeable = Refusal<'not-found' | 'change-closed'>

async function lockOwn(tx: Tx, deps: ConversationDeps, staff: Viewer, id: string): Promise<Own | NotChangeable> {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update')
  const course = row && (await deps.catalog.findCourse(row.courseId, tx))
  if (!row || !course || !canManageCourse(staff, course, 'edit')) return refused('not-found')
  return isChangeable(row, deps.clock.now()) ? { outcome: 'changeable', row, course } : refused('change-closed')
}

export async function changeAnnouncement(
  deps: ConversationDeps,
  staff: Viewer,
  { id, ...change }: { id: string; title?: string | undefined; text?: string | undefined },
): Promise<{ outcome: 'changed'; announcement: Announcement } | NotChangeable> {
  const html = change.text === undefined ? null : await toHtml(deps, staff.id, change.text)
  const outcome = await deps.database.transaction(async (tx) => {
    const own = await lockOwn(tx, deps, staff, id)
    if (own.outcome !== 'changeable') return own
    const title = change.title ?? own.row.title
    const body = change.text ?? own.row.body
    const isEdited = title !== own.row.title || body !== own.row.body
    const [row] = await tx
      .update(announcements)
      .set({
        title,
        body,
        ...(html === null ? {} : { html, renderer }),
        ...(isEdited ? { editedAt: deps.clock.now() } : {}),
      })
      .where(eq(announcements.id, id))
      .returning()
    if (!row) throw new Error('The locked announcement does not exist')
    await deps.notifications.change(tx, { subjectIds: [id], changed: dataOf(own.course, row) })
    return { outcome: 'stored' as const, row }
  })
  return outcome.outcome === 'stored' ? { outcome: 'changed', announcement: await present(deps, outcome.row) } : outcome
}

/** Takes an announcement back: it disappears everywhere, and who was not mailed yet is not. */
export async function deleteAnnouncement(
  deps: ConversationDeps,
  staff: Viewer,
  id: string,
): Promise<{ outcome: 'deleted' } | NotChangeable> {
  return deps.database.transaction(async (tx) => {
    const own = await lockOwn(tx, deps, staff, id)
    if (own.outcome !== 'changeable') return own
    await tx.delete(announcements).where(eq(announcements.id, id))
    await deps.notifications.withdraw(tx, id)
    const details = { title: own.row.title, courseId: own.course.id }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'announcement.deleted',
      subjectId: id,
      details,
    })
    return { outcome: 'deleted' }
  })
}
