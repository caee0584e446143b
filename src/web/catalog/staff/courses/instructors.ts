import type { PossibleInstructor, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { Session } from '#contract/identity/identity.ts'
import type { Api } from '#web/identity/index.ts'

/** The possible instructors of a course; null for viewers who may not choose. */
export async function listInstructors(api: Api, { role }: Session): Promise<PossibleInstructor[] | null> {
  return role === 'admin' ? (await api.authenticated.authoring.listInstructors()).data : null
}

/** Adds the current instructor, even if the account was disabled or deleted. */
export function withCurrentInstructor(
  instructors: PossibleInstructor[] | null,
  { instructor }: StaffCourseDetail,
): PossibleInstructor[] | null {
  if (!instructors || instructors.some(({ _id }) => _id === instructor._id)) return instructors
  return [
    { _id: instructor._id, name: instructor.name || 'Akun yang sudah dihapus', email: 'tidak aktif' },
    ...instructors,
  ]
}
