import type { Ebook } from '#contract/library/library.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { ebookPrice } from '#web/library/ebook-price.ts'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'

/** Structured data (schema.org) of an e-book. */
export function describeBook(origin: string, ebook: Ebook): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const url = origin + paths.ebook({ ebookId: ebook._id })
  return [
    {
      '@type': 'Book',
      '@id': `${url}#buku`,
      name: ebook.title,
      description: ebook.description,
      url,
      inLanguage: 'id',
      bookFormat: 'https://schema.org/EBook',
      ...(ebook.author && { author: { '@type': 'Person', name: ebook.author } }),
      isAccessibleForFree: ebook.price === 0,
      offers: {
        '@type': 'Offer',
        price: priceAfterDiscount(ebookPrice(ebook)),
        priceCurrency: 'IDR',
        availability: 'https://schema.org/InStock',
        url,
      },
    },
  ]
}
