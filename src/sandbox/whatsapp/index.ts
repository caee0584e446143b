export { createWhatsAppSandbox, type WhatsAppSandbox } from './sandbox.ts'
