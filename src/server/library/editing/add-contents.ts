import { insertAll, type Tx } from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { modules, sectionImages, sections, topics } from '#server/library/tables.ts'
import type { EditDeps } from './edit-ebook.ts'
import { editOutline, sectionValues, type NewSection } from './edit-outline.ts'

export type NewModule = { title: string; topics: { title: string; sections: NewSection[] }[] }

const numbered = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row, position) => ({ ...row, id: newId(), position }))

/**
 * Fills an e-book that is empty, as one edit: an edit of a part reads the whole book, so that one after the other would take the square
 * of its length.
 */
export const addContents = (
  tx: Tx,
  deps: EditDeps,
  { ebookId, contents }: { ebookId: string; contents: readonly NewModule[] },
): Promise<{ outcome: 'changed' } | Refusal<'not-found' | 'stale'>> =>
  editOutline(tx, deps, {
    ebookId,
    edit: async (outline) => {
      if (outline.length > 0) return refused('stale')
      const newModules = numbered(contents)
      const newTopics = newModules.flatMap(({ id: moduleId, ...module }) =>
        numbered(module.topics).map((topic) => ({ ...topic, moduleId })),
      )
      const newSections = newTopics.flatMap(({ id: topicId, ...topic }) =>
        numbered(topic.sections).map((section) => ({ ...section, topicId })),
      )
      const newImages = newSections.flatMap(({ id: sectionId, images }) =>
        numbered(images).map((image) => ({ ...image, sectionId })),
      )
      await insertAll(
        tx,
        modules,
        newModules.map(({ id, title, position }) => ({ id, ebookId, title, position })),
      )
      await insertAll(
        tx,
        topics,
        newTopics.map(({ id, moduleId, title, position }) => ({ id, moduleId, title, position })),
      )
      await insertAll(
        tx,
        sections,
        newSections.map((section) => ({
          id: section.id,
          topicId: section.topicId,
          position: section.position,
          ...sectionValues(section, deps.clock.now()),
        })),
      )
      await insertAll(tx, sectionImages, newImages)
      for (const { title } of newModules)
        await deps.recordEdit(tx, 'ebook.part-added', ebookId, { part: 'module', title })
      return { outcome: 'changed' }
    },
  })
