import * as z from 'zod/mini'
import { uploadPath } from '#contract/kit/images.ts'
import { line, optionalLine } from '#contract/kit/input-rules.ts'
import { announcementInput, announcementSettings } from './announcement.ts'
import {
  accentColour,
  countUpTo,
  isEmailOrEmpty,
  languageMessage,
  templateName,
  transferAccount,
} from './setting-rules.ts'

// Every setting of the site, one entry each. Server, settings page and audit log are made from it; see docs/how-to/add-a-setting.md.

/** none: prices are final and no tax is shown; inclusive: prices contain PPN and invoices show it. */
export const taxModes = ['none', 'inclusive'] as const
export type TaxMode = (typeof taxModes)[number]

/** The sections of the settings page in their order. Without a title, a component of its own draws all settings of the section. */
export const settingGroups = {
  site: { title: 'Situs', text: 'Nama dan kontak di kaki halaman, email, dan invoice.' },
  brand: {},
  announcement: {},
  security: {
    title: 'Keamanan',
    text: 'Yang belum memakainya diarahkan untuk menyiapkannya sebelum halaman admin lain terbuka.',
  },
  video: {
    title: 'Video',
    text: 'Berlaku untuk video yang diunggah ke situs ini. Email siswa bergerak samar di atas gambar, supaya rekaman layar bisa ditelusuri.',
  },
  whatsapp: {
    title: 'WhatsApp',
    text: 'Notifikasi lewat WhatsApp, untuk yang memilihnya. Setiap pesan berbayar; yang melewati batas dikirim lewat email.',
  },
  seller: { title: 'Penjual', text: 'Tercetak di invoice. Invoice yang sudah terbit tidak berubah.' },
  tax: { title: 'Pajak dan bagi hasil' },
  instructorPromo: {
    title: 'Kode promo instruktur',
    text: 'Instruktur boleh membuat kode untuk kelasnya sendiri, sampai batas ini. Kode yang sudah ada tidak berubah.',
  },
  transfer: {},
} satisfies Record<string, { title?: string; text?: string }>

/** How a field is entered. Without one, the component of the group draws it. */
export type SettingControl = { label: string; hint?: string; required?: boolean } & (
  | { kind: 'text' | 'email' | 'tel' | 'lines' | 'percent' | 'count' | 'checkbox' }
  | { kind: 'select'; options: Readonly<Record<string, string>> }
)
/** A value of a setting that people enter; one that has parts has several. `audit` is the word for it in the audit log. */
export type SettingField = { audit: string; control?: SettingControl }

type Setting<Input, Shown> = {
  group: keyof typeof settingGroups
  /** What an admin may enter. A request without an optional setting leaves it unchanged. */
  input: Input
  /** What admins see, and what is stored: without the rules of the input, so that an older value stays legible. */
  shown: Shown
  /** The value of a new installation. It states nothing that might be untrue: facts are empty until an admin enters them. */
  initial: z.infer<Shown>
  /** By the path of the value: `seller.name`. */
  fields: Readonly<Record<string, SettingField>>
}
const setting = <Input extends z.ZodMiniType, Shown extends z.ZodMiniType>(
  entry: Setting<Input, Shown>,
): Setting<Input, Shown> => entry

const share = 'Bagian instruktur 0–100 persen'

