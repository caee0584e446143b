export { conversationModule } from './conversation.ts'
export { conversationPersonalData } from './personal-data.ts'
export { conversationRoutes } from './routes.ts'
