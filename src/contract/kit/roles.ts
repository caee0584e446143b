// Separate from the schemas, so that pages that only check a role need not load those.

export const roles = ['student', 'instructor', 'admin'] as const
export type Role = (typeof roles)[number]
export const roleLabels: Record<Role, string> = { student: 'Siswa', instructor: 'Instruktur', admin: 'Admin' }

/** Staff are admins and instructors; they have access to /admin. */
export const isStaff = (role: Role): boolean => role !== 'student'
