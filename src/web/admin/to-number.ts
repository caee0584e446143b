/** What stands in a number field, dots between thousands allowed; whatever is no number is refused by the schema. */
export const toNumber = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  const digits = value.replaceAll(/[.\s]/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : digits === '' ? undefined : Number.NaN
}
