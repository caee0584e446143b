import { formatDate, formatDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { asSentence } from '#contract/kit/text/sentence.ts'
import type { KindEntry } from './kind-entry.ts'

type Meeting = Course & { meetingId: string; title: string; startsAt: string; lessonId: string | null }
type Course = { courseId: string; courseTitle: string }

export type GroupKindData = {
  cohort: Course & {
    cohortId: string
    name: string
    startsAt: string
    state: 'moved' | 'cancelled' | 'added'
    sentence?: string
  }
  team: { teamId: string; name: string; title: string; state: 'manager' | 'removed' }
  'meeting-soon': Meeting
  'meeting-changed': Meeting
  'meeting-cancelled': Meeting
  'meeting-recording': Meeting
}

const group = 'Belajar'

/** The part of the table that is about groups. */
export const groupKinds: { [Kind in keyof GroupKindData]: KindEntry<GroupKindData[Kind]> } = {
  cohort: {
    label: 'Perubahan angkatanku',
    group,
    defaults: ['app', 'mail'],
    title: ({ state, name, courseTitle }) =>
      state === 'cancelled'
        ? `${name} dibatalkan: ${courseTitle}`
        : state === 'moved'
          ? `Tanggal mulai ${name} berubah: ${courseTitle}`
          : `Kamu masuk ${name}: ${courseTitle}`,
    text: ({ state, startsAt, sentence = '' }) =>
      state === 'cancelled'
        ? `${asSentence(sentence)} Kamu bisa memilih angkatan lain, atau meminta dananya kembali.`.trim()
        : `Mulai ${formatDate(startsAt)}.${state === 'moved' ? ' Materi yang sudah terbuka tetap terbuka.' : ''}`,
    path: paths.courseDetail,
    action: 'Lihat Kelas',
  },
  team: {
    label: 'Perubahan timku',
    group,
    defaults: ['app', 'mail'],
    title: ({ state, name }) =>
      state === 'manager' ? `Kamu sekarang mengelola ${name}` : `Kursimu di ${name} berakhir`,
    text: ({ state, title }) =>
      state === 'manager'
        ? `Undang anggota dan lihat kursinya untuk ${title}.`
        : `Pengelolanya mengosongkan kursimu, jadi aksesmu ke ${title} berakhir.`,
    path: ({ state, teamId }) => (state === 'manager' ? paths.team({ teamId }) : paths.teams()),
    action: 'Buka Tim',
  },
  'meeting-soon': {
    label: 'Sesi langsung yang segera dimulai',
    group,
    defaults: ['app', 'mail'],
    title: ({ title }) => `Segera mulai: ${title}`,
    text: ({ startsAt, courseTitle }) => `${formatDateTime(startsAt)}, di kelas ${courseTitle}.`,
    path: paths.schedule,
    action: 'Buka Jadwal',
  },
  'meeting-changed': {
    label: 'Perubahan sesi langsung',
    group,
    defaults: ['app', 'mail'],
    title: ({ title }) => `Jadwal berubah: ${title}`,
    text: ({ startsAt, courseTitle }) => `Sekarang ${formatDateTime(startsAt)}, di kelas ${courseTitle}.`,
    path: paths.schedule,
    action: 'Buka Jadwal',
  },
  'meeting-cancelled': {
    label: 'Sesi langsung dibatalkan',
    group,
    defaults: ['app', 'mail'],
    title: ({ title }) => `Sesi dibatalkan: ${title}`,
    text: ({ startsAt, courseTitle }) => `Tadinya ${formatDateTime(startsAt)}, di kelas ${courseTitle}.`,
    path: paths.schedule,
    action: 'Buka Jadwal',
  },
  'meeting-recording': {
    label: 'Rekaman sesi langsung',
    group,
    defaults: ['app'],
    title: ({ title }) => `Rekaman sudah ada: ${title}`,
    text: ({ courseTitle }) => `Tonton kapan saja di kelas ${courseTitle}.`,
    path: ({ courseId, lessonId }) => (lessonId === null ? paths.schedule() : paths.player({ courseId, lessonId })),
    action: 'Tonton Rekaman',
  },
}
