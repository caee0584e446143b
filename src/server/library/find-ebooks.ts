import { eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/database/index.ts'
import { ebooks, modules, sections, topics } from './tables.ts'

const ofEbook = sql`from ${modules} where ${modules.ebookId} = ${ebooks.id}`
const topicsOfEbook = sql`from ${topics} join ${modules} on ${modules.id} = ${topics.moduleId} where ${modules.ebookId} = ${ebooks.id}`
const sectionsOfEbook = sql`from ${sections} join ${topics} on ${topics.id} = ${sections.topicId} join ${modules} on ${modules.id} = ${topics.moduleId} where ${modules.ebookId} = ${ebooks.id}`

const columns = {
  id: ebooks.id,
  status: ebooks.status,
  title: ebooks.title,
  description: ebooks.description,
  author: ebooks.author,
  thumbnail: ebooks.thumbnail,
  priceIdr: ebooks.priceIdr,
  version: ebooks.version,
  updatedAt: ebooks.updatedAt,
  publishedAt: ebooks.publishedAt,
  moduleCount: sql<number>`(select count(*)::int ${ofEbook})`,
  topicCount: sql<number>`(select count(*)::int ${topicsOfEbook})`,
  sectionCount: sql<number>`(select count(*)::int ${sectionsOfEbook})`,
  readingMinutes: sql<number>`(select coalesce(sum(${sections.readingMinutes}), 0)::int ${sectionsOfEbook})`,
}

export const selectEbooks = (queryable: Queryable) => queryable.select(columns).from(ebooks)
export type EbookRow = Awaited<ReturnType<typeof selectEbooks>>[number]

export async function findEbook(queryable: Queryable, ebookId: string): Promise<EbookRow | null> {
  const [row] = await selectEbooks(queryable).where(eq(ebooks.id, ebookId))
  return row ?? null
}

/** E-books of any status by id, in no particular order. */
export async function listEbooksById(queryable: Queryable, ids: readonly string[]): Promise<EbookRow[]> {
  return ids.length === 0 ? [] : selectEbooks(queryable).where(inArray(ebooks.id, [...new Set(ids)]))
}
