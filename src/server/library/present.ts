import { jakartaDay } from '#contract/kit/days.ts'
import type { EbookCard, EbookModule, EbookSection, TipCard } from '#contract/library/library.ts'
import type { AdminEbook, AdminEbookRow, AdminSection, AdminTip } from '#contract/library/library-admin.ts'
import { coverVersion } from '#server/platform/covers/index.ts'
import { percentOff, salePriceOf, type SalePrice, type SaleRow } from '#server/commerce/prices/index.ts'
import type { EbookRow } from './find-ebooks.ts'
import type { OutlineModule, OutlineSection } from './outline.ts'
import type { tips } from './tables.ts'

/** An e-book has no category and no discount of its own: only sales of everything lower its price. */
export const findSalePrice = (
  running: readonly SaleRow[],
  { id, priceIdr }: Pick<EbookRow, 'id' | 'priceIdr'>,
): SalePrice | null => salePriceOf(running, { id, priceIdr, categoryId: null, discountPercent: 0 })

// The last digit of the id selects motif and hue.
const generatedCover = (kind: string, id: string) => `/cover/${kind}-${id.at(-1)}/${id}.svg?v=${coverVersion}`

/** The uploaded cover, else a generated one. */
export const ebookThumbnail = ({ id, thumbnail }: { id: string; thumbnail: string | null }): string =>
  thumbnail ?? generatedCover('e-book', id)

/** `running`: the sales now. */
export function presentEbookCard(row: EbookRow, running: readonly SaleRow[]): EbookCard {
  const sale = findSalePrice(running, row)
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    author: row.author,
    thumbnailUrl: ebookThumbnail(row),
    price: row.priceIdr,
    ...(sale && { sale: { discount: percentOff(sale), price: sale.priceIdr, endsAt: sale.endsAt.toISOString() } }),
    moduleCount: row.moduleCount,
    topicCount: row.topicCount,
    sectionCount: row.sectionCount,
    readingMinutes: row.readingMinutes,
    publishedAt: (row.publishedAt ?? row.updatedAt).toISOString(),
  }
}

const presentImages = (section: OutlineSection) =>
  section.images.map(({ id, image, caption }) => ({ _id: id, imageUrl: image, caption }))

/** Changes stored HTML to shown HTML. */
type Show = (html: string) => string

/** A section; a locked one without its content. */
function presentSection(section: OutlineSection, isOpen: boolean, show: Show): EbookSection {
  const summary = { _id: section.id, heading: section.heading, readingMinutes: section.readingMinutes }
  if (!isOpen) return { ...summary, imageUrl: null, sectionImages: [], locked: true }
  return {
    ...summary,
    imageUrl: section.image,
    sectionImages: presentImages(section),
    content: show(section.bodyHtml),
  }
}

export function presentModules(
  outline: readonly OutlineModule[],
  isOpen: (sectionId: string) => boolean,
  show: Show,
): EbookModule[] {
  return outline.map((module) => ({
    _id: module.id,
    title: module.title,
    topics: module.topics.map((topic) => ({
      _id: topic.id,
      title: topic.title,
      sections: topic.sections.map((section) => presentSection(section, isOpen(section.id), show)),
    })),
  }))
}

export const presentAdminRow = (row: EbookRow, counts: { ownerCount: number; readerCount: number }): AdminEbookRow => ({
  _id: row.id,
  title: row.title,
  status: row.status,
  price: row.priceIdr,
  thumbnailUrl: ebookThumbnail(row),
  sectionCount: row.sectionCount,
  ...counts,
  updatedAt: row.updatedAt.toISOString(),
})

const presentOutlineSection = (section: OutlineSection): Omit<AdminSection, 'text'> => ({
  _id: section.id,
  heading: section.heading,
  imageUrl: section.image,
  sectionImages: presentImages(section),
  readingMinutes: section.readingMinutes,
  version: section.version,
})

export const presentAdminSection = (section: OutlineSection): AdminSection => ({
  ...presentOutlineSection(section),
  text: section.bodyHtml,
})

export function presentAdminEbook(
  row: EbookRow,
  counts: { ownerCount: number; readerCount: number },
  outline: readonly OutlineModule[],
): AdminEbook {
  return {
    ...presentAdminRow(row, counts),
    description: row.description,
    author: row.author,
    thumbnail: row.thumbnail,
    version: row.version,
    modules: outline.map((module) => ({
      _id: module.id,
      title: module.title,
      topics: module.topics.map((topic) => ({
        _id: topic.id,
        title: topic.title,
        sections: topic.sections.map(presentOutlineSection),
      })),
    })),
  }
}

export type TipRow = Omit<typeof tips.$inferSelect, 'document' | 'words'>

const tipThumbnail = ({ id, thumbnail }: TipRow): string => thumbnail ?? generatedCover('tips', id)

export const presentTipCard = (row: TipRow): TipCard => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  author: row.author,
  thumbnailUrl: tipThumbnail(row),
  tags: row.tags,
  readingMinutes: row.readingMinutes,
  date: (row.publishedAt ?? row.updatedAt).toISOString(),
})

export const presentAdminTip = (row: TipRow): AdminTip => ({ ...presentAdminTipRow(row), text: row.bodyHtml })

export const presentAdminTipRow = (row: TipRow): Omit<AdminTip, 'text'> => ({
  _id: row.id,
  status: row.status,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  author: row.author,
  thumbnail: row.thumbnail,
  thumbnailUrl: tipThumbnail(row),
  tags: row.tags,
  readingMinutes: row.readingMinutes,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  publishedOn: row.publishedAt && jakartaDay(row.publishedAt),
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})
