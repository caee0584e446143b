import type { InstructorShare } from '#contract/catalog/instructor-shares.ts'
import type { CourseCertificate } from '#contract/catalog/course-certificate.ts'
import type { CoursePace, Enrolment } from '#contract/catalog/catalog.ts'
import { isDeepStrictEqual } from 'node:util'
import { isUuid } from '#contract/kit/uuid.ts'
import { eq } from 'drizzle-orm'
import { categories, handOver } from '#server/catalog/index.ts'
import { keepStaff } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import type { EncodedImage } from '#server/platform/media/index.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'

/** The raw fields of an update; `undefined` was not sent. */
export type CourseChange = {
  title?: unknown
  tagline?: unknown
  description?: unknown
  categoryId?: unknown
  levels?: unknown
  price?: unknown
  discount?: unknown
  thumbnail?: Blob | undefined
  learn?: string[] | undefined
  pace?: CoursePace | undefined
  enrolment?: Enrolment | undefined
  certificate?: CourseCertificate | undefined
  instructorId?: string | undefined
  instructors?: InstructorShare[] | undefined
  status?: 'draft' | 'published' | undefined
  version?: number | undefined
}

export async function receiveThumbnail(
  { uploads }: AuthoringDeps,
  staff: Viewer,
  file: Blob | undefined,
): Promise<{ outcome: 'received'; image: EncodedImage | null } | InvalidInput> {
  if (!file) return { outcome: 'received', image: null }
  const received = await uploads.receive(file, 'thumbnail', staff.id)
  return received.outcome === 'rejected'
    ? invalidInput({ thumbnail: received.message })
    : { outcome: 'received', image: received.image }
}

type Named = {
  categoryId?: string | undefined
  instructorId?: string | undefined
  instructors?: readonly InstructorShare[] | undefined
}
type Teaching = { instructorId: string; shares: readonly InstructorShare[] }

/**
 * The category, the instructor and who earns with the course. Only an admin may change the latter two; another instructor takes the part of
 * the one before.
 */
export async function findNamed(tx: Tx, staff: Viewer, { named, before }: { named: Named; before: Teaching }) {
  const instructorId = (staff.role === 'admin' ? named.instructorId : undefined) ?? before.instructorId
  const wanted = named.instructors ?? handOver(before.shares, { from: before.instructorId, to: instructorId })
  const isChange = instructorId !== before.instructorId || !isDeepStrictEqual(wanted, before.shares)
  const known = isChange ? await keepStaff(tx, [instructorId, ...wanted.map(({ userId }) => userId)]) : null
  if (instructorId !== before.instructorId && !known?.has(instructorId))
    return invalidInput({ instructorId: 'Instruktur tidak dikenal' })

  const shares = known ? wanted.filter(({ userId }) => userId === instructorId || known.has(userId)) : before.shares
  const problem = isChange && named.instructors ? problemOfShares(staff, { wanted, shares, instructorId }) : null
  if (problem) return invalidInput({ instructors: problem })

  const category = named.categoryId === undefined ? null : await findCategory(tx, named.categoryId)
  if (named.categoryId !== undefined && !category) return invalidInput({ categoryId: 'Kategori wajib dipilih' })
  return { outcome: 'found' as const, instructorId, shares, categoryId: category?.id ?? null }
}

/** It cannot be deleted before the course that names it is saved. */
async function findCategory(tx: Tx, id: string): Promise<{ id: string } | null> {
  if (!isUuid(id)) return null
  const find = tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id))
  return (await find.for('key share'))[0] ?? null
}

function problemOfShares(
  staff: Viewer,
  {
    wanted,
    shares,
    instructorId,
  }: { wanted: readonly InstructorShare[]; shares: readonly InstructorShare[]; instructorId: string },
): string | null {
  if (staff.role !== 'admin') return 'Bagi hasil diatur admin'
  if (wanted.length > 0 && !wanted.some(({ userId }) => userId === instructorId))
    return 'Instruktur kelas ini harus ikut mendapat bagian'
  return shares.length < wanted.length ? 'Instruktur tidak dikenal' : null
}
