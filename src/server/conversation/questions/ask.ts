import { teachersWith } from '#server/catalog/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { askInput, changeQuestionInput, QuestionDetail } from '#contract/conversation/questions.ts'
import { isForeignKeyViolation, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import { findAccess, type NoAccess } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { isBlocked } from '#server/conversation/writing-blocks.ts'
import { takeWriting } from '#server/conversation/limits.ts'
import { renderer, toHtml } from '#server/conversation/post-html.ts'
import { questions, type QuestionRow } from '#server/conversation/tables.ts'
import { subjectsOf } from './delete-question.ts'
import { lockQuestion, type FoundQuestion } from './find.ts'
import { presentDetail } from './list.ts'
import { mayEdit } from './may-edit.ts'

const noSuchLesson = invalidInput({ contentId: 'Materi ini tidak ada di kelas ini' })
const noLesson = invalidInput({ second: 'Detik video butuh materinya' })
const noVideo = invalidInput({ second: 'Materi ini bukan video, jadi tidak punya detik' })

type Place = { courseId: string; lessonId: string | null; second: number | null }

/** Rejects a wrong lesson, or a wrong second of its video; null: nothing is wrong. */
async function rejectPlace(
  { database, catalog }: ConversationDeps,
  { courseId, lessonId, second }: Place,
  tx?: Tx,
): Promise<InvalidInput | null> {
  if (lessonId === null) return second === null ? null : noLesson
  const type = await catalog.findLessonType(tx ?? database.query, { courseId, lessonId })
  if (type === null) return noSuchLesson
  return second === null || type === 'video' ? null : noVideo
}

type Shown<Done extends string> = { outcome: Done; question: QuestionDetail }
type SentAgain = 'question-deleted' | 'edit-closed' | 'changed-since'
export type AskOutcome = Shown<'asked'> | NoAccess | Refusal<'blocked' | SentAgain> | TooManyRequests | InvalidInput

export async function ask(
  deps: ConversationDeps,
  viewer: Viewer,
  { courseId, ...input }: z.output<typeof askInput> & { courseId: string },
): Promise<AskOutcome> {
  const access = await findAccess(deps, viewer, courseId)
  if (access.outcome !== 'open') return access
  if (await isBlocked(deps.database.query, viewer, { courseId, isStaff: access.isStaff })) return refused('blocked')
  const { contentId: lessonId = null, second = null, title, text, key = null } = input
  const before = await findSent(deps, viewer, courseId, key)
  if (before) return receiveAgain(deps, viewer, { ...access, question: before }, input)
  const misplaced = await rejectPlace(deps, { courseId, lessonId, second })
  if (misplaced) return misplaced
  const rejected = await takeWriting(deps, viewer, { what: 'question', isStaff: access.isStaff })
  if (rejected) return rejected
  const html = await toHtml(deps, viewer.id, text)
  const created = await deps.database
    .transaction(async (tx) => {
      const [question] = await tx
        .insert(questions)
        .values({
          id: newId(),
          courseId,
          lessonId,
          second,
          userId: viewer.id,
          byStaff: access.isStaff,
          title,
          body: text,
          html,
          renderer,
          createdAt: deps.clock.now(),
          sentKey: key,
        })
        .onConflictDoNothing()
        .returning()
      // It arrived twice at the same time.
      if (!question) return null
      const { course } = access
      const data = { courseId, courseTitle: course.title, questionId: question.id, title }
      const about = { kind: 'question' as const, actorId: viewer.id, subjectId: question.id, data }
      await deps.notifications.notify(tx, ...teachersWith(course, 'teach').map((userId) => ({ ...about, userId })))
      return question
    })
    .catch((error: unknown) => {
      // The lesson or the course was deleted meanwhile.
      if (isForeignKeyViolation(error)) return null
      throw error
    })
  if (created)
    return {
      outcome: 'asked',
      question: await presentDetail(deps, viewer, { found: { ...access, question: created } }),
    }
  const sent = await findSent(deps, viewer, courseId, key)
  return sent ? receiveAgain(deps, viewer, { ...access, question: sent }, input) : refused('not-found')
}

/** Its response was lost. The asker may have written on meanwhile; what was changed on the site is newer than that. */
async function receiveAgain(
  deps: ConversationDeps,
  viewer: Viewer,
  found: FoundQuestion,
  input: z.output<typeof askInput>,
): Promise<AskOutcome> {
  const { id, title, body, editedAt } = found.question
  if (title === input.title && body === input.text)
    return { outcome: 'asked', question: await presentDetail(deps, viewer, { found }) }
  if (editedAt !== null) return refused('changed-since')
  const changed = await changeQuestion(deps, viewer, { ...input, id })
  if (changed.outcome === 'changed') return { ...changed, outcome: 'asked' }
  // It was found by its author.
  return changed.outcome === 'forbidden' ? refused('not-found') : changed
}

async function findSent(
  { database }: ConversationDeps,
  viewer: Viewer,
  courseId: string,
  key: string | null,
): Promise<QuestionRow | undefined> {
  if (key === null) return undefined
  const isSame = and(eq(questions.userId, viewer.id), eq(questions.sentKey, key), eq(questions.courseId, courseId))
  return (await database.query.select().from(questions).where(isSame))[0]
}

export type ChangeOutcome =
  | Shown<'changed'>
  | NoAccess
  | InvalidInput
  | Refusal<'blocked' | 'forbidden' | 'question-deleted' | 'edit-closed'>

export async function changeQuestion(
  deps: ConversationDeps,
  viewer: Viewer,
  { id, ...input }: z.output<typeof changeQuestionInput> & { id: string },
): Promise<ChangeOutcome> {
  // Before the transaction, which would wait for it.
  const html = input.text === undefined ? null : await toHtml(deps, viewer.id, input.text)
  return deps.database.transaction(async (tx) => {
    const found = await lockQuestion(tx, deps, { viewer, id })
    if (found.outcome !== 'open') return found
    const { question } = found
    if (question.deletedAt !== null) return refused('question-deleted')
    if (question.userId !== viewer.id) return refused('forbidden')
    if (!mayEdit(question, viewer.id, deps.clock.now())) return refused('edit-closed')
    if (await isBlocked(tx, viewer, { courseId: question.courseId, isStaff: found.isStaff })) return refused('blocked')
    const lessonId = input.contentId === undefined ? question.lessonId : input.contentId
    const isMoved = lessonId !== question.lessonId
    const second = input.second === undefined ? (isMoved ? null : question.second) : input.second
    // Only a changed place is checked: an old one may be a draft or another kind by now.
    const isPlaced = isMoved || second !== question.second
    const misplaced = isPlaced ? await rejectPlace(deps, { courseId: question.courseId, lessonId, second }, tx) : null
    if (misplaced) return misplaced
    const title = input.title ?? question.title
    const body = input.text ?? question.body
    const isEdited = title !== question.title || body !== question.body
    const [changed] = await tx
      .update(questions)
      .set({
        title,
        body,
        ...(html === null ? {} : { html, renderer }),
        lessonId,
        second,
        ...(isEdited ? { editedAt: deps.clock.now() } : {}),
      })
      .where(eq(questions.id, id))
      .returning()
    if (!changed) throw new Error('The locked question does not exist')
    if (title !== question.title)
      await deps.notifications.change(tx, { subjectIds: await subjectsOf(tx, id), changed: { title } })
    return {
      outcome: 'changed',
      question: await presentDetail(deps, viewer, { found: { ...found, question: changed }, tx }),
    }
  })
}
