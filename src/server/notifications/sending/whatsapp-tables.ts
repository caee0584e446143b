export {
  whatsAppMessages,
  whatsAppNumbers,
  type WhatsAppMessageRow,
  type WhatsAppNumberRow,
} from '#server/notifications/ways.ts'
