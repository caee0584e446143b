import { eq } from 'drizzle-orm'
import type { NoAccess } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { answers, questions, questionVotes, reports, type QuestionRow } from '#server/conversation/tables.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { cleanHtml } from '#server/platform/rich-text/index.ts'
import { lockQuestion } from './find.ts'

/** Its author deletes a question, or staff do; with answers, its place stays without what it said. */
export async function deleteQuestion(
  deps: ConversationDeps,
  viewer: Viewer,
  id: string,
): Promise<{ outcome: 'deleted' } | NoAccess | Refusal<'forbidden'>> {
  return deps.database.transaction(async (tx) => {
    const found = await lockQuestion(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    const { question, isStaff } = found
    if (question.deletedAt !== null) return refused('not-found')
    if (question.userId !== viewer.id && !isStaff) return refused('forbidden')
    await removeQuestion(tx, deps, question)
    if (question.userId !== viewer.id) {
      const details = { courseId: question.courseId, userId: question.userId ?? '', title: question.title }
      await deps.audit.record(tx, {
        actorId: viewer.id,
        action: 'question.deleted',
        subjectId: id,
        details,
      })
    }
    return { outcome: 'deleted' }
  })
}

/** Subjects of notifications that name a question by its title: itself and its answers. */
export async function subjectsOf(tx: Tx, id: string): Promise<string[]> {
  const ofQuestion = await tx.select({ id: answers.id }).from(answers).where(eq(answers.questionId, id))
  return [id, ...ofQuestion.map((answer) => answer.id)]
}

type RemoveDeps = Pick<ConversationDeps, 'clock'> & { notifications: Pick<Notifications, 'withdraw'> }

/** Deletes a locked question, or what it said. */
export async function removeQuestion(tx: Tx, { clock, notifications }: RemoveDeps, { id }: QuestionRow): Promise<void> {
  const subjects = await subjectsOf(tx, id)
  await notifications.withdraw(tx, ...subjects)
  if (subjects.length === 1) {
    await tx.delete(questions).where(eq(questions.id, id))
    return
  }
  await tx.delete(questionVotes).where(eq(questionVotes.questionId, id))
  // There is nothing left to decide. Those of a row that is deleted go with it.
  await tx.delete(reports).where(eq(reports.questionId, id))
  await tx
    .update(questions)
    .set({
      deletedAt: clock.now(),
      title: '',
      body: '',
      html: cleanHtml(''),
      userId: null,
      editedAt: null,
      hiddenReason: null,
      hiddenAt: null,
      voteCount: 0,
      second: null,
    })
    .where(eq(questions.id, id))
}
