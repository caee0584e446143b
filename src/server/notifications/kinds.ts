import { formatRupiah } from '#contract/kit/money.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { groupKinds, type GroupKindData } from './group-kinds.ts'
import type { KindEntry } from './kind-entry.ts'
import type { Channels, NotificationChannel, NotificationKind } from '#contract/notifications/kinds.ts'

type Course = { courseId: string; courseTitle: string }
/** A whole post for mails: clean HTML, and the text as it was typed. Lists, push and WhatsApp have the excerpt. */
export type MailedPost = { html: string; text: string }
type Lesson = Course & { lessonId: string; lessonTitle: string }

/** What each kind tells about. Stored with the notification: what others wrote is changed and taken back with its subject, see taken-back.ts. */
export type KindData = GroupKindData & {
  answer: Course & { questionId: string; title: string; byStaff: boolean; excerpt: string; post?: MailedPost | null }
  question: Course & { questionId: string; title: string }
  announcement: Course & { announcementId: string; title: string; excerpt: string; post?: MailedPost | null }
  'new-lessons': Lesson & { count: number }
  'lesson-open': Lesson
  'submission-reviewed': Lesson & { status: 'accepted' | 'revise'; comment: string; points: string | null }
  'quiz-rescored': Lesson & { percent: number }
  deadline: Lesson & { at: string }
  'goal-at-risk': { left: number }
  certificate: Course & { certificateId: string }
  'review-reply': Course & { excerpt: string }
  payment: { transactionId: string; title: string; state: 'paid' | 'refunded' | 'reversed'; amountIdr: number }
  'payment-waiting': { transactionId: string; title: string; amountIdr: number; until: string | null }
  /** An order that was left open; `until` is null when it has lapsed or costs less now (`isCheaper`), and can be made again. */
  'checkout-open': {
    transactionId: string
    title: string
    amountIdr: number
    until: string | null
    url: string
    isGift: boolean
    isCheaper?: boolean
  }
  /** A proof of a transfer that was refused; the approval is a payment. */
  transfer: { transactionId: string; title: string; sentence: string }
  'refund-request': { transactionId: string; title: string; state: 'approved' | 'refused'; sentence: string }
  /** `name` is what the giver called the receiver. */
  'gift-claimed': { transactionId: string; title: string; name: string }
  payout: { amountIdr: number; state: 'sent' | 'failed'; reference: string }
  gift: { title: string; url: string }
  'wish-sale': { title: string; url: string; priceIdr: number }
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
}
/** What a person is told: a kind of the table with its data. */
export type Notice = {
  [Kind in NotificationKind]: { kind: Kind; data: KindData[Kind] } & ToWhom
}[NotificationKind]

