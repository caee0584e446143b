import type { MailMessage } from '#server/platform/mail/index.ts'
import { describe, type Notice } from './kinds.ts'

/** The mail of a notification, from the table of kinds. */
export function noticeMessage(publicUrl: string, notice: Notice): MailMessage {
  const { title, text, url, action } = describe(notice.kind, notice.data)
  return { subject: title, paragraphs: [text], ...factsOf(notice), action: { label: action, url: publicUrl + url } }
}

/** What needs an act is in the mail itself. */
function factsOf(notice: Notice): Pick<MailMessage, 'facts'> {
  if (notice.kind !== 'submission-reviewed') return {}
  const { lessonTitle, courseTitle, points, comment } = notice.data
  return {
    facts: [
      ['Tugas', lessonTitle],
      ['Kelas', courseTitle],
      ...(points === null ? [] : [['Nilai', points] as const]),
      ...(comment === '' ? [] : [['Komentar', comment] as const]),
    ],
  }
}
