import * as z from 'zod/mini'
import {
  at,
  response,
  id,
  listResponse,
  publicEndpoint,
  cachedEndpoint,
  signedInEndpoint,
} from '#contract/kit/endpoint.ts'
import { reading, readingPosition } from './reading-input.ts'

/** An e-book in lists. All counts are computed. */
export const ebookCard = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  thumbnailUrl: z.string(),
  /** In rupiah; 0 is free. In a sale the price asked before. */
  price: z.number(),
  /** In a sale: the percent off `price`, what is paid, and until when (ISO 8601, UTC). */
  sale: z.nullish(z.object({ discount: z.number(), price: z.number(), endsAt: z.string() })),
  moduleCount: z.number(),
  topicCount: z.number(),
  sectionCount: z.number(),
  readingMinutes: z.number(),
  publishedAt: z.string(),
})
export type EbookCard = z.infer<typeof ebookCard>

const sectionImage = z.object({ _id: z.string(), imageUrl: z.string(), caption: z.string() })
export type SectionImage = z.infer<typeof sectionImage>

/** A section. A locked one has a heading but no text and no pictures. */
const ebookSection = z.object({
  _id: z.string(),
  heading: z.string(),
  readingMinutes: z.number(),
  imageUrl: z.nullable(z.string()),
  sectionImages: z.array(sectionImage),
  /** Clean HTML. */
  content: z.optional(z.string()),
  locked: z.optional(z.literal(true)),
})
export type EbookSection = z.infer<typeof ebookSection>

const ebookTopic = z.object({ _id: z.string(), title: z.string(), sections: z.array(ebookSection) })
const ebookModule = z.object({ _id: z.string(), title: z.string(), topics: z.array(ebookTopic) })
export type EbookModule = z.infer<typeof ebookModule>

const ebookProgress = z.object({
  /** Completed sections over all sections, rounded, 0 to 100. */
  percent: z.number(),
  completedSectionIds: z.array(z.string()),
  position: z.nullable(readingPosition),
})
export type EbookProgress = z.infer<typeof ebookProgress>

const ebook = z.extend(ebookCard, {
  status: z.enum(['draft', 'published', 'archived']),
  updatedAt: z.string(),
  modules: z.array(ebookModule),
  viewer: z.object({
    /** Bought by the viewer or granted to them. Free e-books need no ownership. */
    owned: z.boolean(),
    canEdit: z.boolean(),
  }),
  /** Only for signed-in viewers. */
  progress: z.optional(ebookProgress),
})
export type Ebook = z.infer<typeof ebook>

/** The viewer's progress, bookmarks and highlights. */
const readingResponse = z.extend(reading, { percent: z.number() })
export type ReadingResponse = z.infer<typeof readingResponse>
/** `replaced`: the position that this save replaced, so that a device learns of one that it did not know. */
const savedReading = z.extend(readingResponse, { replaced: z.optional(z.nullable(readingPosition)) })
export type SavedReading = z.infer<typeof savedReading>

/** An e-book that the viewer bought or started. */
const myEbook = z.extend(ebookCard, { owned: z.boolean(), progress: z.number(), lastReadAt: z.nullable(z.string()) })
export type MyEbook = z.infer<typeof myEbook>

export const tipCard = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  thumbnailUrl: z.string(),
  tags: z.array(z.string()),
  readingMinutes: z.number(),
  /** When it was published (ISO 8601, UTC). */
  date: z.string(),
})
export type TipCard = z.infer<typeof tipCard>

const tip = z.extend(tipCard, {
  /** Clean HTML. */
  text: z.string(),
  updatedAt: z.string(),
  /** Tips with the most shared tags, newest first. */
  related: z.array(tipCard),
})
export type Tip = z.infer<typeof tip>

/** A tag and the number of published tips with it. */
const tipTag = z.object({ name: z.string(), count: z.number() })

const pageMessage = 'Halaman tidak valid'
const limitMessage = 'Jumlah per halaman 1–100'
const query = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter')))
const paging = {
  page: z._default(
    z.coerce.number(pageMessage).check(z.int(pageMessage), z.minimum(1, pageMessage), z.maximum(10_000, pageMessage)),
    1,
  ),
  limit: z._default(
    z.coerce.number(limitMessage).check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(100, limitMessage)),
    100,
  ),
}
const listEbooksInput = z.object({
  q: query,
  type: z.optional(z.enum(['free', 'premium'], 'Nilai filter tidak dikenal')),
  ...paging,
})
export type ListEbooksInput = z.infer<typeof listEbooksInput>
const listTipsInput = z.object({
  q: query,
  tag: z.optional(z.string().check(z.maxLength(40, 'Nilai filter tidak dikenal'))),
  ...paging,
})
export type ListTipsInput = z.infer<typeof listTipsInput>

const ebookParam = z.object({ id })
const locked = { LOCKED: { status: 403, message: 'Bagian ini terkunci. Beli e-book untuk membacanya.' } } as const

export const libraryContract = {
  listEbooks: cachedEndpoint
    .route(at('GET /ebooks', 'Published e-books, newest first, or the results of a search'))
    .input(listEbooksInput)
    .output(listResponse(ebookCard)),
  listMyEbooks: signedInEndpoint
    .route(at('GET /ebooks/mine', 'E-books that I own or have started, last read first'))
    .output(response(z.array(myEbook))),
  showEbook: publicEndpoint
    .route(at('GET /ebook/{id}', 'An e-book with the sections that the viewer may read'))
    .input(ebookParam)
    .output(response(ebook)),
  showReading: signedInEndpoint
    .route(at('GET /ebook/{id}/progress', 'My progress, position, bookmarks and highlights in an e-book'))
    .input(ebookParam)
    .output(response(readingResponse)),
  saveReading: signedInEndpoint
    // A device sends all of its marks at once when it was not signed in before.
    .meta({ access: 'signed-in', maximumBodyBytes: 1024 * 1024 })
    .route(at('PUT /ebook/{id}/progress', 'Merge the reading state of a device; returns the merged state'))
    .input(z.extend(reading, { id }))
    .output(response(savedReading)),
  completeSection: signedInEndpoint
    .route(at('PUT /ebook/{id}/sections/{sectionId}/completion', 'Mark a section as read'))
    .input(z.object({ id, sectionId: id }))
    .output(response(ebookProgress))
    .errors(locked),
  listTips: cachedEndpoint
    .route(at('GET /tips', 'Published tips, newest first, or the results of a search'))
    .input(listTipsInput)
    .output(listResponse(tipCard)),
  listTipTags: cachedEndpoint.route(at('GET /tip-tags', 'Tags of published tips')).output(response(z.array(tipTag))),
  showTip: cachedEndpoint
    .route(at('GET /tips/{slug}', 'One tip and those related to it'))
    .input(z.object({ slug: z.string().check(z.maxLength(200)) }))
    .output(response(tip)),
}
