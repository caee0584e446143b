import { newId } from '#server/platform/new-id.ts'
import { and, eq } from 'drizzle-orm'
import { maximumAnswers, type Answer, type QuestionDetail } from '#contract/conversation/questions.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { CleanHtml } from '#server/platform/rich-text/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import { findAccessIn, type NoAccess } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { isBlocked } from '#server/conversation/writing-blocks.ts'
import { takeWriting } from '#server/conversation/limits.ts'
import { renderer, toHtml, toldOf } from '#server/conversation/post-html.ts'
import { answers, questions, type AnswerRow } from '#server/conversation/tables.ts'
import { countAnswers, followDeletedAnswers } from './count-answers.ts'
import { findAnswer, findQuestion, lockQuestion, type FoundAnswer, type FoundQuestion } from './find.ts'
import { presentDetail } from './list.ts'
import { mayEdit } from './may-edit.ts'
import { presentAnswers } from './present.ts'

type Shown<Done extends string> = { outcome: Done; answer: Answer }
export type AnswerOutcome =
  | Shown<'answered'>
  | NoAccess
  | TooManyRequests
  | Refusal<'blocked' | 'question-deleted' | 'too-many-answers' | 'edit-closed' | 'changed-since'>

type Sent = { text: string; key?: string | undefined }
type Written = { text: string; html: CleanHtml }

export async function answerQuestion(
  deps: ConversationDeps,
  viewer: Viewer,
  { questionId, text, key }: Sent & { questionId: string },
): Promise<AnswerOutcome> {
  const before = await findQuestion(deps, viewer, questionId)
  if (before.outcome !== 'open') return before
  if (before.question.deletedAt !== null) return refused('question-deleted')
  if (await isBlocked(deps.database.query, viewer, { courseId: before.course.id, isStaff: before.isStaff }))
    return refused('blocked')
  const rejected = await takeWriting(deps, viewer, { what: 'answer', isStaff: before.isStaff })
  if (rejected) return rejected
  const html = await toHtml(deps, viewer.id, text)
  return deps.database.transaction(async (tx) => {
    const found = await lockQuestion(tx, deps, { viewer, id: questionId })
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return refused('question-deleted')
    // The question is locked: what is sent again waits for the first time.
    const isSent = key === undefined ? undefined : and(eq(answers.userId, viewer.id), eq(answers.sentKey, key))
    const [sent] = isSent ? await tx.select().from(answers).where(isSent) : []
    if (sent && sent.questionId !== questionId) return refused('not-found')
    if (sent) return receiveAgain(tx, deps, viewer, { ...found, answer: sent }, { text, html })
    if ((await tx.$count(answers, eq(answers.questionId, questionId))) >= maximumAnswers)
      return refused('too-many-answers')
    const own = {
      id: newId(),
      questionId,
      userId: viewer.id,
      byStaff: found.isStaff,
      createdAt: deps.clock.now(),
      sentKey: key ?? null,
    }
    const [answer] = await tx
      .insert(answers)
      .values({ ...own, body: text, html, renderer })
      .onConflictDoNothing()
      .returning()
    // The same key for two questions at the same time.
    if (!answer) return refused('not-found')
    await countAnswers(tx, questionId)
    await tellAsker(tx, deps, found, answer)
    return { outcome: 'answered', answer: await present(deps, viewer, found, answer, tx) }
  })
}

/** Its response was lost. Its author may have written on meanwhile; what was changed on the site is newer than that. */
async function receiveAgain(
  tx: Tx,
  deps: ConversationDeps,
  viewer: Viewer,
  found: FoundAnswer,
  written: Written,
): Promise<AnswerOutcome> {
  const { answer } = found
  if (answer.body === written.text)
    return { outcome: 'answered', answer: await present(deps, viewer, found, answer, tx) }
  if (answer.editedAt !== null) return refused('changed-since')
  if (!mayEdit(answer, viewer.id, deps.clock.now())) return refused('edit-closed')
  return { outcome: 'answered', answer: await replaceText(tx, deps, viewer, found, written) }
}

/** Who can read the question now: the link would lead others to a page that refuses them. */
async function tellAsker(
  tx: Tx,
  deps: ConversationDeps,
  { question, course, isStaff }: FoundQuestion,
  answer: AnswerRow,
): Promise<void> {
  const asker = question.userId === null ? null : await deps.identity.findAccount(question.userId, tx)
  if (!asker || (await findAccessIn(tx, deps, { viewer: asker, courseId: course.id })).outcome !== 'open') return
  const data = {
    courseId: course.id,
    courseTitle: course.title,
    questionId: question.id,
    title: question.title,
    byStaff: isStaff,
    ...toldBy(answer, isStaff),
  }
  await deps.notifications.notify(tx, {
    kind: 'answer',
    userId: asker.id,
    actorId: answer.userId,
    subjectId: answer.id,
    data,
  })
}

