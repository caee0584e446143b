import type { Content } from '#contract/learning.ts'
import type { LessonClosure } from '#contract/catalog.ts'
import { presentContent, type Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import { canManageCourse, type Viewer } from '#server/http/index.ts'
import { findStudy } from './enroll.ts'
import { lessonClosure } from './lesson-closure.ts'

export type ContentOutcome =
  | { outcome: 'open'; content: Content }
  | { outcome: 'closed'; closure: LessonClosure }
  | { outcome: 'not-found' | 'signed-out' | 'not-enrolled' }

type Deps = { database: Database; catalog: Catalog; clock: Clock }

/** One lesson with its body, if this viewer may study it: a preview of a published course, as an enrolled student when it has opened, or as its staff. */
export async function showContent(
  { database, catalog, clock }: Deps,
  { courseId, contentId }: { courseId: string; contentId: string },
  viewer: Viewer | null,
): Promise<ContentOutcome> {
  const course = await catalog.findCourse(courseId)
  const content = course ? await catalog.findContent(courseId, contentId) : null
  if (!course || !content) return { outcome: 'not-found' }

  const open = { outcome: 'open' as const, content: { ...presentContent(content, { open: true, withText: true }), updatedAt: content.updatedAt.toISOString() } }
  if (canManageCourse(viewer, course.instructorId)) return open
  const { previousId } = content
  const study = viewer && (await findStudy(database.query, viewer.id, courseId, previousId ? [content.id, previousId] : [content.id]))
  if (study) {
    const { enrollment, completed } = study
    const reason = { pace: course.pace, grantedAt: enrollment.grantedAt, now: clock.now(), isCompleted: (id: string) => completed.has(id) }
    const closure = lessonClosure(content, previousId, reason)
    return closure ? { outcome: 'closed', closure } : open
  }
  if (course.status !== 'published') return { outcome: 'not-found' }
  if (content.isPreview) return open
  return { outcome: viewer ? 'not-enrolled' : 'signed-out' }
}
