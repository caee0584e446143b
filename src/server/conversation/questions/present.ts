import { and, inArray, eq, sql, type SQL } from 'drizzle-orm'
import type { Answer, Question } from '#contract/conversation/questions.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { codePainter, storedPainter } from '#server/platform/code-colours/index.ts'
import type { UserProfile } from '#server/identity/index.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { mayLink } from '#server/conversation/new-accounts.ts'
import { withLinks } from '#server/conversation/post-html.ts'
import { mayEdit, type Post } from './may-edit.ts'
import { answerVotes, questions, questionVotes, type AnswerRow, type QuestionRow } from '#server/conversation/tables.ts'

type Viewing = { viewerId: string; tx?: Tx | undefined }
const authorOf = ({ userId, byStaff }: Post, people: ReadonlyMap<string, UserProfile>) => {
  const person = userId === null ? undefined : people.get(userId)
  return person ? { _id: person.id, name: person.name, avatar: person.avatar, isInstructor: byStaff } : null
}

export const mayLinkIn = (
  post: Pick<Post, 'userId' | 'byStaff'>,
  people: ReadonlyMap<string, UserProfile>,
  now: Date,
  staffAnswered: boolean,
): boolean => {
  const accountSince = post.userId === null ? undefined : people.get(post.userId)?.createdAt
  return mayLink({ byStaff: post.byStaff, staffAnswered, accountSince }, now)
}

const idsOf = (posts: readonly Post[]): string[] => posts.flatMap(({ userId }) => userId ?? [])

/** In a transaction with what is stored only: making colours takes a while, and the embedded database does one transaction at a time. */
function painterOf(deps: ConversationDeps, rows: readonly { html: string }[], { viewerId, tx }: Viewing) {
  const htmls = rows.map(({ html }) => html)
  return tx ? storedPainter(tx, htmls) : codePainter(deps, viewerId, htmls)
}

export type QuestionForViewer = QuestionRow & { hasVoted: boolean }

/** True when a viewer voted for a question of the statement that this is a column of. */
export const hasVoted = (viewerId: string): SQL<boolean> =>
  sql<boolean>`exists (select from ${questionVotes} where ${questionVotes.userId} = ${viewerId} and ${questionVotes.questionId} = ${questions.id})`

/** Questions as one viewer sees them, in the same order. */
export async function presentQuestions(
  deps: ConversationDeps,
  rows: readonly QuestionForViewer[],
  { viewerId, tx }: Viewing,
): Promise<Question[]> {
  if (rows.length === 0) return []
  const people = await deps.identity.findUserProfiles(idsOf(rows), tx)
  const lessonIds = [...new Set(rows.flatMap(({ lessonId }) => lessonId ?? []))]
  const lessons =
    lessonIds.length === 0 ? new Map<string, string>() : await deps.catalog.findLessonTitles(lessonIds, { tx })
  const now = deps.clock.now()
  const show = await painterOf(deps, rows, { viewerId, tx })
  return rows.map((row) => {
    const isDeleted = row.deletedAt !== null
    const lessonTitle = row.lessonId === null ? undefined : lessons.get(row.lessonId)
    return {
      _id: row.id,
      courseId: row.courseId,
      contentId: row.lessonId,
      content: row.lessonId === null || lessonTitle === undefined ? null : { _id: row.lessonId, title: lessonTitle },
      second: row.second,
      title: isDeleted ? null : row.title,
      text: isDeleted ? null : row.body,
      html: isDeleted ? null : withLinks(show(row.html), { mayLink: mayLinkIn(row, people, now, row.staffAnswered) }),
      asker: authorOf(row, people),
      createdAt: row.createdAt.toISOString(),
      editedAt: row.editedAt?.toISOString() ?? null,
      isEdited: row.editedAt !== null,
      isDeleted,
      hiddenReason: row.hiddenAt === null ? null : (row.hiddenReason ?? ''),
      votes: row.voteCount,
      hasVoted: row.hasVoted,
      answerCount: row.answerCount,
      isAnswered: row.answerCount > 0,
      acceptedAnswerId: row.acceptedId,
      isMine: row.userId === viewerId,
      canEdit: !isDeleted && mayEdit(row, viewerId, now),
    }
  })
}

/** Answers of one question as one viewer sees them, in the same order. */
export async function presentAnswers(
  deps: ConversationDeps,
  { question, rows }: { question: QuestionRow; rows: readonly AnswerRow[] },
  { viewerId, tx }: Viewing,
): Promise<Answer[]> {
  if (rows.length === 0) return []
  const queryable: Queryable = tx ?? deps.database.query
  const people = await deps.identity.findUserProfiles(idsOf(rows), tx)
  const ids = rows.map(({ id }) => id)
  const voted = await queryable
    .select({ id: answerVotes.answerId })
    .from(answerVotes)
    .where(and(eq(answerVotes.userId, viewerId), inArray(answerVotes.answerId, ids)))
  const mine = new Set(voted.map(({ id }) => id))
  const now = deps.clock.now()
  const show = await painterOf(deps, rows, { viewerId, tx })
  return rows.map((row) => ({
    _id: row.id,
    questionId: row.questionId,
    text: row.body,
    html: withLinks(show(row.html), { mayLink: mayLinkIn(row, people, now, question.staffAnswered) }),
    author: authorOf(row, people),
    isInstructor: row.byStaff,
    isAccepted: row.id === question.acceptedId,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    isEdited: row.editedAt !== null,
    hiddenReason: row.hiddenAt === null ? null : (row.hiddenReason ?? ''),
    votes: row.voteCount,
    hasVoted: mine.has(row.id),
    isMine: row.userId === viewerId,
    canEdit: mayEdit(row, viewerId, now),
  }))
}
