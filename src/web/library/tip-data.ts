import type { Tip } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'

/** Structured data (schema.org) of a tip. */
export function describeTip(origin: string, siteName: string, tip: Tip): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const url = origin + paths.tip(tip)
  return [
    {
      '@type': 'Article',
      '@id': `${url}#tips`,
      headline: tip.title,
      description: tip.summary,
      inLanguage: 'id',
      datePublished: tip.date,
      dateModified: tip.updatedAt,
      ...(tip.author && { author: { '@type': 'Person', name: tip.author } }),
      publisher: { '@type': 'Organization', '@id': `${origin}/#organisasi`, name: siteName, url: origin },
      keywords: tip.tags,
      mainEntityOfPage: url,
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Tips', item: origin + paths.tips() },
        { '@type': 'ListItem', position: 2, name: tip.title },
      ],
    },
  ]
}
