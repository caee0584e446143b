import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { asPage, orNotFound, serve } from '#server/serve.ts'
import type { Authoring } from '#server/catalog/authoring/authoring.ts'
import { courseNotFound } from '#server/catalog/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function courseReviewRoutes(authoring: Authoring) {
  const { courseReview: on } = endpoints
  return {
    showChecklist: serve(
      on.showChecklist,
      async (viewer, { id }) => authoring.showChecklist(viewer, id),
      orNotFound(courseNotFound.message),
    ),
    withdrawCourse: on.withdrawCourse.handler(async ({ input: { id }, context, errors }) => {
      accept(await authoring.withdrawCourse(context.viewer(), id), errors, 'withdrawn')
      const course = found(await authoring.showCourse(context.viewer(), id), errors, courseNotFound.message)
      return ok(course, 'Kelas ditarik. Kamu bisa mengajukannya lagi kapan saja.')
    }),
    listCourseReviews: serve(on.listCourseReviews, async (_, input) => authoring.listCourseReviews(input), asPage),
    countWaitingCourses: serve(on.countWaitingCourses, async () => authoring.countWaitingCourses()),
    approveCourse: serve(on.approveCourse, authoring.approveCourse, 'decided'),
    refuseCourse: serve(on.refuseCourse, authoring.refuseCourse, 'decided'),
  }
}
