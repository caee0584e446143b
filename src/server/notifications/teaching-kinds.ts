import { paths } from '#contract/kit/paths.ts'
import type { KindEntry } from './kind-entry.ts'

/** Data of the kinds about becoming an instructor. */
export type TeachingKindData = { 'instructor-application': { state: 'accepted' | 'refused'; sentence: string } }

/** The part of the table that is about becoming an instructor. */
export const teachingKinds: { [Kind in keyof TeachingKindData]: KindEntry<TeachingKindData[Kind]> } = {
  'instructor-application': {
    label: 'Jawaban atas pengajuanku menjadi instruktur',
    group: 'Belajar',
    defaults: ['app', 'mail'],
    title: ({ state }) => (state === 'accepted' ? 'Kamu sekarang instruktur' : 'Pengajuanmu belum diterima'),
    text: ({ state, sentence }) =>
      state === 'accepted' ? 'Selamat! Buat kelas pertamamu sekarang.' : `${sentence} Kamu bisa mengajukan lagi.`,
    path: paths.becomeInstructor,
    action: 'Buka',
  },
}
