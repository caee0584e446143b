import type { CourseForViewer, CourseOverview } from '#contract/learning.ts'
import { presentCard, presentContent, type Catalog, type CourseRow, type LessonRow } from '#server/catalog/index.ts'
import type { Database } from '#server/database/index.ts'
import { canManageCourse, type Viewer } from '#server/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Consents } from '#server/privacy/index.ts'
import { certificateIdsOf } from './certificates/certificates.ts'
import { findEnrollment } from './enroll.ts'
import { mayReview } from './may-review.ts'
import { readPositions } from './positions.ts'
import { readProgress } from './progress.ts'
import { findReview, listReviews, presentReview, ratingDistribution } from './reviews.ts'

type Deps = { database: Database; catalog: Catalog; identity: Identity; consents: Consents }

const reviewsShown = 10

/** The public overview of a published course; null for any other. */
export async function showOverview(deps: Deps, courseId: string): Promise<CourseOverview | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (course?.status !== 'published') return null
  return describe(deps, course, await deps.catalog.listLessons(courseId), { open: (content) => content.isPreview, withText: false })
}

/** A course with the viewer's enrolment and progress, limited to what the viewer may see; null when it does not exist for the viewer. */
export async function showCourse(deps: Deps, courseId: string, viewer: Viewer | null, { preview }: { preview: boolean }): Promise<CourseForViewer | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course) return null
  const canEdit = canManageCourse(viewer, course.instructorId)
  const enrollment = viewer ? await findEnrollment(deps.database.query, viewer.id, courseId) : null
  // Enrolled students keep access to an unpublished or archived course.
  const visible = course.status === 'published' || canEdit || enrollment !== null
  if (!visible) return null
  const contents = await deps.catalog.listContents(courseId)
  const mayStudyAll = enrollment !== null || (canEdit && preview)
  const overview = await describe(deps, course, contents, { open: (content) => mayStudyAll || content.isPreview, withText: true })
  const progress = enrollment ? await readProgress(deps.database.query, enrollment, contents) : null
  const positions = enrollment ? await readPositions(deps.database.query, enrollment) : {}
  const mine = viewer ? await findReview(deps.database.query, viewer.id, courseId) : null
  const certificateId = viewer ? (await certificateIdsOf(deps.database.query, viewer.id)).get(courseId) : undefined
  const relation = {
    enrolled: enrollment !== null,
    progress,
    canEdit,
    isInstructor: viewer?.id === course.instructorId,
    canReview: viewer !== null && enrollment !== null && mayReview(viewer, course, enrollment),
    review: mine && viewer ? { ...presentReview(mine, viewer.name), hiddenReason: mine.hiddenReason } : null,
    positions,
  }
  return { ...overview, viewer: { ...relation, ...(certificateId ? { certificateId } : {}) } }
}

type Visibility = { open: (content: LessonRow) => boolean; withText: boolean }

async function describe(
  { database, catalog, identity, consents }: Deps,
  course: CourseRow,
  rows: readonly (LessonRow & { bodyHtml?: string | null })[],
  { open, withText }: Visibility,
): Promise<CourseOverview> {
  const instructor = (await identity.findUserProfiles([course.instructorId])).get(course.instructorId)
  const card = presentCard(course, instructor)
  const sections = await catalog.listSections(course.id)
  const { reviews } = await listReviews(database.query, { identity, consents }, course.id, { page: 1, limit: reviewsShown })
  const details = rows.map((content) => presentContent(content, { open: open(content), withText }))
  const outline = rows.map((content) => ({ sectionId: content.sectionId, summary: presentContent(content, { open: false, withText: false }) }))
  return {
    ...card,
    status: course.status,
    description: course.description,
    learn: course.learn,
    instructor: { ...card.instructor, headline: instructor?.headline ?? '', bio: instructor?.bio ?? '' },
    details,
    // Without repeating the bodies.
    sections: sections.map(({ id, title }) => ({
      _id: id,
      title,
      contents: outline.filter(({ sectionId }) => sectionId === id).map(({ summary }) => summary),
    })),
    module: [{ title: course.title, contents: outline.map(({ summary }) => summary) }],
    reviews,
    ratingDistribution: await ratingDistribution(database.query, course.id),
    updatedAt: course.updatedAt.toISOString(),
  }
}
