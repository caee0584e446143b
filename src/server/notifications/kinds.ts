import { formatDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { buyingKinds, type BuyingKindData } from './buying-kinds.ts'
import { groupKinds, type GroupKindData } from './group-kinds.ts'
import { teachingKinds, type TeachingKindData } from './teaching-kinds.ts'
import type { KindEntry } from './kind-entry.ts'
import type { Channels, NotificationChannel, NotificationKind } from '#contract/notifications/kinds.ts'

type Course = { courseId: string; courseTitle: string }
/** A whole post for mails: clean HTML, and the text as it was typed. Lists, push and WhatsApp have the excerpt. */
export type MailedPost = { html: string; text: string }
type Lesson = Course & { lessonId: string; lessonTitle: string }

/** Stored with the notification: what others wrote is changed and taken back with its subject, see withdraw.ts. */
export type KindData = GroupKindData &
  BuyingKindData &
  TeachingKindData & {
    answer: Course & { questionId: string; title: string; byStaff: boolean; excerpt: string; post?: MailedPost | null }
    question: Course & { questionId: string; title: string }
    announcement: Course & { announcementId: string; title: string; excerpt: string; post?: MailedPost | null }
    'new-lessons': Lesson & { count: number }
    'lesson-open': Lesson
    'submission-reviewed': Lesson & { status: 'accepted' | 'revise'; comment: string; points: string | null }
    'quiz-rescored': Lesson & { percent: number }
    deadline: Lesson & { at: string }
    'goal-at-risk': { left: number }
    /** Issued for a course, or for a path. */
    certificate: { courseTitle: string; certificateId: string; courseId?: string }
    'review-reply': Course & { excerpt: string; /** All of it, for mails. */ text?: string }
  }

/** Kinds that can be over before they are sent: a price, an order to pay. The list in the app tells what was, and keeps it. */
const lapsingKinds = [
  'deadline',
  'payment-waiting',
  'checkout-open',
  'wish-sale',
  'meeting-soon',
] as const satisfies NotificationKind[]
export type LapsingKind = (typeof lapsingKinds)[number]
export const canLapse = (kind: NotificationKind): kind is LapsingKind =>
  (lapsingKinds as readonly NotificationKind[]).includes(kind)

type ToWhom = {
  userId: string
  /** Caused it, and is not told of it. */
  actorId?: string | null
  /** The post, review, lesson or broadcast that it tells of: with it, it is changed and taken back. */
  subjectId?: string | null
  /** The words are of somebody whom the person may not know: no mail, push or WhatsApp brings them. */
  isInAppOnly?: boolean
}
/** Tells a person something: a kind of the table with its data. */
export type Notice = {
  [Kind in NotificationKind]: { kind: Kind; data: KindData[Kind] } & ToWhom
}[NotificationKind]

const study = 'Belajar'
const conversation = 'Tanya jawab'

/** The one table of kinds: settings, texts of the list, mails, digest, push and WhatsApp are made from it. */
export const kinds: { [Kind in NotificationKind]: KindEntry<KindData[Kind]> } = {
  answer: {
    label: 'Jawaban untuk pertanyaanku',
    group: conversation,
    defaults: ['app', 'mail'],
    title: ({ title, byStaff }) => (byStaff ? `Instruktur menjawab: ${title}` : `Ada jawaban: ${title}`),
    text: ({ courseTitle, excerpt }) => excerpt || `Pertanyaanmu di kelas ${courseTitle} dijawab.`,
    path: paths.question,
    action: 'Baca Jawaban',
  },
  question: {
    label: 'Pertanyaan baru di kelasku',
    forStaff: true,
    group: conversation,
    defaults: ['app', 'digest'],
    title: ({ title }) => `Pertanyaan baru: ${title}`,
    text: ({ courseTitle }) => `Siswa kelas ${courseTitle} menunggu jawaban.`,
    path: paths.question,
    action: 'Jawab Pertanyaan',
  },
  announcement: {
    label: 'Pengumuman kelas',
    group: study,
    defaults: ['app', 'mail'],
    title: ({ title }) => title,
    text: ({ courseTitle, excerpt }) => `Kelas ${courseTitle}: ${excerpt}`,
    path: paths.announcement,
    action: 'Baca Pengumuman',
  },
  'new-lessons': {
    label: 'Materi baru di kelasku',
    group: study,
    defaults: ['app', 'digest'],
    title: ({ courseTitle }) => `Materi baru di ${courseTitle}`,
    text: ({ lessonTitle, count }) =>
      count > 1 ? `${count} materi baru, mulai dari “${lessonTitle}”.` : `“${lessonTitle}” baru ditambahkan.`,
    path: paths.player,
    action: 'Buka Materi',
  },
  'lesson-open': {
    label: 'Materi yang baru terbuka',
    group: study,
    defaults: ['app', 'digest'],
    title: ({ lessonTitle }) => `Sudah terbuka: ${lessonTitle}`,
    text: ({ courseTitle }) => `Materi berikutnya di kelas ${courseTitle} bisa kamu pelajari sekarang.`,
    path: paths.player,
    action: 'Lanjut Belajar',
  },
  'submission-reviewed': {
    label: 'Tugasku dinilai',
    group: study,
    defaults: ['app', 'mail'],
    title: ({ status, lessonTitle }) =>
      status === 'accepted' ? `Diterima: ${lessonTitle}` : `Perlu revisi: ${lessonTitle}`,
    text: ({ status, courseTitle }) =>
      status === 'accepted'
        ? `Selamat! Tugasmu di kelas ${courseTitle} sudah dinilai dan diterima, jadi materinya selesai.`
        : `Tugasmu di kelas ${courseTitle} sudah dinilai dan perlu diperbaiki sedikit lagi.`,
    path: paths.player,
    action: 'Lihat Penilaian',
  },
  'quiz-rescored': {
    label: 'Kuisku dinilai ulang',
    group: study,
    defaults: ['app'],
    title: ({ lessonTitle }) => `Dinilai ulang: ${lessonTitle}`,
    text: ({ percent, courseTitle }) => `Nilaimu di kuis kelas ${courseTitle} sekarang ${percent}%.`,
    path: paths.player,
    action: 'Lihat Nilai',
  },
  deadline: {
    label: 'Batas waktu yang mendekat',
    group: study,
    defaults: ['app', 'mail'],
    title: ({ lessonTitle }) => `Segera berakhir: ${lessonTitle}`,
    text: ({ at, courseTitle }) => `Batas waktunya ${formatDateTime(at)}, di kelas ${courseTitle}.`,
    path: paths.player,
    action: 'Kerjakan Sekarang',
  },
  'goal-at-risk': {
    label: 'Target mingguan yang hampir terlewat',
    group: study,
    defaults: ['app'],
    title: () => 'Target mingguanmu hampir terlewat',
    text: ({ left }) => `Tinggal ${left} hari belajar lagi minggu ini.`,
    path: paths.student,
    action: 'Belajar Sekarang',
  },
  certificate: {
    label: 'Sertifikatku terbit',
    group: study,
    defaults: ['app', 'mail'],
    title: ({ courseTitle }) => `Sertifikat ${courseTitle} sudah terbit`,
    text: () => 'Selamat! Unduh sertifikatnya, atau bagikan tautannya.',
    path: paths.certificate,
    action: 'Lihat Sertifikat',
  },
  ...groupKinds,
  ...teachingKinds,
  'review-reply': {
    label: 'Balasan untuk ulasanku',
    group: conversation,
    defaults: ['app', 'mail'],
    title: ({ courseTitle }) => `Ulasanmu tentang ${courseTitle} dibalas`,
    text: ({ excerpt }) => excerpt,
    path: paths.courseDetail,
    action: 'Baca Balasan',
  },
  ...buyingKinds,
}

/** Renders a stored notification. A link never leaves the site. */
export function describe(
  kind: NotificationKind,
  data: unknown,
): { title: string; text: string; url: string; action: string } {
  const entry = kinds[kind] as KindEntry<unknown>
  return { title: entry.title(data), text: entry.text(data), url: entry.path(data), action: entry.action }
}

/** False for the mails of a kind that is mailed separately. */
export const hasChannel = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  !(kinds[kind].mailedSeparately && (channel === 'mail' || channel === 'digest'))

/** The channels of a kind as the person chose them, or by default. */
export function channelsOf(kind: NotificationKind, chosen: Partial<Channels> | undefined): Channels {
  const uses = (channel: NotificationChannel) =>
    hasChannel(kind, channel) && (chosen?.[channel] ?? kinds[kind].defaults.includes(channel))
  return {
    app: uses('app'),
    mail: uses('mail'),
    digest: uses('digest'),
    push: uses('push'),
    whatsapp: uses('whatsapp'),
  }
}
