import { codePainter } from '#server/platform/code-colours/index.ts'
import type { LessonClosure } from '#contract/catalog/catalog.ts'
import type { CourseForViewer, CourseOverview, Progress } from '#contract/learning/learning.ts'
import {
  canManageCourse,
  enrolmentOf,
  presentCard,
  presentLesson,
  roleIn,
  teachersWith,
  type Catalog,
  type CourseRow,
  type LessonSummaryRow,
  type ChapterRow,
} from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Consents } from '#server/privacy/index.ts'
import { certificatesOf } from '#server/learning/certificates/valid-certificates.ts'
import { findEnrollment, type EnrollmentInGroup } from '#server/learning/enrolment/enroll.ts'
import { isNewLesson } from './is-new-lesson.ts'
import { lessonClosures } from './lesson-closure.ts'
import { mayReview } from '#server/learning/reviews/may-review.ts'
import { readPositions } from './positions.ts'
import { readProgress } from '#server/learning/read-progress.ts'
import { findReview, listReviews, presentReview, ratingDistribution } from '#server/learning/reviews/reviews.ts'

type Deps = { database: Database; catalog: Catalog; identity: Identity; consents: Consents; clock: Clock }

const reviewsShown = 10

const paceNotes: Record<CourseRow['pace'], string | null> = {
  free: null,
  sequence: 'Materi terbuka berurutan',
  drip: 'Bab terbuka bertahap',
}

/** The public overview of a published course; null for any other. */
export async function showOverview(deps: Deps, courseId: string): Promise<CourseOverview | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (course?.status !== 'published') return null
  const outline = {
    lessons: await deps.catalog.listLessonSummaries(courseId),
    chapters: await deps.catalog.listChapters(courseId),
  }
  return describe(deps, course, outline, { open: (lesson) => lesson.isPreview, withText: false, about: () => ({}) })
}

/** A course with the viewer's enrolment and progress, limited to what the viewer may see; null when it does not exist for the viewer. */
export async function showCourse(
  deps: Deps,
  viewer: Viewer | null,
  {
    courseId,
    preview,
    referrer = null,
  }: { courseId: string; preview: boolean; /** The page that calls. */ referrer?: string | null },
): Promise<CourseForViewer | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course) return null
  const canTeach = canManageCourse(viewer, course, 'teach')
  const enrollment = viewer ? await findEnrollment(deps.database.query, viewer.id, courseId) : null
  // Enrolled students keep access to an unpublished or archived course.
  const visible = course.status === 'published' || canTeach || enrollment !== null
  if (!visible) return null
  if (canTeach && course.status === 'published') deps.catalog.views.takeOff(courseId, referrer)
  const lessons = await deps.catalog.listLessons(courseId)
  const chapters = await deps.catalog.listChapters(courseId)
  const progress = enrollment ? await readProgress(deps.database.query, enrollment, lessons) : null
  const closed =
    enrollment && progress && !canTeach
      ? closedLessons(course, enrollment, progress, { lessons, chapters, now: deps.clock.now() })
      : null
  const completed = new Set(progress?.completedContentIds)
  const isNew = (lesson: LessonSummaryRow) => enrollment !== null && isNewLesson(enrollment, lesson, completed)
  const mayStudy = enrollment !== null || (canTeach && preview)
  const overview = await describe(
    deps,
    course,
    { lessons, chapters },
    {
      open: (lesson) => (mayStudy && !closed?.has(lesson.id)) || lesson.isPreview,
      withText: true,
      about: (lesson) => ({ ...closed?.get(lesson.id), ...(isNew(lesson) ? { isNew: true } : {}) }),
    },
  )
  const positions = enrollment ? await readPositions(deps.database.query, enrollment) : {}
  const mine = viewer ? await findReview(deps.database.query, viewer.id, courseId) : null
  const certificate = viewer ? (await certificatesOf(deps.database.query, viewer.id)).get(courseId) : undefined
  const canReview = viewer !== null && enrollment !== null && mayReview(viewer, course, enrollment)
  const relation = {
    enrolled: enrollment !== null,
    progress,
    finishedAt: enrollment?.finishedAt?.toISOString() ?? null,
    canEdit: canTeach,
    isInstructor: viewer !== null && roleIn(viewer.id, course) !== null,
    canReview,
    showsName: canReview ? await deps.consents.readReviewName(viewer.id) : null,
    review: mine && viewer ? { ...presentReview(mine, viewer.name), hiddenReason: mine.hiddenReason } : null,
    positions,
  }
  const ofCertificate = certificate?.isRevoked
    ? { isCertificateRevoked: true as const }
    : certificate && { certificateId: certificate.id }
  return { ...overview, viewer: { ...relation, ...ofCertificate } }
}

