import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { NoAccess } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { answers, answerVotes, questions, questionVotes } from '#server/conversation/tables.ts'
import { findAnswer, lockQuestion } from './find.ts'

type Voted = { outcome: 'voted'; vote: { votes: number; hasVoted: boolean } } | NoAccess | Refusal<'question-deleted'>
type Vote<Refused extends string> = (
  deps: ConversationDeps,
  viewer: Viewer,
  id: string,
) => Promise<Voted | Refusal<Refused>>

/** One vote a person and question, however often it is sent. */
export const voteForQuestion: Vote<'own-post'> = (deps, viewer, id) =>
  deps.database.transaction(async (tx) => {
    const found = await lockQuestion(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return refused('question-deleted')
    if (found.question.userId === viewer.id) return refused('own-post')
    const added = await tx
      .insert(questionVotes)
      .values({ userId: viewer.id, questionId: id })
      .onConflictDoNothing()
      .returning()
    return { outcome: 'voted', vote: { votes: await countQuestionVotes(tx, id, added.length), hasVoted: true } }
  })

export const unvoteQuestion: Vote<never> = (deps, viewer, id) =>
  deps.database.transaction(async (tx) => {
    const found = await lockQuestion(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return refused('question-deleted')
    const mine = and(eq(questionVotes.userId, viewer.id), eq(questionVotes.questionId, id))
    const removed = await tx.delete(questionVotes).where(mine).returning()
    return { outcome: 'voted', vote: { votes: await countQuestionVotes(tx, id, -removed.length), hasVoted: false } }
  })

async function countQuestionVotes(tx: Tx, id: string, difference: number): Promise<number> {
  const voteCount = sql`${questions.voteCount} + ${difference}`
  const [after] = await tx
    .update(questions)
    .set({ voteCount })
    .where(eq(questions.id, id))
    .returning({ votes: questions.voteCount })
  return after?.votes ?? 0
}

/** One vote a person and answer. */
export const voteForAnswer: Vote<'own-post'> = (deps, viewer, id) =>
  deps.database.transaction(async (tx) => {
    const found = await findAnswer(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return refused('question-deleted')
    if (found.answer.userId === viewer.id) return refused('own-post')
    const added = await tx
      .insert(answerVotes)
      .values({ userId: viewer.id, answerId: id })
      .onConflictDoNothing()
      .returning()
    return { outcome: 'voted', vote: { votes: await countAnswerVotes(tx, id, added.length), hasVoted: true } }
  })

export const unvoteAnswer: Vote<never> = (deps, viewer, id) =>
  deps.database.transaction(async (tx) => {
    const found = await findAnswer(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return refused('question-deleted')
    const mine = and(eq(answerVotes.userId, viewer.id), eq(answerVotes.answerId, id))
    const removed = await tx.delete(answerVotes).where(mine).returning()
    return { outcome: 'voted', vote: { votes: await countAnswerVotes(tx, id, -removed.length), hasVoted: false } }
  })

async function countAnswerVotes(tx: Tx, id: string, difference: number): Promise<number> {
  const voteCount = sql`${answers.voteCount} + ${difference}`
  const [after] = await tx
    .update(answers)
    .set({ voteCount })
    .where(eq(answers.id, id))
    .returning({ votes: answers.voteCount })
  return after?.votes ?? 0
}
