import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Rejected } from '#server/platform/rate-limiter/index.ts'
import type { NoAccess } from './access.ts'
import type { Conversation } from './conversation.ts'
import type { ReportOutcome } from './reports/report.ts'

type AccessErrors = { NOT_FOUND(): Error; NOT_ENROLLED(): Error; BLOCKED?(): Error }
type LimitErrors = { TOO_MANY_REQUESTS(options: { data: { retryAfterSeconds: number } }): Error }

function noAccess({ outcome }: NoAccess, errors: AccessErrors): Error {
  if (outcome === 'blocked' && errors.BLOCKED) return errors.BLOCKED()
  return outcome === 'not-enrolled' ? errors.NOT_ENROLLED() : errors.NOT_FOUND()
}
const tooMany = ({ retryAfterSeconds }: Rejected, errors: LimitErrors): Error => errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds } })
const isNoAccess = (value: object): value is NoAccess => 'outcome' in value

function questionsRoutes(conversation: Conversation) {
  const { questions: on } = endpoints

  type ReportErrors = LimitErrors & { NOT_FOUND(): Error; OWN_POST(): Error; ALREADY_REPORTED(): Error; QUESTION_DELETED?(): Error }
  function reported(outcome: ReportOutcome, errors: ReportErrors) {
    if (outcome === 'not-found') throw errors.NOT_FOUND()
    if (outcome === 'deleted') throw errors.QUESTION_DELETED?.() ?? errors.NOT_FOUND()
    if (outcome === 'own') throw errors.OWN_POST()
    if (outcome === 'reported') throw errors.ALREADY_REPORTED()
    if ('allowed' in outcome) throw tooMany(outcome, errors)
    return ok({ _id: outcome.id }, 'Terima kasih, laporanmu sampai. Kami akan memeriksanya.')
  }

  return {
    listQuestions: on.listQuestions.handler(async ({ input: { id, ...input }, context, errors }) => {
      const listed = await conversation.listQuestions(context.viewer(), id, input)
      if (isNoAccess(listed)) throw noAccess(listed, errors)
      const { rows, ...meta } = listed
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    listSimilarQuestions: on.listSimilarQuestions.handler(async ({ input, context, errors }) => {
      const similar = await conversation.listSimilar(context.viewer(), input.id, input.title)
      if (isNoAccess(similar)) throw noAccess(similar, errors)
      return ok(similar)
    }),

    askQuestion: on.askQuestion.handler(async ({ input: { id, ...input }, context, errors }) => {
      const outcome = await conversation.ask(context.viewer(), id, input)
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      if ('allowed' in outcome) throw tooMany(outcome, errors)
      if ('errors' in outcome) throw errors.INVALID_INPUT({ data: outcome })
      return ok(outcome, 'Pertanyaanmu terkirim.')
    }),

    previewPost: on.previewPost.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.preview(context.viewer(), input.id, input.text)
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      return ok(outcome)
    }),

    uploadPostPicture: on.uploadPostPicture.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.uploadPicture(context.viewer(), input.id, input.image)
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      if ('rejected' in outcome) throw errors.INVALID_INPUT({ data: { errors: { image: outcome.rejected } } })
      return ok(outcome)
    }),

    showQuestion: on.showQuestion.handler(async ({ input, context, errors }) => {
      const question = await conversation.showQuestion(context.viewer(), input.id)
      if ('outcome' in question) throw noAccess(question, errors)
      return ok(question)
    }),

    changeQuestion: on.changeQuestion.handler(async ({ input: { id, ...input }, context, errors }) => {
      const outcome = await conversation.changeQuestion(context.viewer(), id, input)
      if (outcome === 'forbidden') throw errors.FORBIDDEN()
      if (outcome === 'deleted') throw errors.QUESTION_DELETED()
      if (outcome === 'closed') throw errors.EDIT_CLOSED()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      if ('errors' in outcome) throw errors.INVALID_INPUT({ data: outcome })
      return ok(outcome, 'Pertanyaan tersimpan.')
    }),

    deleteQuestion: on.deleteQuestion.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.deleteQuestion(context.viewer(), input.id)
      if (outcome === 'forbidden') throw errors.FORBIDDEN()
      if (outcome !== 'deleted') throw noAccess(outcome, errors)
      return ok(null, 'Pertanyaan dihapus.')
    }),

    answerQuestion: on.answerQuestion.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.answerQuestion(context.viewer(), input.id, input)
      if (outcome === 'deleted') throw errors.QUESTION_DELETED()
      if (outcome === 'full') throw errors.TOO_MANY_ANSWERS()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      if ('allowed' in outcome) throw tooMany(outcome, errors)
      return ok(outcome, 'Jawabanmu terkirim.')
    }),

    changeAnswer: on.changeAnswer.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.changeAnswer(context.viewer(), input.id, input.text)
      if (outcome === 'forbidden') throw errors.FORBIDDEN()
      if (outcome === 'deleted') throw errors.QUESTION_DELETED()
      if (outcome === 'closed') throw errors.EDIT_CLOSED()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      return ok(outcome, 'Jawaban tersimpan.')
    }),

    deleteAnswer: on.deleteAnswer.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.deleteAnswer(context.viewer(), input.id)
      if (outcome === 'forbidden') throw errors.FORBIDDEN()
      if (outcome !== 'deleted') throw noAccess(outcome, errors)
      return ok(null, 'Jawaban dihapus.')
    }),

    voteForQuestion: on.voteForQuestion.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.voteForQuestion(context.viewer(), input.id, true)
      if (outcome === 'own') throw errors.OWN_POST()
      if (outcome === 'deleted') throw errors.QUESTION_DELETED()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      return ok(outcome)
    }),

    unvoteQuestion: on.unvoteQuestion.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.voteForQuestion(context.viewer(), input.id, false)
      if (typeof outcome === 'string') throw errors.QUESTION_DELETED()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      return ok(outcome)
    }),

    voteForAnswer: on.voteForAnswer.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.voteForAnswer(context.viewer(), input.id, true)
      if (outcome === 'own') throw errors.OWN_POST()
      if (outcome === 'deleted') throw errors.QUESTION_DELETED()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      return ok(outcome)
    }),

    unvoteAnswer: on.unvoteAnswer.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.voteForAnswer(context.viewer(), input.id, false)
      if (typeof outcome === 'string') throw errors.QUESTION_DELETED()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      return ok(outcome)
    }),

    acceptAnswer: on.acceptAnswer.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.acceptAnswer(context.viewer(), input.id, input.answerId)
      if (outcome === 'forbidden') throw errors.FORBIDDEN()
      if (outcome === 'deleted') throw errors.QUESTION_DELETED()
      if ('outcome' in outcome) throw noAccess(outcome, errors)
      if ('errors' in outcome) throw errors.INVALID_INPUT({ data: outcome })
      return ok(outcome)
    }),

    reportQuestion: on.reportQuestion.handler(async ({ input: { id, reason }, context, errors }) =>
      reported(await conversation.report(context.viewer(), { kind: 'question', id }, reason), errors),
    ),
    reportAnswer: on.reportAnswer.handler(async ({ input: { id, reason }, context, errors }) =>
      reported(await conversation.report(context.viewer(), { kind: 'answer', id }, reason), errors),
    ),
    reportReview: on.reportReview.handler(async ({ input: { id, reviewId, reason }, context, errors }) =>
      reported(await conversation.report(context.viewer(), { kind: 'review', id: reviewId, courseId: id }, reason), errors),
    ),
  }
}

