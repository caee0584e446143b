export { conversationModule } from './conversation.ts'
export { conversationDomain } from './domain.ts'
