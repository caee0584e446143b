import type { InvitationRole } from '#contract/learning/invitations.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CourseStudentsDeps } from './deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import type { InvitationRow } from './invitations-tables.ts'
import { mailsOfInviter } from '#server/learning/limits.ts'

/** Counts the mail of an invitation; false when the inviter or the mailbox had enough of them. To be called outside a transaction. */
export const mayMailInvitation = async (
  { rateLimiter, mail }: Pick<CourseStudentsDeps, 'rateLimiter' | 'mail'>,
  inviterId: string,
  email: string,
): Promise<boolean> =>
  (await rateLimiter.take([mailsOfInviter, inviterId])).allowed && (await mail.mayMailStranger(email)).allowed

export const mailInvitation = (
  tx: Tx,
  { mail, publicUrl }: Pick<CourseStudentsDeps, 'mail' | 'publicUrl'>,
  { id, email, role }: InvitationRow,
): Promise<string> =>
  mail.queue(tx, {
    kind: 'course-invitation',
    to: { name: '', email },
    message: invitationMessage(publicUrl, role),
    ownerId: null,
    cause: 'counted',
    subjectId: id,
  })

const asked: Record<InvitationRole, string> = {
  student: 'mengikuti',
  'co-teacher': 'mengajar sebagai rekan instruktur di',
  assistant: 'membantu sebagai asisten di',
}

/** Without the title, which a stranger may have chosen: the page shows it. */
const invitationMessage = (publicUrl: string, role: InvitationRole): MailMessage => ({
  subject: 'Kamu diundang ke sebuah kelas',
  paragraphs: [
    `Kamu diundang ${asked[role]} sebuah kelas. Buka undangannya untuk melihat kelas apa dan dari siapa.`,
    'Masuk dengan alamat email ini, atau buat akun dulu, lalu terima undangannya.',
  ],
  action: { label: 'Buka undangan', url: `${publicUrl}${paths.invitations()}` },
  closing: ['Tidak menunggu undangan? Abaikan saja email ini.'],
})
