import type * as z from 'zod/mini'
import type { newCourseInput, newDraftInput } from '#contract/catalog/course-input.ts'
import { insertCourse, storeInstructorShares, tagsOfChange } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkTitle } from './check-title.ts'
import { mustBeReviewed } from '#server/catalog/authoring/review/send-in.ts'
import { findNamed, receiveThumbnail } from './course-input.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'

export type NewCourseForm = z.output<typeof newCourseInput> | z.output<typeof newDraftInput>

export async function createCourse(deps: AuthoringDeps, staff: Viewer, form: NewCourseForm) {
  const undrawable = await checkTitle(form.title)
  if (undrawable) return undrawable
  const received = await receiveThumbnail(deps, staff, form.thumbnail)
  if (received.outcome === 'invalid-input') return received
  const { image } = received
  const unusable = await checkCertificate(deps, form.certificate)
  if (unusable) return unusable
  return deps.database.transaction(async (tx) => {
    // Without lessons there is nothing to look at yet.
    const status = form.status === 'draft' || (await mustBeReviewed(tx, deps, staff)) ? 'draft' : 'published'
    const named = await findNamed(tx, staff, { named: form, before: { instructorId: staff.id, shares: [] } })
    if (named.outcome === 'invalid-input') return named
    const courseId = await insertCourse(tx, deps.clock, {
      status,
      title: form.title,
      tagline: form.tagline ?? '',
      description: form.description ?? '',
      learn: form.learn ?? [],
      categoryId: named.categoryId,
      level: form.levels ?? 'Pemula',
      priceIdr: form.price ?? null,
      discountPercent: form.discount ?? 0,
      pace: form.pace,
      enrolment: form.enrolment,
      certificate: form.certificate,
      instructorId: named.instructorId,
      thumbnail: image && (await deps.uploads.store(tx, image, staff.id)),
    })
    await storeInstructorShares(tx, courseId, named.shares)
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.created',
      subjectId: courseId,
      details: { title: form.title },
    })
    await deps.cacheTags.invalidate(tx, tagsOfChange(courseId, null, { status }))
    return { outcome: 'created' as const, courseId }
  })
}
