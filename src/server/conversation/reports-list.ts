import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ListReportsInput, Report } from '#contract/conversation/moderation.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { containing, countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import type { ConversationDeps } from './deps.ts'
import { answers, questions, reports, type ReportRow } from './tables.ts'
import { isDecidedBy } from './is-decided-by.ts'
import { findBlocked } from './writing-blocks.ts'

type Item = Report['item'] & { questionId: string | null; userId: string | null }

/** Open reports oldest first, decided ones newest first. Those that the staff member decides. */
export async function listReports(
  deps: ConversationDeps,
  staff: Viewer,
  { q, status, ...input }: ListReportsInput,
): Promise<KeysetPage<Report> & { total: number; isCounted: boolean }> {
  const { query } = deps.database
  const where = and(
    eq(reports.state, status),
    await isDecidedBy(deps, staff),
    q ? sql`lower(${reports.reason}) like ${containing(q.toLowerCase())}` : undefined,
  )
  const at = keyset({ key: reports.createdAt, type: 'instant', id: reports.id, descending: status !== 'open' }, input)
  const found = await query
    .select({ ...getTableColumns(reports), position: at.position })
    .from(reports)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  return {
    rows: await presentReports(deps, rows),
    ...steps,
    ...(await at.count(found, () => countUpTo(query, maximumCounted, reports, where))),
  }
}

const ids = (values: readonly (string | null)[]): string[] => values.filter((value) => value !== null)

async function findItems(
  { database, reviews }: ConversationDeps,
  rows: readonly ReportRow[],
): Promise<Map<string, Item>> {
  const { query } = database
  const items = new Map<string, Item>()
  const questionIds = ids(rows.map(({ questionId }) => questionId))
  const answerIds = ids(rows.map(({ answerId }) => answerId))
  if (questionIds.length > 0) {
    for (const { id, title, body, userId, hiddenAt } of await query
      .select()
      .from(questions)
      .where(inArray(questions.id, questionIds)))
      items.set(id, { _id: id, title, text: body, author: null, isHidden: hiddenAt !== null, questionId: id, userId })
  }
  if (answerIds.length > 0) {
    const found = await query
      .select({ answer: answers, title: questions.title })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(inArray(answers.id, answerIds))
    for (const { answer, title } of found)
      items.set(answer.id, {
        _id: answer.id,
        title,
        text: answer.body,
        author: null,
        isHidden: answer.hiddenAt !== null,
        questionId: answer.questionId,
        userId: answer.userId,
      })
  }
  for (const { id, body, rating, userId, hiddenAt } of await reviews.listByIds(
    ids(rows.map(({ reviewId }) => reviewId)),
  ))
    items.set(id, {
      _id: id,
      title: `Ulasan ${rating} bintang`,
      text: body,
      author: null,
      isHidden: hiddenAt !== null,
      questionId: null,
      userId,
    })
  return items
}

export async function presentReports(deps: ConversationDeps, rows: readonly ReportRow[]): Promise<Report[]> {
  if (rows.length === 0) return []
  const items = await findItems(deps, rows)
  const people = await deps.identity.findUserProfiles([
    ...rows.map(({ userId }) => userId),
    ...ids([...items.values()].map(({ userId }) => userId)),
  ])
  const courses = new Map(
    (await deps.catalog.listCoursesById([...new Set(rows.map(({ courseId }) => courseId))])).map(({ id, title }) => [
      id,
      title,
    ]),
  )
  const authors = rows.flatMap((row) => {
    const userId = items.get(row.questionId ?? row.answerId ?? row.reviewId ?? '')?.userId
    return userId ? { userId, courseId: row.courseId } : []
  })
  const blocked = await findBlocked(deps, authors)
  const named = (id: string) => ({ _id: id, name: people.get(id)?.name ?? '' })
  return rows.flatMap((row) => {
    const item = items.get(row.questionId ?? row.answerId ?? row.reviewId ?? '')
    if (!item) return []
    const { userId, questionId, ...shown } = item
    return {
      _id: row.id,
      kind: row.questionId ? ('question' as const) : row.answerId ? ('answer' as const) : ('review' as const),
      course: { _id: row.courseId, title: courses.get(row.courseId) ?? '' },
      item: { ...shown, author: userId === null ? null : named(userId) },
      questionId,
      reason: row.reason,
      isAuthorBlocked: userId !== null && blocked.has(`${userId} ${row.courseId}`),
      reporter: named(row.userId),
      createdAt: row.createdAt.toISOString(),
      status: row.state,
      decidedAt: row.decidedAt?.toISOString() ?? null,
    }
  })
}
