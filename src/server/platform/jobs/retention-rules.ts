import { dayMs, hourMs } from '#contract/kit/durations.ts'

/** Why data may be processed: to provide what the user asked for, by law, to keep the service safe, or with consent. */
export type Basis = 'contract' | 'law' | 'security' | 'consent'

export type RetentionRule = {
  /** As on the privacy page: what is stored, what for, and how long. `{sessionDays}` is a setting of the installation. */
  data: string
  purpose: string
  kept: string
  basis: Basis
  /** As in docs/operations.md. */
  english: { data: string; kept: string }
  /** Null when no job deletes it: it ends with the account, or the law requires it to stay. */
  purge: Purge | null
}

/** Rows are deleted `afterMs` after the time that makes them old (such as their expiry), by a job that runs every `everyMs`. */
type Purge = { afterMs: number; everyMs: number }

const mailDays = 90
const invitationDays = 90
const webhookDays = 30
const notificationDays = 365
const proofDays = 180
const uploadDays = 7
const videoUploadDays = 3
const requestYears = 5
const colourDays = 180
const choiceYears = 2

const untilDeletion = { kept: 'Sampai akunmu dihapus', english: 'until the account is deleted' }
const tenYears = { kept: 'Sedikitnya 10 tahun', english: 'at least 10 years; never deleted by the product' }

/**
 * Data about people that is stored, and for how long. The purge jobs, the privacy page and the table in docs/operations.md are made from this
 * value, so that none of them can promise what another does not do.
 */
