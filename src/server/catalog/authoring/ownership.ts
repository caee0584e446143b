import { eq, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { courses } from '#server/catalog/tables.ts'

/** The courses that a staff member may change: all for admins, their own for instructors. Part of every query, so that other courses are not found. */
export const isOwn = (staff: Viewer): SQL => (staff.role === 'admin' ? sql`true` : eq(courses.instructorId, staff.id))
