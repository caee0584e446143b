import { use } from 'react'
import { SiteOriginContext, useSiteName } from './page-head.tsx'

export type Thing = { '@type': string; [property: string]: unknown }

/**
 * What the page says, once more for machines (schema.org). It is written by the server and for whoever reads what the server sent:
 * in the browser `things` is never called, and the block stays as it came. A function that describes things begins with
 * `if (!import.meta.env.SSR) return []`, so that visitors do not load its code.
 */
export function StructuredData({ things }: { things: (origin: string, siteName: string) => Thing[] }) {
  const origin = use(SiteOriginContext)
  const siteName = useSiteName()
  const json = import.meta.env.SSR ? JSON.stringify({ '@context': 'https://schema.org', '@graph': things(origin, siteName) }).replaceAll('<', '\\u003c') : ''
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