type LessonFileSummary = { id: string; name: string; bytes: number }
type Outline = {
  lessons: readonly (LessonSummaryRow & {
    bodyHtml?: string | null
    captions?: string[]
    videoBytes?: number | null
    files?: LessonFileSummary[]
  })[]
  chapters: readonly ChapterRow[]
}

/** Lessons that the pace of the course holds back from a student. */
function closedLessons(
  course: CourseRow,
  right: EnrollmentInGroup,
  { completedContentIds: completedLessonIds }: Progress,
  { lessons, chapters, now }: Outline & { now: Date },
): Map<string, LessonClosure> {
  const dripDays = new Map(chapters.map((chapter) => [chapter.id, chapter.dripDays]))
  const scheduled = lessons.map(({ id, isPreview, chapterId }) => ({
    id,
    isPreview,
    dripDays: dripDays.get(chapterId ?? '') ?? null,
  }))
  const completed = new Set(completedLessonIds)
  return lessonClosures(scheduled, { course, right, now, isCompleted: (id) => completed.has(id) })
}

type Visibility = {
  open: (lesson: LessonSummaryRow) => boolean
  withText: boolean
  /** Further fields of a lesson, for this viewer. */
  about: (lesson: LessonSummaryRow) => LessonClosure & { isNew?: boolean }
}

async function describe(
  { database, clock, catalog, identity, consents }: Deps,
  course: CourseRow,
  { lessons: rows, chapters }: Outline,
  { open, withText, about }: Visibility,
): Promise<CourseOverview> {
  const named = teachersWith(course, 'edit')
  const people = await identity.findUserProfiles(named)
  const instructor = people.get(course.instructorId)
  const sale = (await catalog.findSalePrices([course])).get(course.id) ?? null
  const card = presentCard(course, instructor, sale)
  const reviews = await listReviews(database.query, { identity, consents }, course.id, { page: 1, limit: reviewsShown })
  const show = withText
    ? await codePainter(
        { database, clock },
        course.id,
        rows.flatMap((lesson) => (open(lesson) ? (lesson.bodyHtml ?? []) : [])),
      )
    : null
  const details = rows.map((lesson) => ({
    ...presentLesson(lesson, { open: open(lesson), show }),
    ...about(lesson),
  }))
  const outline = rows.map((lesson) => ({
    chapterId: lesson.chapterId,
    summary: { ...presentLesson(lesson, { open: false, show: null }), ...about(lesson) },
  }))
  return {
    ...card,
    status: course.status,
    description: course.description,
    learn: course.learn,
    instructor: { ...card.instructor, headline: instructor?.headline ?? '', bio: instructor?.bio ?? '' },
    instructors: named.flatMap((userId) => {
      const person = people.get(userId)
      if (!person) return []
      const { name, avatar, slug, headline, bio } = person
      return [{ name, avatar, slug, headline, bio, role: userId === course.instructorId ? 'owner' : 'co-teacher' }]
    }),
    details,
    // Without repeating the bodies.
    chapters: chapters.map(({ id, title }) => ({
      _id: id,
      title,
      contents: outline.filter(({ chapterId }) => chapterId === id).map(({ summary }) => summary),
    })),
    module: [{ title: course.title, contents: outline.map(({ summary }) => summary) }],
    reviews,
    paceNote: paceNotes[course.pace],
    enrolment: enrolmentOf(course),
    ratingDistribution: await ratingDistribution(database.query, course.id),
    updatedAt: course.updatedAt.toISOString(),
  }
}
