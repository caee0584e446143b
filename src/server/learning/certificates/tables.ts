import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, owned, timestamptz } from '#server/platform/database/index.ts'

export const certificateKeys = pgTable('certificate_keys', {
  id: text().primaryKey(),
  publicKey: bytea('public_key').notNull(),
  /** PKCS #8, DER; null once the key is retired. */
  privateKey: bytea('private_key'),
  createdAt: timestamptz('created_at').notNull(),
  retiredAt: timestamptz('retired_at'),
})

export const certificates = pgTable('certificates', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Null: of a path. */
  courseId: uuid('course_id'),
  pathId: uuid('path_id'),
  name: text().notNull(),
  /** The title of the course or the path. */
  title: text('course_title').notNull(),
  instructorName: text('instructor_name').notNull(),
  document: text().notNull(),
  /** URLs of pictures in the document. */
  signatures: text().array().notNull().default([]),
  /** Signs the document of certificates from before credentials; null for later ones. */
  signature: bytea(),
  /** The signed Open Badge; null for certificates from before. */
  credential: text(),
  statusIndex: integer('status_index').notNull(),
  keyId: text('key_id').notNull(),
  issuedAt: timestamptz('issued_at').notNull(),
  revokedAt: timestamptz('revoked_at'),
  revokedBy: uuid('revoked_by'),
  revokeReason: text('revoke_reason'),
})

export type CertificateRow = typeof certificates.$inferSelect

export const ownedCertificates = owned(certificates, {
  owner: 'userId',
  key: 'id',
  export: ['id', 'courseId', 'pathId', 'name', 'title', 'issuedAt', 'revokedAt'],
  present: ({ title, ...row }) => ({ ...row, courseTitle: title }),
  onErase: 'by hand',
})
