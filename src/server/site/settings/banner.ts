import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { bannerPhase, bannerSettings, type Banner, type BannerSettings } from '#contract/site/banner.ts'
import { validUntil } from '#server/platform/pages/index.ts'

export const storedBanner = z.extend(bannerSettings, {
  campaign: z.string(),
  enabled: z._default(z.boolean(), true),
})
type Stored = z.output<typeof storedBanner>

/** The banner that pages show now. A cached response that depends on it expires at its start or end. */
export function currentBanner(stored: Stored | null, now: Date): Banner | null {
  if (!stored) return null
  const { startsAt, enabled: _, ...shown } = stored
  const phase = bannerPhase(stored, now)
  if (phase === 'upcoming') validUntil(new Date(startsAt))
  if (phase === 'running') validUntil(new Date(shown.endsAt))
  return phase === 'running' ? shown : null
}

export function presentBanner(stored: Stored | null): BannerSettings | null {
  if (!stored) return null
  const { campaign: _, ...shown } = stored
  return shown
}

/** Converts the admin's input to what is stored: times in UTC, and with a campaign id. */
export function toStoredBanner(input: BannerSettings, before: Stored | null): Stored {
  const startsAt = new Date(input.startsAt).toISOString()
  const endsAt = new Date(input.endsAt).toISOString()
  // The campaign id depends on code (without one, on the text) and start only: extending the end does not show it again to users who dismissed it.
  const isSameText = input.promoCode !== null || before?.label === input.label
  const isKnown = before !== null && before.promoCode === input.promoCode && before.startsAt === startsAt && isSameText
  const name = input.promoCode?.toLowerCase() ?? createHash('sha256').update(input.label).digest('hex').slice(0, 8)
  const campaign = isKnown ? before.campaign : `${name}-${startsAt.slice(0, 16).replace(/\D/g, '')}`
  return { ...input, startsAt, endsAt, campaign }
}
