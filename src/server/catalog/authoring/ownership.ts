import { eq, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { courses } from '#server/catalog/tables.ts'

/** The courses that a staff member may change: all for admins, their own for instructors. Part of every query, so that other courses are not found. */
export const isOwn = (staff: Viewer): SQL => (staff.role === 'admin' ? sql`true` : eq(courses.instructorId, staff.id))

/** The same message for a missing course and one of another instructor, so that its existence is not revealed. */
export const courseNotFound = { outcome: 'not-found', message: 'Course not found' } as const
