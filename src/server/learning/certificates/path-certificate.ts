import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Certificate } from '#contract/learning/certificates.ts'
import { enrollments } from '#server/learning/tables.ts'
import { findPaths, listPathIdsOfCourses, stepsLeft, type StoredPath } from '#server/paths/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { findUndrawable } from '#server/platform/drawing/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { CertificateDeps } from './deps.ts'
import { insertCertificate, restoreCertificate } from './insert-certificate.ts'
import { describeMissing } from './undrawable-name.ts'
import { findCertificate } from './show-certificate.ts'
import { certificates } from './tables.ts'

type Stored = { outcome: 'issued'; id: string } | Refusal<'not-finished' | 'certificate-revoked'>
type Student = { userId: string; name: string }

/** The certificate of a finished path, with the confirmed name; repeated calls return the issued one. */
export async function issueForPath(
  deps: CertificateDeps,
  { userId, pathId, name }: Student & { pathId: string },
): Promise<
  | { outcome: 'issued'; certificate: Certificate }
  | Refusal<'not-found' | 'not-finished' | 'certificate-revoked'>
  | InvalidInput
> {
  // A signed document shows the name as it is, or there is none.
  const missing = await findUndrawable(name)
  if (missing.length > 0) return invalidInput({ name: describeMissing(missing) })
  const stored = await deps.database.transaction(async (tx): Promise<Stored | Refusal<'not-found'>> => {
    const path = (await findPaths(tx, [pathId])).get(pathId)
    return path ? storeForPath(tx, deps, { userId, name, path }) : refused('not-found')
  })
  if (stored.outcome !== 'issued') return stored
  const certificate = await findCertificate(deps, stored.id)
  if (!certificate) throw new Error('The issued certificate does not exist')
  return { outcome: 'issued', certificate }
}

/** Letters that the fonts have without a look: asking them takes a worker, for which no transaction waits. */
const plainName = /^[\u0020-\u024f\u1e00-\u1eff]+$/

/** Issues the certificates of the paths that somebody finished with this course. One with a name in other letters waits until its student asks. */
export async function issueForFinishedPaths(
  tx: Tx,
  deps: CertificateDeps,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<void> {
  const pathIds = await listPathIdsOfCourses(tx, [courseId])
  if (pathIds.length === 0) return
  const name = (await deps.identity.findUserProfiles([userId], tx)).get(userId)?.name ?? ''
  if (!plainName.test(name)) return
  for (const path of (await findPaths(tx, pathIds)).values()) await storeForPath(tx, deps, { userId, name, path })
}

async function storeForPath(
  tx: Tx,
  deps: CertificateDeps,
  { userId, name, path }: Student & { path: StoredPath },
): Promise<Stored | Refusal<'not-found'>> {
  const pathId = path.row.id
  const before = await findOfPath(tx, userId, pathId)
  if (before?.revokedAt && before.revokedBy !== null) return refused('certificate-revoked')
  if (before && before.revokedAt === null) return { outcome: 'issued', id: before.id }
  if (path.row.status !== 'published' && !before) return refused('not-found')
  const steps = await findFinishedSteps(tx, deps, userId, path)
  if (!steps) return refused('not-finished')
  if (before) {
    await restoreCertificate(tx, deps, before.id)
    return { outcome: 'issued', id: before.id }
  }
  // Without the event `certificate.issued`, which promises a course to its receivers.
  await insertCertificate(tx, deps, {
    userId,
    name,
    courseId: null,
    title: path.row.title,
    instructor: '',
    lessonCount: 0,
    path: { id: pathId, steps },
  })
  const issued = await findOfPath(tx, userId, pathId)
  if (!issued) throw new Error('The issued certificate does not exist')
  return { outcome: 'issued', id: issued.id }
}

/** The finished courses of a path in order; null while it is not finished, and without a course in the catalogue. */
async function findFinishedSteps(
  tx: Tx,
  { catalog }: CertificateDeps,
  userId: string,
  { steps }: StoredPath,
): Promise<{ courseId: string; title: string }[] | null> {
  const courseIds = steps.map(({ courseId }) => courseId)
  if (courseIds.length === 0) return null
  const courses = new Map((await catalog.listCoursesById(courseIds, tx)).map((course) => [course.id, course]))
  const rows = await tx
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.userId, userId),
        inArray(enrollments.courseId, courseIds),
        isNotNull(enrollments.finishedAt),
        isNull(enrollments.revokedAt),
      ),
    )
  const finished = new Set(rows.map(({ courseId }) => courseId))
  const inCatalogue = new Set(courseIds.filter((id) => courses.get(id)?.status === 'published'))
  if (inCatalogue.size === 0 || stepsLeft(courseIds, { inCatalogue, finished }).length > 0) return null
  return courseIds.flatMap((courseId) =>
    finished.has(courseId) ? { courseId, title: courses.get(courseId)?.title ?? '' } : [],
  )
}

async function findOfPath(tx: Tx, userId: string, pathId: string) {
  const [row] = await tx
    .select()
    .from(certificates)
    .where(and(eq(certificates.userId, userId), eq(certificates.pathId, pathId)))
  return row ?? null
}

/** The valid certificates of these paths, by path. */
export async function listPathCertificates(
  { database }: CertificateDeps,
  userId: string,
  pathIds: readonly string[],
): Promise<Map<string, string>> {
  if (pathIds.length === 0) return new Map()
  const rows = await database.query
    .select({ id: certificates.id, pathId: certificates.pathId })
    .from(certificates)
    .where(
      and(eq(certificates.userId, userId), inArray(certificates.pathId, [...pathIds]), isNull(certificates.revokedAt)),
    )
  return new Map(rows.flatMap(({ id, pathId }) => (pathId === null ? [] : [[pathId, id] as const])))
}
