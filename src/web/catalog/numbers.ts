/** `4.6` → `4,6`; always one decimal. */
export const formatRating = (rating: number): string => rating.toFixed(1).replace('.', ',')
