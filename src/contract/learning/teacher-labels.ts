import type { InvitationRole } from '#contract/learning/invitations.ts'
import type { TeacherRole } from '#contract/catalog/teachers.ts'

export const teacherLabels: Record<TeacherRole, string> = {
  owner: 'Pemilik',
  'co-teacher': 'Rekan instruktur',
  assistant: 'Asisten',
}
export const invitationLabels: Record<InvitationRole, string> = { student: 'Siswa', ...teacherLabels }
