// Separate from the schemas, so that pages that only check a role need not load those.

export const roles = ['student', 'instructor', 'admin'] as const
export type Role = (typeof roles)[number]

/** Staff are admins and instructors; they have access to /admin. */
export const isStaff = (role: Role): boolean => role !== 'student'
