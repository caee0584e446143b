import * as z from 'zod/mini'
import { taxModes } from '#contract/site/settings.ts'
import { storedAnnouncement } from './announcement.ts'

/** Settings that an admin can edit. Every field has a default, so that a new installation is presentable. */
export const siteSettings = z.object({
  name: z._default(z.string(), 'Cendaki'),
  // Shown in the menu.
  claim: z._default(z.string(), 'Dipercaya 900K+ siswa'),
  contactEmail: z._default(z.string(), 'halo@cendaki.id'),
  contactPhone: z._default(z.string(), '0800-100-2030'),
  seller: z._default(z.object({ name: z.string(), address: z.string(), taxNumber: z.string() }), {
    name: 'Cendaki',
    address: 'Jalan Pendakian No. 1, Bandung 40115',
    taxNumber: '',
  }),
  taxMode: z._default(z.enum(taxModes), 'none'),
  /** The instructor's share of each sale of their own course. */
  instructorSharePercent: z._default(z.number(), 70),
  /** Instructors and admins need two-step sign-in for the admin area. */
  staffMustUseTwoSteps: z._default(z.boolean(), false),
  /** The e-mail address of a student moves over uploaded videos. */
  videoWatermark: z._default(z.boolean(), false),
  /** `/uploads/<id>.webp`; null: the default logo. */
  logo: z._default(z.nullable(z.string()), null),
  /** `#rrggbb`; null: the default colour. */
  accent: z._default(z.nullable(z.string()), null),
  /** Null when no campaign is planned. */
  announcement: z._default(z.nullable(storedAnnouncement), null),
})
export type SiteSettings = z.output<typeof siteSettings>
export type SiteSettingsPatch = z.input<typeof siteSettings>
