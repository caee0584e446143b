import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Assessment } from './assessment.ts'

export function quizAuthoringRoutes(assessment: Assessment) {
  const { quizAuthoring: on } = endpoints
  return {
    showQuiz: on.showQuiz.handler(async ({ input: { id, contentId: lessonId }, context, errors }) =>
      ok(found(await assessment.showQuiz(context.viewer(), { courseId: id, lessonId }), errors)),
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
        const options = { skipMistakes: skipMistakes === 'true' }
        const imported = await assessment.importQuestions(context.viewer(), { courseId: id, lessonId }, file, options)
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

    saveQuiz: on.saveQuiz.handler(async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
      const { quiz } = accept(
        await assessment.saveQuiz(context.viewer(), { courseId: id, lessonId }, input),
        errors,
        'saved',
      )
      return ok(quiz, 'Kuis tersimpan.')
    }),
  }
}

export function quizAttemptsRoutes(assessment: Assessment) {
  const { quizAttempts: on } = endpoints
  return {
    showQuizStart: on.showQuizStart.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const { start } = accept(
        await assessment.showStart(context.viewer(), { courseId: id, lessonId }),
        errors,
        'shown',
      )
      return ok(start)
    }),

    openAttempt: on.openAttempt.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const { attempt } = accept(
        await assessment.openAttempt(context.viewer(), { courseId: id, lessonId }),
        errors,
        'opened',
      )
      return ok(attempt)
    }),

    showAttempt: on.showAttempt.handler(async ({ input, context, errors }) => {
      const { attempt } = accept(
        await assessment.showAttempt({ userId: context.viewer().id, attemptId: input.id }),
        errors,
        'shown',
      )
      return ok(attempt)
    }),

    saveAnswers: on.saveAnswers.handler(async ({ input: { id, ...given }, context, errors }) => {
      const { saved } = accept(
        await assessment.saveAnswers({ userId: context.viewer().id, attemptId: id }, given),
        errors,
        'saved',
      )
      return ok(saved)
    }),

    submitAttempt: on.submitAttempt.handler(async ({ input, context, errors }) => {
      const { result } = accept(
        await assessment.submitAttempt({ userId: context.viewer().id, attemptId: input.id }),
        errors,
        'scored',
      )
      return ok(result)
    }),
  }
}
