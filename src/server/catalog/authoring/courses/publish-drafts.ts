import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { maximumIncompleteNamed, type PublishedDrafts } from '#contract/catalog/course-chapters.ts'
import { courseNotFound, lessons, lockOwnCourse, tagsOfCourse } from '#server/catalog/index.ts'
import { pagesOf, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { findMissing, followStatusLater } from '#server/catalog/authoring/lesson-status.ts'

/** Bodies of so many lessons are in memory at a time. */
const readAtOnce = 50

/** Publishes the draft lessons of a course that are complete. Students are notified once of those that are new to them. */
export async function publishDrafts(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
): Promise<{ outcome: 'published'; result: PublishedDrafts } | typeof courseNotFound> {
  const { database, audit, notifications, cacheTags } = deps
  const done = await database.transaction(async (tx) => {
    const course = await lockOwnCourse(tx, staff, { courseId, right: 'edit' })
    if (!course) return courseNotFound
    const { complete, lacking } = await sortDrafts(tx, courseId)
    if (complete.length > 0) {
      const fresh = await publish(
        tx,
        deps,
        complete.map(({ id }) => id),
      )
      if (course.status === 'published')
        await notifications.newLessons(tx, {
          course,
          lessons: complete.filter(({ id }) => fresh.has(id)),
          actorId: staff.id,
        })
      await audit.record(tx, {
        actorId: staff.id,
        action: 'course.drafts-published',
        subjectId: courseId,
        details: { title: course.title, count: complete.length },
      })
      await cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    }
    const result = {
      published: complete.length,
      incomplete: lacking.length,
      lacking: lacking.slice(0, maximumIncompleteNamed),
    }
    return { outcome: 'published' as const, result }
  })
  if (done.outcome === 'published' && done.result.published > 0) await followStatusLater(deps, courseId)
  return done
}

/** Returns those that students never saw. */
async function publish(tx: Tx, { clock }: AuthoringDeps, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const chosen = inArray(lessons.id, [...ids])
  const fresh = await tx
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(chosen, isNull(lessons.publishedAt)))
  const now = clock.now()
  await tx
    .update(lessons)
    .set({ status: 'published', publishedAt: now, version: sql`${lessons.version} + 1`, updatedAt: now })
    .where(chosen)
  return new Set(fresh.map(({ id }) => id))
}

type Draft = { id: string; title: string; position: number }
type Lacking = PublishedDrafts['lacking'][number]

async function sortDrafts(tx: Tx, courseId: string): Promise<{ complete: Draft[]; lacking: Lacking[] }> {
  const read = (after: { id: string } | null, limit: number) =>
    tx
      .select({
        id: lessons.id,
        title: lessons.title,
        position: lessons.position,
        type: lessons.type,
        youtubeId: lessons.youtubeId,
        mediaId: lessons.mediaId,
        bodyHtml: lessons.bodyHtml,
      })
      .from(lessons)
      .where(
        and(
          eq(lessons.courseId, courseId),
          eq(lessons.status, 'draft'),
          after === null ? undefined : gt(lessons.id, after.id),
        ),
      )
      .orderBy(asc(lessons.id))
      .limit(limit)
  const complete: Draft[] = []
  const lacking: (Lacking & { position: number })[] = []
  for await (const rows of pagesOf(readAtOnce, read))
    for (const { id, title, position, ...body } of rows) {
      const missing = findMissing(body)
      if (!missing) complete.push({ id, title, position })
      else lacking.push({ contentId: id, title, position, sentence: Object.values(missing.data.errors)[0] ?? '' })
    }
  const inOrder = (a: { position: number }, b: { position: number }) => a.position - b.position
  return {
    complete: complete.toSorted(inOrder),
    lacking: lacking.toSorted(inOrder).map(({ contentId, title, sentence }) => ({ contentId, title, sentence })),
  }
}
