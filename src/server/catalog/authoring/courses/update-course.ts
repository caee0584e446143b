import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { courseInput, draftInput, publishableCourse } from '#contract/catalog/course-input.ts'
import type { CourseCertificate } from '#contract/catalog/course-certificate.ts'
import type { Enrolment } from '#contract/catalog/catalog.ts'
import type { InstructorShare } from '#contract/catalog/instructor-shares.ts'
import type { Audit } from '#server/audit/index.ts'
import {
  enrolmentOf,
  type CourseRow,
  describeShares,
  findInstructorShares,
  storeInstructorShares,
  courses,
  tagsOfChange,
  courseNotFound,
  findOwnCourse,
} from '#server/catalog/index.ts'
import { type Tx, isStale } from '#server/platform/database/index.ts'
import { checked, type Viewer } from '#server/platform/http/index.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkTitle } from './check-title.ts'
import { findNamed, receiveThumbnail, type CourseChange } from './course-input.ts'
import { formOf } from '#server/catalog/authoring/review/course-form.ts'
import { readChecklist, refuseUnmet } from '#server/catalog/authoring/review/checklist.ts'
import { followStatus, mustBeReviewed, noteSent } from '#server/catalog/authoring/review/send-in.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'

/**
 * Changes a course, with `isPatch` only the fields that were sent. A published course must stay complete; a draft needs only its
 * title. Unlike creating a published course, publishing a draft needs a lesson.
 */
export async function updateCourse(
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, change, isPatch }: { courseId: string; change: CourseChange; isPatch: boolean },
): Promise<{ outcome: 'saved' } | typeof courseNotFound | Refusal<'stale' | 'step-up-required'> | InvalidInput> {
  const undrawable = await checkTitle(change.title)
  const received = await receiveThumbnail(deps, staff, change.thumbnail)
  if (received.outcome === 'invalid-input') return received
  const { image } = received
  const unusable = await checkCertificate(deps, change.certificate)
  if (unusable) return unusable
  return deps.database.transaction(async (tx) => {
    const waits = change.status === 'published' && (await mustBeReviewed(tx, deps, staff))
    await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('update')
    const before = await findOwnCourse(tx, staff, courseId, 'edit')
    if (!before) return courseNotFound
    if (isStale(before, change.version)) return refused('stale')
    // A title from before stays as it is.
    if (undrawable && change.title !== before.title) return undrawable
    const status = change.status ?? before.status
    const wanted = isPatch || status === 'draft' ? { ...formOf(before), ...sentFields(change) } : sentFields(change)
    const isPublishing = status === 'published' && before.status !== 'published'
    const isSentIn = waits && isPublishing
    const unmet = isSentIn
      ? refuseUnmet(await readChecklist(tx, before, wanted, image !== null || before.thumbnail !== null))
      : null
    if (unmet) return unmet
    const rules = isPublishing ? publishableCourse : status === 'draft' ? draftInput : courseInput
    const form: z.output<typeof draftInput> = checked(
      rules,
      isPublishing ? { ...wanted, contents: before.lessonCount } : wanted,
    )
    const sharesBefore = (await findInstructorShares(tx, [courseId])).get(courseId) ?? []
    const named = await findNamed(tx, staff, {
      named: form,
      before: { instructorId: before.instructorId, shares: sharesBefore },
    })
    if (named.outcome === 'invalid-input') return named
    const { instructorId, shares, categoryId } = named
    const thumbnail = image ? await deps.uploads.store(tx, image, staff.id) : before.thumbnail
    const after = {
      status: isSentIn ? ('draft' as const) : status,
      title: form.title ?? before.title,
      tagline: form.tagline ?? '',
      description: form.description ?? '',
      learn: form.learn ?? before.learn,
      categoryId,
      level: form.levels ?? before.level,
      priceIdr: form.price ?? null,
      discountPercent: form.discount ?? 0,
      pace: form.pace ?? before.pace,
      cohortsSince: cohortsSince(form.enrolment, before, deps.clock.now()),
      certificate: form.certificate ?? before.certificate,
      instructorId,
      thumbnail,
      publishedAt: status === 'published' && !isSentIn ? (before.publishedAt ?? deps.clock.now()) : before.publishedAt,
    }
    // Also of a draft that was on sale: it would only be published again.
    const isCheaper = before.publishedAt !== null && costOf(after) < costOf(before)
    const isForOthers = instructorId !== before.instructorId || !isDeepStrictEqual(shares, sharesBefore)
    if (!staff.hasFreshProof && (isCheaper || isForOthers)) return refused('step-up-required')
    await tx
      .update(courses)
      .set({ ...after, version: sql`${courses.version} + 1`, updatedAt: deps.clock.now() })
      .where(eq(courses.id, courseId))
    if (isSentIn) await noteSent(tx, deps, { staff, course: { id: courseId, title: after.title } })
    else if (change.status !== undefined)
      await followStatus(tx, deps, { staff, course: { ...before, ...after }, status })
    if (!isDeepStrictEqual(shares, sharesBefore)) await storeInstructorShares(tx, courseId, shares)
    if (thumbnail !== before.thumbnail) await deps.uploads.remove(tx, before.thumbnail)
    await recordChange(
      deps.audit,
      tx,
      staff,
      before,
      { course: before, shares: sharesBefore },
      { course: after, shares },
    )
    await deps.cacheTags.invalidate(tx, tagsOfChange(courseId, before, after))
    return { outcome: 'saved' }
  })
}

