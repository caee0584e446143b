import { use } from 'react'
import { SiteOriginContext, useSiteName } from './page-head.tsx'

export type JsonLdNode = { '@type': string; [property: string]: unknown }

/**
 * The content of the page as schema.org data, for search engines. Only the server renders it; in the browser `nodes` is never
 * called and the rendered block stays unchanged. A function that describes nodes starts with
 * `if (!import.meta.env.SSR) return []`, so that its code is not part of the browser bundle.
 */
export function StructuredData({ nodes }: { nodes: (origin: string, siteName: string) => JsonLdNode[] }) {
  const origin = use(SiteOriginContext)
  const siteName = useSiteName()
  const json = import.meta.env.SSR
    ? JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes(origin, siteName) }).replaceAll('<', '\\u003c')
    : ''
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
