import { paths } from '#contract/kit/paths.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'

type Reviewed = {
  courseId: string
  lessonId: string
  status: 'accepted' | 'revise'
  title: string
  courseTitle: string
  earnedPoints: number | null
  maximumPoints: number | null
}

/** Says that a submission was reviewed. The comment stays on the site, so that the mail contains no text of others. */
export function reviewedMessage(publicUrl: string, { courseId, lessonId, status, title, courseTitle, earnedPoints, maximumPoints }: Reviewed): MailMessage {
  const isAccepted = status === 'accepted'
  return {
    subject: isAccepted ? `Diterima: ${title}` : `Perlu revisi: ${title}`,
    paragraphs: [
      isAccepted
        ? `Selamat! Tugasmu di kelas ${courseTitle} sudah dinilai dan diterima, jadi materinya selesai.`
        : `Tugasmu di kelas ${courseTitle} sudah dinilai dan perlu diperbaiki sedikit lagi. Baca komentarnya, lalu kirim ulang.`,
    ],
    facts: [['Tugas', title], ['Kelas', courseTitle], ...(earnedPoints === null ? [] : [['Nilai', `${earnedPoints} dari ${maximumPoints} poin`] as const])],
    action: { label: isAccepted ? 'Lihat Hasil' : 'Baca Komentar', url: `${publicUrl}${paths.player({ courseId, lessonId })}` },
  }
}
