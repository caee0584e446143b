import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Clock } from '#server/platform/clock.ts'
import { personalDataOf, type Database, type PersonalData, type Tx } from '#server/platform/database/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import { followDeletedAnswers } from './questions/count-answers.ts'
import { removeQuestion } from './questions/delete-question.ts'
import { answers, answerVotes, ownedByAuthors, questions, questionVotes, reports, writingBlocks } from './tables.ts'

/** Questions, answers and reports of a person. Deleted with the account; of an answered question its place stays, without what it said. */
type Deps = { database: Database; clock: Clock; notifications: Pick<Notifications, 'withdraw'> }

export function conversationPersonalData(deps: Deps): PersonalData {
  const { database, notifications } = deps
  return personalDataOf(database, 'conversation', ownedByAuthors, {
    async erase(tx, { id: userId }) {
      // Before their reports, as everywhere.
      await lockQuestionsOf(tx, userId)
      // Staff show again what is hidden from its report, so that one stays, without the words of its author.
      const isOwn = eq(reports.userId, userId)
      await tx.delete(reports).where(and(isOwn, ne(reports.state, 'hidden')))
      await tx.update(reports).set({ reason: '' }).where(isOwn)
      await tx.update(writingBlocks).set({ blockedBy: null }).where(eq(writingBlocks.blockedBy, userId))
      await removeVotes(tx, userId)
      const own = { id: answers.id, questionId: answers.questionId }
      for (const { id, questionId } of await tx.delete(answers).where(eq(answers.userId, userId)).returning(own)) {
        await notifications.withdraw(tx, id)
        await followDeletedAnswers(tx, questionId)
      }
      for (const question of await tx.select().from(questions).where(eq(questions.userId, userId)).for('update')) {
        await removeQuestion(tx, deps, question)
      }
    },
  })
}

/**
 * Locks every question of this person, and every one that they answered or voted in, as whoever changes one does before its answers and
 * votes: the counts miss nothing that others write meanwhile.
 */
async function lockQuestionsOf(tx: Tx, userId: string): Promise<void> {
  const ids = union(
    tx.select({ id: questions.id }).from(questions).where(eq(questions.userId, userId)),
    tx.select({ id: answers.questionId }).from(answers).where(eq(answers.userId, userId)),
    tx.select({ id: questionVotes.questionId }).from(questionVotes).where(eq(questionVotes.userId, userId)),
    tx
      .select({ id: answers.questionId })
      .from(answers)
      .innerJoin(answerVotes, eq(answerVotes.answerId, answers.id))
      .where(eq(answerVotes.userId, userId)),
  )
  await tx
    .select({ id: questions.id })
    .from(questions)
    .where(inArray(questions.id, ids))
    .orderBy(asc(questions.id))
    .for('no key update')
}

async function removeVotes(tx: Tx, userId: string): Promise<void> {
  for (const { id } of await tx
    .delete(questionVotes)
    .where(eq(questionVotes.userId, userId))
    .returning({ id: questionVotes.questionId }))
    await tx
      .update(questions)
      .set({ voteCount: sql`${questions.voteCount} - 1` })
      .where(eq(questions.id, id))
  for (const { id } of await tx
    .delete(answerVotes)
    .where(eq(answerVotes.userId, userId))
    .returning({ id: answerVotes.answerId }))
    await tx
      .update(answers)
      .set({ voteCount: sql`${answers.voteCount} - 1` })
      .where(eq(answers.id, id))
}
