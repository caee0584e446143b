import { ok } from '#contract/kit/endpoint.ts'
import type { Conversation } from './conversation.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function announcementsRoutes(conversation: Conversation) {
  const { announcements: on } = endpoints
  return {
    listAnnouncements: on.listAnnouncements.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { page } = accept(
        await conversation.listAnnouncements(context.viewer(), { ...input, courseId: id }),
        errors,
        'listed',
      )
      const { rows, ...meta } = page
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    showAnnouncement: serve(
      on.showAnnouncement,
      async (viewer, input) => conversation.showAnnouncement(viewer, input.id),
      orNotFound(),
    ),

    announce: serve(
      on.announce,
      async (viewer, { id, ...input }) => conversation.announce(viewer, { ...input, courseId: id }),
      'sent',
    ),

    changeAnnouncement: serve(on.changeAnnouncement, conversation.changeAnnouncement, 'changed'),

    deleteAnnouncement: serve(
      on.deleteAnnouncement,
      async (viewer, input) => conversation.deleteAnnouncement(viewer, input.id),
      'deleted',
    ),
  }
}
