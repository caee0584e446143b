import { ok } from '#contract/kit/endpoint.ts'
import type { Conversation } from './conversation.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { answer, asPage, serve } from '#server/serve.ts'

export function moderationRoutes(conversation: Conversation) {
  const { moderation: on } = endpoints
  return {
    listInbox: serve(on.listInbox, conversation.listInbox, asPage),
    countWaitingQuestions: serve(on.countWaitingQuestions, async (viewer) => conversation.countWaiting(viewer)),

    listReports: serve(on.listReports, conversation.listReports, asPage),
    hideReported: serve(on.hideReported, conversation.hideReported, 'decided'),
    restoreReported: serve(on.restoreReported, conversation.restoreReported, 'decided'),
    dismissReport: serve(on.dismissReport, conversation.dismissReport, 'decided'),

    blockAuthor: serve(
      on.blockAuthor,
      async (viewer, input) => conversation.blockAuthor(viewer, { id: input.id, isToBeBlocked: true }),
      'saved',
    ),
    unblockAuthor: on.unblockAuthor.handler(async ({ input, context, errors }) => {
      const { report } = accept(
        await conversation.blockAuthor(context.viewer(), { id: input.id, isToBeBlocked: false }),
        errors,
        'saved',
      )
      // An instructor ends the blocks of the course, not that of an admin.
      const isStillBlocked = report.isAuthorBlocked
      return ok(
        report,
        isStillBlocked ? 'Penulisnya masih diblokir admin di seluruh situs.' : 'Penulisnya bisa menulis lagi.',
      )
    }),

    listWritingBlocks: answer(on.listWritingBlocks, conversation.listWritingBlocks, asPage),
    endWritingBlock: on.endWritingBlock.handler(async ({ input, context, errors }) => {
      const { isStillBlocked } = found(await conversation.endWritingBlock(context.viewer(), input.id), errors)
      return ok(
        null,
        isStillBlocked
          ? 'Blokir ini dibuka. Penulisnya masih diblokir di tempat lain.'
          : 'Penulisnya bisa menulis lagi.',
      )
    }),
  }
}
