/** A text as part of a URL or of a file name: Latin letters without accents, digits and single hyphens. `fallback` for a text that has none of them. */
export function slugOf(text: string, { maximum, fallback }: { maximum: number; fallback: string }): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maximum)
    .replace(/-$/, '')
  return slug || fallback
}
