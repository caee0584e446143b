import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import type { NotificationsDeps } from '#server/notifications/deps.ts'
import { describe, kinds, type Notice } from '#server/notifications/kinds.ts'
import { writeToken, type Ends } from '#server/notifications/unsubscribe.ts'

type Recipient = { id: string; name: string; email: string }
type MailDeps = Pick<NotificationsDeps, 'mail' | 'publicUrl' | 'unsubscribeSecret'>

/** The mail of a notification, from the table of kinds. */
export async function queueNotice(
  tx: Tx,
  deps: MailDeps,
  { notice, to, isBulk }: { notice: Notice; to: Recipient; isBulk: boolean },
): Promise<void> {
  const { title, text, url, action } = describe(notice.kind, notice.data)
  const { unsubscribeUrl, closing } = await endings(tx, deps, {
    userId: to.id,
    kind: notice.kind,
    label: kinds[notice.kind].label,
  })
  const message: MailMessage = {
    subject: title,
    ...wordsOf(notice, text),
    ...factsOf(notice),
    action: { label: action, url: deps.publicUrl + url },
    closing,
  }
  await deps.mail.queue(tx, {
    kind: notice.kind,
    to,
    message,
    neutral: neutralMessage(deps, closing),
    isBulk,
    unsubscribeUrl,
    ownerId: to.id,
    subjectId: notice.subjectId ?? null,
  })
}

type DigestEntry = { kind: NotificationKind; data: unknown }
const maximumListed = 20

/** One mail about everything that happened since the last one. */
export async function queueDigest(
  tx: Tx,
  deps: MailDeps,
  { to, entries }: { to: Recipient; entries: readonly DigestEntry[] },
): Promise<void> {
  const { unsubscribeUrl, closing } = await endings(tx, deps, {
    userId: to.id,
    kind: 'digest',
    label: 'Ringkasan harian',
  })
  const shown = entries.slice(0, maximumListed).map(({ kind, data }) => describe(kind, data))
  const more = entries.length - shown.length
  const message: MailMessage = {
    subject: entries.length === 1 ? (shown[0]?.title ?? 'Ringkasan hari ini') : `${entries.length} kabar dari kelasmu`,
    paragraphs: [
      'Ini yang terjadi sejak ringkasan terakhir:',
      ...shown.map(({ title, text, url }) => `${title} — ${text} ${deps.publicUrl}${url}`),
      ...(more > 0 ? [`Dan ${more} kabar lain.`] : []),
    ],
    action: { label: 'Buka Notifikasi', url: deps.publicUrl + paths.notifications() },
    closing,
  }
  await deps.mail.queue(tx, {
    kind: 'digest',
    to,
    message,
    neutral: neutralMessage(deps, closing),
    isBulk: true,
    unsubscribeUrl,
    ownerId: to.id,
  })
}

/** To a mailbox that nobody has proven: titles, names and texts of people stay on the site. */
const neutralMessage = ({ publicUrl }: MailDeps, closing: NonNullable<MailMessage['closing']>): MailMessage => ({
  subject: 'Ada kabar untukmu',
  paragraphs: [
    'Ada kabar baru untuk akun dengan alamat email ini. Konfirmasi alamatmu di Pengaturan, supaya isinya ikut di email berikutnya.',
  ],
  action: { label: 'Buka Notifikasi', url: publicUrl + paths.notifications() },
  closing,
})

async function endings(
  tx: Tx,
  { publicUrl, unsubscribeSecret }: MailDeps,
  { label, ...ends }: Ends & { label: string },
) {
  const token = await writeToken(tx, unsubscribeSecret, ends)
  return {
    unsubscribeUrl: `${publicUrl}/api/unsubscribe/${token}`,
    closing: [
      {
        text: `Tidak mau email “${label}” lagi?`,
        link: { label: 'Berhenti menerimanya di sini', url: publicUrl + paths.unsubscribe({ token }) },
      },
    ],
  }
}

/** A whole post where there is one. */
function wordsOf(notice: Notice, text: string): Pick<MailMessage, 'paragraphs' | 'post'> {
  if (notice.kind === 'review-reply') return { paragraphs: [notice.data.text || text] }
  if (notice.kind !== 'answer' && notice.kind !== 'announcement') return { paragraphs: [text] }
  const { post, courseTitle } = notice.data
  if (!post) return { paragraphs: [text] }
  return {
    paragraphs: [
      notice.kind === 'answer' ? `Pertanyaanmu di kelas ${courseTitle} dijawab:` : `Dari kelas ${courseTitle}:`,
    ],
    post,
  }
}

/** The mail itself has what needs an act. */
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
