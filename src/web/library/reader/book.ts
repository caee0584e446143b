import type { Ebook, EbookSection } from '#contract/library.ts'

/** A section with where it stands. */
export type PlacedSection = EbookSection & { moduleTitle: string; topicTitle: string; index: number }

/** All sections in reading order: within a topic, then the next topic, then the next module. */
export const placeSections = ({ modules }: Pick<Ebook, 'modules'>): PlacedSection[] =>
  modules
    .flatMap((module) =>
      module.topics.flatMap((topic) => topic.sections.map((section) => ({ ...section, moduleTitle: module.title, topicTitle: topic.title }))),
    )
    .map((section, index) => ({ ...section, index }))

/**
 * The e-book with the text of one section only: what a first visit needs. The others come right after it, so that the page stays small.
 * A section without text that is not locked is one that has not come yet.
 */
export function withOneSection(ebook: Ebook, wantedId: string | null): Ebook {
  const sections = placeSections(ebook)
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
