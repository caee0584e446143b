import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const enrollments = pgTable('enrollments', {
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  sourceRef: text('source_ref').notNull(),
  grantedAt: timestamptz('granted_at').notNull(),
  revokedAt: timestamptz('revoked_at'),
  /** The cohort or team that the right to study belongs to; its members are nowhere else. */
  groupId: uuid('group_id'),
  groupJoinedAt: timestamptz('group_joined_at'),
  /** The cohort that the student left last by moving to another one. */
  leftGroupId: uuid('left_group_id'),
  /** The team whose seat gave this right. */
  teamId: uuid('team_id'),
  /** True when the manager of the team sees the progress. */
  showsProgress: boolean('shows_progress').notNull().default(false),
  /** How many days after the start of an earlier group had begun when the student moved. */
  openedDays: integer('opened_days'),
  /** When the right to study ends; null: never. */
  endsAt: timestamptz('ends_at'),
  lastLessonId: uuid('last_content_id'),
  lastAccessedAt: timestamptz('last_accessed_at'),
  /** When every lesson was completed; a lesson added later does not undo it. */
  finishedAt: timestamptz('finished_at'),
  /** The date of a finish that the student undid by uncompleting a lesson that belonged to it. Never beside `finishedAt`. */
  undoneFinishAt: timestamptz('undone_finish_at'),
  /** Maintained by triggers: the student's name in lower case, and the number of completions. Lists of students are ordered by them. */
  studentName: text('student_name').notNull().default(''),
  /** Kept by triggers: what the student is searched by (`userSql`). Empty in a row that is older than the column, until the daily check. */
  studentSearch: text('student_search').notNull().default(''),
  completedLessons: integer('completed_lessons').notNull().default(0),
})

export type Enrollment = typeof enrollments.$inferSelect
