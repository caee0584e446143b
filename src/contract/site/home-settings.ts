import * as z from 'zod/mini'
import { uploadPath } from '#contract/kit/media/images.ts'
import { line, optionalLine } from '#contract/kit/input-rules.ts'
import { categoryGroupLabels, categoryGroups } from '#contract/catalog/course-rules.ts'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { benefit, benefitIcons, faqItem, hero, type Benefit, type FaqItem } from './home.ts'
import { setting } from './setting.ts'

export const maximumTicker = 30
export const maximumBenefits = 9
export const maximumFaq = 20

const paragraph = (missing: string, longest: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    visibleText(missing),
    z.maxLength(longest, `Maksimal ${longest} karakter`),
    z.refine((value) => !/[^\P{Cc}\r\n]/u.test(value), 'Memuat karakter yang tidak bisa dipakai'),
  )
const rowId = z.string('Baris tidak valid').check(z.regex(/^[a-z0-9-]{1,40}$/, 'Baris tidak valid'))
const distinct = (rows: readonly { _id: string }[]) => new Set(rows.map(({ _id }) => _id)).size === rows.length
const pictureMessage = 'Unggah gambar lagi'
const groupName = line('Nama kelompok wajib diisi', 30)

/** The questions of a new installation. Without coding they are those of any site. */
const generalFaq: readonly FaqItem[] = [
  {
    _id: 'akses',
    question: 'Apakah kelas bisa diakses selamanya?',
    answer:
      'Bisa. Setelah terdaftar, kelas tetap ada di Kelas Saya tanpa batas waktu, termasuk materi yang ditambahkan kemudian.',
    words: '',
  },
  {
    _id: 'gratis',
    question: 'Apakah ada kelas gratis?',
    answer:
      'Ada. Kelas bertanda GRATIS bisa langsung dimulai setelah masuk. Di kelas berbayar pun ada contoh materi yang bisa dicoba dulu.',
    words: '',
  },
  {
    _id: 'bayar',
    question: 'Bagaimana cara membayar?',
    answer:
      'Tekan “Beli Kelas”, lalu pilih cara bayar yang tersedia, misalnya kartu, transfer bank, atau QRIS. Kelas terbuka otomatis begitu pembayaran masuk.',
    words:
      'cara bayar, cara membayar, metode pembayaran, bayar, pembayaran, transfer bank, rekening, qris, virtual account, gopay, ovo, shopeepay, e-wallet, dompet digital, kartu kredit, cicilan',
  },
  {
    _id: 'kode',
    question: 'Bagaimana memakai kode promo atau voucher?',
    answer:
      'Tulis kodenya di isian Kode Promo, di kotak harga atau di keranjang. Harga barunya tampil sebelum kamu membayar.',
    words: 'kode promo, kode diskon, voucher, kupon',
  },
  {
    _id: 'hadiah',
    question: 'Bisa membelikan kelas untuk orang lain?',
    answer:
      'Bisa. Tekan “Beli sebagai hadiah” di halaman kelas atau paket, lalu tulis nama dan email penerimanya. Kami mengirimkan tautannya, atau kamu bagikan sendiri.',
    words: 'hadiah, kado, beli untuk orang lain',
  },
  {
    _id: 'sertifikat',
    question: 'Apakah dapat sertifikat?',
    answer: 'Ya. Setelah semua materi selesai, sertifikat bisa diunduh dari Kelas Saya.',
    words: 'sertifikat, sertifikasi, certificate, certificates, ijazah',
  },
  {
    _id: 'ponsel',
    question: 'Bisa belajar dari ponsel?',
    answer:
      'Bisa. Semua halaman nyaman di layar kecil dan ringan di kuota. Progres tersimpan di akun, jadi bisa pindah perangkat kapan saja.',
    words: 'belajar di hp, belajar di ponsel',
  },
]
const beginners =
  'Pilih kelas berlevel Pemula. Materinya dimulai dari nol, tanpa syarat apa pun selain kemauan mencoba.'

const generalBenefits: Benefit[] = [
  {
    _id: 'mentor',
    icon: 'users',
    title: 'Mentor praktisi',
    text: 'Diajar oleh orang yang mengerjakannya setiap hari, lengkap dengan alasan di balik tiap keputusan.',
  },
  {
    _id: 'ritme',
    icon: 'clock',
    title: 'Belajar sesuai ritmemu',
    text: 'Berhenti kapan saja, lalu lanjut tepat dari materi terakhir, di ponsel atau laptop.',
  },
  {
    _id: 'sertifikat',
    icon: 'award',
    title: 'Sertifikat',
    text: 'Selesaikan semua materi, unduh sertifikat, dan pasang di portofolio atau lamaran kerja.',
  },
  {
    _id: 'selamanya',
    icon: 'infinity',
    title: 'Akses selamanya',
    text: 'Sekali bayar. Materi yang diperbarui ikut terbuka tanpa biaya tambahan.',
  },
  {
    _id: 'kuota',
    icon: 'wifi',
    title: 'Hemat kuota',
    text: 'Halaman ringan, dan video baru dimuat setelah diketuk. Nyaman di sinyal yang pas-pasan.',
  },
]

