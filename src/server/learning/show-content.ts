import type { Content } from '#contract/learning.ts'
import { presentContent, type Catalog } from '#server/catalog/index.ts'
import type { Database } from '#server/database/index.ts'
import { canManageCourse, type Viewer } from '#server/http/index.ts'
import { findEnrollment } from './enroll.ts'

export type ContentOutcome = { outcome: 'open'; content: Content } | { outcome: 'not-found' | 'signed-out' | 'not-enrolled' }

/** One lesson with its body, if this viewer may study it: a preview of a published course, as an enrolled student, or as its staff. */
export async function showContent(
  { database, catalog }: { database: Database; catalog: Catalog },
  { courseId, contentId }: { courseId: string; contentId: string },
  viewer: Viewer | null,
): Promise<ContentOutcome> {
  const course = await catalog.findCourse(courseId)
  const content = course ? await catalog.findContent(courseId, contentId) : null
  if (!course || !content) return { outcome: 'not-found' }

  const open = { outcome: 'open' as const, content: { ...presentContent(content, { open: true, withText: true }), updatedAt: content.updatedAt.toISOString() } }
  if (canManageCourse(viewer, course.instructorId)) return open
  if (viewer && (await findEnrollment(database.query, viewer.id, courseId))) return open
  if (course.status !== 'published') return { outcome: 'not-found' }
  if (content.isPreview) return open
  return { outcome: viewer ? 'not-enrolled' : 'signed-out' }
}
