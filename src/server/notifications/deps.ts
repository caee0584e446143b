import type { SQL } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Secret } from '#server/platform/secrets/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'

/** Which part of the students of a course is meant. */
export type CoursePart = 'not-started' | 'in-progress' | 'inactive' | 'finished'

/** The enrolments, which a module above this one owns. */
export type Memberships = {
  /** A subquery with `course_id` and `granted_at`: the courses in which this user is enrolled now. */
  coursesOf: (userId: string) => SQL
  /** A subquery with `user_id` and `granted_at`: the students enrolled in a course now, or a part of them. */
  membersOf: (courseId: string, part: CoursePart | null) => SQL
}

export type NotificationsDeps = {
  database: Database
  clock: Clock
  identity: Identity
  mail: Mail
  publicUrl: string
  /** The key of links that end mails. */
  unsubscribeSecret: Secret
  /** Called late, because learning is built after the notifications that it sends. */
  memberships: () => Memberships
}

export type { Tx }