function announcementsRoutes(conversation: Conversation) {
  const { announcements: on } = endpoints
  return {
    listAnnouncements: on.listAnnouncements.handler(async ({ input: { id, ...input }, context, errors }) => {
      const listed = await conversation.listAnnouncements(context.viewer(), id, input)
      if (isNoAccess(listed)) throw noAccess(listed, errors)
      const { rows, ...meta } = listed
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    showAnnouncement: on.showAnnouncement.handler(async ({ input, context, errors }) => {
      const announcement = await conversation.showAnnouncement(context.viewer(), input.id)
      if (!announcement) throw errors.NOT_FOUND()
      return ok(announcement)
    }),

    announce: on.announce.handler(async ({ input: { id, ...input }, context, errors }) => {
      const outcome = await conversation.announce(context.viewer(), id, input)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if ('allowed' in outcome) throw tooMany(outcome, errors)
      if ('errors' in outcome) throw errors.INVALID_INPUT({ data: outcome })
      return ok(outcome, 'Pengumuman terkirim.')
    }),

    changeAnnouncement: on.changeAnnouncement.handler(async ({ input: { id, ...change }, context, errors }) => {
      const outcome = await conversation.changeAnnouncement(context.viewer(), id, change)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'closed') throw errors.CHANGE_CLOSED()
      return ok(outcome, 'Pengumuman tersimpan.')
    }),

    deleteAnnouncement: on.deleteAnnouncement.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.deleteAnnouncement(context.viewer(), input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'closed') throw errors.CHANGE_CLOSED()
      return ok(null, 'Pengumuman dihapus.')
    }),
  }
}

function moderationRoutes(conversation: Conversation) {
  const { moderation: on } = endpoints
  return {
    listInbox: on.listInbox.handler(async ({ input, context }) => {
      const { rows, ...meta } = await conversation.listInbox(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    countWaitingQuestions: on.countWaitingQuestions.handler(async ({ context }) => ok(await conversation.countWaiting(context.viewer()))),
    listReports: on.listReports.handler(async ({ input, context }) => {
      const { rows, ...meta } = await conversation.listReports(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    hideReported: on.hideReported.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.decide(context.viewer(), input.id, 'hide', input.reason)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'unchanged') throw errors.ALREADY_DECIDED()
      return ok(outcome, 'Tulisan disembunyikan.')
    }),
    restoreReported: on.restoreReported.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.decide(context.viewer(), input.id, 'restore', input.reason)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'unchanged') throw errors.NOT_HIDDEN()
      return ok(outcome, 'Tulisan ditampilkan lagi.')
    }),
    blockAuthor: on.blockAuthor.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.blockAuthor(context.viewer(), input.id, true)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'no-author') throw errors.NO_AUTHOR()
      return ok(outcome, 'Penulisnya tidak bisa menulis lagi di sini.')
    }),
    unblockAuthor: on.unblockAuthor.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.blockAuthor(context.viewer(), input.id, false)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'no-author') throw errors.NO_AUTHOR()
      return ok(outcome, 'Penulisnya bisa menulis lagi.')
    }),
    dismissReport: on.dismissReport.handler(async ({ input, context, errors }) => {
      const outcome = await conversation.decide(context.viewer(), input.id, 'dismiss', input.reason)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'unchanged') throw errors.ALREADY_DECIDED()
      return ok(outcome, 'Laporan ditutup.')
    }),
  }
}

export const conversationRoutes = (conversation: Conversation) => ({
  questions: questionsRoutes(conversation),
  announcements: announcementsRoutes(conversation),
  moderation: moderationRoutes(conversation),
})
