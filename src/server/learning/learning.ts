import { isFree } from '#contract/kit/money.ts'
import type { LessonPosition } from '#contract/learning/lesson-position.ts'
import type { Content, EnrolledCourse, Review } from '#contract/learning/learning.ts'
import type { CvInput } from '#contract/learning/cv.ts'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Catalog, LessonKey } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { EmitEvent } from '#server/integrations/webhooks/index.ts'
import type { RateLimiter } from '#server/platform/rate-limiter/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Media, MediaGrant } from '#server/platform/media/index.ts'
import type { Consents } from '#server/privacy/index.ts'
import { showActivity } from './enrolment/activity.ts'
import { certificateIdsOf } from './certificates/certificates.ts'
import { mayMailAccess } from './enrolment/access-mail-limits.ts'
import {
  countCoursesOf,
  enroll,
  findCourseIdsOf,
  readStudies,
  findEnrolled,
  findEnrollment,
  listEnrolledAmong,
  lockEnrollmentForShare,
  type EnrollmentKey,
  type Grant,
} from './enrolment/enroll.ts'
import { giveAccess, type AccessGrant } from './enrolment/give-access.ts'
import { memberships } from './enrolment/memberships.ts'
import { presentEnrolled } from './present.ts'
import { readFigures, type FiguresScope } from './figures.ts'
import { listAllNotes } from './notes/list-all-notes.ts'
import { listNotes, saveNote } from './notes/notes.ts'
import { savePosition } from './lessons/positions.ts'
import { listEnrollments, applyCompletionChanges, readProgress, recordProgress, type ProgressChange } from './progress/progress.ts'
import { saveCv, showCv } from './cv.ts'
import { mayReview } from './reviews/may-review.ts'
import { addReview, deleteReview, listReviews, presentReview, saveReview, type NewReview } from './reviews/reviews.ts'
import { listMyReviewVotes, voteForReview } from './reviews/vote.ts'
import { revokePurchase } from './enrolment/revoke-purchase.ts'
import { downloadLessonFile, findWatchable, listLessonFiles, showCaptions, showLesson, type LessonOutcome, type VideoDeps } from './lessons/show-lesson.ts'
import { showCourse, showOverview } from './lessons/show-course.ts'
import { saveWeeklyGoal, showWeeklyGoal } from './weekly-goal/weekly-goal.ts'
import { decideStudy, enrollmentSql, findLessonToStudy, studySql, type StudyRow } from './lessons/study-access.ts'
import { clearLastLesson, deleteLessonProgress } from './lessons/prepare-lesson-deletion.ts'
import { correctStudentOrder } from './students/correct-student-order.ts'
import { completeByResult } from './progress/complete-by-result.ts'
import { importHistory, type ImportedStudy } from './enrolment/import-history.ts'

export type Learning = ReturnType<typeof learningModule>
export type { Content, LessonOutcome }

type Deps = {
  database: Database
  catalog: Catalog
  identity: Identity
  clock: Clock
  audit: Audit
  cacheTags: CacheTags
  consents: Consents
  emitEvent: EmitEvent
  mail: Mail
  rateLimiter: RateLimiter
  publicUrl: string
  media: Pick<Media, 'find' | 'read'>
} & VideoDeps

