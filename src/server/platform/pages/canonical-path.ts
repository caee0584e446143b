import { patterns } from '#contract/kit/paths.ts'

/** Parameters whose case counts; ids and slugs are lower case. */
const beforeExactText = Object.values(patterns).flatMap(
  (pattern) => /^(.+)\/:(?:keyword|certificateId|token)$/.exec(pattern)?.[1] ?? [],
)
const withExactText = new RegExp(`^(${beforeExactText.join('|')})(/[^/]+)$`, 'i')

/**
 * The canonical spelling of a page's path: lower case, without trailing or double slashes; null when the request already used it.
 * Keywords, certificate numbers, secrets of links and escapes (`%26`) keep their case.
 */
export function canonicalPath({ pathname, search }: { pathname: string; search: string }): string | null {
  const tidy = pathname.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  const [, head = tidy, text = ''] = withExactText.exec(tidy) ?? []
  const path =
    head.replaceAll(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase())) + text
  return path === pathname ? null : path + search
}
