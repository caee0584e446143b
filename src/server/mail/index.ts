export { mailModule, type Mail, type NewMail } from './mail.ts'
export type { MailMessage } from './message.ts'
export { createFolderTransport, createSmtpTransport, PermanentRejection, type OutgoingMail, type MailTransport } from './transport.ts'
export { mailRoutes } from './routes.ts'
