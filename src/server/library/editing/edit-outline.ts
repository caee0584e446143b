import { newId } from '#server/platform/new-id.ts'
import { describeChange } from '#server/audit/index.ts'
import { eq } from 'drizzle-orm'
import { type Tx, isStale } from '#server/platform/database/index.ts'
import { readingMinutes, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { EditDeps } from './edit-ebook.ts'
import { indexOutline, readOutline, sectionsOf, type OutlineModule } from '#server/library/outline.ts'
import { ebooks, modules, sectionImages, sections, topics } from '#server/library/tables.ts'

type NotFound = Refusal<'not-found'>
type Added = { outcome: 'added'; id: string }
type Changed = { outcome: 'changed' }

/**
 * Runs one edit of an e-book's outline under a lock, then updates index, timestamp and cache tags. The edit gets the current outline and
 * may change only parts of it; what it refuses changes nothing.
 */
export async function editOutline<Result extends Added | Changed | Refusal<'not-found' | 'stale'>>(
  tx: Tx,
  { cacheTags, clock }: EditDeps,
  { ebookId, edit }: { ebookId: string; edit: (outline: OutlineModule[]) => Promise<Result> },
): Promise<Result | NotFound> {
  const [book] = await tx.select({ id: ebooks.id }).from(ebooks).where(eq(ebooks.id, ebookId)).for('update')
  if (!book) return refused('not-found')
  const result = await edit(await readOutline(tx, ebookId))
  if (result.outcome === 'not-found' || result.outcome === 'stale') return result
  await indexOutline(tx, ebookId)
  await tx.update(ebooks).set({ updatedAt: clock.now() }).where(eq(ebooks.id, ebookId))
  await cacheTags.invalidate(tx, ['ebooks', `ebook:${ebookId}`])
  return result
}

const after = (rows: readonly { position: number }[]): number =>
  Math.max(-1, ...rows.map(({ position }) => position)) + 1
const topicsOf = (outline: readonly OutlineModule[]) => outline.flatMap((module) => module.topics)

export const addModule = (
  tx: Tx,
  deps: EditDeps,
  { ebookId, title }: { ebookId: string; title: string },
): Promise<Added | NotFound> =>
  editOutline(tx, deps, {
    ebookId,
    edit: async (outline) => {
      const id = newId()
      await tx.insert(modules).values({ id, ebookId, title, position: after(outline) })
      await deps.recordEdit(tx, 'ebook.part-added', ebookId, { part: 'module', title })
      return { outcome: 'added', id }
    },
  })

export const addTopic = (
  tx: Tx,
  deps: EditDeps,
  { ebookId, moduleId, title }: { ebookId: string; moduleId: string; title: string },
): Promise<Added | NotFound> =>
  editOutline(tx, deps, {
    ebookId,
    edit: async (outline) => {
      const module = outline.find(({ id }) => id === moduleId)
      if (!module) return refused('not-found')
      const id = newId()
      await tx.insert(topics).values({ id, moduleId, title, position: after(module.topics) })
      await deps.recordEdit(tx, 'ebook.part-added', ebookId, { part: 'topic', title })
      return { outcome: 'added', id }
    },
  })

type Part = { ebookId: string; kind: 'module' | 'topic' | 'section'; partId: string }
const partTables = { module: modules, topic: topics, section: sections }

/** The title of a part; undefined when the outline does not contain it. */
function titleOf(outline: readonly OutlineModule[], { kind, partId }: Part): string | undefined {
  if (kind === 'section') return sectionsOf(outline).find(({ id }) => id === partId)?.heading
  const parts = kind === 'module' ? outline : topicsOf(outline)
  return parts.find(({ id }) => id === partId)?.title
}

export const renamePart = (
  tx: Tx,
  deps: EditDeps,
  { title, ...part }: Part & { kind: 'module' | 'topic'; title: string },
): Promise<Changed | NotFound> =>
  editOutline(tx, deps, {
    ebookId: part.ebookId,
    edit: async (outline) => {
      const before = titleOf(outline, part)
      if (before === undefined) return refused('not-found')
      const table = partTables[part.kind]
      await tx.update(table).set({ title }).where(eq(table.id, part.partId))
      if (before !== title)
        await deps.recordEdit(tx, 'ebook.part-renamed', part.ebookId, { part: part.kind, from: before, to: title })
      return { outcome: 'changed' }
    },
  })

/** Deletes a module, topic or section with its contents. */
export const deletePart = (tx: Tx, deps: EditDeps, part: Part): Promise<Changed | NotFound> =>
  editOutline(tx, deps, {
    ebookId: part.ebookId,
    edit: async (outline) => {
      const title = titleOf(outline, part)
      if (title === undefined) return refused('not-found')
      const table = partTables[part.kind]
      await tx.delete(table).where(eq(table.id, part.partId))
      await deps.recordEdit(tx, 'ebook.part-deleted', part.ebookId, { part: part.kind, title })
      return { outcome: 'changed' }
    },
  })

export type NewSection = {
  heading: string
  text: CleanHtml
  image: string | null
  images: { image: string; caption: string }[]
}

export const sectionValues = ({ heading, text, image }: NewSection, updatedAt: Date) => ({
  heading,
  bodyHtml: text,
  image,
  readingMinutes: readingMinutes(text),
  updatedAt,
})

export const addSection = (
  tx: Tx,
  deps: EditDeps,
  { ebookId, topicId, section }: { ebookId: string; topicId: string; section: NewSection },
): Promise<Added | NotFound> =>
  editOutline(tx, deps, {
    ebookId,
    edit: async (outline) => {
      const topic = topicsOf(outline).find(({ id }) => id === topicId)
      if (!topic) return refused('not-found')
      const id = newId()
      await tx.insert(sections).values({
        id,
        topicId: topic.id,
        position: after(topic.sections),
        ...sectionValues(section, deps.clock.now()),
      })
      await replaceImages(tx, id, section.images)
      await deps.recordEdit(tx, 'ebook.part-added', ebookId, { part: 'section', title: section.heading })
      return { outcome: 'added', id }
    },
  })

export type SectionChange = { [Name in keyof NewSection]?: NewSection[Name] | undefined } & {
  version?: number | undefined
}

export const updateSection = (
  tx: Tx,
  deps: EditDeps,
  { ebookId, sectionId, change }: { ebookId: string; sectionId: string; change: SectionChange },
): Promise<Changed | NotFound | Refusal<'stale'>> =>
  editOutline(tx, deps, {
    ebookId,
    edit: async (outline) => {
      const before = sectionsOf(outline).find(({ id }) => id === sectionId)
      if (!before) return refused('not-found')
      if (isStale(before, change.version)) return refused('stale')
      const bodyHtml = change.text ?? before.bodyHtml
      const after = {
        heading: change.heading ?? before.heading,
        bodyHtml,
        image: change.image === undefined ? before.image : change.image,
      }
      await tx
        .update(sections)
        .set({
          ...after,
          readingMinutes: readingMinutes(bodyHtml),
          version: before.version + 1,
          updatedAt: deps.clock.now(),
        })
        .where(eq(sections.id, sectionId))
      if (change.images) await replaceImages(tx, sectionId, change.images)
      const imagesBefore = before.images.map(({ image, caption }) => ({ image, caption }))
      const details = describeChange(
        { ...before, images: imagesBefore },
        { ...before, ...after, images: change.images ?? imagesBefore },
        { heading: 'values', bodyHtml: 'name', image: 'name', images: 'name' },
      )
      if (details)
        await deps.recordEdit(tx, 'ebook.part-changed', ebookId, { part: 'section', title: before.heading, ...details })
      return { outcome: 'changed' }
    },
  })

async function replaceImages(tx: Tx, sectionId: string, images: NewSection['images']): Promise<void> {
  await tx.delete(sectionImages).where(eq(sectionImages.sectionId, sectionId))
  if (images.length === 0) return
  await tx
    .insert(sectionImages)
    .values(images.map((image, position) => ({ ...image, id: newId(), sectionId, position })))
}

export type WantedOrder = { id: string; topics: { id: string; sections: string[] }[] }[]

/** Reorders the outline. The order must contain exactly the current parts, otherwise it is stale. */
export const reorder = (
  tx: Tx,
  deps: EditDeps,
  { ebookId, wanted }: { ebookId: string; wanted: WantedOrder },
): Promise<Changed | NotFound | Refusal<'stale'>> =>
  editOutline(tx, deps, {
    ebookId,
    edit: async (outline) => {
      const wantedTopics = wanted.flatMap((module) => module.topics)
      const same =
        isSameSet(
          outline,
          wanted.map(({ id }) => id),
        ) &&
        isSameSet(
          topicsOf(outline),
          wantedTopics.map(({ id }) => id),
        ) &&
        isSameSet(
          sectionsOf(outline),
          wantedTopics.flatMap((topic) => topic.sections),
        )
      if (!same) return refused('stale')
      for (const [position, module] of wanted.entries()) {
        await tx.update(modules).set({ position }).where(eq(modules.id, module.id))
        for (const [position, topic] of module.topics.entries()) {
          await tx.update(topics).set({ position, moduleId: module.id }).where(eq(topics.id, topic.id))
          for (const [position, sectionId] of topic.sections.entries()) {
            await tx.update(sections).set({ position, topicId: topic.id }).where(eq(sections.id, sectionId))
          }
        }
      }
      await deps.recordEdit(tx, 'ebook.ordered', ebookId)
      return { outcome: 'changed' }
    },
  })

function isSameSet(rows: readonly { id: string }[], ids: readonly string[]): boolean {
  const wanted = new Set(ids)
  return ids.length === wanted.size && rows.length === wanted.size && rows.every(({ id }) => wanted.has(id))
}
