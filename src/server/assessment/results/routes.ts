import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Assessment } from '#server/assessment/assessment.ts'

export function quizResultsRoutes({ results }: Assessment) {
  const { quizResults: on } = endpoints
  return {
    listQuizResults: on.listQuizResults.handler(async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
      const page = await results.list(context.viewer(), { courseId: id, lessonId }, input)
      if (!page) throw errors.NOT_FOUND()
      const { rows, ...meta } = page
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    exportQuizResults: on.exportQuizResults.handler(async ({ input: { id, contentId: lessonId, ...filter }, context, errors }) => {
      const file = await results.exportCsv(context.viewer(), { courseId: id, lessonId }, filter)
      if (!file) throw errors.NOT_FOUND()
      return file
    }),

    showStudentResults: on.showStudentResults.handler(async ({ input: { id, studentId }, context, errors }) => {
      const shown = await results.showOfStudent(context.viewer(), { courseId: id, studentId })
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),

    showQuizFigures: on.showQuizFigures.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const figures = await results.showFigures(context.viewer(), { courseId: id, lessonId })
      if (!figures) throw errors.NOT_FOUND()
      return ok(figures)
    }),
  }
}
