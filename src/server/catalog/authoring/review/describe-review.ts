import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findReview, readRevisions } from './find-reviews.ts'
import { readMustBeReviewed } from './send-in.ts'

/** The last review of a course, as its staff see it. */
export async function describeReview(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
): Promise<Pick<StaffCourseDetail, 'remarks' | 'review' | 'mustBeReviewed'>> {
  const { query } = deps.database
  const review = await findReview(query, courseId)
  return {
    remarks: review?.remarks ?? [],
    review: review && {
      state: review.state,
      sentAt: review.sentAt.toISOString(),
      revision: (await readRevisions(query, [courseId])).get(courseId) ?? '',
    },
    mustBeReviewed: await readMustBeReviewed(deps, staff),
  }
}
