import { and, eq } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { isOwn } from '#server/catalog/authoring/ownership.ts'

export type LockedCourse = Pick<typeof courses.$inferSelect, 'id' | 'version' | 'title' | 'status'>

/** Locks a course that this staff member may change, so that changes of its chapters and lessons run one after the other; null for any other. */
export async function lockOwnCourse(tx: Tx, staff: Viewer, courseId: string): Promise<LockedCourse | null> {
  const [row] = await tx
    .select({ id: courses.id, version: courses.version, title: courses.title, status: courses.status })
    .from(courses)
    .where(and(eq(courses.id, courseId), isOwn(staff)))
    .for('update')
  return row ?? null
}
