import { eq, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#server/http/index.ts'
import { courses } from '#server/catalog/tables.ts'

/** The courses that are a staff member's to change: admins may change all, instructors their own. Part of every query here: not yours = not found. */
export const isOwn = (staff: Viewer): SQL => (staff.role === 'admin' ? sql`true` : eq(courses.instructorId, staff.id))
