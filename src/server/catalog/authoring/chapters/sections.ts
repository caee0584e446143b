import { and, eq, lt, desc } from 'drizzle-orm'
import { maximumSections } from '#contract/catalog/course-sections.ts'
import { lockOwnCourse } from '#server/catalog/authoring/courses/lock-course.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { findSection, insertSection, listSections, type NewSection, type SectionRow } from '#server/catalog/sections.ts'
import { contents, courseSections } from '#server/catalog/tables.ts'
import { tagsOfCourse } from '#server/catalog/tags.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

export type SectionKey = { courseId: string; sectionId: string }
export type SectionChange = { title?: string | undefined; dripDays?: number | undefined }

/** Runs a change of a course's chapters. Null without one when this staff member may not change the course. */
function change<Result>({ database, cacheTags }: AuthoringDeps, staff: Viewer, courseId: string, work: (tx: Tx) => Promise<Result>): Promise<Result | null> {
  return database.transaction(async (tx) => {
    if (!(await lockOwnCourse(tx, staff, courseId))) return null
    await cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    return work(tx)
  })
}

export const createSection = (
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
  section: Omit<NewSection, 'courseId'>,
): Promise<SectionRow | 'too-many' | null> =>
  change(deps, staff, courseId, async (tx) =>
    (await listSections(tx, courseId)).length < maximumSections ? insertSection(tx, { courseId, ...section }) : 'too-many',
  )

/** Changes the fields that were sent. */
export const updateSection = (
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, sectionId }: SectionKey,
  { title, dripDays }: SectionChange,
): Promise<SectionRow | null> =>
  change(deps, staff, courseId, async (tx) => {
    const before = await findSection(tx, courseId, sectionId)
    if (!before) return null
    const [after] = await tx
      .update(courseSections)
      .set({ title: title ?? before.title, dripDays: dripDays ?? before.dripDays })
      .where(eq(courseSections.id, sectionId))
      .returning()
    return after ?? null
  })

/** Removes a chapter. Its lessons move to the end of the chapter before it, or before the first chapter; the order of all lessons stays. */
export const deleteSection = (deps: AuthoringDeps, staff: Viewer, { courseId, sectionId }: SectionKey): Promise<'deleted' | null> =>
  change(deps, staff, courseId, async (tx) => {
    const section = await findSection(tx, courseId, sectionId)
    if (!section) return null
    const [previous] = await tx
      .select({ id: courseSections.id })
      .from(courseSections)
      .where(and(eq(courseSections.courseId, courseId), lt(courseSections.position, section.position)))
      .orderBy(desc(courseSections.position))
      .limit(1)
    await tx
      .update(contents)
      .set({ sectionId: previous?.id ?? null })
      .where(eq(contents.sectionId, sectionId))
    await tx.delete(courseSections).where(eq(courseSections.id, sectionId))
    const details = { title: section.title, courseId }
    await deps.audit.record(tx, { actorId: staff.id, action: 'course.section-deleted', subjectKind: 'course', subjectId: courseId, details })
    return 'deleted'
  })
