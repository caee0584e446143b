import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Assessment } from './assessment.ts'
import { notOpen } from './attempts/not-open.ts'

export function quizAuthoringRoutes(assessment: Assessment) {
  const { quizAuthoring: on } = endpoints
  return {
    showQuiz: on.showQuiz.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const quiz = await assessment.showQuiz(context.viewer(), { courseId: id, lessonId })
      if (!quiz) throw errors.NOT_FOUND()
      return ok(quiz)
    }),

    exportGift: on.exportGift.handler(async ({ input: { id, contentId: lessonId, format }, context, errors }) => {
      const quiz = await assessment.showQuiz(context.viewer(), { courseId: id, lessonId })
      if (!quiz) throw errors.NOT_FOUND()
      const text = await assessment.writeQuestions(quiz.questions, format)
      return format === 'xml'
        ? new File([text], `kuis-${lessonId}.xml`, { type: 'application/xml' })
        : new File([text], `kuis-${lessonId}.gift.txt`, { type: 'text/plain;charset=utf-8' })
    }),

    importGift: on.importGift.handler(async ({ input: { id, contentId: lessonId, file }, context, errors }) => {
      const key = { courseId: id, lessonId }
      if (!(await assessment.showQuiz(context.viewer(), key))) throw errors.NOT_FOUND()
      const read = await assessment.receiveQuestions(context.viewer(), file)
      if (read === 'too-large') throw errors.TOO_LARGE({ data: { errors: { file: 'Berkas GIFT maksimal 1 MB' } } })
      if ('mistakes' in read) {
        const text = read.mistakes.map(({ line, message }) => `Baris ${line}: ${message}.`).join(' ')
        throw errors.GIFT_MISTAKES({ data: { errors: { file: text }, mistakes: read.mistakes } })
      }
      const saved = await assessment.addQuestions(context.viewer(), key, read.questions)
      if (typeof saved === 'string') throw errors.NOT_FOUND()
      if ('errors' in saved) throw errors.INVALID_INPUT({ data: saved })
      const notes = read.notes.length > 0 ? ` Ada ${read.notes.length} catatan untuk diperiksa.` : ''
      return ok({ ...saved, notes: read.notes, essays: read.essays }, `${read.questions.length} soal ditambahkan.${notes}`)
    }),

    rescoreQuiz: on.rescoreQuiz.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const attempts = await assessment.rescore(context.viewer(), { courseId: id, lessonId })
      if (attempts === null) throw errors.NOT_FOUND()
      return ok({ attempts }, `${attempts} percobaan dinilai ulang.`)
    }),

    saveQuiz: on.saveQuiz.handler(async ({ input: { id, contentId: lessonId, ...quiz }, context, errors }) => {
      const saved = await assessment.saveQuiz(context.viewer(), { courseId: id, lessonId }, quiz)
      if (saved === 'not-found') throw errors.NOT_FOUND()
      if (saved === 'stale') throw errors.STALE()
      if ('errors' in saved) throw errors.INVALID_INPUT({ data: saved })
      return ok(saved, 'Kuis tersimpan.')
    }),
  }
}

export function quizAttemptsRoutes(assessment: Assessment) {
  const { quizAttempts: on } = endpoints
  return {
    showQuizStart: on.showQuizStart.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const start = await assessment.showStart(context.viewer(), { courseId: id, lessonId })
      if ('outcome' in start) throw notOpen(start, lessonId, errors)
      return ok(start)
    }),

    openAttempt: on.openAttempt.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const opened = await assessment.openAttempt(context.viewer(), { courseId: id, lessonId })
      if (opened === 'used-up') throw errors.ATTEMPTS_USED_UP()
      if (opened === 'empty') throw errors.QUIZ_EMPTY()
      if ('outcome' in opened && opened.outcome === 'too-many') throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: opened.retryAfterSeconds } })
      if ('outcome' in opened) throw notOpen(opened, lessonId, errors)
      return ok(opened)
    }),

    showAttempt: on.showAttempt.handler(async ({ input, context, errors }) => {
      const attempt = await assessment.showAttempt(context.viewer().id, input.id)
      if (attempt === 'not-found') throw errors.NOT_FOUND()
      if (attempt === 'not-enrolled') throw errors.NOT_ENROLLED()
      return ok(attempt)
    }),

    saveAnswers: on.saveAnswers.handler(async ({ input: { id, ...given }, context, errors }) => {
      const saved = await assessment.saveAnswers(context.viewer().id, id, given)
      if (saved === 'not-found') throw errors.NOT_FOUND()
      if (saved === 'not-enrolled') throw errors.NOT_ENROLLED()
      if (saved === 'over') throw errors.ATTEMPT_OVER()
      if ('wrong' in saved) throw errors.INVALID_INPUT({ data: { errors: { answers: saved.wrong } } })
      return ok(saved)
    }),

    submitAttempt: on.submitAttempt.handler(async ({ input, context, errors }) => {
      const result = await assessment.submitAttempt(context.viewer().id, input.id)
      if (result === 'not-found') throw errors.NOT_FOUND()
      if (result === 'not-enrolled') throw errors.NOT_ENROLLED()
      return ok(result)
    }),
  }
}
