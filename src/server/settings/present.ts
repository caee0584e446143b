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

/** What an admin saved, ready to be kept: moments in UTC, and the campaign named. */
export function toSiteSettings({ announcement, ...rest }: Omit<SettingsInput, 'version'>, before: SiteSettings): SiteSettings {
  if (!announcement) return { ...rest, announcement: null }
  const startsAt = new Date(announcement.startsAt).toISOString()
  const endsAt = new Date(announcement.endsAt).toISOString()
  const known = before.announcement
  // A campaign stays the same one while its code and start do: whoever dismissed it is not shown a longer end again.
  const isKnown = known !== null && known.promoCode === announcement.promoCode && known.startsAt === startsAt
  const campaign = isKnown ? known.campaign : `${announcement.promoCode.toLowerCase()}-${startsAt.slice(0, 16).replace(/\D/g, '')}`
  return { ...rest, announcement: { ...announcement, startsAt, endsAt, campaign } }
}
