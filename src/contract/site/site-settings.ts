import * as z from 'zod/mini'
import { cleanEmail, cleanIdentifier } from '#contract/kit/text/identifier.ts'
import { bannerInput, bannerSettings } from './banner.ts'
import { uploadPath } from '#contract/kit/media/images.ts'
import { line, optionalLine } from '#contract/kit/input-rules.ts'
import { accentColour, isEmailOrEmpty } from './setting-rules.ts'
import { setting } from './setting.ts'
import { csvFormats } from '#contract/kit/csv-format.ts'

const courseReviewRules = ['off', 'first'] as const

/** Name, contact, brand, announcement, security and video. */
export const siteSettings = {
  name: setting({
    group: 'site',
    input: line('Nama situs wajib diisi', 60),
    shown: z.string(),
    initial: 'Cendaki',
    fields: { name: { audit: 'nama', control: { kind: 'text', label: 'Nama situs', required: true } } },
  }),
  /** Shown on the home page and in the footer. */
  claim: setting({
    group: 'site',
    input: optionalLine(80),
    shown: z.string(),
    initial: '',
    fields: {
      claim: {
        audit: 'klaim',
        control: {
          kind: 'text',
          label: 'Klaim',
          hint: "Kalimat kepercayaan, misalnya 'Dipercaya 900K+ siswa'. Kosongkan kalau belum ada yang bisa dibuktikan.",
        },
      },
    },
  }),
  contactEmail: setting({
    group: 'site',
    input: z.string('Email tidak valid').check(z.overwrite(cleanEmail), z.refine(isEmailOrEmpty, 'Email tidak valid')),
    shown: z.string(),
    initial: '',
    fields: {
      contactEmail: {
        audit: 'email kontak',
        control: { kind: 'email', label: 'Email kontak', hint: 'Tampil di kaki halaman dan di setiap email.' },
      },
    },
  }),
  contactPhone: setting({
    group: 'site',
    input: z
      .string('Nomor telepon tidak valid')
      .check(z.overwrite(cleanIdentifier), z.regex(/^(|\+?[0-9][0-9 ()-]{5,24})$/, 'Nomor telepon tidak valid')),
    shown: z.string(),
    initial: '',
    fields: {
      contactPhone: {
        audit: 'telepon',
        control: { kind: 'tel', label: 'Telepon', hint: 'Kosongkan kalau tidak ada.' },
      },
    },
  }),
  /** An uploaded picture, `/uploads/<id>.webp`; null: the default logo. */
  logo: setting({
    group: 'brand',
    input: z.optional(z.nullable(z.string('Unggah logo lagi').check(z.regex(uploadPath, 'Unggah logo lagi')))),
    shown: z.nullable(z.string()),
    initial: null,
    fields: { logo: { audit: 'logo' } },
  }),
  /** Null: the default colour. */
  accent: setting({
    group: 'brand',
    input: z.optional(z.nullable(accentColour)),
    shown: z.nullable(z.string()),
    initial: null,
    fields: { accent: { audit: 'warna aksen' } },
  }),
  /** Null when no campaign is planned. */
  announcement: setting({
    group: 'announcement',
    input: z.nullable(bannerInput),
    shown: z.nullable(bannerSettings),
    initial: null,
    fields: {
      'announcement.enabled': { audit: 'pengumuman tampil' },
      'announcement.label': { audit: 'teks pengumuman' },
      'announcement.listPrice': { audit: 'harga awal pengumuman' },
      'announcement.price': { audit: 'harga promo pengumuman' },
      'announcement.promoCode': { audit: 'kode pengumuman' },
      'announcement.startsAt': { audit: 'pengumuman mulai' },
      'announcement.endsAt': { audit: 'pengumuman selesai' },
    },
  }),
  /** Instructors and admins need two-step sign-in for the admin area. */
  staffMustUseTwoSteps: setting({
    group: 'security',
    input: z.optional(z.boolean('Pilih wajib atau tidak')),
    shown: z.boolean(),
    initial: false,
    fields: {
      staffMustUseTwoSteps: {
        audit: 'wajib verifikasi dua langkah',
        control: {
          kind: 'checkbox',
          label: 'Instruktur dan admin wajib verifikasi dua langkah',
          hint: 'Berlaku sejak kamu menyimpannya, saat mereka masuk lagi: mereka diminta menyiapkannya dulu. Yang sedang masuk, termasuk kamu, tidak terputus.',
        },
      },
    },
  }),
  /** The e-mail address of a student moves over uploaded videos. */
  videoWatermark: setting({
    group: 'video',
    input: z.optional(z.boolean('Pilih ya atau tidak')),
    shown: z.boolean(),
    initial: false,
    fields: {
      videoWatermark: {
        audit: 'email siswa di atas video',
        control: { kind: 'checkbox', label: 'Tampilkan email siswa di atas video' },
      },
    },
  }),
  /** The format of every CSV that staff download. */
  csvFormat: setting({
    group: 'spreadsheets',
    input: z.optional(z.enum(csvFormats, 'Pilih format CSV')),
    shown: z.enum(csvFormats),
    initial: 'semicolon',
    fields: {
      csvFormat: {
        audit: 'format CSV',
        control: {
          kind: 'select',
          label: 'Format berkas CSV',
          options: {
            semicolon: 'Titik koma, untuk Excel dengan setelan Indonesia',
            comma: 'Koma, untuk Excel berbahasa Inggris dan program lain',
          },
          hint: 'Kedua format bisa diunggah lagi di sini.',
        },
      },
    },
  }),
  /** People may ask to teach. */
  instructorApplications: setting({
    group: 'instructors',
    input: z.optional(z.boolean('Pilih ya atau tidak')),
    shown: z.boolean(),
    initial: false,
    fields: {
      instructorApplications: {
        audit: 'pengajuan instruktur',
        control: { kind: 'checkbox', label: 'Terima pengajuan menjadi instruktur' },
      },
    },
  }),
  /** `first`: an admin looks at the first course of each instructor before it is sold. */
  courseReview: setting({
    group: 'instructors',
    input: z.optional(z.enum(courseReviewRules, 'Pilih salah satu')),
    shown: z.enum(courseReviewRules),
    initial: 'off',
    fields: {
      courseReview: {
        audit: 'pemeriksaan kelas pertama',
        control: {
          kind: 'select',
          label: 'Pemeriksaan kelas',
          hint: 'Kelas pertama tiap instruktur menunggu sampai admin menyetujuinya. Yang sudah punya kelas tayang saat kamu menyalakannya tidak perlu menunggu. Kalau dimatikan, kelas yang menunggu langsung tayang.',
          options: { off: 'Langsung tayang', first: 'Periksa kelas pertama' },
        },
      },
    },
  }),
}
