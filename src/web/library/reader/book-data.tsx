import { use } from 'react'
import type { Ebook } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { SiteOriginContext } from '#web/ui/page-head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'

/** The e-book as search engines read it. */
export function BookData({ ebook }: { ebook: Ebook }) {
  const address = `${use(SiteOriginContext)}${paths.ebook({ ebookId: ebook._id })}`
  return (
    <StructuredData
      graph={[
        {
          '@type': 'Book',
          '@id': `${address}#buku`,
          name: ebook.title,
          description: ebook.description,
          url: address,
          inLanguage: 'id',
          bookFormat: 'https://schema.org/EBook',
          ...(ebook.author && { author: { '@type': 'Person', name: ebook.author } }),
          isAccessibleForFree: ebook.price === 0,
          offers: { '@type': 'Offer', price: ebook.price, priceCurrency: 'IDR', availability: 'https://schema.org/InStock', url: address },
        },
      ]}
    />
  )
}
