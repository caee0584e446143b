import { formatDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { requestKindLabels } from '#contract/privacy/privacy.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import type { RequestRow } from './tables.ts'

const due = ({ dueAt }: RequestRow): string => formatDateTime(dueAt.toISOString())

export const requestReceivedMessage = (publicUrl: string, request: RequestRow): MailMessage => ({
  subject: 'Permintaanmu tentang data pribadi kami terima',
  paragraphs: [
    `Kami menjawabnya lewat email ini paling lambat ${due(request)}.`,
    ...(request.body ? [request.body] : []),
  ],
  facts: [['Jenis', requestKindLabels[request.kind]]],
  action: { label: 'Lihat permintaan', url: publicUrl + paths.settings() },
})

export const requestToAdminsMessage = (publicUrl: string, request: RequestRow): MailMessage => ({
  subject: `Permintaan data pribadi: ${requestKindLabels[request.kind]}`,
  paragraphs: [`Ada permintaan baru tentang data pribadi. Batas waktu menjawab: ${due(request)}.`],
  action: { label: 'Buka permintaan', url: publicUrl + staffPaths.privacyRequest({ requestId: request.id }) },
})

export const requestAnsweredMessage = (publicUrl: string, request: RequestRow): MailMessage => ({
  subject:
    request.state === 'rejected'
      ? 'Permintaanmu tentang data pribadi tidak bisa kami penuhi'
      : 'Jawaban atas permintaanmu tentang data pribadi',
  paragraphs: request.answer.split(/\n+/),
  facts: [['Jenis', requestKindLabels[request.kind]]],
  action: { label: 'Baca kebijakan privasi', url: publicUrl + paths.privacy() },
  closing: ['Tidak setuju dengan jawaban ini? Balas email ini.'],
})
