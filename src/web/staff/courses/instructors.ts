import type { PossibleInstructor, StaffCourseDetail } from '#contract/authoring.ts'
import type { Session } from '#contract/identity.ts'
import type { Api } from '#web/identity/index.ts'

/** Whom a course may be given to; null for those who cannot give it away. */
export async function listInstructors(api: Api, { role }: Session): Promise<PossibleInstructor[] | null> {
  return role === 'admin' ? (await api.mine.authoring.listInstructors()).data : null
}

/** Whoever has the course now can keep it, even where the account no longer stands. */
export function withPresent(instructors: PossibleInstructor[] | null, { instructor }: StaffCourseDetail): PossibleInstructor[] | null {
  if (!instructors || instructors.some(({ _id }) => _id === instructor._id)) return instructors
  return [{ _id: instructor._id, name: instructor.name || 'Akun yang sudah dihapus', email: 'tidak aktif' }, ...instructors]
}
