export { forgetNumber, forgetWays, keepPushOf } from './forget.ts'
export {
  notificationSettings,
  pushSubscriptions,
  whatsAppMessages,
  whatsAppNumbers,
  type StoredChoices,
  type WhatsAppMessageRow,
  type WhatsAppNumberRow,
} from './tables.ts'
