import { announcementsRoutes } from './announcements-routes.ts'
import type { Conversation } from './conversation.ts'
import { questionsRoutes } from './questions/routes.ts'
import { moderationRoutes } from './reports-routes.ts'

export const conversationRoutes = (conversation: Conversation) => ({
  questions: questionsRoutes(conversation),
  announcements: announcementsRoutes(conversation),
  moderation: moderationRoutes(conversation),
})
