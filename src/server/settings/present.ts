import type { SettingsInput, ShownSettings } from '#contract/settings.ts'
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
    announcement: presentAnnouncement(site.announcement),
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  }
}

function presentAnnouncement(announcement: SiteSettings['announcement']): ShownSettings['announcement'] {
  if (!announcement) return null
  const { campaign: _, ...shown } = announcement
  return shown
}

/** Converts the admin's input to stored settings: times in UTC, and with a campaign id. */
export function toSiteSettings({ announcement, ...rest }: Omit<SettingsInput, 'version'>, before: SiteSettings): SiteSettings {
  if (!announcement) return { ...rest, announcement: null }
  const startsAt = new Date(announcement.startsAt).toISOString()
  const endsAt = new Date(announcement.endsAt).toISOString()
  const known = before.announcement
  // The campaign id depends on code and start only: extending the end does not show it again to users who dismissed it.
  const isKnown = known !== null && known.promoCode === announcement.promoCode && known.startsAt === startsAt
  const campaign = isKnown ? known.campaign : `${announcement.promoCode.toLowerCase()}-${startsAt.slice(0, 16).replace(/\D/g, '')}`
  return { ...rest, announcement: { ...announcement, startsAt, endsAt, campaign } }
}
