import { canManageCourse, type CourseRow } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { staffSource } from '#server/learning/enrolment/enroll.ts'
import { type Enrollment } from '#server/learning/memberships.ts'

/**
 * True when an enrolled viewer may review the course: the rating is worth something only without the course's own staff, and without
 * accounts that the staff gave access to for nothing.
 */
export const mayReview = (viewer: Viewer, course: CourseRow, enrollment: Enrollment): boolean =>
  !canManageCourse(viewer, course, 'teach') && !enrollment.sourceRef.startsWith(staffSource)
