import { newId } from '#server/platform/new-id.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { isForeignKeyViolation, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { ConversationDeps } from './deps.ts'
import { takeWriting } from './limits.ts'
import { answers, questions, reports } from './tables.ts'

// Anyone who is signed in may say once what is wrong with something. What they cannot read, they do not get to read.

type Found = { courseId: string; userId: string | null }
type Reported =
  | { outcome: 'reported'; id: string }
  | TooManyRequests
  | Refusal<'not-found' | 'own-post' | 'already-reported'>

export async function reportQuestion(
  deps: ConversationDeps,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<Reported | Refusal<'question-deleted'>> {
  const [question] = await deps.database.query.select().from(questions).where(eq(questions.id, id))
  if (question && question.deletedAt !== null) return refused('question-deleted')
  return question ? store(deps, viewer, question, { questionId: id, reason }) : refused('not-found')
}

export async function reportAnswer(
  deps: ConversationDeps,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<Reported> {
  const [answer] = await deps.database.query
    .select({ userId: answers.userId, courseId: questions.courseId })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(eq(answers.id, id))
  return answer ? store(deps, viewer, answer, { answerId: id, reason }) : refused('not-found')
}

/** `courseId`: the course that the address of the review names. */
export async function reportReview(
  deps: ConversationDeps,
  viewer: Viewer,
  { key, reason }: { key: { id: string; courseId: string }; reason: string },
): Promise<Reported> {
  const review = await deps.reviews.find(key.id)
  return review && review.courseId === key.courseId
    ? store(deps, viewer, review, { reviewId: key.id, reason })
    : refused('not-found')
}

type About = ({ questionId: string } | { answerId: string } | { reviewId: string }) & { reason: string }

async function store(
  deps: ConversationDeps,
  viewer: Viewer,
  { courseId, userId }: Found,
  about: About,
): Promise<Reported> {
  if (userId === viewer.id) return refused('own-post')
  const rejected = await takeWriting(deps, viewer, { what: 'report', isStaff: false })
  if (rejected) return rejected
  const values = { id: newId(), courseId, userId: viewer.id, createdAt: deps.clock.now(), ...about }
  try {
    return await deps.database.transaction(async (tx) => {
      if ('questionId' in about && !(await lockWhole(tx, about.questionId))) return refused('not-found')
      const [created] = await tx.insert(reports).values(values).onConflictDoNothing().returning({ id: reports.id })
      return created ? { outcome: 'reported', id: created.id } : refused('already-reported')
    })
  } catch (error) {
    // It was deleted meanwhile.
    if (isForeignKeyViolation(error)) return refused('not-found')
    throw error
  }
}

/** A deleted question may keep its place: its reports go with its words, and none comes after them. */
async function lockWhole(tx: Tx, id: string): Promise<boolean> {
  const isWhole = and(eq(questions.id, id), isNull(questions.deletedAt))
  return (await tx.select({ id: questions.id }).from(questions).where(isWhole).for('share')).length > 0
}
