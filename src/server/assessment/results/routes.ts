import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { found } from '#server/platform/outcomes.ts'
import type { Assessment } from '#server/assessment/assessment.ts'

export function quizResultsRoutes({ results }: Assessment) {
  const { quizResults: on } = endpoints
  return {
    listQuizResults: on.listQuizResults.handler(
      async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
        const { rows, ...meta } = found(await results.list(context.viewer(), { courseId: id, lessonId }, input), errors)
        return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
      },
    ),

    exportQuizResults: on.exportQuizResults.handler(
      async ({ input: { id, contentId: lessonId, ...filter }, context, errors }) =>
        found(await results.exportCsv(context.viewer(), { courseId: id, lessonId }, filter), errors),
    ),

    showStudentResults: on.showStudentResults.handler(async ({ input: { id, studentId }, context, errors }) =>
      ok(found(await results.showOfStudent(context.viewer(), { courseId: id, studentId }), errors)),
    ),

    showQuizFigures: on.showQuizFigures.handler(async ({ input: { id, contentId: lessonId }, context, errors }) =>
      ok(found(await results.showFigures(context.viewer(), { courseId: id, lessonId }), errors)),
    ),
  }
}
