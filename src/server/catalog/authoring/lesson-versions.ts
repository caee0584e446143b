import { and, desc, eq } from 'drizzle-orm'
import { hasTask } from '#contract/catalog/course-rules.ts'
import type { LessonVersion } from '#contract/catalog/authoring.ts'
import type { UserProfile } from '#server/identity/index.ts'
import { lessonVersions, findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused } from '#server/platform/outcomes.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import { columnsOf } from './lesson-body.ts'
import type { AuthoringDeps } from './deps.ts'
import { writeLesson, type WrittenLesson } from './write-lesson.ts'

type VersionKey = LessonKey & { versionId: string }
type VersionRow = typeof lessonVersions.$inferSelect

export async function listVersions(
  { database, identity }: AuthoringDeps,
  staff: Viewer,
  key: LessonKey,
): Promise<LessonVersion[] | null> {
  if (!(await findOwnLesson(database.query, staff, key, 'edit'))) return null
  const rows = await database.query
    .select()
    .from(lessonVersions)
    .where(eq(lessonVersions.lessonId, key.lessonId))
    .orderBy(desc(lessonVersions.id))
  const people = await identity.findUserProfiles(rows.flatMap((row) => row.savedBy ?? []))
  return rows.map((row) => present(row, people))
}

export async function showVersion(
  { database, clock, identity }: AuthoringDeps,
  staff: Viewer,
  key: VersionKey,
): Promise<(LessonVersion & { text: string }) | null> {
  const row = await findVersion(database.query, staff, key)
  if (!row) return null
  const show = await codePainter({ database, clock }, staff.id, [row.bodyHtml])
  return {
    ...present(row, await identity.findUserProfiles(row.savedBy ? [row.savedBy] : [])),
    text: show(row.bodyHtml),
  }
}

const excerptLength = 160

const present = (row: VersionRow, people: ReadonlyMap<string, UserProfile>): LessonVersion => ({
  _id: row.id,
  title: row.title,
  savedAt: row.savedAt.toISOString(),
  savedBy: people.get(row.savedBy ?? '')?.name ?? '',
  excerpt: row.bodyHtml
    .replaceAll(/<[^<>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, excerptLength),
})

async function findVersion(
  queryable: Queryable,
  staff: Viewer,
  { versionId, ...key }: VersionKey,
): Promise<VersionRow | null> {
  if (!(await findOwnLesson(queryable, staff, key, 'edit'))) return null
  const [row] = await queryable
    .select()
    .from(lessonVersions)
    .where(and(eq(lessonVersions.id, versionId), eq(lessonVersions.lessonId, key.lessonId)))
  return row ?? null
}

export async function restoreVersion(
  deps: AuthoringDeps,
  staff: Viewer,
  /** `shownVersion`: of the lesson that was shown beside the earlier one. */
  { key, shownVersion }: { key: VersionKey; shownVersion: number | undefined },
): Promise<WrittenLesson> {
  const version = await findVersion(deps.database.query, staff, key)
  const lesson = version && (await findOwnLesson(deps.database.query, staff, key, 'edit'))
  if (!lesson) return refused('not-found')
  const type = hasTask(lesson.type) ? lesson.type : 'text'
  return writeLesson(deps, staff, {
    key,
    version: shownVersion,
    title: version.title,
    ...columnsOf({ type, html: version.bodyHtml }),
  })
}
