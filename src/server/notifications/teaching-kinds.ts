import { daysUntilNextApplication } from '#contract/instructors/applications.ts'
import { paths } from '#contract/kit/paths.ts'
import { asSentence } from '#contract/kit/text/sentence.ts'
import type { KindEntry } from './kind-entry.ts'

/** Data of the kinds about becoming an instructor, and about the look at a first course. */
export type TeachingKindData = {
  'instructor-application': { state: 'accepted' | 'refused'; sentence: string }
  'course-review': { courseId: string; courseTitle: string; state: 'approved' | 'refused'; remarks: number }
}

/** The part of the table that is about teaching here. */
export const teachingKinds: { [Kind in keyof TeachingKindData]: KindEntry<TeachingKindData[Kind]> } = {
  'instructor-application': {
    label: 'Jawaban atas pengajuanku menjadi instruktur',
    group: 'Belajar',
    defaults: ['app', 'mail'],
    title: ({ state }) => (state === 'accepted' ? 'Kamu sekarang instruktur' : 'Pengajuanmu belum diterima'),
    text: ({ state, sentence }) =>
      state === 'accepted'
        ? 'Selamat! Buat kelas pertamamu sekarang.'
        : `${asSentence(sentence)} Kamu bisa mengajukan lagi setelah ${daysUntilNextApplication} hari.`,
    path: paths.becomeInstructor,
    action: 'Buka',
  },
  'course-review': {
    label: 'Hasil pemeriksaan kelasku',
    forStaff: true,
    group: 'Belajar',
    defaults: ['app', 'mail'],
    title: ({ state, courseTitle }) =>
      state === 'approved' ? `Kelasmu tayang: ${courseTitle}` : `Perlu diperbaiki: ${courseTitle}`,
    text: ({ state, remarks }) =>
      state === 'approved'
        ? 'Selamat! Kelasmu sekarang ada di katalog dan bisa dibeli.'
        : `Ada ${remarks} catatan di kelasmu. Perbaiki, lalu ajukan lagi.`,
    path: paths.adminCourse,
    action: 'Buka Kelas',
  },
}
