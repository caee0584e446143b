import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import type { NoAccess } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { answers, answerVotes, questions, questionVotes } from '#server/conversation/tables.ts'
import { findAnswer, findQuestion } from './find.ts'

export type VoteOutcome = { votes: number; hasVoted: boolean } | NoAccess | 'deleted' | 'own'

/** One vote a person and question, however often it is sent. */
export async function voteForQuestion(deps: ConversationDeps, viewer: Viewer, id: string, hasVoted: boolean): Promise<VoteOutcome> {
  return deps.database.transaction(async (tx) => {
    const found = await findQuestion(deps, viewer, id, tx)
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return 'deleted'
    if (hasVoted && found.question.userId === viewer.id) return 'own'
    const mine = and(eq(questionVotes.userId, viewer.id), eq(questionVotes.questionId, id))
    const key = { userId: viewer.id, questionId: id }
    const changed = hasVoted
      ? await tx.insert(questionVotes).values(key).onConflictDoNothing().returning()
      : await tx.delete(questionVotes).where(mine).returning()
    const [after] = await tx
      .update(questions)
      .set({ voteCount: sql`${questions.voteCount} + ${(hasVoted ? 1 : -1) * changed.length}` })
      .where(eq(questions.id, id))
      .returning({ votes: questions.voteCount })
    return { votes: after?.votes ?? 0, hasVoted }
  })
}

/** One vote a person and answer. */
export async function voteForAnswer(deps: ConversationDeps, viewer: Viewer, id: string, hasVoted: boolean): Promise<VoteOutcome> {
  return deps.database.transaction(async (tx) => {
    const found = await findAnswer(deps, viewer, id, tx)
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return 'deleted'
    if (hasVoted && found.answer.userId === viewer.id) return 'own'
    const mine = and(eq(answerVotes.userId, viewer.id), eq(answerVotes.answerId, id))
    const key = { userId: viewer.id, answerId: id }
    const changed = hasVoted ? await tx.insert(answerVotes).values(key).onConflictDoNothing().returning() : await tx.delete(answerVotes).where(mine).returning()
    const [after] = await tx
      .update(answers)
      .set({ voteCount: sql`${answers.voteCount} + ${(hasVoted ? 1 : -1) * changed.length}` })
      .where(eq(answers.id, id))
      .returning({ votes: answers.voteCount })
    return { votes: after?.votes ?? 0, hasVoted }
  })
}
