import { ok } from '#contract/kit/endpoint.ts'
import type { Conversation } from '#server/conversation/conversation.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function announcementsRoutes(conversation: Conversation) {
  const { announcements: on } = endpoints
  return {
    listAnnouncements: on.listAnnouncements.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { page } = accept(await conversation.listAnnouncements(context.viewer(), id, input), errors, 'listed')
      const { rows, ...meta } = page
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    showAnnouncement: on.showAnnouncement.handler(async ({ input, context, errors }) =>
      ok(found(await conversation.showAnnouncement(context.viewer(), input.id), errors)),
    ),

    announce: on.announce.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { announcement } = accept(await conversation.announce(context.viewer(), id, input), errors, 'sent')
      return ok(announcement, 'Pengumuman terkirim.')
    }),

    changeAnnouncement: on.changeAnnouncement.handler(async ({ input: { id, ...change }, context, errors }) => {
      const { announcement } = accept(
        await conversation.changeAnnouncement(context.viewer(), id, change),
        errors,
        'changed',
      )
      return ok(announcement, 'Pengumuman tersimpan.')
    }),

    deleteAnnouncement: on.deleteAnnouncement.handler(async ({ input, context, errors }) => {
      accept(await conversation.deleteAnnouncement(context.viewer(), input.id), errors, 'deleted')
      return ok(null, 'Pengumuman dihapus.')
    }),
  }
}
