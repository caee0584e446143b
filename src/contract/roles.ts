// Apart from the schemas, so that a page that only asks who somebody is need not bring those along.

export const roles = ['student', 'instructor', 'admin'] as const
export type Role = (typeof roles)[number]

/** Staff are admins and instructors; they enter /admin. */
export const isStaff = (role: Role): boolean => role !== 'student'
