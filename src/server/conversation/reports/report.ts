import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isForeignKeyViolation } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Rejected } from '#server/platform/rate-limiter/index.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { takeWriting } from '#server/conversation/limits.ts'
import { answers, questions, reports } from '#server/conversation/tables.ts'

export type ReportedKind = 'question' | 'answer' | 'review'
/** `courseId` only of a review, whose address names its course. */
export type Reported = { kind: ReportedKind; id: string; courseId?: string }
export type ReportOutcome = { id: string } | Rejected | 'not-found' | 'own' | 'reported' | 'deleted'

type Found = { courseId: string; userId: string | null; key: { questionId: string } | { answerId: string } | { reviewId: string } }

async function findReported({ database, reviews }: ConversationDeps, { kind, id, courseId }: Reported): Promise<Found | 'deleted' | null> {
  if (kind === 'question') {
    const [question] = await database.query.select().from(questions).where(eq(questions.id, id))
    if (!question) return null
    return question.deletedAt === null ? { courseId: question.courseId, userId: question.userId, key: { questionId: id } } : 'deleted'
  }
  if (kind === 'answer') {
    const [answer] = await database.query
      .select({ userId: answers.userId, courseId: questions.courseId })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(eq(answers.id, id))
    return answer ? { ...answer, key: { answerId: id } } : null
  }
  const review = await reviews.find(id)
  return review && review.courseId === courseId ? { courseId: review.courseId, userId: review.userId, key: { reviewId: id } } : null
}

/** Anyone who is signed in may say once what is wrong with something. What they cannot read, they do not get to read. */
export async function report(deps: ConversationDeps, viewer: Viewer, reported: Reported, reason: string): Promise<ReportOutcome> {
  const found = await findReported(deps, reported)
  if (found === null) return 'not-found'
  if (found === 'deleted') return 'deleted'
  if (found.userId === viewer.id) return 'own'
  const rejected = await takeWriting(deps, viewer, 'report', { isStaff: false })
  if (rejected) return rejected
  const { courseId, key } = found
  const values = { id: randomUUIDv7(), courseId, userId: viewer.id, reason, createdAt: deps.clock.now(), ...key }
  try {
    const [created] = await deps.database.query.insert(reports).values(values).onConflictDoNothing().returning({ id: reports.id })
    return created ?? 'reported'
  } catch (error) {
    // It was deleted meanwhile.
    if (isForeignKeyViolation(error)) return 'not-found'
    throw error
  }
}
