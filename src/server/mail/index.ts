export { createMail, type Mail, type NewMail } from './mail.ts'
export type { Letter } from './letter.ts'
export { createFolderPostman, createSmtpPostman, PermanentRefusal, type Parcel, type Postman } from './postman.ts'
export { createMailRoutes } from './routes.ts'