const study = 'Belajar'
const conversation = 'Tanya jawab'
const buying = 'Pembelian'

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
  'review-reply': {
    label: 'Balasan untuk ulasanku',
    group: conversation,
    defaults: ['app', 'mail'],
    title: ({ courseTitle }) => `Ulasanmu tentang ${courseTitle} dibalas`,
    text: ({ excerpt }) => excerpt,
    path: paths.courseDetail,
    action: 'Baca Balasan',
  },
  payment: {
    label: 'Pembayaran diterima atau dikembalikan',
    group: buying,
    defaults: ['app'],
    // The receipt and the refund have mails of their own.
    without: ['mail', 'digest'],
    title: ({ state, title }) =>
      state === 'paid'
        ? `Pembayaran diterima: ${title}`
        : `${state === 'reversed' ? 'Pembayaran dibatalkan bank' : 'Dana dikembalikan'}: ${title}`,
    text: ({ amountIdr }) => formatRupiah(amountIdr),
    path: paths.transactions,
    action: 'Lihat Transaksi',
  },
  'payment-waiting': {
    label: 'Pesanan yang menunggu pembayaran',
    group: buying,
    defaults: ['app'],
    title: ({ title }) => `Menunggu pembayaran: ${title}`,
    text: ({ amountIdr, until }) =>
      until
        ? `Bayar ${formatRupiah(amountIdr)} sebelum ${formatDateTime(until)}.`
        : `Bayar ${formatRupiah(amountIdr)}.`,
    path: paths.transactions,
    action: 'Selesaikan Pembayaran',
  },
  'checkout-open': {
    label: 'Pengingat pesanan yang belum dibayar',
    group: buying,
    defaults: ['app', 'mail'],
    title: ({ title, until, isGift }) =>
      until
        ? `Pesananmu belum dibayar: ${title}`
        : `${isGift ? 'Masih mau memberi hadiah?' : 'Masih mau belajar?'} ${title}`,
    text: ({ amountIdr, until, isGift, isCheaper }) =>
      isCheaper
        ? `Sekarang harganya ${formatRupiah(amountIdr)}, lebih murah dari pesananmu. Pesan lagi dengan harga baru.`
        : until
          ? `Bayar ${formatRupiah(amountIdr)} sebelum ${formatDateTime(until)}, lalu ${isGift ? 'hadiahnya siap dikirim' : 'langsung mulai'}.`
          : 'Pesananmu kemarin kedaluwarsa tanpa pembayaran. Kalau masih mau, kamu bisa memesannya lagi.',
    path: ({ url }) => url,
    action: 'Lanjutkan',
  },
  transfer: {
    label: 'Bukti transferku ditolak',
    group: buying,
    defaults: ['app'],
    // The refusal has a mail of its own.
    without: ['mail', 'digest'],
    title: ({ title }) => `Bukti transfer ditolak: ${title}`,
    text: ({ sentence }) => sentence,
    path: ({ transactionId }) => `${paths.successCheckout()}?transaksi=${transactionId}`,
    action: 'Kirim Bukti Lain',
  },
  'refund-request': {
    label: 'Keputusan tentang permintaan pengembalian dana',
    group: buying,
    defaults: ['app'],
    // The decision has a mail of its own.
    without: ['mail', 'digest'],
    title: ({ state, title }) => `Pengembalian dana ${state === 'approved' ? 'disetujui' : 'ditolak'}: ${title}`,
    text: ({ sentence }) => sentence,
    path: paths.invoice,
    action: 'Lihat Transaksi',
  },
  'gift-claimed': {
    label: 'Hadiah dariku diterima',
    group: buying,
    defaults: ['app', 'mail'],
    title: ({ name }) => `${name} menerima hadiahmu`,
    text: ({ title }) => `${title} sekarang miliknya.`,
    path: paths.invoice,
    action: 'Lihat Hadiah',
  },
  payout: {
    label: 'Pencairan dikirim atau gagal',
    forStaff: true,
    group: buying,
    defaults: ['app'],
    // The decision has a mail of its own.
    without: ['mail', 'digest'],
    title: ({ state, amountIdr }) =>
      state === 'sent'
        ? `Pencairan ${formatRupiah(amountIdr)} sudah dikirim`
        : `Pencairan ${formatRupiah(amountIdr)} gagal`,
    text: ({ state, reference }) =>
      state === 'sent' ? `Referensi bank: ${reference}` : `Dananya kembali ke saldomu: ${reference}`,
    path: staffPaths.balance,
    action: 'Lihat Saldo',
  },
  gift: {
    label: 'Hadiah untukku',
    group: buying,
    defaults: ['app'],
    without: ['mail', 'digest'],
    title: ({ title }) => `Hadiah untukmu: ${title}`,
    text: () => 'Buka hadiahnya dan mulai belajar.',
    path: ({ url }) => url,
    action: 'Buka Hadiah',
  },
  'wish-sale': {
    label: 'Promo untuk wishlistku',
    group: buying,
    defaults: ['app', 'digest'],
    title: ({ title }) => `Lebih murah: ${title}`,
    text: ({ priceIdr }) => `Sekarang ${formatRupiah(priceIdr)}.`,
    path: ({ url }) => url,
    action: 'Lihat Promo',
  },
}

/** What a stored notification says. A link never leaves the site. */
export function describe(
  kind: NotificationKind,
  data: unknown,
): { title: string; text: string; url: string; action: string } {
  const entry = kinds[kind] as KindEntry<unknown>
  return { title: entry.title(data), text: entry.text(data), url: entry.path(data), action: entry.action }
}

/** The channels of a kind as the person chose them, or by default. */
export function channelsOf(kind: NotificationKind, chosen: Partial<Channels> | undefined): Channels {
  const { defaults, without = [] } = kinds[kind]
  const uses = (channel: NotificationChannel) =>
    !without.includes(channel) && (chosen?.[channel] ?? defaults.includes(channel))
  return {
    app: uses('app'),
    mail: uses('mail'),
    digest: uses('digest'),
    push: uses('push'),
    whatsapp: uses('whatsapp'),
  }
}
