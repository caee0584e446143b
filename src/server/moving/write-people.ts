import { nameWithId, type Catalog, type NamedCourse } from '#server/catalog/index.ts'
import { streamCsv, type CsvOutput, type CsvRow } from '#server/platform/csv/index.ts'
import { pagesOf } from '#server/platform/database/index.ts'
import type { Identity, UserAccount } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'

type Account = UserAccount & { position: string }
type Deps = { csv: CsvOutput; catalog: Catalog; identity: Identity; learning: Learning }

const accountsAtOnce = 500
const header = ['email', 'name', 'course', 'enrolledAt', 'finishedAt', 'percent']

/** Everyone with an enabled account, one line per enrolment and one without a course for those who have none: the CSV that an import reads. */
export async function* writePeople(deps: Deps, { withPasswords }: { withPasswords: boolean }): AsyncGenerator<string> {
  yield* streamCsv(await deps.csv.readFormat(), {
    header: withPasswords ? [...header, 'passwordHash'] : header,
    pages: readPages(deps, withPasswords),
    toCells: (cells: CsvRow) => cells,
  })
}

async function* readPages({ catalog, identity, learning }: Deps, withPasswords: boolean): AsyncGenerator<CsvRow[]> {
  const read = (after: Account | null, limit: number) => identity.readAccounts({ state: 'active' }, { after, limit })
  for await (const accounts of pagesOf(accountsAtOnce, read)) {
    const ids = accounts.map(({ id }) => id)
    const studies = Map.groupBy(await learning.readStudies(ids), ({ userId }) => userId)
    const courseIds = [...new Set([...studies.values()].flatMap((own) => own.map(({ courseId }) => courseId)))]
    const listed = await catalog.listCoursesById(courseIds)
    const courses = new Map(listed.map((course) => [course.id, course]))
    const nameOf = await courseNames(catalog, listed)
    const hashes = withPasswords ? await identity.findPasswordHashes(ids) : null
    yield accounts.flatMap(({ id, email, name }) => {
      const hash = hashes ? [hashes.get(id) ?? ''] : []
      const lines = (studies.get(id) ?? []).flatMap(
        ({ courseId, grantedAt, finishedAt, completedLessons }): CsvRow[] => {
          const course = courses.get(courseId)
          if (!course) return []
          const percent =
            course.lessonCount > 0
              ? Math.min(100, Math.round((completedLessons / course.lessonCount) * 10_000) / 100)
              : 0
          // Access that was taken and given again is newer than what was finished with it before.
          const enrolledAt = finishedAt && finishedAt < grantedAt ? finishedAt : grantedAt
          return [
            [
              email,
              name,
              nameOf(course),
              enrolledAt.toISOString(),
              finishedAt?.toISOString() ?? null,
              percent,
              ...hash,
            ],
          ]
        },
      )
      return lines.length > 0 ? lines : [[email, name, null, null, null, null, ...hash]]
    })
  }
}

/** The title of a course, which is what it keeps in another installation; with its id where an import would not find it by that. */
async function courseNames(
  catalog: Catalog,
  courses: readonly NamedCourse[],
): Promise<(course: NamedCourse) => string> {
  const find = await catalog.courseFinder(
    courses.map(({ title }) => title),
    { alsoArchived: true },
  )
  return (course) => {
    const found = find(course.title)
    return typeof found !== 'string' && found.id === course.id ? course.title : nameWithId(course)
  }
}
