import type { InstructorShare } from '#contract/catalog/instructor-shares.ts'
import type { CoursePace } from '#contract/catalog/catalog.ts'
import { isDeepStrictEqual } from 'node:util'
import { isUuid } from '#contract/kit/uuid.ts'
import { eq } from 'drizzle-orm'
import type { CourseRow } from '#server/catalog/list-courses.ts'
import { categories } from '#server/catalog/tables.ts'
import { handOver } from '#server/catalog/instructor-shares.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { EncodedImage } from '#server/platform/uploads/index.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { RejectedField } from '#server/catalog/authoring/rejected-field.ts'

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
  instructorId?: string | undefined
  instructors?: InstructorShare[] | undefined
  status?: 'draft' | 'published' | undefined
  version?: number | undefined
}

/** A stored course as form input, without version, status and thumbnail. */
export const formOf = (course: CourseRow): CourseChange => ({
  title: course.title,
  tagline: course.tagline,
  description: course.description,
  learn: course.learn,
  categoryId: course.category?.id,
  levels: course.level,
  price: course.priceIdr,
  discount: course.discountPercent,
})

export async function receiveThumbnail({ uploads }: AuthoringDeps, staff: Viewer, file: Blob | undefined): Promise<EncodedImage | null> {
  if (!file) return null
  const received = await uploads.receive(file, 'thumbnail', staff.id)
  if (received.outcome === 'rejected') throw new RejectedField('thumbnail', received.message)
  return received.image
}

export async function requireCategory(tx: Tx, categoryId: string | undefined): Promise<string | null> {
  if (categoryId === undefined) return null
  const [row] = isUuid(categoryId) ? await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, categoryId)) : []
  if (!row) throw new RejectedField('categoryId', 'Kategori wajib dipilih')
  return row.id
}

type SharesRequest = { wanted: readonly InstructorShare[] | undefined; before: readonly InstructorShare[]; instructorId: string; previousInstructorId: string }

/** Who earns with the course. Only an admin may change it; another instructor takes the part of the one before. */
export async function requireShares(
  { identity }: AuthoringDeps,
  tx: Tx,
  staff: Viewer,
  { wanted, before, instructorId, previousInstructorId }: SharesRequest,
): Promise<readonly InstructorShare[]> {
  const reject = (message: string) => new RejectedField('instructors', message)
  if (wanted === undefined) return handOver(before, { from: previousInstructorId, to: instructorId })
  if (isDeepStrictEqual(wanted, before) && instructorId === previousInstructorId) return before
  if (staff.role !== 'admin') throw reject('Bagi hasil diatur admin')
  if (wanted.length > 0 && !wanted.some(({ userId }) => userId === instructorId)) throw reject('Instruktur kelas ini harus ikut mendapat bagian')
  const known = new Set(before.map(({ userId }) => userId))
  for (const { userId } of wanted)
    if (!known.has(userId) && (!isUuid(userId) || !(await identity.isStaffMember(tx, userId)))) throw reject('Instruktur tidak dikenal')
  return wanted
}

/** The course's instructor. Only an admin may assign another staff member. */
export async function requireInstructor({ identity }: AuthoringDeps, tx: Tx, staff: Viewer, wanted: string | undefined, otherwise: string): Promise<string> {
  if (staff.role !== 'admin' || wanted === undefined || wanted === otherwise) return otherwise
  if (!isUuid(wanted) || !(await identity.isStaffMember(tx, wanted))) throw new RejectedField('instructorId', 'Instruktur tidak dikenal')
  return wanted
}
