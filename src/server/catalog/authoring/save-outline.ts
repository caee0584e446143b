import { eq, sql } from 'drizzle-orm'
import type { CourseOutline } from '#contract/catalog/course-chapters.ts'
import type { AuthoringDeps } from './deps.ts'
import { lockOwnCourse, courseNotFound, lessons, courses, courseChapters, tagsOfCourse } from '#server/catalog/index.ts'
import { type Tx, isStale } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'

type Groups = CourseOutline['chapters']

/**
 * Sets the order of all chapters and lessons, and the chapter of every lesson. Every chapter and every lesson of the course must be
 * named exactly once. `version` is the course's; without one the outline is saved unconditionally.
 */
export async function saveOutline(
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, version, chapters: wanted }: { courseId: string; version?: number | undefined; chapters: Groups },
): Promise<{ outcome: 'saved'; outline: CourseOutline } | typeof courseNotFound | Refusal<'stale'> | InvalidInput> {
  return deps.database.transaction(async (tx) => {
    const course = await lockOwnCourse(tx, staff, { courseId, right: 'edit' })
    if (!course) return courseNotFound
    if (isStale(course, version)) return refused('stale')
    const groups = inReadingOrder(wanted)
    if (!(await isComplete(tx, courseId, groups)))
      return invalidInput({
        chapters: 'Susunan harus memuat setiap bab dan materi kelas ini tepat sekali. Muat ulang, lalu susun lagi.',
      })
    return {
      outcome: 'saved',
      outline: { version: await writeOutline(tx, deps, { course, groups }), chapters: groups },
    }
  })
}

/** The lessons without a chapter come before the first one, wherever the caller named them. */
const inReadingOrder = (groups: Groups): Groups =>
  groups.toSorted((a, b) => Number(a._id !== null) - Number(b._id !== null))

async function isComplete(tx: Tx, courseId: string, groups: Groups): Promise<boolean> {
  const chapters = await tx
    .select({ id: courseChapters.id })
    .from(courseChapters)
    .where(eq(courseChapters.courseId, courseId))
  const rows = await tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId)).for('update')
  const chapterIds = groups.map(({ _id }) => _id)
  const hasEveryChapter = isSameSet(
    chapterIds.filter((id) => id !== null),
    chapters.map(({ id }) => id),
  )
  const hasEveryLesson = isSameSet(
    groups.flatMap(({ contentIds: lessonIds }) => lessonIds),
    rows.map(({ id }) => id),
  )
  return hasEveryChapter && hasEveryLesson && new Set(chapterIds).size === chapterIds.length
}

export function isSameSet(named: readonly string[], existing: readonly string[]): boolean {
  const known = new Set(existing)
  return named.length === known.size && new Set(named).size === named.length && named.every((id) => known.has(id))
}

/**
 * Writes the order of a locked course, in which `groups` name every chapter and lesson once. Returns the course's next version. Two statements
 * however long the outline is; the lists travel as JSON text, which both databases read alike.
 */
export async function writeOutline(
  tx: Tx,
  { cacheTags, clock }: AuthoringDeps,
  { course, groups }: { course: { id: string; version: number }; groups: Groups },
): Promise<number> {
  const chapterRows = groups.filter(({ _id }) => _id !== null).map(({ _id }, position) => ({ id: _id, position }))
  const lessonRows = groups
    .flatMap(({ _id, contentIds: lessonIds }) => lessonIds.map((id) => ({ id, section_id: _id })))
    .map((row, position) => ({ ...row, position }))
  await tx.execute(sql`
    update course_sections set position = wanted.position
    from jsonb_to_recordset(${JSON.stringify(chapterRows)}::text::jsonb) as wanted (id uuid, position integer)
    where course_sections.id = wanted.id and course_sections.course_id = ${course.id} and course_sections.position <> wanted.position`)
  await tx.execute(sql`
    update contents set position = wanted.position, section_id = wanted.section_id
    from jsonb_to_recordset(${JSON.stringify(lessonRows)}::text::jsonb) as wanted (id uuid, section_id uuid, position integer)
    where contents.id = wanted.id and contents.course_id = ${course.id}
      and (contents.position, contents.section_id) is distinct from (wanted.position, wanted.section_id)`)
  const version = course.version + 1
  await tx.update(courses).set({ version, updatedAt: clock.now() }).where(eq(courses.id, course.id))
  await cacheTags.invalidate(tx, await tagsOfCourse(tx, course.id))
  return version
}
