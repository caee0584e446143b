import type { OfferKind } from '#contract/commerce/wishlist.ts'

export type OfferKey = { kind: OfferKind; itemId: string; /** The cohort of a course. */ groupId?: string | null }

export const offerKeyText = ({ kind, itemId }: OfferKey): string => `${kind} ${itemId}`

/** True for an offer with several items. */
export const isSet = ({ kind }: Pick<OfferKey, 'kind'>): boolean => kind === 'bundle' || kind === 'path'

/** An offer with several items: a bundle with a price of its own, or a path, which costs what its items cost, less a discount. */
export type SetKey = { kind: 'bundle' | 'path'; id: string; title: string }
