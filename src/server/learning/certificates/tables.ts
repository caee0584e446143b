import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const bytea = customType<{ data: Buffer; driverData: Buffer | Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

export const certificateKeys = pgTable('certificate_keys', {
  id: text().primaryKey(),
  publicKey: bytea('public_key').notNull(),
  /** PKCS #8, DER; null once the key is retired. */
  privateKey: bytea('private_key'),
  createdAt: moment('created_at').notNull(),
  retiredAt: moment('retired_at'),
})

export const certificates = pgTable('certificates', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  courseId: uuid('course_id').notNull(),
  name: text().notNull(),
  courseTitle: text('course_title').notNull(),
  instructorName: text('instructor_name').notNull(),
  document: text().notNull(),
  signature: bytea().notNull(),
  keyId: text('key_id').notNull(),
  issuedAt: moment('issued_at').notNull(),
  revokedAt: moment('revoked_at'),
  revokedBy: uuid('revoked_by'),
  revokeReason: text('revoke_reason'),
})