export function learningModule(deps: Deps) {
  const { database, catalog } = deps

  return {
    /** Runs before a lesson is deleted. */
    clearLastLesson: (lesson: LessonKey) => clearLastLesson(database, lesson),
    /** Counts the completions of every student of a course again, in batches. */
    recountCompletions: (courseId: string) => correctStudentOrder(deps, courseId),
    /** In the transaction that deletes a lesson, which has marked it. */
    deleteLessonProgress,

    enroll: (tx: Tx, grant: Grant) => enroll(tx, deps, grant),
    /** For a purchase whose money went back: also revokes the certificate and deletes the review. */
    revokePurchase: (tx: Tx, sourceRef: string) => revokePurchase(tx, deps, sourceRef),

    listEnrolledAmong: (userId: string, courseIds: readonly string[], tx?: Tx) => listEnrolledAmong(tx ?? database.query, userId, courseIds),

    async isEnrolled(userId: string, courseId: string, tx?: Tx): Promise<boolean> {
      return (await findEnrollment(tx ?? database.query, userId, courseId)) !== null
    },

    /** How much of a course a student has done, 0 to 100; 0 without access. */
    async readPercent(tx: Tx, { userId, courseId }: EnrollmentKey): Promise<number> {
      const enrollment = await findEnrollment(tx, userId, courseId)
      return enrollment ? (await readProgress(tx, enrollment, await catalog.listLessonSummaries(courseId, tx))).percent : 0
    },

    enrollmentSql,
    memberships: memberships(deps.clock),
    /** For queries of other modules about a lesson that a student works on: its part of the query, and what its row means. */
    studySql: (key: Parameters<typeof studySql>[1], viewer: Viewer) => studySql(deps, key, viewer),
    decideStudy: (key: Parameters<typeof decideStudy>[1], viewer: Viewer, row: StudyRow | undefined) => decideStudy(deps, key, viewer, row),
    findLessonToStudy: (key: Parameters<typeof findLessonToStudy>[1], viewer: Viewer) => findLessonToStudy(deps, key, viewer),
    completeByResult: (tx: Tx, lesson: Parameters<typeof completeByResult>[2]) => completeByResult(tx, deps, lesson, deps.clock.now()),

    giveAccess: (tx: Tx, grants: readonly AccessGrant[]) => giveAccess(tx, deps, grants),
    /** Counts a mail about granted access; false when the user has had enough of them. */
    mayMailAccess: (key: EnrollmentKey) => mayMailAccess(deps, key),
    readStudies: (userIds: readonly string[]) => readStudies(database.query, userIds),
    findCourseIdsOf: (userIds: readonly string[], options?: { alsoRevoked: boolean }) => findCourseIdsOf(database.query, userIds, options),

    /** Which of these users are enrolled in a course. */
    findEnrolled: (courseId: string, userIds: readonly string[]) => findEnrolled(database.query, courseId, userIds),

    /** The number of active enrolments by user. A user without any has no entry. */
    countCoursesOf: (userIds: readonly string[]) => countCoursesOf(database.query, userIds),

    /** 'Mulai Belajar' on a free course. Idempotent. */
    async enrollFree(userId: string, courseId: string): Promise<'enrolled' | 'not-found' | 'not-free' | 'empty'> {
      return database.transaction(async (tx) => {
        const course = await catalog.findCourse(courseId, tx)
        if (course?.status !== 'published' || course.priceIdr === null) return 'not-found'
        if (!isFree({ price: course.priceIdr, discount: course.discountPercent })) return 'not-free'
        if (course.lessonCount === 0) return 'empty'
        await enroll(tx, deps, { userId, courseId, sourceRef: 'free' })
        return 'enrolled'
      })
    },

    showOverview: (courseId: string) => showOverview(deps, courseId),
    showCourse: (courseId: string, viewer: Viewer | null, options: { preview: boolean }) => showCourse(deps, courseId, viewer, options),
    showLesson: (key: LessonKey, viewer: Viewer | null) => showLesson(deps, key, viewer),
    showCaptions: (key: LessonKey & { lang: string }, viewer: Viewer | null) => showCaptions(deps, key, viewer),
    listLessonFiles: (key: LessonKey, viewer: Viewer | null) => listLessonFiles(deps, key, viewer),
    downloadLessonFile: (key: LessonKey & { fileId: string }, viewer: Viewer | null) => downloadLessonFile(deps, key, viewer),
    /** The uploaded video that this viewer may watch now; null when there is none (any more). */
    findWatchable: (grant: MediaGrant) => findWatchable(deps, grant),
    recordProgress: (change: ProgressChange, key: Parameters<typeof recordProgress>[2]) => recordProgress(deps, change, key),

    applyCompletionChanges: (key: Parameters<typeof applyCompletionChanges>[1], queued: Parameters<typeof applyCompletionChanges>[2]) =>
      applyCompletionChanges(deps, key, queued),

    savePosition: (key: LessonKey & { userId: string }, position: LessonPosition) => savePosition(deps, key, position),
    importHistory: (tx: Tx, studies: readonly ImportedStudy[]) => importHistory(tx, catalog, studies),

    listNotes: (userId: string, courseId: string) => listNotes(deps, userId, courseId),
    listAllNotes: (userId: string, page: Parameters<typeof listAllNotes>[2]) => listAllNotes({ query: database.query, catalog }, userId, page),
    saveNote: (key: LessonKey & { userId: string }, note: { text: string; version: number }) => saveNote(deps, key, note),

    showActivity: (userId: string) => showActivity(database.query, userId, deps.clock.now()),
    showWeeklyGoal: (userId: string) => showWeeklyGoal(deps, userId),
    saveWeeklyGoal: (userId: string, days: number | null) => saveWeeklyGoal(deps, userId, days),
    showCv: (userId: string) => showCv(deps, userId),
    saveCv: (userId: string, data: CvInput) => saveCv(deps, userId, data),

    async showProgress(userId: string, courseId: string) {
      const enrollment = await findEnrollment(database.query, userId, courseId)
      return enrollment ? readProgress(database.query, enrollment, await catalog.listLessonSummaries(courseId)) : null
    },

    readFigures: (scope: FiguresScope, time: { since: Date; now: Date }) => readFigures(database.query, scope, time),

    addReview: (tx: Tx, review: NewReview) => addReview(tx, deps, review),

    /** Only students who enrolled themselves may review a course; see may-review.ts. */
    async saveReview(
      viewer: Viewer,
      courseId: string,
      input: Pick<NewReview, 'rating' | 'text' | 'showName'>,
    ): Promise<Review | 'not-enrolled' | 'not-allowed'> {
      return database.transaction(async (tx) => {
        const enrollment = await lockEnrollmentForShare(tx, { userId: viewer.id, courseId })
        if (!enrollment) return 'not-enrolled'
        const course = await catalog.findCourse(courseId, tx)
        if (!course || !mayReview(viewer, course, enrollment)) return 'not-allowed'
        return presentReview(
          await saveReview(tx, deps, { userId: viewer.id, courseId, ...input, courseVersion: course.version, writtenAt: deps.clock.now() }),
          viewer.name,
        )
      })
    },
    voteForReview: (key: Parameters<typeof voteForReview>[1], hasVoted: boolean) => voteForReview(deps, key, hasVoted),
    listMyReviewVotes: (userId: string, courseId: string) => listMyReviewVotes(deps, userId, courseId),
    deleteReview: (userId: string, courseId: string) => database.transaction((tx) => deleteReview(tx, catalog, { userId, courseId }, { keepHidden: true })),

    /** One page of the reviews of a published course, and the total count; null for any other. */
    async listReviews(courseId: string, page: { page: number; limit: number }) {
      const course = await catalog.findCourse(courseId)
      if (course?.status !== 'published') return null
      return { reviews: await listReviews(database.query, deps, courseId, page), total: course.ratingCount }
    },

    async listEnrolledCourses(userId: string): Promise<EnrolledCourse[]> {
      const mine = await listEnrollments(database.query, userId)
      const certificateIds = await certificateIdsOf(database.query, userId)
      const rows = new Map((await catalog.listCoursesById(mine.map(({ enrollment }) => enrollment.courseId))).map((row) => [row.id, row]))
      const cards = new Map((await catalog.toCards([...rows.values()])).map((card) => [card._id, card]))
      const lessonsByCourse = await catalog.listLessonSummariesByCourse([...rows.keys()])
      const chaptersByCourse = await catalog.listChaptersByCourse([...rows.keys()])
      return mine.flatMap(({ enrollment, completedLessonIds }) => {
        const row = rows.get(enrollment.courseId)
        const card = cards.get(enrollment.courseId)
        const lessons = lessonsByCourse.get(enrollment.courseId) ?? []
        const chapters = chaptersByCourse.get(enrollment.courseId) ?? []
        const certificateId = certificateIds.get(enrollment.courseId)
        return row && card ? [presentEnrolled({ enrollment, row, card, lessons, chapters, completedLessonIds, certificateId })] : []
      })
    },
  }
}
