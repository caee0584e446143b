import { and, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { InboxInput, InboxQuestion } from '#contract/conversation/moderation.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { coursesOf } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { questions, reports, type QuestionRow } from '#server/conversation/tables.ts'
import { countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

/** More than this is shown as "more than". */
const maximumWaitingShown = 99

const isWaiting = and(eq(questions.answerCount, 0), isNull(questions.deletedAt), isNull(questions.hiddenAt))
const isAnswered = and(gt(questions.answerCount, 0), isNull(questions.deletedAt), isNull(questions.hiddenAt))
const isIn = (courseIds: readonly string[] | null): SQL | undefined =>
  courseIds === null ? undefined : inArray(questions.courseId, [...courseIds])

/** The course of a filter, if it is one of the staff member's. */
async function narrow(deps: ConversationDeps, staff: Viewer, course: string | undefined): Promise<string[] | null> {
  const own = await coursesOf(deps, staff)
  if (course === undefined || course === '') return own
  return isUuid(course) && (own === null || own.includes(course)) ? [course] : []
}

/** Unanswered questions oldest first, answered ones newest first. */
export async function listInbox(
  deps: ConversationDeps,
  staff: Viewer,
  { status, course, ...input }: InboxInput,
): Promise<KeysetPage<InboxQuestion> & { total: number; isCounted: boolean }> {
  const { query } = deps.database
  const courseIds = await narrow(deps, staff, course)
  const isOfStatus = status === 'unanswered' ? isWaiting : isAnswered
  const at = keyset(
    { key: questions.createdAt, type: 'instant', id: questions.id, descending: status === 'answered' },
    input,
  )
  const page = and(isOfStatus, at.where)
  // Each course is read in the order of its index, so that the courses of others cost nothing.
  const firstOfEach =
    courseIds === null
      ? undefined
      : sql`${questions.id} in (
          select first.id from jsonb_array_elements_text(${JSON.stringify(courseIds)}::jsonb) as own (course_id)
          cross join lateral (
            select ${questions.id} from ${questions} where ${questions.courseId} = own.course_id::uuid and ${page}
            order by ${sql.join(at.orderBy, sql`, `)} limit ${at.limit + at.offset}
          ) as first)`
  const found = await query
    .select({ row: questions, id: questions.id, position: at.position })
    .from(questions)
    .where(firstOfEach ?? page)
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  const counted = await at.count(found, () =>
    countUpTo(query, maximumCounted, questions, and(isOfStatus, isIn(courseIds))),
  )
  return {
    rows: await present(
      deps,
      rows.map(({ row }) => row),
    ),
    ...steps,
    ...counted,
  }
}

async function present(
  { identity, catalog }: ConversationDeps,
  rows: readonly QuestionRow[],
): Promise<InboxQuestion[]> {
  const people = await identity.findUserProfiles(rows.flatMap(({ userId }) => userId ?? []))
  const courses = await catalog.listCoursesById([...new Set(rows.map(({ courseId }) => courseId))])
  const titles = new Map(courses.map(({ id, title }) => [id, title]))
  const lessonIds = [...new Set(rows.flatMap(({ lessonId }) => lessonId ?? []))]
  const lessons =
    lessonIds.length === 0 ? new Map<string, string>() : await catalog.findLessonTitles(lessonIds, { withDrafts: true })
  return rows.map((row) => {
    const person = people.get(row.userId ?? '')
    const lessonTitle = lessons.get(row.lessonId ?? '')
    return {
      _id: row.id,
      course: { _id: row.courseId, title: titles.get(row.courseId) ?? '' },
      content: row.lessonId === null || lessonTitle === undefined ? null : { _id: row.lessonId, title: lessonTitle },
      title: row.title,
      asker: person ? { _id: person.id, name: person.name, avatar: person.avatar, isInstructor: row.byStaff } : null,
      createdAt: row.createdAt.toISOString(),
      answerCount: row.answerCount,
      votes: row.voteCount,
    }
  })
}

/** For the menu of staff. */
export async function countWaiting(
  deps: ConversationDeps,
  staff: Viewer,
): Promise<{ waiting: number; isCounted: boolean; reports: number }> {
  const { query } = deps.database
  const courseIds = await coursesOf(deps, staff)
  const { total, isCounted } = await countUpTo(query, maximumWaitingShown, questions, and(isWaiting, isIn(courseIds)))
  const isOwn = courseIds === null ? undefined : and(inArray(reports.courseId, courseIds), isNull(reports.reviewId))
  const open = await countUpTo(query, maximumWaitingShown, reports, and(eq(reports.state, 'open'), isOwn))
  return { waiting: total, isCounted, reports: open.total }
}
