import type { PromoCodeInput } from '#contract/commerce/promo-codes.ts'

/** What the form of a promo code calls: as an admin, or as an instructor. */
export type PromoCodeCalls = {
  save: (input: PromoCodeInput, id: string | null) => Promise<{ message?: string | undefined }>
  remove: (id: string) => Promise<{ message?: string | undefined }>
}
