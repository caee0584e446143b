import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Report } from '#contract/conversation/moderation.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { ConversationDeps } from './deps.ts'
import { countAnswers } from '#server/conversation/questions/count-answers.ts'
import { answers, questions, reports, type ReportRow } from './tables.ts'
import { isDecidedBy } from './is-decided-by.ts'
import { presentReports } from './reports-list.ts'

type Decision = 'hide' | 'restore' | 'dismiss'
/** States that a decision may follow on. */
const follows: Record<Decision, readonly ReportRow['state'][]> = {
  hide: ['open', 'dismissed'],
  restore: ['hidden'],
  dismiss: ['open'],
}
/** Thrown, so that what was changed before is taken back. */
class DecidedMeanwhile extends Error {}
type Decided<Refused extends string> = { outcome: 'decided'; report: Report } | Refusal<Refused>

/** The author reads this when staff wrote nothing. Never the words of the reporter, who may say in them who they are. */
const neutralReason = ({ reviewId }: ReportRow): string =>
  `Melanggar aturan ${reviewId === null ? 'diskusi' : 'ulasan'}`

const find = async (deps: ConversationDeps, staff: Viewer, id: string): Promise<ReportRow | undefined> =>
  (
    await deps.database.query
      .select()
      .from(reports)
      .where(and(eq(reports.id, id), await isDecidedBy(deps, staff)))
  )[0]

type Decide<Refused extends string> = (
  deps: ConversationDeps,
  staff: Viewer,
  input: { id: string; reason?: string | undefined },
) => Promise<Decided<Refused>>

/** Hides what was reported; the reason of staff is shown to its author. */
export const hideReported: Decide<'not-found' | 'already-decided'> = async (deps, staff, { id, reason }) => {
  const known = await find(deps, staff, id)
  if (!known) return refused('not-found')
  return (await decide(deps, staff, known, 'hide', reason)) ?? refused('already-decided')
}

/** Shows again what was hidden. */
export const restoreReported: Decide<'not-found' | 'not-hidden'> = async (deps, staff, { id, reason }) => {
  const known = await find(deps, staff, id)
  if (!known) return refused('not-found')
  return (await decide(deps, staff, known, 'restore', reason)) ?? refused('not-hidden')
}

/** Leaves what was reported as it is. */
export const dismissReport: Decide<'not-found' | 'already-decided'> = async (deps, staff, { id, reason }) => {
  const known = await find(deps, staff, id)
  if (!known) return refused('not-found')
  return (await decide(deps, staff, known, 'dismiss', reason)) ?? refused('already-decided')
}

/** All reports of the same thing are decided together. Null when it is decided otherwise already, or was meanwhile by somebody else. */
async function decide(
  deps: ConversationDeps,
  staff: Viewer,
  known: ReportRow,
  decision: Decision,
  given = '',
): Promise<Decided<'not-found'> | null> {
  const { id } = known
  if (!follows[decision].includes(known.state)) return null
  const wanted = decision === 'hide' ? 'hidden' : 'dismissed'
  const reason = given === '' && decision === 'hide' ? neutralReason(known) : given
  // A review is locked through the counters of its course, in a transaction of its own.
  if (known.reviewId !== null && decision !== 'dismiss')
    await deps.reviews[decision](staff, { id: known.reviewId, reason })
  const store = async (tx: Tx): Promise<true> => {
    if (decision !== 'dismiss')
      await changeVisibility(
        tx,
        deps,
        known,
        decision === 'hide' ? { hiddenAt: deps.clock.now(), hiddenReason: reason } : shown,
      )
    // In one order, after what they are about.
    const about = await tx
      .select({ id: reports.id, state: reports.state })
      .from(reports)
      .where(isAbout(known))
      .orderBy(asc(reports.id))
      .for('update')
    const now = about.find((report) => report.id === id)
    if (!now || !follows[decision].includes(now.state)) throw new DecidedMeanwhile()
    await tx
      .update(reports)
      .set({ state: wanted, decidedAt: deps.clock.now(), decidedBy: staff.id })
      .where(
        and(
          isAbout(known),
          or(eq(reports.id, id), inArray(reports.state, decision === 'restore' ? ['hidden'] : ['open', wanted])),
        ),
      )
    const kind = kindOf(known)
    const action =
      decision === 'dismiss' ? 'report.dismissed' : decision === 'hide' ? 'report.hidden' : 'report.restored'
    await deps.audit.record(tx, {
      actorId: staff.id,
      action,
      subjectId: id,
      details: { kind, courseId: known.courseId, ...(reason === '' ? {} : { reason }) },
    })
    return true
  }
  const isStored = await deps.database.transaction(store).catch((error: unknown) => {
    if (error instanceof DecidedMeanwhile) return false
    throw error
  })
  if (!isStored) return null
  const [after] = await deps.database.query.select().from(reports).where(eq(reports.id, id))
  const [presented] = after ? await presentReports(deps, [after]) : []
  return presented ? { outcome: 'decided', report: presented } : refused('not-found')
}

const kindOf = ({ questionId, answerId }: ReportRow): Report['kind'] =>
  questionId ? 'question' : answerId ? 'answer' : 'review'

function isAbout({ questionId, answerId, reviewId }: ReportRow): SQL | undefined {
  if (questionId) return eq(reports.questionId, questionId)
  return answerId ? eq(reports.answerId, answerId) : eq(reports.reviewId, reviewId ?? '')
}

const shown = { hiddenAt: null, hiddenReason: null }

async function changeVisibility(
  tx: Tx,
  { notifications }: ConversationDeps,
  row: ReportRow,
  change: { hiddenAt: Date | null; hiddenReason: string | null },
): Promise<void> {
  if (row.questionId) {
    await tx
      .update(questions)
      .set(change)
      .where(and(eq(questions.id, row.questionId), isNull(questions.deletedAt)))
  } else if (row.answerId) {
    const [answer] = await tx
      .select({ questionId: answers.questionId })
      .from(answers)
      .where(eq(answers.id, row.answerId))
    if (!answer) return
    // Locks the question first, as all do who change its answers.
    await tx
      .select({ id: questions.id })
      .from(questions)
      .where(eq(questions.id, answer.questionId))
      .for('no key update')
    await tx.update(answers).set(change).where(eq(answers.id, row.answerId))
    if (change.hiddenAt !== null) {
      await tx
        .update(questions)
        .set({ acceptedId: null })
        .where(and(eq(questions.id, answer.questionId), eq(questions.acceptedId, row.answerId)))
    }
    await countAnswers(tx, answer.questionId)
  }
  const postId = row.questionId ?? row.answerId
  if (postId) await notifications[change.hiddenAt === null ? 'showAgain' : 'hide'](tx, postId)
}
