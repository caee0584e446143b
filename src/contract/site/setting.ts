import type * as z from 'zod/mini'

// Parts of an entry of the table of settings.

/** The sections of the settings page in their order. Without a title, a component of its own draws all settings of the section. */
export const settingGroups = {
  site: { title: 'Situs', text: 'Nama dan kontak di kaki halaman, email, dan invoice.' },
  brand: {},
  announcement: {},
  home: {},
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
  instructors: {
    title: 'Instruktur',
    text: 'Siapa pun bisa mengajukan diri di /jadi-instruktur. Kamu yang menerima atau menolak.',
  },
  spreadsheets: { title: 'Berkas CSV', text: 'Berlaku untuk semua CSV yang diunduh dari area admin.' },
  seller: { title: 'Penjual', text: 'Tercetak di invoice. Invoice yang sudah terbit tidak berubah.' },
  tax: { title: 'Pajak dan bagi hasil' },
  moneyRules: {
    title: 'Pengembalian dana dan pencairan',
    text: 'Berlaku sejak disimpan, juga untuk pesanan yang sudah dibayar. Teks halaman Pengembalian Dana ikut selama memakai {hariPengembalian}.',
  },
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
  /** Rules for an admin's input. A request without an optional setting leaves it unchanged. */
  input: Input
  /** Shown to admins, and stored: without the rules of the input, so that an older value stays legible. */
  shown: Shown
  /** The value of a new installation. It states nothing that might be untrue: facts are empty until an admin enters them. */
  initial: z.infer<Shown>
  /** By the path of the value: `seller.name`. */
  fields: Readonly<Record<string, SettingField>>
}

export const setting = <Input extends z.ZodMiniType, Shown extends z.ZodMiniType>(
  entry: Setting<Input, Shown>,
): Setting<Input, Shown> => entry
