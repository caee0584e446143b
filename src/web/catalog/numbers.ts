const whole = new Intl.NumberFormat('id-ID')

/** `1204` → `1.204`. */
export const formatCount = (count: number): string => whole.format(count)

/** `4.6` → `4,6`; always one decimal. */
export const formatRating = (rating: number): string => rating.toFixed(1).replace('.', ',')
