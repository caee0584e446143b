export { countFailedMails, readWaiting } from './deliver.ts'
export { mailboxOf } from './mailbox.ts'
export { mailModule, type Mail, type OwnMail } from './mail.ts'
export { renderMessage, senderOf, type MailMessage, type MessageHead } from './message.ts'
export {
  createFolderTransport,
  createSmtpTransport,
  PermanentRejection,
  type OutgoingMail,
  type MailTransport,
} from './transport.ts'
export { presentMail, presentMailDetail } from './present.ts'
