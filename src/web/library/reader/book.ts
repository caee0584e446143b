import type { Ebook, EbookSection } from '#contract/library/library.ts'

/** A section with its module, topic and index in reading order. */
export type OrderedSection = EbookSection & { moduleTitle: string; topicTitle: string; index: number }

/** All sections in reading order: within a topic, then the next topic, then the next module. */
export const sectionsInOrder = ({ modules }: Pick<Ebook, 'modules'>): OrderedSection[] =>
  modules
    .flatMap((module) =>
      module.topics.flatMap((topic) =>
        topic.sections.map((section) => ({ ...section, moduleTitle: module.title, topicTitle: topic.title })),
      ),
    )
    .map((section, index) => ({ ...section, index }))

/**
 * The e-book with the text of one section only, so that the first page stays small; the browser loads the others right after it.
 * A section without text that is not locked has not been loaded yet.
 */
export function withOneSection(ebook: Ebook, wantedId: string | null): Ebook {
  const sections = sectionsInOrder(ebook)
  const shown = sections.find(({ _id }) => _id === wantedId) ?? sections[0]
  return {
    ...ebook,
    modules: ebook.modules.map((module) => ({
      ...module,
      topics: module.topics.map((topic) => ({
        ...topic,
        sections: topic.sections.map((section) => {
          if (section._id === shown?._id) return section
          const { content: _content, ...rest } = section
          return { ...rest, sectionImages: [] }
        }),
      })),
    })),
  }
}
