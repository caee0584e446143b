import { use } from 'react'
import type { Tip } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { SiteOriginContext } from '#web/ui/page-head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'

/** The tip as search engines read it: what the page says, in their words. */
export function TipData({ tip, path }: { tip: Tip; path: string }) {
  const origin = use(SiteOriginContext)
  return (
    <StructuredData
      graph={[
        {
          '@type': 'Article',
          '@id': `${origin}${path}#tips`,
          headline: tip.title,
          description: tip.summary,
          inLanguage: 'id',
          datePublished: tip.date,
          dateModified: tip.updatedAt,
          ...(tip.author && { author: { '@type': 'Person', name: tip.author } }),
          publisher: { '@type': 'Organization', name: 'Cendaki', url: `${origin}/` },
          keywords: tip.tags,
          mainEntityOfPage: `${origin}${path}`,
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Tips', item: `${origin}${paths.tips()}` },
            { '@type': 'ListItem', position: 2, name: tip.title },
          ],
        },
      ]}
    />
  )
}
