/** PostgreSQL stores neither NUL in text nor lone surrogates in JSON. */
export function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (Array.isArray(value)) return value.some(holdsUnstorable)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some((entry) => entry.some(holdsUnstorable))
  return false
}

/** A text that quotes something, such as a part of a file, as it can be stored. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()
