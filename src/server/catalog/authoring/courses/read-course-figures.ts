import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { readTotalFigures, type FigureKind } from '#server/platform/figures/index.ts'

/** The same figures as in the overview, of one course. */
export async function readCourseFigures(queryable: Queryable, courseId: string): Promise<StaffCourseDetail['figures']> {
  const figures = await readTotalFigures(queryable, ['enrollments', 'studying', 'sold', 'refunded'], [courseId])
  const valueOf = (wanted: FigureKind) => figures.find(({ kind }) => kind === wanted)?.value ?? 0
  return {
    finished: valueOf('enrollments') - valueOf('studying'),
    sold: valueOf('sold'),
    refunded: valueOf('refunded'),
  }
}
