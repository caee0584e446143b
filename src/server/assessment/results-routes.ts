import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { found } from '#server/platform/outcomes.ts'
import type { Assessment } from './assessment.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function quizResultsRoutes({ results }: Assessment) {
  const { quizResults: on } = endpoints
  return {
    listQuizResults: on.listQuizResults.handler(
      async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
        const { rows, ...meta } = found(
          await results.list(context.viewer(), { key: { courseId: id, lessonId }, input }),
          errors,
        )
        return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
      },
    ),

    exportQuizResults: on.exportQuizResults.handler(
      async ({ input: { id, contentId: lessonId, ...filter }, context, errors }) =>
        found(await results.exportCsv(context.viewer(), { key: { courseId: id, lessonId }, filter }), errors),
    ),

    showStudentResults: serve(
      on.showStudentResults,
      async (viewer, { id, studentId }) => results.showOfStudent(viewer, { courseId: id, studentId }),
      orNotFound(),
    ),

    showQuizFigures: serve(
      on.showQuizFigures,
      async (viewer, { id, contentId: lessonId }) => results.showFigures(viewer, { courseId: id, lessonId }),
      orNotFound(),
    ),
  }
}
