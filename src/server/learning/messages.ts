import { paths } from '#contract/kit/paths.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'

/** The same message for every reason, so that the existence of a draft is not revealed. */
export const courseNotFound = 'Course data not found'

/** Says that staff opened a course for the recipient. Without its title where instructors did, who may be strangers. */
export const accessGivenMessage = (
  publicUrl: string,
  { id, title }: { id: string; title: string | null },
): MailMessage => ({
  subject: title === null ? 'Sebuah kelas terbuka untukmu' : `Kelas ${title} terbuka untukmu`,
  paragraphs: [
    `Pengelola ${title === null ? 'sebuah kelas' : `kelas ${title}`} memberimu akses. Tidak ada yang perlu dibayar; masuk dengan akunmu, lalu mulai belajar.`,
  ],
  action: { label: 'Mulai Belajar', url: `${publicUrl}${paths.player({ courseId: id })}` },
  closing: ['Kelas ini juga ada di “Kelas Saya”. Tidak merasa mengikutinya? Abaikan saja email ini.'],
})
