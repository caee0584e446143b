import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Report } from '#contract/conversation/moderation.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { coursesOf } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { countAnswers } from '#server/conversation/questions/ask.ts'
import { answers, questions, reports, type ReportRow } from '#server/conversation/tables.ts'
import { presentReports } from './list.ts'

export type Decision = 'hide' | 'restore' | 'dismiss'
export type DecisionOutcome = Report | 'not-found' | 'unchanged'

/** Condition: a report that this staff member decides. Reviews of one's own courses are for admins to judge. */
export async function isDecidedBy(deps: ConversationDeps, staff: Viewer): Promise<SQL | undefined> {
  const courseIds = await coursesOf(deps, staff)
  return courseIds === null ? undefined : and(inArray(reports.courseId, courseIds), isNull(reports.reviewId))
}

const reasonOf = (given: string | undefined, { reason }: ReportRow): string => (given === undefined || given === '' ? reason : given)

/** Hides what was reported, shows it again, or leaves it. All reports of the same thing are decided with it. */
export async function decide(deps: ConversationDeps, staff: Viewer, id: string, decision: Decision, given: string | undefined): Promise<DecisionOutcome> {
  const isOwn = and(eq(reports.id, id), await isDecidedBy(deps, staff))
  const [known] = await deps.database.query.select().from(reports).where(isOwn)
  if (!known) return 'not-found'
  const wanted = decision === 'hide' ? 'hidden' : 'dismissed'
  if (decision === 'restore' ? known.state !== 'hidden' : known.state === wanted) return 'unchanged'
  if (decision === 'dismiss' && known.state === 'hidden') return 'unchanged'
  const reason = reasonOf(given, known)
  // A review is locked through the counters of its course, in a transaction of its own.
  if (known.reviewId !== null && decision !== 'dismiss') await deps.reviews[decision](staff, known.reviewId, reason)
  await deps.database.transaction(async (tx) => {
    if (decision !== 'dismiss') await changeVisibility(tx, known, decision === 'hide' ? { hiddenAt: deps.clock.now(), hiddenReason: reason } : shown)
    await tx
      .update(reports)
      .set({ state: wanted, decidedAt: deps.clock.now(), decidedBy: staff.id })
      .where(and(isAbout(known), or(eq(reports.id, id), inArray(reports.state, decision === 'restore' ? ['hidden'] : ['open', wanted]))))
    const kind = kindOf(known)
    const action = decision === 'dismiss' ? 'report.dismissed' : decision === 'hide' ? 'report.hidden' : 'report.restored'
    await deps.audit.record(tx, { actorId: staff.id, action, subjectKind: 'report', subjectId: id, details: { kind, courseId: known.courseId, reason } })
  })
  const [after] = await deps.database.query.select().from(reports).where(eq(reports.id, id))
  const [presented] = after ? await presentReports(deps, [after]) : []
  return presented ?? 'not-found'
}

export const kindOf = ({ questionId, answerId }: ReportRow): Report['kind'] => (questionId ? 'question' : answerId ? 'answer' : 'review')

function isAbout({ questionId, answerId, reviewId }: ReportRow): SQL | undefined {
  if (questionId) return eq(reports.questionId, questionId)
  return answerId ? eq(reports.answerId, answerId) : eq(reports.reviewId, reviewId ?? '')
}

const shown = { hiddenAt: null, hiddenReason: null }

async function changeVisibility(tx: Tx, row: ReportRow, change: { hiddenAt: Date | null; hiddenReason: string | null }) {
  if (row.questionId) {
    await tx
      .update(questions)
      .set(change)
      .where(and(eq(questions.id, row.questionId), isNull(questions.deletedAt)))
  } else if (row.answerId) {
    const [answer] = await tx.select({ questionId: answers.questionId }).from(answers).where(eq(answers.id, row.answerId))
    if (!answer) return
    // Locks the question first, as all do who change its answers.
    await tx.select({ id: questions.id }).from(questions).where(eq(questions.id, answer.questionId)).for('no key update')
    await tx.update(answers).set(change).where(eq(answers.id, row.answerId))
    if (change.hiddenAt !== null) {
      await tx
        .update(questions)
        .set({ acceptedId: null })
        .where(and(eq(questions.id, answer.questionId), eq(questions.acceptedId, row.answerId)))
    }
    await countAnswers(tx, answer.questionId)
  }
}
