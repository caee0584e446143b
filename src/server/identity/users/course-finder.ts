import { isUuid, uuidPattern } from '#contract/kit/uuid.ts'
import type { Catalog } from '#server/catalog/index.ts'

export type Course = { id: string; title: string }

/** Finds a course by its title or by a URL or id that contains its id. The response is a message when there is not exactly one. */
export async function courseFinder(
  catalog: Catalog,
  texts: readonly string[],
): Promise<(text: string) => Course | string> {
  const idOf = (text: string) => new RegExp(uuidPattern, 'i').exec(text)?.[0].toLowerCase() ?? null
  const ids = [...new Set(texts.flatMap((text) => idOf(text) ?? []))].filter(isUuid)
  const byId = new Map((await catalog.listCoursesById(ids)).map((course) => [course.id, course]))
  const byTitle = await catalog.findCoursesByTitle(texts.filter((text) => idOf(text) === null))
  return (text) => {
    const id = idOf(text)
    const found = id === null ? (byTitle.get(text.toLowerCase()) ?? []) : [byId.get(id) ?? []].flat()
    const [course] = found
    const shown = text.slice(0, 100)
    if (!course) return `Kelas “${shown}” tidak ada`
    return found.length > 1 ? `Ada beberapa kelas berjudul “${shown}”. Tulis alamat halamannya` : course
  }
}
