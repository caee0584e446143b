/** Ids that the rows of the permission test name. */
export type InvitationWorld = Record<'courseId' | 'invitationId' | 'myInvitationId' | 'coTeacherId', string>
type Row<Caller> = {
  owners: readonly Caller[]
  url: (world: InvitationWorld) => string
  body?: (world: InvitationWorld) => unknown
}

/** Who may invite to a course, choose who teaches it, and answer an invitation. */
export function invitationRows<Caller>({
  mayOwn,
  mayEdit,
  coTeacher,
  invitee,
}: Record<'mayOwn' | 'mayEdit' | 'coTeacher' | 'invitee', readonly Caller[]>): Record<string, Row<Caller>> {
  const ofCourse = (after = '') => ({ url: ({ courseId }: InvitationWorld) => `/courses/${courseId}${after}` })
  const one = (after = '') => ({
    url: ({ courseId, invitationId }: InvitationWorld) => `/courses/${courseId}/invitations/${invitationId}${after}`,
  })
  const teacher = {
    url: ({ courseId, coTeacherId }: InvitationWorld) => `/courses/${courseId}/teachers/${coTeacherId}`,
  }
  const mine = (after = '') => ({
    url: ({ myInvitationId }: InvitationWorld) => `/me/invitations/${myInvitationId}${after}`,
  })
  return {
    'GET /courses/{id}/invitations': { owners: mayEdit, ...ofCourse('/invitations') },
    'POST /courses/{id}/invitations': {
      owners: mayOwn,
      ...ofCourse('/invitations'),
      body: () => ({ role: 'assistant', emails: ['asing@contoh.id'] }),
    },
    // The invited person is to be a teacher.
    'POST /courses/{id}/invitations/{invitationId}/resend': { owners: mayOwn, ...one('/resend') },
    'DELETE /courses/{id}/invitations/{invitationId}': { owners: mayOwn, ...one() },
    'PUT /courses/{id}/teachers/{userId}': { owners: mayOwn, ...teacher, body: () => ({ role: 'assistant' }) },
    'DELETE /courses/{id}/teachers/{userId}': { owners: coTeacher, ...teacher },
    'POST /me/invitations/{id}/accept': { owners: invitee, ...mine('/accept') },
    'DELETE /me/invitations/{id}': { owners: invitee, ...mine() },
  }
}