/** Words of other students stay on the site: anyone could send mails of their own making to others with them. */
const toldBy = (answer: AnswerRow, byStaff: boolean) => (byStaff ? toldOf(answer) : { excerpt: '', post: null })

async function present(
  deps: ConversationDeps,
  viewer: Viewer,
  found: FoundQuestion,
  answer: AnswerRow,
  tx: Tx,
): Promise<Answer> {
  const [question] = await tx.select().from(questions).where(eq(questions.id, found.question.id))
  const [shown] = await presentAnswers(
    deps,
    { question: question ?? found.question, rows: [answer] },
    { viewerId: viewer.id, tx },
  )
  if (!shown) throw new Error('The answer was not presented')
  return shown
}

export type ChangeAnswerOutcome =
  | Shown<'changed'>
  | NoAccess
  | Refusal<'blocked' | 'forbidden' | 'question-deleted' | 'edit-closed'>

export async function changeAnswer(
  deps: ConversationDeps,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<ChangeAnswerOutcome> {
  const html = await toHtml(deps, viewer.id, text)
  return deps.database.transaction(async (tx) => {
    const found = await findAnswer(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    if (found.answer.userId !== viewer.id) return refused('forbidden')
    if (found.question.deletedAt !== null) return refused('question-deleted')
    if (!mayEdit(found.answer, viewer.id, deps.clock.now())) return refused('edit-closed')
    if (await isBlocked(tx, viewer, { courseId: found.course.id, isStaff: found.isStaff })) return refused('blocked')
    return { outcome: 'changed', answer: await replaceText(tx, deps, viewer, found, { text, html }) }
  })
}

async function replaceText(
  tx: Tx,
  deps: ConversationDeps,
  viewer: Viewer,
  found: FoundAnswer,
  { text, html }: Written,
): Promise<Answer> {
  const { id, body } = found.answer
  const edited = body === text ? {} : { editedAt: deps.clock.now() }
  const [changed] = await tx
    .update(answers)
    .set({ body: text, html, renderer, ...edited })
    .where(eq(answers.id, id))
    .returning()
  if (!changed) throw new Error('The answer of a locked question does not exist')
  await deps.notifications.change(tx, { subjectIds: [id], changed: toldBy(changed, changed.byStaff) })
  return present(deps, viewer, found, changed, tx)
}

/** Its author deletes an answer, or staff do. */
export async function deleteAnswer(
  deps: ConversationDeps,
  viewer: Viewer,
  id: string,
): Promise<{ outcome: 'deleted' } | NoAccess | Refusal<'forbidden'>> {
  return deps.database.transaction(async (tx) => {
    const found = await findAnswer(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    const { answer, question, isStaff } = found
    if (answer.userId !== viewer.id && !isStaff) return refused('forbidden')
    await tx.delete(answers).where(eq(answers.id, id))
    await deps.notifications.withdraw(tx, id)
    await followDeletedAnswers(tx, question.id)
    if (answer.userId !== viewer.id) {
      const details = { courseId: question.courseId, userId: answer.userId ?? '', title: question.title }
      await deps.audit.record(tx, {
        actorId: viewer.id,
        action: 'answer.deleted',
        subjectId: id,
        details,
      })
    }
    return { outcome: 'deleted' }
  })
}

export type AcceptOutcome =
  | { outcome: 'accepted'; question: QuestionDetail }
  | NoAccess
  | InvalidInput
  | Refusal<'forbidden' | 'question-deleted'>

/** The asker or staff say which answer helped; null: none. */
export async function acceptAnswer(
  deps: ConversationDeps,
  viewer: Viewer,
  { id, answerId }: { id: string; answerId: string | null },
): Promise<AcceptOutcome> {
  return deps.database.transaction(async (tx) => {
    const found = await lockQuestion(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    if (found.question.deletedAt !== null) return refused('question-deleted')
    if (!found.isStaff && found.question.userId !== viewer.id) return refused('forbidden')
    if (answerId !== null) {
      const [answer] = await tx.select().from(answers).where(eq(answers.id, answerId))
      const isSeen = answer?.questionId === id && (answer.hiddenAt === null || found.isStaff)
      if (!isSeen) return invalidInput({ answerId: 'Jawaban ini bukan dari pertanyaan ini' })
      // Hiding takes the acceptance, too: the question would name an answer that others do not see.
      if (answer.hiddenAt !== null) return invalidInput({ answerId: 'Jawaban ini disembunyikan. Tampilkan dulu.' })
    }
    const [changed] = await tx.update(questions).set({ acceptedId: answerId }).where(eq(questions.id, id)).returning()
    if (!changed) throw new Error('The locked question does not exist')
    return {
      outcome: 'accepted',
      question: await presentDetail(deps, viewer, { found: { ...found, question: changed }, tx }),
    }
  })
}
