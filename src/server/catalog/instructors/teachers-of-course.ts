import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { InvitedRole } from '#contract/catalog/teachers.ts'

/** Somebody who teaches a course beside its owner. */
export type Teacher = { userId: string; role: InvitedRole }

/** Those of a course, as a column of a larger query. */
export const teachersOf = (courseId: AnyPgColumn | string): SQL<Teacher[]> => sql<Teacher[]>`coalesce(
  (select jsonb_agg(jsonb_build_object('userId', t.user_id, 'role', t.role) order by t.position, t.user_id)
    from course_teachers t where t.course_id = ${courseId}), '[]'::jsonb)`
