import { ok } from '#contract/kit/endpoint.ts'
import type { Conversation } from '#server/conversation/conversation.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function moderationRoutes(conversation: Conversation) {
  const { moderation: on } = endpoints
  return {
    listInbox: on.listInbox.handler(async ({ input, context }) => {
      const { rows, ...meta } = await conversation.listInbox(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    countWaitingQuestions: on.countWaitingQuestions.handler(async ({ context }) =>
      ok(await conversation.countWaiting(context.viewer())),
    ),

    listReports: on.listReports.handler(async ({ input, context }) => {
      const { rows, ...meta } = await conversation.listReports(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    hideReported: on.hideReported.handler(async ({ input: { id, reason }, context, errors }) => {
      const { report } = accept(await conversation.hideReported(context.viewer(), id, reason), errors, 'decided')
      return ok(report, 'Tulisan disembunyikan.')
    }),
    restoreReported: on.restoreReported.handler(async ({ input: { id, reason }, context, errors }) => {
      const { report } = accept(await conversation.restoreReported(context.viewer(), id, reason), errors, 'decided')
      return ok(report, 'Tulisan ditampilkan lagi.')
    }),
    dismissReport: on.dismissReport.handler(async ({ input: { id, reason }, context, errors }) => {
      const { report } = accept(await conversation.dismissReport(context.viewer(), id, reason), errors, 'decided')
      return ok(report, 'Laporan ditutup.')
    }),

    blockAuthor: on.blockAuthor.handler(async ({ input, context, errors }) => {
      const { report } = accept(await conversation.blockAuthor(context.viewer(), input.id, true), errors, 'saved')
      return ok(report, 'Penulisnya tidak bisa menulis lagi di sini.')
    }),
    unblockAuthor: on.unblockAuthor.handler(async ({ input, context, errors }) => {
      const { report } = accept(await conversation.blockAuthor(context.viewer(), input.id, false), errors, 'saved')
      // An instructor ends the blocks of the course, not that of an admin.
      const isStillBlocked = report.isAuthorBlocked
      return ok(
        report,
        isStillBlocked ? 'Penulisnya masih diblokir admin di seluruh situs.' : 'Penulisnya bisa menulis lagi.',
      )
    }),

    listWritingBlocks: on.listWritingBlocks.handler(async ({ input }) => {
      const { rows, ...meta } = await conversation.listWritingBlocks(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
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
