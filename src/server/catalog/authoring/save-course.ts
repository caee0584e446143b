import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { courseInput, draftInput, type newCourseInput, type newDraftInput } from '#contract/course-form.ts'
import type { Audit } from '#server/audit/index.ts'
import { createCourse } from '#server/catalog/create-course.ts'
import { categories, courses } from '#server/catalog/tables.ts'
import type { CourseRow } from '#server/catalog/list-courses.ts'
import type { Changes } from '#server/changes/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import { checked, type Viewer } from '#server/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { EncodedImage, Uploads } from '#server/uploads/index.ts'
import { findOwnCourse } from './list-staff-courses.ts'

/** How many certificates were issued for these courses: known above, asked for here. */
type CountCertificates = (courseIds: readonly string[]) => Promise<number>

export type AuthoringDeps = {
  database: Database
  changes: Changes
  identity: Identity
  audit: Audit
  uploads: Uploads
  clock: Clock
  countCertificates: CountCertificates
}

export type NewCourseForm = z.output<typeof newCourseInput> | z.output<typeof newDraftInput>
/** What an update sends, as it was sent; `undefined` was not sent. */
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
  instructorId?: string | undefined
  status?: 'draft' | 'published' | undefined
  version?: number | undefined
}

/** A form that the schemas cannot judge alone: the category that is gone, the file that is no picture. By field, in words. */
export class RefusedField extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export async function createFromForm(deps: AuthoringDeps, staff: Viewer, form: NewCourseForm): Promise<string> {
  const image = await receiveThumbnail(deps, staff, form.thumbnail)
  return deps.database.transaction(async (tx) => {
    const courseId = await createCourse(tx, deps.clock, {
      status: form.status ?? 'published',
      title: form.title,
      tagline: form.tagline ?? '',
      description: form.description ?? '',
      learn: form.learn ?? [],
      categoryId: await requireCategory(tx, form.categoryId),
      level: form.levels ?? 'Pemula',
      priceIdr: form.price ?? 0,
      discountPercent: form.discount ?? 0,
      instructorId: await requireInstructor(deps, tx, staff, form.instructorId, staff.id),
      thumbnail: image && (await deps.uploads.keep(tx, image, staff.id)),
    })
    await deps.audit.record(tx, { actorId: staff.id, action: 'course.created', subjectKind: 'course', subjectId: courseId, details: { title: form.title } })
    await deps.changes.changed(tx, ['courses', `course:${courseId}`])
    return courseId
  })
}

/**
 * Changes a course, or only the fields sent when `isPatch`. A published course must stay whole; a draft needs its title, and everything
 * once it is published.
 */
export async function updateFromForm(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
  change: CourseChange,
  { isPatch }: { isPatch: boolean },
): Promise<'saved' | 'not-found' | 'stale'> {
  const image = await receiveThumbnail(deps, staff, change.thumbnail)
  return deps.database.transaction(async (tx) => {
    await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('update')
    const before = await findOwnCourse(tx, staff, courseId)
    if (!before) return 'not-found'
    if (change.version !== undefined && change.version !== before.version) return 'stale'
    const status = change.status ?? before.status
    const wanted = isPatch || status === 'draft' ? { ...formOf(before), ...present(change) } : present(change)
    const form: z.output<typeof draftInput> = checked(status === 'draft' ? draftInput : courseInput, wanted)
    const thumbnail = image ? await deps.uploads.keep(tx, image, staff.id) : before.thumbnail
    const after = {
      status,
      title: form.title ?? before.title,
      tagline: form.tagline ?? '',
      description: form.description ?? '',
      learn: form.learn ?? before.learn,
      categoryId: await requireCategory(tx, form.categoryId),
      level: form.levels ?? before.level,
      priceIdr: form.price ?? 0,
      discountPercent: form.discount ?? 0,
      instructorId: await requireInstructor(deps, tx, staff, form.instructorId, before.instructorId),
      thumbnail,
      publishedAt: status === 'published' ? (before.publishedAt ?? deps.clock.now()) : before.publishedAt,
    }
    await tx
      .update(courses)
      .set({ ...after, version: sql`${courses.version} + 1`, updatedAt: deps.clock.now() })
      .where(eq(courses.id, courseId))
    if (thumbnail !== before.thumbnail) await deps.uploads.remove(tx, before.thumbnail)
    await recordChange(deps.audit, tx, staff, before, after)
    await deps.changes.changed(tx, ['courses', `course:${courseId}`])
    return 'saved'
  })
}

/** What matters later: prices, standing and owners, before and after. */
async function recordChange(audit: Audit, tx: Transaction, staff: Viewer, before: CourseRow, after: Partial<CourseRow>) {
  const fields = ['priceIdr', 'discountPercent', 'status', 'instructorId'] as const
  const changed = fields.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return
  const pick = (course: Partial<CourseRow>) => Object.fromEntries(changed.map((field) => [field, course[field]]))
  const details = { title: before.title, before: pick(before), after: pick(after) }
  await audit.record(tx, { actorId: staff.id, action: 'course.changed', subjectKind: 'course', subjectId: before.id, details })
}

/** A course as the form would send it, without what stays beside the form. */
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

/** The fields that were sent, without what stays beside the form. */
const present = (change: CourseChange): CourseChange =>
  Object.fromEntries(Object.entries(change).filter(([name, value]) => value !== undefined && !['version', 'status', 'thumbnail'].includes(name)))

async function receiveThumbnail({ uploads }: AuthoringDeps, staff: Viewer, file: Blob | undefined): Promise<EncodedImage | null> {
  if (!file) return null
  const received = await uploads.receive(file, 'thumbnail', staff.id)
  if (received.outcome === 'refused') throw new RefusedField('thumbnail', received.message)
  return received.image
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function requireCategory(tx: Transaction, categoryId: string | undefined): Promise<string | null> {
  if (categoryId === undefined) return null
  const [row] = uuid.test(categoryId) ? await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, categoryId)) : []
  if (!row) throw new RefusedField('categoryId', 'Kategori wajib dipilih')
  return row.id
}

/** Whose course it is: an instructor's own, unless an admin gives it to somebody else of the staff. */
async function requireInstructor({ identity }: AuthoringDeps, tx: Transaction, staff: Viewer, wanted: string | undefined, otherwise: string): Promise<string> {
  if (staff.role !== 'admin' || wanted === undefined || wanted === otherwise) return otherwise
  if (!uuid.test(wanted) || !(await identity.isStaffMember(tx, wanted))) throw new RefusedField('instructorId', 'Instruktur tidak dikenal')
  return wanted
}
