import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Assessment } from './assessment.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function quizAuthoringRoutes(assessment: Assessment) {
  const { quizAuthoring: on } = endpoints
  return {
    showQuiz: serve(
      on.showQuiz,
      async (viewer, { id, contentId: lessonId }) => assessment.showQuiz(viewer, { courseId: id, lessonId }),
      orNotFound(),
    ),

    exportGift: on.exportGift.handler(async ({ input: { id, contentId: lessonId, format }, context, errors }) => {
      const { questions } = found(await assessment.showQuiz(context.viewer(), { courseId: id, lessonId }), errors)
      const text = await assessment.writeQuestions(questions, format)
      return format === 'xml'
        ? new File([text], `kuis-${lessonId}.xml`, { type: 'application/xml' })
        : new File([text], `kuis-${lessonId}.gift.txt`, { type: 'text/plain;charset=utf-8' })
    }),

    importGift: on.importGift.handler(
      async ({ input: { id, contentId: lessonId, file, skipMistakes }, context, errors }) => {
        const key = { courseId: id, lessonId }
        const given = { key, file, skipMistakes: skipMistakes === 'true' }
        const imported = await assessment.importQuestions(context.viewer(), given)
        const { quiz, questions, notes, essays, skipped } = accept(imported, errors, 'imported')
        const toCheck = notes.length > 0 ? ` Ada ${notes.length} catatan untuk diperiksa.` : ''
        const without = skipped.length > 0 ? ' Yang bermasalah dilewati.' : ''
        return ok({ ...quiz, notes, essays }, `${questions.length} soal ditambahkan.${without}${toCheck}`)
      },
    ),

    rescoreQuiz: on.rescoreQuiz.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const attempts = found(await assessment.rescore(context.viewer(), { courseId: id, lessonId }), errors)
      return ok({ attempts }, `${attempts} percobaan dinilai ulang.`)
    }),

    saveQuiz: serve(
      on.saveQuiz,
      async (viewer, { id, contentId: lessonId, ...input }) =>
        assessment.saveQuiz(viewer, { ...input, key: { courseId: id, lessonId } }),
      'saved',
    ),
  }
}

export function quizAttemptsRoutes(assessment: Assessment) {
  const { quizAttempts: on } = endpoints
  return {
    showQuizStart: serve(
      on.showQuizStart,
      async (viewer, { id, contentId: lessonId }) => assessment.showStart(viewer, { courseId: id, lessonId }),
      'shown',
    ),

    openAttempt: serve(
      on.openAttempt,
      async (viewer, { id, contentId: lessonId }) => assessment.openAttempt(viewer, { courseId: id, lessonId }),
      'opened',
    ),

    showAttempt: serve(
      on.showAttempt,
      async (viewer, input) => assessment.showAttempt({ userId: viewer.id, attemptId: input.id }),
      'shown',
    ),

    saveAnswers: serve(
      on.saveAnswers,
      async (viewer, { id, ...given }) => assessment.saveAnswers({ userId: viewer.id, attemptId: id }, given),
      'saved',
    ),

    submitAttempt: serve(
      on.submitAttempt,
      async (viewer, input) => assessment.submitAttempt({ userId: viewer.id, attemptId: input.id }),
      'scored',
    ),
  }
}
