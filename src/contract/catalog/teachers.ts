import * as z from 'zod/mini'

/** Roles of those who teach a course. Assistants earn nothing. */
export const teacherRoles = ['owner', 'co-teacher', 'assistant'] as const
export type TeacherRole = (typeof teacherRoles)[number]
/** Those who teach beside the owner. */
export const invitedRoles = ['co-teacher', 'assistant'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/**
 * `teach`: see the course with its lessons, answer questions, grade. `edit`: change it, see its students and figures. `own`: delete and copy
 * it, choose who teaches it.
 */
export type CourseRight = 'teach' | 'edit' | 'own'

const rightsOf: Record<TeacherRole, readonly CourseRight[]> = {
  owner: ['teach', 'edit', 'own'],
  'co-teacher': ['teach', 'edit'],
  assistant: ['teach'],
}

export const hasRight = (role: TeacherRole, right: CourseRight): boolean => rightsOf[role].includes(right)

/** Somebody whom the course page names. */
export const namedInstructor = z.object({
  name: z.string(),
  avatar: z.string(),
  /** The address of their page. */
  slug: z.nullish(z.string()),
  headline: z.string(),
  bio: z.string(),
  role: z.enum(['owner', 'co-teacher']),
})
