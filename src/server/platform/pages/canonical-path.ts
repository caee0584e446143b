/**
 * The canonical spelling of a page's path: lower case, without trailing or double slashes; null when the request already used it.
 * Keywords (`/kelas/{keyword}`), certificate numbers and escapes (`%26`) keep their case.
 */
export function canonicalPath({ pathname, search }: { pathname: string; search: string }): string | null {
  const tidy = pathname.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  const [, head = tidy, text = ''] = /^(\/kelas|\/certificate)(\/[^/]+)$/i.exec(tidy) ?? []
  const path = head.replaceAll(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase())) + text
  return path === pathname ? null : path + search
}
