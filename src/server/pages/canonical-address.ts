/**
 * The one spelling of a page's address, when a request used another: without a slash at the end or a doubled one, and in lower case.
 * Null when it was the right one. A keyword (`/kelas/{keyword}`) is a text of the visitor and keeps its case; so do the number of a
 * certificate and escapes (`%26`).
 */
export function canonicalAddress({ pathname, search }: { pathname: string; search: string }): string | null {
  const tidy = pathname.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  const [, head = tidy, text = ''] = /^(\/kelas|\/certificate)(\/[^/]+)$/i.exec(tidy) ?? []
  const path = head.replaceAll(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase())) + text
  return path === pathname ? null : path + search
}
