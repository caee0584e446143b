import { and, eq, isNull, sql } from 'drizzle-orm'
import { answers, questions } from '#server/conversation/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** Counts the answers of a question anew, in the transaction that locked it. */
export async function countAnswers(tx: Tx, id: string): Promise<void> {
  const shown = and(eq(answers.questionId, id), isNull(answers.hiddenAt))
  const count = tx.$count(answers, shown)
  const byStaff = tx.$count(answers, and(shown, eq(answers.byStaff, true)))
  await tx
    .update(questions)
    .set({ answerCount: sql`${count}`, staffAnswered: sql`(${byStaff}) > 0` })
    .where(eq(questions.id, id))
}

/** Answers were deleted: counts the others, and the rest of a deleted question goes with its last one. */
export async function followDeletedAnswers(tx: Tx, id: string): Promise<void> {
  await countAnswers(tx, id)
  const hasAnswers = sql`exists (select 1 from ${answers} where ${answers.questionId} = ${questions.id})`
  await tx
    .delete(questions)
    .where(and(eq(questions.id, id), sql`${questions.deletedAt} is not null`, sql`not ${hasAnswers}`))
}
