import { eq } from 'drizzle-orm'
import { findAccess, findAccessIn, type Access, type NoAccess } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { answers, questions, type AnswerRow, type QuestionRow } from '#server/conversation/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

export type FoundQuestion = Access & { question: QuestionRow }
export type FoundAnswer = FoundQuestion & { answer: AnswerRow }

/** A question that a viewer may read. A hidden one is there for staff and its asker only; a deleted one while it has answers. */
export async function findQuestion(
  deps: ConversationDeps,
  viewer: Viewer,
  id: string,
): Promise<FoundQuestion | NoAccess> {
  const [question] = await deps.database.query.select().from(questions).where(eq(questions.id, id))
  if (!question) return { outcome: 'not-found' }
  return toFound(question, viewer, await findAccess(deps, viewer, question.courseId))
}

/** The same, locked: all that changes counters or the accepted answer of a question waits for each other. */
export async function lockQuestion(
  tx: Tx,
  deps: ConversationDeps,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<FoundQuestion | NoAccess> {
  const [question] = await tx.select().from(questions).where(eq(questions.id, id)).for('no key update')
  if (!question) return { outcome: 'not-found' }
  return toFound(question, viewer, await findAccessIn(tx, deps, { viewer, courseId: question.courseId }))
}

function toFound(question: QuestionRow, viewer: Viewer, access: Access | NoAccess): FoundQuestion | NoAccess {
  if (access.outcome !== 'open') return access
  if (question.hiddenAt !== null && !access.isStaff && question.userId !== viewer.id) return { outcome: 'not-found' }
  return { ...access, question }
}

/** An answer that a viewer may read, with its question. */
export async function findAnswer(
  tx: Tx,
  deps: ConversationDeps,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<FoundAnswer | NoAccess> {
  const [known] = await tx.select({ questionId: answers.questionId }).from(answers).where(eq(answers.id, id))
  if (!known) return { outcome: 'not-found' }
  const found = await lockQuestion(tx, deps, { viewer, id: known.questionId })
  if (found.outcome !== 'open') return found
  // Read again, because it may have been deleted while the question was being locked.
  const [answer] = await tx.select().from(answers).where(eq(answers.id, id))
  if (!answer || (answer.hiddenAt !== null && !found.isStaff && answer.userId !== viewer.id))
    return { outcome: 'not-found' }
  return { ...found, answer }
}
