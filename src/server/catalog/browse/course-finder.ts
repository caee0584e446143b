import { isUuid, uuidPattern } from '#contract/kit/uuid.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { findCoursesByTitle, listCoursesById } from './read-courses.ts'

export type NamedCourse = { id: string; title: string }

/** Exports write this where a title does not say which course is meant. Another installation goes by the title. */
export const nameWithId = ({ id, title }: NamedCourse): string => `${title} (${id})`
const writtenWithId = new RegExp(`^(.+) \\((${uuidPattern})\\)$`, 'i')
const anyId = new RegExp(uuidPattern, 'i')

/**
 * Finds a course by its title or by a URL or id that contains its id. The response is a message when there is not exactly one. Archived
 * courses are for history: only without another course of that title, and only where that is wished, are they found by it.
 */
export async function courseFinder(
  deps: CatalogDeps,
  texts: readonly string[],
  { alsoArchived = false } = {},
): Promise<(text: string) => NamedCourse | string> {
  const idOf = (text: string) => (writtenWithId.exec(text)?.[2] ?? anyId.exec(text)?.[0])?.toLowerCase() ?? null
  // A title may look like an id, too.
  const titlesOf = (text: string) => [text, ...(writtenWithId.exec(text)?.slice(1, 2) ?? [])]
  const ids = [...new Set(texts.flatMap((text) => idOf(text) ?? []))].filter(isUuid)
  const byId = new Map((await listCoursesById(deps.database.query, ids)).map((course) => [course.id, course]))
  const byTitle = await findCoursesByTitle(deps, texts.flatMap(titlesOf), { alsoArchived })
  return (text) => {
    const named = byId.get(idOf(text) ?? '')
    if (named) return named
    for (const title of titlesOf(text)) {
      const all = byTitle.get(title.toLowerCase()) ?? []
      const current = all.filter(({ isArchived }) => !isArchived)
      const [course, ...namesakes] = current.length > 0 ? current : all
      if (course && namesakes.length > 0)
        return `Ada beberapa kelas berjudul “${title.slice(0, 100)}”. Tulis alamat halamannya`
      if (course) return course
    }
    return `Kelas “${text.slice(0, 100)}” tidak ada`
  }
}
