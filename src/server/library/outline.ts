import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/database/index.ts'
import { ebooks, modules, sectionImages, sections, topics } from './tables.ts'

type SectionRow = typeof sections.$inferSelect
type SectionImageRow = typeof sectionImages.$inferSelect
export type OutlineSection = SectionRow & { images: SectionImageRow[] }
type OutlineTopic = typeof topics.$inferSelect & { sections: OutlineSection[] }
export type OutlineModule = typeof modules.$inferSelect & { topics: OutlineTopic[] }

/** The contents of an e-book in order, including texts. The caller must remove what the viewer may not see. */
export async function readOutline(queryable: Queryable, ebookId: string): Promise<OutlineModule[]> {
  const moduleRows = await queryable
    .select()
    .from(modules)
    .where(eq(modules.ebookId, ebookId))
    .orderBy(asc(modules.position))
  const topicRows = await ofParents(moduleRows, (ids) =>
    queryable.select().from(topics).where(inArray(topics.moduleId, ids)).orderBy(asc(topics.position)),
  )
  const sectionRows = await ofParents(topicRows, (ids) =>
    queryable.select().from(sections).where(inArray(sections.topicId, ids)).orderBy(asc(sections.position)),
  )
  const imageRows = await ofParents(sectionRows, (ids) =>
    queryable
      .select()
      .from(sectionImages)
      .where(inArray(sectionImages.sectionId, ids))
      .orderBy(asc(sectionImages.position)),
  )
  const withImages = sectionRows.map((section) => ({
    ...section,
    images: imageRows.filter((image) => image.sectionId === section.id),
  }))
  const withSections = topicRows.map((topic) => ({
    ...topic,
    sections: withImages.filter((section) => section.topicId === topic.id),
  }))
  return moduleRows.map((module) => ({
    ...module,
    topics: withSections.filter((topic) => topic.moduleId === module.id),
  }))
}

const ofParents = async <Row>(
  parents: readonly { id: string }[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> => (parents.length === 0 ? [] : read(parents.map(({ id }) => id)))

/** All sections in reading order. */
export const sectionsOf = (outline: readonly OutlineModule[]): OutlineSection[] =>
  outline.flatMap((module) => module.topics.flatMap((topic) => topic.sections))

/** The ids of an e-book's sections in reading order. */
export async function listSectionIds(queryable: Queryable, ebookId: string): Promise<string[]> {
  const rows = await queryable
    .select({ id: sections.id })
    .from(sections)
    .innerJoin(topics, eq(topics.id, sections.topicId))
    .innerJoin(modules, eq(modules.id, topics.moduleId))
    .where(eq(modules.ebookId, ebookId))
    .orderBy(asc(modules.position), asc(topics.position), asc(sections.position))
  return rows.map(({ id }) => id)
}

/** Updates the search index of the outline. Must be called in the transaction of every outline change. */
export async function indexOutline(tx: Queryable, ebookId: string): Promise<void> {
  const outline = await readOutline(tx, ebookId)
  const titles = outline.flatMap((module) => [
    module.title,
    ...module.topics.flatMap((topic) => [topic.title, ...topic.sections.map((section) => section.heading)]),
  ])
  await tx
    .update(ebooks)
    .set({ outlineText: titles.join(' '), version: sql`${ebooks.version} + 1` })
    .where(eq(ebooks.id, ebookId))
}
