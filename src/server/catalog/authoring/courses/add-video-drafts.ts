import { and, count, eq } from 'drizzle-orm'
import { maximumChapters, maximumLessons, type VideoDrafts } from '#contract/catalog/course-chapters.ts'
import {
  courseNotFound,
  insertChapter,
  insertVideoDrafts,
  lessons,
  listChapters,
  lockOwnCourse,
  tagsOfCourse,
} from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'

export type VideoGroup = { chapter: string | null; titles: readonly string[] }

/**
 * Adds chapters and draft lessons for many videos, in the order of the input. What has the same title already is used again, so that the same folder
 * can be chosen once more after an interruption.
 */
export async function addVideoDrafts(
  { database, clock, cacheTags }: AuthoringDeps,
  staff: Viewer,
  { courseId, groups }: { courseId: string; groups: readonly VideoGroup[] },
): Promise<
  { outcome: 'added'; drafts: VideoDrafts } | typeof courseNotFound | Refusal<'too-many-chapters' | 'too-many-lessons'>
> {
  return database.transaction(async (tx) => {
    const course = await lockOwnCourse(tx, staff, { courseId, right: 'edit' })
    if (!course) return courseNotFound
    const known = new Map((await listChapters(tx, courseId)).toReversed().map(({ title, id }) => [title, id]))
    const missing = new Set(groups.flatMap(({ chapter }) => (chapter === null || known.has(chapter) ? [] : [chapter])))
    if (known.size + missing.size > maximumChapters) return refused('too-many-chapters')

    const found = await findVideoLessons(tx, courseId)
    const keyOf = ({ chapter }: VideoGroup, title: string) =>
      lessonKey(chapter === null ? null : (known.get(chapter) ?? chapter), title)
    const added = new Set(
      groups.flatMap((group) => group.titles.map((title) => keyOf(group, title)).filter((key) => !found.has(key))),
    ).size
    const [total] = await tx.select({ count: count() }).from(lessons).where(eq(lessons.courseId, courseId))
    if ((total?.count ?? 0) + added > maximumLessons) return refused('too-many-lessons')

    for (const title of missing) known.set(title, (await insertChapter(tx, { courseId, title })).id)
    const wanted = groups.map(({ chapter, titles }) => {
      const chapterId = chapter === null ? null : (known.get(chapter) ?? null)
      return { chapterId, titles, keys: titles.map((title) => lessonKey(chapterId, title)) }
    })
    const fresh = new Map(
      wanted.flatMap(({ chapterId, titles, keys }) =>
        titles.flatMap((title, index) => {
          const key = keys[index] ?? ''
          return found.has(key) ? [] : [[key, { chapterId, title, savedBy: staff.id }] as const]
        }),
      ),
    )
    const ids = await insertVideoDrafts(tx, clock, { courseId, drafts: [...fresh.values()] })
    for (const [index, key] of [...fresh.keys()].entries()) found.set(key, { _id: ids[index] ?? '', hasVideo: false })
    await cacheTags.invalidate(tx, await tagsOfCourse(tx, courseId))
    return {
      outcome: 'added',
      drafts: {
        groups: wanted.map(({ chapterId, keys }) => ({
          chapterId,
          lessons: keys.flatMap((key) => found.get(key) ?? []),
        })),
      },
    }
  })
}

const lessonKey = (chapterId: string | null, title: string): string => JSON.stringify([chapterId, title])

type FoundLesson = VideoDrafts['groups'][number]['lessons'][number]

/** By chapter and title; of several with one title the first. */
async function findVideoLessons(tx: Tx, courseId: string): Promise<Map<string, FoundLesson>> {
  const rows = await tx
    .select({
      id: lessons.id,
      chapterId: lessons.chapterId,
      title: lessons.title,
      mediaId: lessons.mediaId,
      youtubeId: lessons.youtubeId,
    })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), eq(lessons.type, 'video')))
    .orderBy(lessons.position)
    .limit(maximumLessons)
  return new Map(
    rows
      .toReversed()
      .map(({ id, chapterId, title, mediaId, youtubeId }) => [
        lessonKey(chapterId, title),
        { _id: id, hasVideo: mediaId !== null || youtubeId !== null },
      ]),
  )
}
