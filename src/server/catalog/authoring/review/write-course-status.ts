import { eq, sql } from 'drizzle-orm'
import type { CourseStatus } from '#contract/catalog/authoring.ts'
import { courses } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

export const writeCourseStatus = (
  tx: Tx,
  { courseId, status, now }: { courseId: string; status: CourseStatus; now: Date },
) =>
  tx
    .update(courses)
    .set({
      status,
      version: sql`${courses.version} + 1`,
      updatedAt: now,
      ...(status === 'published' ? { publishedAt: sql`coalesce(${courses.publishedAt}, ${now.toISOString()})` } : {}),
    })
    .where(eq(courses.id, courseId))
