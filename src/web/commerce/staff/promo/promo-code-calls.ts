import type { PromoCodeInput } from '#contract/commerce/promo-codes.ts'

/** Calls of the form of a promo code: as an admin, or as an instructor. */
export type PromoCodeCalls = {
  /** `existing`: null for a new one. */
  save: (
    input: PromoCodeInput,
    existing: { id: string; version: number } | null,
  ) => Promise<{ message?: string | undefined }>
  remove: (id: string) => Promise<{ message?: string | undefined }>
}
