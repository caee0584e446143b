import { paths } from '#contract/kit/paths.ts'
import type { CourseRow } from '#server/catalog/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'

/** The same message for every reason, so that the existence of a draft is not revealed. */
export const courseNotFound = 'Course data not found'

/** Says that staff opened a course for the recipient. */
export const accessGivenMessage = (publicUrl: string, { id, title }: Pick<CourseRow, 'id' | 'title'>): MailMessage => ({
  subject: `Kelas ${title} terbuka untukmu`,
  paragraphs: [
    `Pengelola kelas ${title} memberimu akses. Tidak ada yang perlu dibayar; masuk dengan akunmu, lalu mulai belajar.`,
  ],
  action: { label: 'Mulai Belajar', url: `${publicUrl}${paths.player({ courseId: id })}` },
  closing: ['Kelas ini juga ada di “Kelas Saya”. Tidak merasa mengikutinya? Abaikan saja email ini.'],
})
