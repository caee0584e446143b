import { ok } from '#contract/kit/endpoint.ts'
import type { Conversation } from '#server/conversation/conversation.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'

export function questionsRoutes(conversation: Conversation) {
  const { questions: on } = endpoints
  const thanks = 'Terima kasih, laporanmu sampai. Kami akan memeriksanya.'
  return {
    listQuestions: on.listQuestions.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { page } = accept(await conversation.listQuestions(context.viewer(), id, input), errors, 'listed')
      const { rows, ...meta } = page
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    listSimilarQuestions: on.listSimilarQuestions.handler(async ({ input, context, errors }) =>
      ok(accept(await conversation.listSimilar(context.viewer(), input.id, input.title), errors, 'listed').questions),
    ),

    askQuestion: on.askQuestion.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { question } = accept(await conversation.ask(context.viewer(), id, input), errors, 'asked')
      return ok(question, 'Pertanyaanmu terkirim.')
    }),

    previewPost: on.previewPost.handler(async ({ input, context, errors }) => {
      const { html } = accept(await conversation.preview(context.viewer(), input.id, input.text), errors, 'previewed')
      return ok({ html })
    }),

    uploadPostPicture: on.uploadPostPicture.handler(async ({ input, context, errors }) => {
      const { url } = accept(
        await conversation.uploadPicture(context.viewer(), input.id, input.image),
        errors,
        'stored',
      )
      return ok({ url })
    }),

    showQuestion: on.showQuestion.handler(async ({ input, context, errors }) =>
      ok(accept(await conversation.showQuestion(context.viewer(), input.id), errors, 'found').question),
    ),

    changeQuestion: on.changeQuestion.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { question } = accept(await conversation.changeQuestion(context.viewer(), id, input), errors, 'changed')
      return ok(question, 'Pertanyaan tersimpan.')
    }),

    deleteQuestion: on.deleteQuestion.handler(async ({ input, context, errors }) => {
      accept(await conversation.deleteQuestion(context.viewer(), input.id), errors, 'deleted')
      return ok(null, 'Pertanyaan dihapus.')
    }),

    answerQuestion: on.answerQuestion.handler(async ({ input, context, errors }) => {
      const { answer } = accept(
        await conversation.answerQuestion(context.viewer(), input.id, input),
        errors,
        'answered',
      )
      return ok(answer, 'Jawabanmu terkirim.')
    }),

    changeAnswer: on.changeAnswer.handler(async ({ input, context, errors }) => {
      const { answer } = accept(
        await conversation.changeAnswer(context.viewer(), input.id, input.text),
        errors,
        'changed',
      )
      return ok(answer, 'Jawaban tersimpan.')
    }),

    deleteAnswer: on.deleteAnswer.handler(async ({ input, context, errors }) => {
      accept(await conversation.deleteAnswer(context.viewer(), input.id), errors, 'deleted')
      return ok(null, 'Jawaban dihapus.')
    }),

    voteForQuestion: on.voteForQuestion.handler(async ({ input, context, errors }) =>
      ok(accept(await conversation.voteForQuestion(context.viewer(), input.id), errors, 'voted').vote),
    ),
    unvoteQuestion: on.unvoteQuestion.handler(async ({ input, context, errors }) =>
      ok(accept(await conversation.unvoteQuestion(context.viewer(), input.id), errors, 'voted').vote),
    ),
    voteForAnswer: on.voteForAnswer.handler(async ({ input, context, errors }) =>
      ok(accept(await conversation.voteForAnswer(context.viewer(), input.id), errors, 'voted').vote),
    ),
    unvoteAnswer: on.unvoteAnswer.handler(async ({ input, context, errors }) =>
      ok(accept(await conversation.unvoteAnswer(context.viewer(), input.id), errors, 'voted').vote),
    ),

    acceptAnswer: on.acceptAnswer.handler(async ({ input, context, errors }) =>
      ok(
        accept(await conversation.acceptAnswer(context.viewer(), input.id, input.answerId), errors, 'accepted')
          .question,
      ),
    ),

    reportQuestion: on.reportQuestion.handler(async ({ input: { id, reason }, context, errors }) => {
      const reported = accept(await conversation.reportQuestion(context.viewer(), id, reason), errors, 'reported')
      return ok({ _id: reported.id }, thanks)
    }),
    reportAnswer: on.reportAnswer.handler(async ({ input: { id, reason }, context, errors }) => {
      const reported = accept(await conversation.reportAnswer(context.viewer(), id, reason), errors, 'reported')
      return ok({ _id: reported.id }, thanks)
    }),
    reportReview: on.reportReview.handler(async ({ input: { id, reviewId, reason }, context, errors }) => {
      const reported = accept(
        await conversation.reportReview(context.viewer(), { id: reviewId, courseId: id }, reason),
        errors,
        'reported',
      )
      return ok({ _id: reported.id }, thanks)
    }),
  }
}
