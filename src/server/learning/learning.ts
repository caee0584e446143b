import { isFree } from '#contract/money.ts'
import type { LessonPosition } from '#contract/lesson-position.ts'
import type { Content, EnrolledCourse, Review } from '#contract/learning.ts'
import type { ResumeInput } from '#contract/resume.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { showActivity } from './activity.ts'
import { certificateIdsOf } from './certificates/certificates.ts'
import { countCoursesOf, enroll, findEnrollment, revoke, type Grant } from './enroll.ts'
import { presentEnrolled } from './present.ts'
import { readFigures, type CourseScope } from './figures.ts'
import { listNotes, saveNote } from './notes.ts'
import { savePosition } from './positions.ts'
import { listEnrollments, mergeLateMarks, readProgress, recordProgress, type ProgressChange } from './progress.ts'
import { saveResume, showResume } from './resume.ts'
import { addReview, deleteReview, listReviews, presentReview, saveReview, type NewReview } from './reviews.ts'
import { showContent, type ContentOutcome } from './show-content.ts'
import { showCourse, showOverview } from './show-course.ts'
import { takeInPast, type PastStudy } from './take-in-past.ts'

export type Learning = ReturnType<typeof createLearning>
export type { Content, ContentOutcome }

type Deps = { database: Database; catalog: Catalog; identity: Identity; clock: Clock }

export function createLearning(deps: Deps) {
  const { database, catalog, identity } = deps

  return {
    enroll: (tx: Transaction, grant: Grant) => enroll(tx, deps, grant),
    revoke: (tx: Transaction, sourceRef: string) => revoke(tx, deps, sourceRef),

    async isEnrolled(userId: string, courseId: string, tx?: Transaction): Promise<boolean> {
      return (await findEnrollment(tx ?? database.query, userId, courseId)) !== null
    },

    /** How many courses each of these people may study now; whoever has none is left out. */
    countCoursesOf: (userIds: readonly string[]) => countCoursesOf(database.query, userIds),

    /** 'Mulai Belajar' on a free course. Enrolling twice is the same as once. */
    async enrollFree(userId: string, courseId: string): Promise<'enrolled' | 'not-found' | 'not-free'> {
      return database.transaction(async (tx) => {
        const course = await catalog.findCourse(courseId, tx)
        if (course?.status !== 'published') return 'not-found'
        if (!isFree({ price: course.priceIdr, discount: course.discountPercent })) return 'not-free'
        await enroll(tx, deps, { userId, courseId, sourceRef: 'free' })
        return 'enrolled'
      })
    },

    showOverview: (courseId: string) => showOverview(deps, courseId),
    showCourse: (courseId: string, viewer: Viewer | null, options: { preview: boolean }) => showCourse(deps, courseId, viewer, options),
    showContent: (address: { courseId: string; contentId: string }, viewer: Viewer | null) => showContent(deps, address, viewer),
    recordProgress: (change: ProgressChange, address: { userId: string; courseId: string; contentId: string }) => recordProgress(deps, change, address),

    mergeLateMarks: (place: { userId: string; courseId: string }, late: Parameters<typeof mergeLateMarks>[2]) => mergeLateMarks(deps, place, late),

    savePosition: (address: { userId: string; courseId: string; contentId: string }, position: LessonPosition) => savePosition(deps, address, position),
    takeInPast: (tx: Transaction, studies: readonly PastStudy[]) => takeInPast(tx, catalog, studies),

    listNotes: (userId: string, courseId: string) => listNotes(deps, userId, courseId),
    saveNote: (address: { userId: string; courseId: string; contentId: string }, note: { text: string; version: number }) => saveNote(deps, address, note),

    showActivity: (userId: string) => showActivity(database.query, userId, deps.clock.now()),
    showResume: (userId: string) => showResume(deps, userId),
    saveResume: (userId: string, data: ResumeInput) => saveResume(deps, userId, data),

    async showProgress(userId: string, courseId: string) {
      const enrollment = await findEnrollment(database.query, userId, courseId)
      return enrollment ? readProgress(database.query, enrollment, await catalog.listContents(courseId)) : null
    },

    readFigures: (scope: CourseScope, time: { since: Date; now: Date }) => readFigures(database.query, scope, time),

    addReview: (tx: Transaction, review: NewReview) => addReview(tx, catalog, review),

    /** Only who studies a course may judge it. */
    async saveReview(viewer: Viewer, courseId: string, { rating, text }: { rating: number; text: string }): Promise<Review | 'not-enrolled'> {
      return database.transaction(async (tx) => {
        if (!(await findEnrollment(tx, viewer.id, courseId))) return 'not-enrolled'
        return presentReview(await saveReview(tx, catalog, { userId: viewer.id, courseId, rating, text, writtenAt: deps.clock.now() }), viewer.name)
      })
    },
    deleteReview: (userId: string, courseId: string) => database.transaction((tx) => deleteReview(tx, catalog, userId, courseId)),

    /** Reviews of a published course; null for any other. */
    async listReviews(courseId: string, page: { page: number; limit: number }) {
      const course = await catalog.findCourse(courseId)
      return course?.status === 'published' ? listReviews(database.query, identity, courseId, page) : null
    },

    async listEnrolledCourses(userId: string): Promise<EnrolledCourse[]> {
      const mine = await listEnrollments(database.query, userId)
      const certificateIds = await certificateIdsOf(database.query, userId)
      const rows = new Map((await catalog.findCourses(mine.map(({ enrollment }) => enrollment.courseId))).map((row) => [row.id, row]))
      const cards = new Map((await catalog.toCards([...rows.values()])).map((card) => [card._id, card]))
      const outlines = await catalog.listOutlines([...rows.keys()])
      return mine.flatMap(({ enrollment, completedContentIds }) => {
        const row = rows.get(enrollment.courseId)
        const card = cards.get(enrollment.courseId)
        const contents = outlines.get(enrollment.courseId) ?? []
        const certificateId = certificateIds.get(enrollment.courseId)
        return row && card ? [presentEnrolled({ enrollment, row, card, contents, completedContentIds, certificateId })] : []
      })
    },
  }
}
