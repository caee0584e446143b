import { courseStudentsRoutes } from './students/course-students-routes.ts'
import { courseStudentsModule } from './students/course-students.ts'
import type { CourseStudentsDeps } from './students/deps.ts'
import { reviewModerationRoutes } from './reviews/moderation-routes.ts'
import { invitationRoutes } from './students/invitations-routes.ts'
import type { ReviewModeration } from './reviews/moderation.ts'

type Deps = CourseStudentsDeps & { reviews: ReviewModeration }

/** The routes for staff: the students of a course, who is invited to it, and the reviews of all courses. */
export const learningStaffRoutes = (deps: Deps) => ({
  courseStudents: courseStudentsRoutes(courseStudentsModule(deps)),
  reviews: reviewModerationRoutes(deps.reviews),
  ...invitationRoutes(deps),
})