export const settingTable = {
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
    input: z
      .string('Email tidak valid')
      .check(z.trim(), z.toLowerCase(), z.refine(isEmailOrEmpty, 'Email tidak valid')),
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
      .check(z.trim(), z.regex(/^(|\+?[0-9][0-9 ()-]{5,24})$/, 'Nomor telepon tidak valid')),
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
    input: z.nullable(announcementInput),
    shown: z.nullable(announcementSettings),
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
  whatsapp: setting({
    group: 'whatsapp',
    input: z.optional(
      z.object({
        enabled: z.boolean('Pilih ya atau tidak'),
        codeTemplate: templateName,
        noticeTemplate: templateName,
        language: z.string(languageMessage).check(z.trim(), z.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, languageMessage)),
        dailyPerPerson: countUpTo(100),
        dailyTotal: countUpTo(1_000_000),
      }),
    ),
    shown: z.object({
      enabled: z.boolean(),
      codeTemplate: z.string(),
      noticeTemplate: z.string(),
      language: z.string(),
      dailyPerPerson: z.number(),
      dailyTotal: z.number(),
    }),
    initial: {
      enabled: false,
      codeTemplate: 'cendaki_kode',
      noticeTemplate: 'cendaki_kabar',
      language: 'id',
      dailyPerPerson: 10,
      dailyTotal: 1000,
    },
    fields: {
      'whatsapp.enabled': {
        audit: 'notifikasi WhatsApp',
        control: {
          kind: 'checkbox',
          label: 'Kirim notifikasi lewat WhatsApp',
          hint: 'Perlu nomor WhatsApp Business: isi WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN, dan WHATSAPP_APP_SECRET.',
        },
      },
      'whatsapp.codeTemplate': {
        audit: 'template kode WhatsApp',
        control: {
          kind: 'text',
          label: 'Template kode',
          required: true,
          hint: 'Nama template autentikasi yang disetujui Meta: satu kode di isi dan di tombol.',
        },
      },
      'whatsapp.noticeTemplate': {
        audit: 'template kabar WhatsApp',
        control: {
          kind: 'text',
          label: 'Template kabar',
          required: true,
          hint: 'Nama template utilitas: {{1}} judul, {{2}} isi, dan tombol ke alamat situs ini yang diakhiri {{1}}.',
        },
      },
      'whatsapp.language': {
        audit: 'bahasa template WhatsApp',
        control: {
          kind: 'text',
          label: 'Bahasa template',
          required: true,
          hint: 'Seperti di Meta, misalnya id atau en_US.',
        },
      },
      'whatsapp.dailyPerPerson': {
        audit: 'batas WhatsApp per orang',
        control: { kind: 'count', label: 'Pesan per orang dalam 24 jam', required: true },
      },
      'whatsapp.dailyTotal': {
        audit: 'batas WhatsApp situs',
        control: { kind: 'count', label: 'Pesan seluruh situs dalam 24 jam', required: true },
      },
    },
  }),
  seller: setting({
    group: 'seller',
    input: z.object({
      name: line('Nama penjual wajib diisi', 120),
      address: z.string('Tulis alamat').check(
        z.trim(),
        z.maxLength(300, 'Maksimal 300 karakter'),
        z.refine((value) => !/[^\P{Cc}\r\n]/u.test(value), 'Memuat karakter yang tidak bisa dipakai'),
      ),
      /** NPWP; empty when the seller has none. */
      taxNumber: z
        .string('NPWP tidak valid')
        .check(z.trim(), z.regex(/^(|[0-9.\- ]{15,25})$/, 'NPWP terdiri dari 15 atau 16 angka')),
    }),
    shown: z.object({ name: z.string(), address: z.string(), taxNumber: z.string() }),
    initial: { name: 'Cendaki', address: '', taxNumber: '' },
    fields: {
      'seller.name': { audit: 'nama penjual', control: { kind: 'text', label: 'Nama penjual', required: true } },
      'seller.address': {
        audit: 'alamat penjual',
        control: { kind: 'lines', label: 'Alamat', hint: 'Wajib di invoice penjual yang sesungguhnya.' },
      },
      'seller.taxNumber': {
        audit: 'NPWP',
        control: { kind: 'text', label: 'NPWP', hint: 'Kosongkan kalau tidak ada.' },
      },
    },
  }),
  taxMode: setting({
    group: 'tax',
    input: z.enum(taxModes, 'Pilih mode pajak'),
    shown: z.enum(taxModes),
    initial: 'none',
    fields: {
      taxMode: {
        audit: 'mode pajak',
        control: {
          kind: 'select',
          label: 'Mode pajak',
          hint: 'Hanya PKP yang memungut PPN. Harga yang tampil selalu harga akhir.',
          options: { none: 'Tanpa PPN', inclusive: 'Harga sudah termasuk PPN' } satisfies Record<TaxMode, string>,
        },
      },
    },
  }),
  /** Beside the online provider, buyers may transfer to this account and send a proof. */
  transfer: setting({
    group: 'transfer',
    input: z.optional(transferAccount),
    shown: z.object({ enabled: z.boolean(), bank: z.string(), number: z.string(), holder: z.string() }),
    initial: { enabled: false, bank: '', number: '', holder: '' },
    fields: {
      'transfer.enabled': { audit: 'transfer bank aktif' },
      'transfer.bank': { audit: 'bank untuk transfer' },
      'transfer.number': { audit: 'nomor rekening untuk transfer' },
      'transfer.holder': { audit: 'pemilik rekening untuk transfer' },
    },
  }),
  /** A static QRIS picture, `/uploads/<id>.webp`; null: this way of paying is not offered. */
  qris: setting({
    group: 'transfer',
    input: z.optional(
      z.nullable(z.string('Unggah gambar QRIS lagi').check(z.regex(uploadPath, 'Unggah gambar QRIS lagi'))),
    ),
    shown: z.nullable(z.string()),
    initial: null,
    fields: { qris: { audit: 'gambar QRIS' } },
  }),
  /** The instructor's share of each sale of their own course. */
  instructorSharePercent: setting({
    group: 'tax',
    input: z.number(share).check(z.int(share), z.minimum(0, share), z.maximum(100, share)),
    shown: z.number(),
    initial: 70,
    fields: {
      instructorSharePercent: {
        audit: 'bagian instruktur',
        control: {
          kind: 'percent',
          label: 'Bagian instruktur (%)',
          required: true,
          hint: 'Dari setiap penjualan kelasnya sendiri. Penjualan yang sudah terjadi tidak berubah.',
        },
      },
    },
  }),
  /** How far promo codes that instructors make for their own courses may go. */
  instructorPromo: setting({
    group: 'instructorPromo',
    input: z.optional(
      z.object({ maximumPercent: countUpTo(100), maximumDays: countUpTo(366), maximumCodes: countUpTo(100) }),
    ),
    shown: z.object({ maximumPercent: z.number(), maximumDays: z.number(), maximumCodes: z.number() }),
    initial: { maximumPercent: 50, maximumDays: 31, maximumCodes: 10 },
    fields: {
      'instructorPromo.maximumPercent': {
        audit: 'potongan kode instruktur',
        control: {
          kind: 'percent',
          label: 'Potongan paling besar (%)',
          required: true,
          hint: '0: instruktur tidak bisa membuat kode.',
        },
      },
      'instructorPromo.maximumDays': {
        audit: 'masa kode instruktur',
        control: { kind: 'count', label: 'Masa berlaku paling lama (hari)', required: true },
      },
      'instructorPromo.maximumCodes': {
        audit: 'jumlah kode instruktur',
        control: { kind: 'count', label: 'Kode yang berlaku atau akan datang per instruktur', required: true },
      },
    },
  }),
}
type Table = typeof settingTable
export type SettingName = keyof Table

export const settingNames = Object.keys(settingTable) as SettingName[]

/** One part of every entry, by the name of the setting. */
export const everySetting = <Key extends 'input' | 'shown'>(key: Key) =>
  Object.fromEntries(settingNames.map((name) => [name, settingTable[name][key]])) as unknown as {
    [Name in SettingName]: Table[Name][Key]
  }

/** The fields of all settings by their path. */
export const settingFields: Readonly<Record<string, SettingField>> = Object.assign(
  {},
  ...settingNames.map((name) => settingTable[name].fields),
)
