import { and, asc, eq, getTableColumns, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import {
  maximumAnswers,
  type ListQuestionsInput,
  type Question,
  type QuestionDetail,
} from '#contract/conversation/questions.ts'
import { findAccess, type NoAccess } from '#server/conversation/access.ts'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import { toHtml, withLinks } from '#server/conversation/post-html.ts'
import { answers, questions } from '#server/conversation/tables.ts'
import { containing, countUpTo, keyset, type KeysetPage, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import { findQuestion, type FoundQuestion } from './find.ts'
import { mayLinkIn, hasVoted, presentAnswers, presentQuestions } from './present.ts'

export type QuestionPage = KeysetPage<Question> & { total: number; isCounted: boolean }

/** Counting more takes longer than reading the page, and tells nobody more. */
const questionsCounted = 300

const searched = sql`lower(${questions.title} || ' ' || ${questions.body})`
/** Everyone in the course sees these: deleted questions only while they have answers. */
const isListed = and(isNull(questions.hiddenAt), or(isNull(questions.deletedAt), gt(questions.answerCount, 0)))

function filterOf(viewer: Viewer, courseId: string, { q, contentId, filter }: ListQuestionsInput): SQL | undefined {
  const ofCourse = and(eq(questions.courseId, courseId), contentId ? eq(questions.lessonId, contentId) : undefined)
  const isFound = q ? and(sql`${searched} like ${containing(q.toLowerCase())}`, isNull(questions.deletedAt)) : undefined
  if (filter === 'mine') return and(ofCourse, isFound, eq(questions.userId, viewer.id))
  const isWaiting = filter === 'unanswered' ? and(eq(questions.answerCount, 0), isNull(questions.deletedAt)) : undefined
  return and(ofCourse, isFound, isWaiting, isListed)
}

export async function listQuestions(
  deps: ConversationDeps,
  viewer: Viewer,
  { courseId, ...input }: ListQuestionsInput & { courseId: string },
): Promise<{ outcome: 'listed'; page: QuestionPage } | NoAccess> {
  const access = await findAccess(deps, viewer, courseId)
  if (access.outcome !== 'open') return access
  const { query } = deps.database
  const where = filterOf(viewer, courseId, input)
  const order =
    input.sort === 'top'
      ? ({ key: questions.voteCount, type: 'integer' } as const)
      : ({ key: questions.createdAt, type: 'instant' } as const)
  const at = keyset({ ...order, id: questions.id, descending: true }, input)
  const found = await query
    .select({ ...getTableColumns(questions), hasVoted: hasVoted(viewer.id), position: at.position })
    .from(questions)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  // A search is not done a second time to count it: the total is what was seen so far.
  const seen = { total: at.offset + rows.length, isCounted: input.cursor === undefined && steps.next === null }
  const counted = input.q ? seen : await at.count(found, () => countUpTo(query, questionsCounted, questions, where))
  return {
    outcome: 'listed',
    page: { rows: await presentQuestions(deps, rows, { viewerId: viewer.id }), ...steps, ...counted },
  }
}

const similarShown = 5
/** Titles with less in common are about something else. */
const leastSimilarity = 0.25

/** Questions that may already say what somebody is about to ask. */
export async function listSimilar(
  deps: ConversationDeps,
  viewer: Viewer,
  { courseId, title }: { courseId: string; title: string },
): Promise<{ outcome: 'listed'; questions: Question[] } | NoAccess> {
  const access = await findAccess(deps, viewer, courseId)
  if (access.outcome !== 'open') return access
  const text = title.trim().toLowerCase()
  if (text.length < 4) return { outcome: 'listed', questions: [] }
  const likeness = sql<number>`word_similarity(${text}, lower(${questions.title}))`
  const rows = await deps.database.query
    .select({ ...getTableColumns(questions), hasVoted: hasVoted(viewer.id) })
    .from(questions)
    .where(
      and(
        eq(questions.courseId, courseId),
        isNull(questions.hiddenAt),
        isNull(questions.deletedAt),
        sql`${likeness} >= ${leastSimilarity}`,
      ),
    )
    .orderBy(sql`${likeness} desc`, sql`${questions.voteCount} desc`, questions.id)
    .limit(similarShown)
  return { outcome: 'listed', questions: await presentQuestions(deps, rows, { viewerId: viewer.id }) }
}

/** A picture for what a person is writing. It is deleted later when nothing shows it. */
export async function uploadPicture(
  deps: ConversationDeps,
  viewer: Viewer,
  { courseId, image }: { courseId: string; image: File },
): Promise<{ outcome: 'stored'; url: string } | InvalidInput | NoAccess> {
  const access = await findAccess(deps, viewer, courseId)
  if (access.outcome !== 'open') return access
  const received = await deps.uploads.receive(image, 'article', viewer.id)
  if (received.outcome === 'rejected') return invalidInput({ image: received.message })
  return { outcome: 'stored', url: `/uploads/${await deps.uploads.storeNow(received.image, viewer.id)}` }
}

/** Renders what a person is writing as everyone will see it while no staff has answered. */
export async function preview(
  deps: ConversationDeps,
  viewer: Viewer,
  { courseId, text }: { courseId: string; text: string },
): Promise<{ outcome: 'previewed'; html: string } | NoAccess> {
  const access = await findAccess(deps, viewer, courseId)
  if (access.outcome !== 'open') return access
  const people = await deps.identity.findUserProfiles([viewer.id])
  const post = { userId: viewer.id, byStaff: access.isStaff }
  const mayLink = mayLinkIn(post, people, deps.clock.now(), false)
  const html = await toHtml(deps, viewer.id, text)
  const show = await codePainter(deps, viewer.id, [html])
  return { outcome: 'previewed', html: withLinks(show(html), { mayLink }) }
}

export async function showQuestion(
  deps: ConversationDeps,
  viewer: Viewer,
  id: string,
): Promise<{ outcome: 'found'; question: QuestionDetail } | NoAccess> {
  const found = await findQuestion(deps, viewer, id)
  return found.outcome === 'open' ? { outcome: 'found', question: await presentDetail(deps, viewer, { found }) } : found
}

export async function presentDetail(
  deps: ConversationDeps,
  viewer: Viewer,
  { found, tx }: { found: FoundQuestion; tx?: Tx | undefined },
): Promise<QuestionDetail> {
  const { question, course, isStaff } = found
  const isVisible = isStaff ? undefined : or(isNull(answers.hiddenAt), eq(answers.userId, viewer.id))
  const queryable = tx ?? deps.database.query
  const rows = await queryable
    .select()
    .from(answers)
    .where(and(eq(answers.questionId, question.id), isVisible))
    .orderBy(asc(answers.createdAt), asc(answers.id))
    .limit(maximumAnswers)
  const sorted = rows.toSorted(
    (a, b) => Number(b.id === question.acceptedId) - Number(a.id === question.acceptedId) || b.voteCount - a.voteCount,
  )
  const viewing = { viewerId: viewer.id, tx }
  const [vote] = await queryable
    .select({ hasVoted: hasVoted(viewer.id) })
    .from(questions)
    .where(eq(questions.id, question.id))
  const [shown] = await presentQuestions(deps, [{ ...question, hasVoted: vote?.hasVoted ?? false }], viewing)
  if (!shown) throw new Error('The question was not presented')
  return {
    ...shown,
    course: { _id: course.id, title: course.title },
    answers: await presentAnswers(deps, { question, rows: sorted }, viewing),
    viewer: { isStaff, canAccept: question.deletedAt === null && (isStaff || question.userId === viewer.id) },
  }
}