export const retentionRules = {
  accounts: {
    data: 'Akun: nama, email, foto, bio, dan password (hanya sidiknya)',
    purpose: 'Mengenalimu saat masuk dan menampilkan profilmu',
    kept: untilDeletion.kept,
    basis: 'contract',
    english: { data: 'Accounts', kept: untilDeletion.english },
    purge: null,
  },
  learning: {
    data: 'Belajar: kelas dan e-book milikmu, progres, jawaban dan nilai kuis, tugas yang kamu kumpulkan beserta berkas dan penilaiannya, kode latihanmu, target mingguan, catatan, penanda, CV, angkatan dan kehadiranmu di sesi langsung, kursi timmu, dan sertifikat',
    purpose: 'Melanjutkan belajar di perangkat mana pun dan menerbitkan sertifikat',
    kept: untilDeletion.kept,
    basis: 'contract',
    english: {
      data: 'Enrolments, progress, quiz attempts with answers and results, submissions with files and reviews, code of exercises, weekly goals, notes, marks, CVs, cohorts and attendance at live meetings, seats of teams, certificates',
      kept: untilDeletion.english,
    },
    purge: null,
  },
  reviews: {
    data: 'Ulasan, dengan nama kalau kamu mengizinkan',
    purpose: 'Membantu orang lain memilih kelas',
    kept: 'Sampai kamu menghapus ulasan atau akunmu',
    basis: 'consent',
    english: { data: 'Reviews', kept: 'until the review or the account is deleted' },
    purge: null,
  },
  conversation: {
    data: 'Tanya jawab: pertanyaan, jawaban, suara, dan laporanmu',
    purpose: 'Membantu siswa lain di kelas yang sama, dan menjaga percakapan tetap baik',
    kept: 'Sampai kamu menghapusnya, atau akunmu dihapus',
    basis: 'contract',
    english: {
      data: 'Questions, answers, votes, reports (of hidden posts: their reason)',
      kept: 'until deleted, also with the account',
    },
    purge: null,
  },
  sessions: {
    data: 'Sesi masuk: jenis peramban, waktu mulai, dan terakhir dipakai',
    purpose: 'Membuatmu tetap masuk, dan menunjukkan perangkat mana saja yang sedang masuk',
    kept: 'Sampai kamu keluar, paling lama {sessionDays} hari',
    basis: 'security',
    english: { data: 'Sessions', kept: 'until sign-out or expiry' },
    purge: { afterMs: 0, everyMs: hourMs },
  },
  'mailed-links': {
    data: 'Tautan sekali pakai untuk password dan email (hanya sidiknya)',
    purpose: 'Memastikan email benar milikmu',
    kept: 'Sampai dipakai, paling lama 7 hari',
    basis: 'security',
    english: { data: 'Links for passwords and email addresses', kept: 'until used or expired' },
    purge: { afterMs: 0, everyMs: hourMs },
  },
  'google-nonces': {
    data: 'Angka acak saat masuk dengan Google',
    purpose: 'Mencegah orang lain memakai ulang proses masukmu',
    kept: 'Paling lama dua jam',
    basis: 'security',
    english: { data: 'Used nonces of sign-ins with Google', kept: 'until expired' },
    purge: { afterMs: 0, everyMs: hourMs },
  },
  'two-steps': {
    data: 'Verifikasi dua langkah: kunci aplikasi autentikator, kode pemulihan (hanya sidiknya), dan passkey',
    purpose: 'Memastikan bahwa yang masuk memang kamu',
    kept: 'Sampai kamu menghapusnya, atau akunmu dihapus',
    basis: 'contract',
    english: { data: 'Authenticator apps, recovery codes, passkeys', kept: 'until removed, also with the account' },
    purge: null,
  },
  'sign-in-steps': {
    data: 'Langkah masuk yang belum selesai: tantangan, tiket, dan penyiapan aplikasi autentikator',
    purpose: 'Menyambung langkah pertama dan kedua saat masuk',
    kept: 'Sampai selesai, paling lama dua jam',
    basis: 'security',
    english: { data: 'Unfinished sign-in steps', kept: 'until used or expired' },
    purge: { afterMs: 0, everyMs: hourMs },
  },
  attempts: {
    data: 'Hitungan percobaan per akun dan alamat jaringan (hanya sidiknya)',
    purpose: 'Menahan penebak password dan kiriman massal',
    kept: 'Sampai batasnya pulih, paling lama satu hari',
    basis: 'security',
    english: { data: 'Counters of rate limits', kept: 'until the limit is fully available again' },
    purge: { afterMs: 0, everyMs: hourMs },
  },
  'solved-challenges': {
    data: 'Teka-teki anti-robot yang sudah diselesaikan perambanmu (hanya tanda tangannya)',
    purpose: 'Mencegah satu jawaban dipakai berkali-kali',
    kept: 'Sampai kedaluwarsa, paling lama dua jam',
    basis: 'security',
    english: { data: 'Solved challenges', kept: 'until expired' },
    purge: { afterMs: 0, everyMs: hourMs },
  },
  invitations: {
    data: 'Undangan ke kelas: alamat email yang diundang instrukturnya',
    purpose: 'Menunjukkan undangannya kepada pemilik alamat itu saat ia masuk',
    kept: `Sampai dijawab atau ditarik, paling lama ${invitationDays} hari`,
    basis: 'contract',
    english: { data: 'Invitations to courses', kept: `until answered or withdrawn, ${invitationDays} days at most` },
    purge: { afterMs: invitationDays * dayMs, everyMs: dayMs },
  },
  mails: {
    data: 'Salinan email yang kami kirim kepadamu',
    purpose: 'Mengirim ulang email yang tidak sampai dan menjawab pertanyaan tentangnya',
    kept: `${mailDays} hari`,
    basis: 'contract',
    english: { data: 'Copies of mails', kept: `${mailDays} days` },
    purge: { afterMs: mailDays * dayMs, everyMs: dayMs },
  },
  notifications: {
    data: 'Notifikasi: apa yang terjadi dan kapan, dan lewat apa kamu ingin diberi tahu',
    purpose: 'Memberitahumu tentang jawaban, pengumuman, dan kelasmu',
    kept: `${notificationDays} hari`,
    basis: 'contract',
    english: { data: 'Notifications', kept: `${notificationDays} days` },
    purge: { afterMs: notificationDays * dayMs, everyMs: dayMs },
  },
  whatsapp: {
    data: 'Nomor WhatsApp yang kamu buktikan sebagai milikmu, dan peramban yang kamu izinkan menerima notifikasi',
    purpose: 'Memberitahumu di tempat yang kamu pilih',
    kept: 'Sampai kamu menghapusnya, atau akunmu dihapus',
    basis: 'consent',
    english: { data: 'WhatsApp numbers, browsers with push messages', kept: 'until removed, also with the account' },
    purge: null,
  },
  'whatsapp-messages': {
    data: 'Pesan WhatsApp yang kami kirim kepadamu',
    purpose: 'Mengirim lewat email kalau pesannya tidak sampai, dan membatasi biaya',
    kept: `${mailDays} hari`,
    basis: 'contract',
    english: { data: 'Messages by WhatsApp', kept: `${mailDays} days` },
    purge: { afterMs: mailDays * dayMs, everyMs: dayMs },
  },
  'webhook-deliveries': {
    data: 'Pemberitahuan ke aplikasi lain yang dipakai pengelola situs: nomor kelas, pesanan, dan akun, tanpa nama',
    purpose: 'Mengirim ulang pemberitahuan yang tidak sampai',
    kept: `${webhookDays} hari`,
    basis: 'contract',
    english: { data: 'Deliveries of webhooks', kept: `${webhookDays} days` },
    purge: { afterMs: webhookDays * dayMs, everyMs: hourMs },
  },
  'transfer-proofs': {
    data: 'Gambar bukti transfer: kirimanmu, dan lampiran dana yang kami kirim. Hanya kamu dan admin yang bisa melihatnya',
    purpose: 'Mencocokkan transfer dengan rekening, dan menjawab pertanyaan tentangnya',
    kept: `${proofDays} hari`,
    basis: 'contract',
    english: { data: 'Pictures that prove transfers, both ways', kept: `${proofDays} days` },
    purge: { afterMs: proofDays * dayMs, everyMs: dayMs },
  },
  'order-notes': {
    data: 'Catatan admin tentang pesananmu, dan pesan yang kami kirim kepadamu tentangnya',
    purpose: 'Menangani pesananmu dan menjawab pertanyaan tentangnya',
    kept: untilDeletion.kept,
    basis: 'contract',
    english: { data: 'Notes of admins about orders, and messages to their buyers', kept: untilDeletion.english },
    purge: null,
  },
  teaching: {
    data: 'Kelas yang kamu ajar: materi, gambar, video, dan berkas materinya, serta hasil pemeriksaannya',
    purpose: 'Mengajar siswa yang terdaftar di kelasmu',
    kept: 'Sampai materi atau kelasnya dihapus; untuk siswa kelasnya tetap ada setelah akunmu dihapus',
    basis: 'contract',
    english: { data: 'Courses with their lessons, pictures, videos, files and review', kept: 'until deleted by staff' },
    purge: null,
  },
  applications: {
    data: 'Pengajuanmu menjadi instruktur, jawabannya, dan apakah kelasmu pernah disetujui',
    purpose: 'Memutuskan siapa yang mengajar di sini',
    kept: untilDeletion.kept,
    basis: 'contract',
    english: { data: 'Applications to teach, approvals of instructors', kept: untilDeletion.english },
    purge: null,
  },
  'course-imports': {
    data: 'Berkas kelas yang dikirim instruktur untuk diimpor, dengan hasil pemeriksaannya',
    purpose: 'Melanjutkan impor setelah halamannya ditinggalkan',
    kept: `${uploadDays} hari; berkasnya dihapus begitu kelasnya jadi`,
    basis: 'contract',
    english: { data: 'Course files that are being imported', kept: `${uploadDays} days` },
    purge: { afterMs: uploadDays * dayMs, everyMs: dayMs },
  },
  'site-exports': {
    data: 'Ekspor seluruh isi situs yang dibuat admin: kelas, orang beserta kelasnya, dan pesanan',
    purpose: 'Memindahkan situs, tanpa menunggu di depan halamannya',
    kept: `${uploadDays} hari, atau sampai admin menghapusnya`,
    basis: 'contract',
    english: { data: 'Exports of the whole site by admins', kept: `${uploadDays} days` },
    purge: { afterMs: uploadDays * dayMs, everyMs: dayMs },
  },
  'code-colours': {
    data: 'Warna potongan kode di tulisan, tanpa teksnya',
    purpose: 'Menampilkan kode dengan warna tanpa menghitungnya lagi',
    kept: `${colourDays} hari`,
    basis: 'contract',
    english: { data: 'Colours of code in texts, without the text', kept: `${colourDays} days` },
    purge: { afterMs: colourDays * dayMs, everyMs: dayMs },
  },
  'column-choices': {
    data: 'Isi kolom yang kamu pilih untuk berkas CSV: sidik namanya dan urutannya, tanpa isi berkasnya',
    purpose: 'Membaca berkas berikutnya dengan kolom yang sama tanpa bertanya lagi',
    kept: `${choiceYears} tahun`,
    basis: 'contract',
    english: { data: 'Chosen columns of CSV files, by a digest of their names', kept: `${choiceYears} years` },
    purge: { afterMs: choiceYears * 365 * dayMs, everyMs: dayMs },
  },
  'unused-uploads': {
    data: 'Gambar yang diunggah tetapi tidak dipakai di mana pun',
    purpose: 'Memberi waktu untuk menyimpan tulisan yang memakainya',
    kept: `${uploadDays} hari`,
    basis: 'contract',
    english: { data: 'Uploaded pictures that nothing refers to', kept: `${uploadDays} days` },
    purge: { afterMs: uploadDays * dayMs, everyMs: dayMs },
  },
  'video-uploads': {
    data: 'Video yang sedang diunggah instruktur dan belum dipakai di materi',
    purpose: 'Melanjutkan unggahan yang terputus',
    kept: `${videoUploadDays} hari`,
    basis: 'contract',
    english: { data: 'Uploads of videos that no lesson used', kept: `${videoUploadDays} days` },
    purge: { afterMs: videoUploadDays * dayMs, everyMs: hourMs },
  },
  'unused-videos': {
    data: 'Video, berkas materi, dan berkas tugas yang tidak dipakai di mana pun',
    purpose: 'Memberi waktu untuk menyimpan yang memakainya',
    kept: `${uploadDays} hari`,
    basis: 'contract',
    english: { data: 'Videos and files of lessons and submissions that nothing refers to', kept: `${uploadDays} days` },
    purge: { afterMs: uploadDays * dayMs, everyMs: dayMs },
  },
  books: {
    data: 'Pembelian: transaksi, invoice, dan pembukuan. Nama dan email disamarkan saat akun dihapus',
    purpose: 'Pembukuan, pajak, dan pengembalian dana',
    kept: tenYears.kept,
    basis: 'law',
    english: { data: 'Transactions, invoices, ledger, payment notifications', kept: tenYears.english },
    purge: null,
  },
  'audit-log': {
    data: 'Catatan tindakan penting, misalnya akun dihapus atau dana dikembalikan. Alamat jaringan dan alamat email di dalamnya dihapus bersama akun',
    purpose: 'Menelusuri penyalahgunaan dan membuktikan apa yang terjadi',
    kept: tenYears.kept,
    basis: 'law',
    english: { data: 'Audit log', kept: tenYears.english },
    purge: null,
  },
  consents: {
    data: 'Persetujuan: untuk apa, versi teks, kapan diberikan, dan kapan berakhir',
    purpose: 'Membuktikan persetujuan, seperti diwajibkan undang-undang',
    kept: 'Selama layanan berjalan; tanpa nama setelah akun dihapus',
    basis: 'law',
    english: { data: 'Consents', kept: 'never deleted; without a name once the account is deleted' },
    purge: null,
  },
  'privacy-requests': {
    data: 'Permintaan tentang data pribadi dan jawabannya. Nama dan isi dihapus bersama akun',
    purpose: 'Menjawab permintaanmu dan membuktikan bahwa sudah dijawab',
    kept: `${requestYears} tahun setelah dijawab`,
    basis: 'law',
    english: { data: 'Answered privacy requests', kept: `${requestYears} years after the answer` },
    purge: { afterMs: requestYears * 365 * dayMs, everyMs: dayMs },
  },
  incidents: {
    data: 'Daftar insiden keamanan data',
    purpose: 'Memberi tahu orang yang terdampak dan lembaga yang berwenang',
    kept: 'Selama layanan berjalan',
    basis: 'law',
    english: { data: 'Register of incidents', kept: 'never deleted' },
    purge: null,
  },
} as const satisfies Record<string, RetentionRule>

type Rules = typeof retentionRules
/** Names of the rules that a job enforces. */
export type PurgeName = { [Name in keyof Rules]: Rules[Name]['purge'] extends Purge ? Name : never }[keyof Rules]

export const purgeNames = (Object.keys(retentionRules) as (keyof Rules)[]).filter(
  (name): name is PurgeName => retentionRules[name].purge !== null,
)
