import * as z from 'zod/mini'
import { accentProblem } from './accent-colour.ts'
import { announcementInput, announcementSettings } from './announcement.ts'
import { adminEndpoint, response, staleError } from '#contract/kit/endpoint.ts'
import { uploadPath } from '#contract/kit/images.ts'
import { line } from '#contract/kit/input-rules.ts'

/** none: prices are final and no tax is shown; inclusive: prices contain PPN and invoices show it. */
export const taxModes = ['none', 'inclusive'] as const
export type TaxMode = (typeof taxModes)[number]

/** The error of an announced code that no promo code has. */
export const unknownPromoCode = 'Kode promo ini belum ada'

const share = 'Bagian instruktur 0–100 persen'

const accentMessage = 'Tulis warna seperti #3547b4'

/** `#rrggbb` in lower case, legible in both themes. */
const accentColour = z.string(accentMessage).check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^#[0-9a-f]{6}$/, { error: accentMessage, abort: true }),
  z.refine((colour) => accentProblem(colour) === null, { error: ({ input }) => accentProblem(String(input)) }),
)

const siteFields = {
  name: line('Nama situs wajib diisi', 60),
  claim: line('Klaim wajib diisi', 80),
  contactEmail: z.string('Email tidak valid').check(z.trim(), z.toLowerCase(), z.email('Email tidak valid'), z.maxLength(254, 'Email tidak valid')),
  contactPhone: z.string('Nomor telepon tidak valid').check(z.trim(), z.regex(/^\+?[0-9][0-9 ()-]{5,24}$/, 'Nomor telepon tidak valid')),
  seller: z.object({
    name: line('Nama penjual wajib diisi', 120),
    address: z.string('Alamat wajib diisi').check(
      z.trim(),
      z.minLength(1, 'Alamat wajib diisi'),
      z.maxLength(300, 'Maksimal 300 karakter'),
      z.refine((value) => !/[^\P{Cc}\r\n]/u.test(value), 'Memuat karakter yang tidak bisa dipakai'),
    ),
    /** NPWP; empty when the seller has none. */
    taxNumber: z.string('NPWP tidak valid').check(z.trim(), z.regex(/^(|[0-9.\- ]{15,25})$/, 'NPWP terdiri dari 15 atau 16 angka')),
  }),
  taxMode: z.enum(taxModes, 'Pilih mode pajak'),
  instructorSharePercent: z.number(share).check(z.int(share), z.minimum(0, share), z.maximum(100, share)),
  /** A request without it leaves the setting unchanged. */
  staffMustUseTwoSteps: z.optional(z.boolean('Pilih wajib atau tidak')),
  /** A request without it leaves the setting unchanged. */
  videoWatermark: z.optional(z.boolean('Pilih ya atau tidak')),
  /** An uploaded picture; null: the default logo. A request without it leaves the setting unchanged. */
  logo: z.optional(z.nullable(z.string('Unggah logo lagi').check(z.regex(uploadPath, 'Unggah logo lagi')))),
  /** Null: the default colour. A request without it leaves the setting unchanged. */
  accent: z.optional(z.nullable(accentColour)),
  announcement: z.nullable(announcementInput),
}

/** Optimistic locking: a save with an outdated version is rejected. */
export const settingsInput = z.object({ ...siteFields, version: z.number('Muat ulang halaman ini').check(z.int(), z.minimum(0)) })
export type SettingsInput = z.infer<typeof settingsInput>
/** The settings without their version. */
export type SiteSettings = Omit<SettingsInput, 'version'>

const shownSettings = z.object({
  name: z.string(),
  claim: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  seller: z.object({ name: z.string(), address: z.string(), taxNumber: z.string() }),
  taxMode: z.enum(taxModes),
  instructorSharePercent: z.number(),
  staffMustUseTwoSteps: z.boolean(),
  videoWatermark: z.boolean(),
  logo: z.nullable(z.string()),
  accent: z.nullable(z.string()),
  announcement: z.nullable(announcementSettings),
  version: z.number(),
  /** Null before the first save (ISO 8601, UTC). */
  updatedAt: z.nullable(z.string()),
})
export type ShownSettings = z.infer<typeof shownSettings>

export const settingsContract = {
  showSettings: adminEndpoint.route({ method: 'GET', path: '/admin/settings', summary: 'The settings of the site' }).output(response(shownSettings)),
  saveSettings: adminEndpoint
    .route({ method: 'PUT', path: '/admin/settings', summary: 'Save the settings of the site' })
    .input(settingsInput)
    .output(response(shownSettings))
    .errors(staleError),
}