/** The price after the discount, times a hundred. */
const costOf = ({ priceIdr, discountPercent }: Pick<CourseRow, 'priceIdr' | 'discountPercent'>): number =>
  (priceIdr ?? 0) * (100 - discountPercent)

type Audited = Pick<
  CourseRow,
  'priceIdr' | 'discountPercent' | 'pace' | 'cohortsSince' | 'status' | 'instructorId' | 'certificate'
>
type Shares = readonly InstructorShare[]

/** Students who enrolled before the change keep studying without a cohort. */
function cohortsSince(wanted: Enrolment | undefined, before: Pick<CourseRow, 'cohortsSince'>, now: Date): Date | null {
  if (wanted === undefined) return before.cohortsSince
  return wanted === 'open' ? null : (before.cohortsSince ?? now)
}

/** Records changes of price, pace, enrolment, status, instructor, shares and certificate in the audit log. */
async function recordChange(
  audit: Audit,
  tx: Tx,
  staff: Viewer,
  { id, title }: CourseRow,
  before: { course: Audited; shares: Shares },
  after: { course: Audited; shares: Shares },
) {
  const fields = ['priceIdr', 'discountPercent', 'pace', 'status', 'instructorId'] as const
  const changed = fields.filter((field) => before.course[field] !== after.course[field])
  const isSame = isDeepStrictEqual(before.shares, after.shares)
  const isSameEnrolment = enrolmentOf(before.course) === enrolmentOf(after.course)
  const isSameCertificate = isDeepStrictEqual(before.course.certificate, after.course.certificate)
  if (changed.length === 0 && isSame && isSameEnrolment && isSameCertificate) return
  const pick = ({ course, shares }: typeof before) => ({
    ...Object.fromEntries(changed.map((field) => [field, course[field]])),
    ...(isSameEnrolment ? {} : { enrolment: enrolmentOf(course) }),
    ...(isSame ? {} : describeShares(shares)),
    ...(isSameCertificate ? {} : { certificate: describeCertificate(course.certificate) }),
  })
  const details = { title, before: pick(before), after: pick(after) }
  await audit.record(tx, { actorId: staff.id, action: 'course.changed', subjectId: id, details })
}

const describeCertificate = ({ signers, hours, competences }: CourseCertificate): string =>
  [
    ...signers.map(({ name, title }) => `${name} (${title})`),
    ...(hours === null ? [] : [`${hours} JP`]),
    ...competences,
  ].join(', ')

/** The fields that were sent, without version, status and thumbnail. */
const sentFields = (change: CourseChange): CourseChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) => value !== undefined && !['version', 'status', 'thumbnail'].includes(name),
    ),
  )
