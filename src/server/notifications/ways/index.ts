export { forgetNumber, forgetWays } from './forget.ts'
export {
  notificationSettings,
  pushSubscriptions,
  whatsAppMessages,
  whatsAppNumbers,
  type StoredChoices,
  type WhatsAppMessageRow,
  type WhatsAppNumberRow,
} from './tables.ts'
