/** One notation of names: macOS takes accents apart, and its screenshots have narrow spaces. */
export const plainPath = (path: string): string => path.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ')

/** Percent-decodes a reference; any other text stays as it is. */
export function decodedPath(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}

const encodedPath = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/')

/**
 * The name of a file that a text, a list or a page names: as it is, or with what one of both encodes for a URL. Null for one that is not
 * there. The files must have plain names.
 */
export function findName(files: { has: (name: string) => boolean }, named: string): string | null {
  const decoded = plainPath(decodedPath(named))
  return [plainPath(named), decoded, encodedPath(decoded)].find((name) => files.has(name)) ?? null
}
