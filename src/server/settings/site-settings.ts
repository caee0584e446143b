import * as z from 'zod/mini'
import { taxModes } from '#contract/settings.ts'

/** What an admin may set about the site. Every field has a default, so that an empty installation is presentable. */
export const siteSettings = z.object({
  name: z._default(z.string(), 'Cendaki'),
  // As the menu shows it until an admin writes their own.
  claim: z._default(z.string(), 'Dipercaya 900K+ siswa'),
  contactEmail: z._default(z.string(), 'halo@cendaki.id'),
  contactPhone: z._default(z.string(), '0800-100-2030'),
  seller: z._default(z.object({ name: z.string(), address: z.string(), taxNumber: z.string() }), {
    name: 'Cendaki',
    address: 'Jalan Pendakian No. 1, Bandung 40115',
    taxNumber: '',
  }),
  taxMode: z._default(z.enum(taxModes), 'none'),
  /** What an instructor earns of each sale of an own course. */
  instructorSharePercent: z._default(z.number(), 70),
  /** Null when no campaign is planned. Shown while switched on, from start to end, never before or after. */
  announcement: z._default(
    z.nullable(
      z.object({
        campaign: z.string(),
        enabled: z._default(z.boolean(), true),
        label: z.string(),
        listPrice: z.number(),
        price: z.number(),
        promoCode: z.string(),
        startsAt: z.string(),
        endsAt: z.string(),
      }),
    ),
    null,
  ),
})
export type SiteSettings = z.output<typeof siteSettings>
export type SiteSettingsPatch = z.input<typeof siteSettings>
