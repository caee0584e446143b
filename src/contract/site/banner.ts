import * as z from 'zod/mini'
import { instant, line } from '#contract/kit/input-rules.ts'

// The announcement bar: what admins enter, what is stored in the settings, what every page shows, and when.

const rupiah = (missing: string) =>
  z
    .number(missing)
    .check(
      z.int('Harga harus bilangan bulat'),
      z.minimum(0, 'Harga tidak boleh negatif'),
      z.maximum(999_999_999, 'Harga terlalu besar'),
    )

/** The campaign of the announcement bar. Shown while it is enabled, from its start to its end. */
export const bannerInput = z
  .object({
    enabled: z.boolean('Pilih tampil atau tidak'),
    label: line('Teks pengumuman wajib diisi', 60),
    // The offer: all three, or null for an announcement without one.
    listPrice: z.nullable(rupiah('Harga awal wajib diisi')),
    price: z.nullable(rupiah('Harga promo wajib diisi')),
    promoCode: z.nullable(
      z
        .string('Kode promo wajib diisi')
        .check(
          z.trim(),
          z.toUpperCase(),
          z.minLength(1, 'Kode promo wajib diisi'),
          z.regex(/^[A-Z0-9_-]{3,40}$/, 'Kode promo 3–40 huruf, angka, - atau _'),
        ),
    ),
    startsAt: instant('Tanggal mulai wajib diisi'),
    endsAt: instant('Tanggal selesai wajib diisi'),
  })
  .check(
    // An unparsable date is already rejected by its own rule; NaN must not add a second error.
    z.refine(({ startsAt, endsAt }) => !(new Date(endsAt) <= new Date(startsAt)), {
      error: 'Tanggal selesai harus setelah tanggal mulai',
      path: ['endsAt'],
    }),
    z.refine(({ listPrice, price }) => listPrice === null || price === null || price <= listPrice, {
      error: 'Harga promo tidak boleh melebihi harga awal',
      path: ['price'],
    }),
    z.refine(
      ({ listPrice, price, promoCode }) => new Set([listPrice === null, price === null, promoCode === null]).size === 1,
      {
        error: 'Isi harga awal, harga promo, dan kodenya, atau tidak ketiganya',
        path: ['promoCode'],
      },
    ),
  )

/** As admins see it in the settings. */
export const bannerSettings = z.object({
  enabled: z.boolean(),
  label: z.string(),
  listPrice: z.nullable(z.number()),
  price: z.nullable(z.number()),
  promoCode: z.nullable(z.string()),
  startsAt: z.string(),
  endsAt: z.string(),
})
export type BannerSettings = z.infer<typeof bannerSettings>

/** As every page shows it. */
export const announcement = z.object({
  /** Dismissals are stored per campaign. */
  campaign: z.string(),
  label: z.string(),
  /** Null, like the other parts of the offer, for an announcement without one. */
  listPrice: z.nullable(z.number()),
  price: z.nullable(z.number()),
  promoCode: z.nullable(z.string()),
  /** The real end of the campaign (ISO 8601, UTC). */
  endsAt: z.string(),
})
export type Banner = z.infer<typeof announcement>

export type BannerPhase = 'off' | 'upcoming' | 'running' | 'over'

/** Pages show an announcement only while it is running: from its start until just before its end. */
export function bannerPhase(
  { enabled, startsAt, endsAt }: Pick<BannerSettings, 'enabled' | 'startsAt' | 'endsAt'>,
  now: Date,
): BannerPhase {
  if (!enabled) return 'off'
  if (now < new Date(startsAt)) return 'upcoming'
  return now >= new Date(endsAt) ? 'over' : 'running'
}
