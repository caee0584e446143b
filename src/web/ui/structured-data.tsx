import { use } from 'react'
import { SiteOriginContext, useSiteName } from './page-head.tsx'

export type Thing = { '@type': string; [property: string]: unknown }

/**
 * The content of the page as schema.org data, for search engines. Only the server renders it; in the browser `things` is never
 * called and the rendered block stays unchanged. A function that describes things starts with
 * `if (!import.meta.env.SSR) return []`, so that its code is not part of the browser bundle.
 */
export function StructuredData({ things }: { things: (origin: string, siteName: string) => Thing[] }) {
  const origin = use(SiteOriginContext)
  const siteName = useSiteName()
  const json = import.meta.env.SSR ? JSON.stringify({ '@context': 'https://schema.org', '@graph': things(origin, siteName) }).replaceAll('<', '\\u003c') : ''
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