/** Texts of the home page, and the names of the three groups of categories. A page of their own enters them. */
export const homeSettings = {
  hero: setting({
    group: 'home',
    input: z.optional(
      z.object({
        title: line('Judul wajib diisi', 60),
        text: line('Kalimat pembuka wajib diisi', 200),
        picture: z.nullable(z.string(pictureMessage).check(z.regex(uploadPath, pictureMessage))),
      }),
    ),
    shown: hero,
    initial: {
      title: 'Naik kelas, satu langkah tiap hari.',
      text: 'Belajar web, desain, dan mobile bersama mentor praktisi. Mulai gratis, lanjut kapan saja.',
      picture: null,
    },
    fields: {
      'hero.title': { audit: 'judul beranda' },
      'hero.text': { audit: 'kalimat pembuka beranda' },
      'hero.picture': { audit: 'gambar beranda' },
    },
  }),
  /** Words that run along under the hero. Empty: none. */
  ticker: setting({
    group: 'home',
    input: z.optional(
      z
        .array(line('Kata wajib diisi', 30), 'Tulis satu kata per baris')
        .check(z.maxLength(maximumTicker, `Maksimal ${maximumTicker} kata`)),
    ),
    shown: z.array(z.string()),
    initial: [
      'React',
      'Laravel',
      'Figma',
      'JavaScript',
      'PHP',
      'HTML5',
      'Flutter',
      'Node.js',
      'CSS',
      'TypeScript',
      'Kotlin',
      'Vue.js',
      'Tailwind CSS',
      'Git',
    ],
    fields: { ticker: { audit: 'kata berjalan' } },
  }),
  benefits: setting({
    group: 'home',
    input: z.optional(
      z
        .array(
          z.object({
            _id: rowId,
            icon: z.enum(benefitIcons, 'Pilih gambar'),
            title: line('Judul wajib diisi', 40),
            text: line('Penjelasan wajib diisi', 200),
          }),
          'Daftar tidak valid',
        )
        .check(
          z.maxLength(maximumBenefits, `Maksimal ${maximumBenefits} keuntungan`),
          z.refine(distinct, 'Daftar tidak valid'),
        ),
    ),
    shown: z.array(benefit),
    initial: generalBenefits.toSpliced(3, 0, {
      _id: 'studi-kasus',
      icon: 'hammer',
      title: 'Studi kasus nyata',
      text: 'Setiap kelas membangun sesuatu yang utuh: toko kecil, aplikasi kantin, sampai identitas merek.',
    }),
    fields: { benefits: { audit: 'keuntungan di beranda' } },
  }),
  faq: setting({
    group: 'home',
    input: z.optional(
      z
        .array(
          z.object({
            _id: rowId,
            question: line('Pertanyaan wajib diisi', 120),
            answer: paragraph('Jawaban wajib diisi', 800),
            words: optionalLine(200),
          }),
          'Daftar tidak valid',
        )
        .check(z.maxLength(maximumFaq, `Maksimal ${maximumFaq} pertanyaan`), z.refine(distinct, 'Daftar tidak valid')),
    ),
    shown: z.array(faqItem),
    initial: [
      ...generalFaq,
      {
        _id: 'pemula',
        question: 'Saya belum pernah ngoding sama sekali. Mulai dari mana?',
        answer: beginners,
        words: '',
      },
    ],
    fields: { faq: { audit: 'pertanyaan umum' } },
  }),
  /** The names of the groups that the catalogue filters by. */
  categoryGroups: setting({
    group: 'home',
    input: z.optional(z.object({ programming: groupName, design: groupName, marketing: groupName })),
    shown: z.object({ programming: z.string(), design: z.string(), marketing: z.string() }),
    initial: categoryGroupLabels,
    fields: {
      'categoryGroups.programming': { audit: 'nama kelompok pertama' },
      'categoryGroups.design': { audit: 'nama kelompok kedua' },
      'categoryGroups.marketing': { audit: 'nama kelompok ketiga' },
    },
  }),
}
export const groupFields = categoryGroups.map((group) => `categoryGroups.${group}` as const)

/** The first texts of a site whose owner has not said yet what is taught. */
export const neutralHome = {
  hero: { ...homeSettings.hero.initial, text: 'Kelas online berbahasa Indonesia. Mulai gratis, lanjut kapan saja.' },
  ticker: [],
  benefits: generalBenefits,
  faq: [...generalFaq, { _id: 'pemula', question: 'Saya pemula. Mulai dari mana?', answer: beginners, words: '' }],
  categoryGroups: { programming: 'Kelompok 1', design: 'Kelompok 2', marketing: 'Kelompok 3' },
}
