import type { SettingsInput, ShownSettings } from '#contract/site/settings.ts'
import { presentAnnouncement, toStoredAnnouncement } from './announcement.ts'
import type { SiteSettings } from './site-settings.ts'

export function presentSettings(site: SiteSettings, row: { version: number; updatedAt: Date } | null): ShownSettings {
  return {
    name: site.name,
    claim: site.claim,
    contactEmail: site.contactEmail,
    contactPhone: site.contactPhone,
    seller: site.seller,
    taxMode: site.taxMode,
    instructorSharePercent: site.instructorSharePercent,
    staffMustUseTwoSteps: site.staffMustUseTwoSteps,
    videoWatermark: site.videoWatermark,
    logo: site.logo,
    accent: site.accent,
    announcement: presentAnnouncement(site.announcement),
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  }
}

export const toSiteSettings = (
  { announcement, staffMustUseTwoSteps, videoWatermark, logo, accent, ...rest }: Omit<SettingsInput, 'version'>,
  before: SiteSettings,
): SiteSettings => ({
  ...rest,
  staffMustUseTwoSteps: staffMustUseTwoSteps ?? before.staffMustUseTwoSteps,
  videoWatermark: videoWatermark ?? before.videoWatermark,
  logo: logo === undefined ? before.logo : logo,
  accent: accent === undefined ? before.accent : accent,
  announcement: announcement && toStoredAnnouncement(announcement, before.announcement),
})
