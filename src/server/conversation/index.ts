export { conversationModule, type Conversation } from './conversation.ts'
export { conversationDomain } from './domain.ts'
