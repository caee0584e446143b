import { ok } from '#contract/kit/endpoint.ts'
import type { Conversation } from '#server/conversation/conversation.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { serve } from '#server/serve.ts'

export function questionsRoutes(conversation: Conversation) {
  const { questions: on } = endpoints
  const thanks = 'Terima kasih, laporanmu sampai. Kami akan memeriksanya.'
  return {
    listQuestions: on.listQuestions.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { page } = accept(
        await conversation.listQuestions(context.viewer(), { ...input, courseId: id }),
        errors,
        'listed',
      )
      const { rows, ...meta } = page
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    listSimilarQuestions: serve(
      on.listSimilarQuestions,
      async (viewer, input) => conversation.listSimilar(viewer, { courseId: input.id, title: input.title }),
      'listed',
    ),

    askQuestion: serve(
      on.askQuestion,
      async (viewer, { id, ...input }) => conversation.ask(viewer, { ...input, courseId: id }),
      'asked',
    ),

    previewPost: on.previewPost.handler(async ({ input, context, errors }) => {
      const { html } = accept(
        await conversation.preview(context.viewer(), { courseId: input.id, text: input.text }),
        errors,
        'previewed',
      )
      return ok({ html })
    }),

    uploadPostPicture: on.uploadPostPicture.handler(async ({ input, context, errors }) => {
      const { url } = accept(
        await conversation.uploadPicture(context.viewer(), { courseId: input.id, image: input.image }),
        errors,
        'stored',
      )
      return ok({ url })
    }),

    showQuestion: serve(on.showQuestion, async (viewer, input) => conversation.showQuestion(viewer, input.id), 'found'),

    changeQuestion: serve(on.changeQuestion, conversation.changeQuestion, 'changed'),

    deleteQuestion: serve(
      on.deleteQuestion,
      async (viewer, input) => conversation.deleteQuestion(viewer, input.id),
      'deleted',
    ),

    answerQuestion: serve(
      on.answerQuestion,
      async (viewer, input) => conversation.answerQuestion(viewer, { ...input, questionId: input.id }),
      'answered',
    ),

    changeAnswer: serve(on.changeAnswer, conversation.changeAnswer, 'changed'),

    deleteAnswer: serve(
      on.deleteAnswer,
      async (viewer, input) => conversation.deleteAnswer(viewer, input.id),
      'deleted',
    ),

    voteForQuestion: serve(
      on.voteForQuestion,
      async (viewer, input) => conversation.voteForQuestion(viewer, input.id),
      'voted',
    ),
    unvoteQuestion: serve(
      on.unvoteQuestion,
      async (viewer, input) => conversation.unvoteQuestion(viewer, input.id),
      'voted',
    ),
    voteForAnswer: serve(
      on.voteForAnswer,
      async (viewer, input) => conversation.voteForAnswer(viewer, input.id),
      'voted',
    ),
    unvoteAnswer: serve(on.unvoteAnswer, async (viewer, input) => conversation.unvoteAnswer(viewer, input.id), 'voted'),

    acceptAnswer: serve(on.acceptAnswer, conversation.acceptAnswer, 'accepted'),

    reportQuestion: on.reportQuestion.handler(async ({ input: { id, reason }, context, errors }) => {
      const reported = accept(await conversation.reportQuestion(context.viewer(), { id, reason }), errors, 'reported')
      return ok({ _id: reported.id }, thanks)
    }),
    reportAnswer: on.reportAnswer.handler(async ({ input: { id, reason }, context, errors }) => {
      const reported = accept(await conversation.reportAnswer(context.viewer(), { id, reason }), errors, 'reported')
      return ok({ _id: reported.id }, thanks)
    }),
    reportReview: on.reportReview.handler(async ({ input: { id, reviewId, reason }, context, errors }) => {
      const reported = accept(
        await conversation.reportReview(context.viewer(), { key: { id: reviewId, courseId: id }, reason }),
        errors,
        'reported',
      )
      return ok({ _id: reported.id }, thanks)
    }),
  }
}
