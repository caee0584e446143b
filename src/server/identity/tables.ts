import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { InstructorLink } from '#contract/instructors/profile.ts'
import type { Role } from '#contract/identity/identity.ts'
import { bytea, timestamptz } from '#server/platform/database/index.ts'

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  emailVerifiedAt: timestamptz('email_verified_at'),
  passwordHash: text('password_hash'),
  /** Set by the operator. It only permits setting a new password. */
  passwordIsOneTime: boolean('password_is_one_time').notNull().default(false),
  /** Came with an import, and has neither been invited nor signed in. */
  waitsForInvitation: boolean('waits_for_invitation').notNull().default(false),
  googleSub: text('google_sub'),
  /** Issuer and subject at the OpenID Connect provider of an organisation. */
  oidcSub: text('oidc_sub'),
  role: text().$type<Role>().notNull(),
  photo: text().notNull().default('default.jpg'),
  headline: text().notNull().default(''),
  bio: text().notNull().default(''),
  disabledAt: timestamptz('disabled_at'),
  deletedAt: timestamptz('deleted_at'),
  createdAt: timestamptz('created_at').notNull(),
})

export type User = typeof users.$inferSelect

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  createdAt: timestamptz('created_at').notNull(),
  lastUsedAt: timestamptz('last_used_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  /** When the user last gave every proof that the account requires. */
  provenAt: timestamptz('proven_at'),
})

/** Rows exist for staff only: a trigger adds one with the role. */
export const instructorProfiles = pgTable('instructor_profiles', {
  userId: uuid('user_id').primaryKey(),
  slug: text().notNull(),
  links: jsonb().$type<InstructorLink[]>().notNull().default([]),
  /** When an admin looked at the page; until then its links are text. */
  checkedAt: timestamptz('checked_at'),
  updatedAt: timestamptz('updated_at').notNull(),
})

/** All addresses of pages of instructors, with former ones. */
export const instructorSlugs = pgTable('instructor_slugs', {
  slug: text().primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export type SessionRow = typeof sessions.$inferSelect

export type LinkPurpose = 'reset-password' | 'verify-email' | 'change-email'

export const oneTimeLinks = pgTable('one_time_links', {
  userId: uuid('user_id').notNull(),
  purpose: text().$type<LinkPurpose>().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  /** Only for the purpose change-email. */
  newEmail: text('new_email'),
  /** False when the API returned it directly: opening it then proves nothing about the mailbox. */
  wasMailed: boolean('was_mailed').notNull().default(true),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

export const googleNonces = pgTable('google_nonces', {
  nonceHash: bytea('nonce_hash').primaryKey(),
  expiresAt: timestamptz('expires_at').notNull(),
})

/** Authenticator apps. Without `confirmedAt` the setup is not finished. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: uuid('user_id').primaryKey(),
  secret: bytea().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  /** Number of the last accepted 30-second step. */
  lastUsedStep: bigint('last_used_step', { mode: 'number' }).notNull().default(0),
})

export const recoveryCodes = pgTable('recovery_codes', {
  userId: uuid('user_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
})

export const passkeys = pgTable('passkeys', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  signCount: bigint('sign_count', { mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  lastUsedAt: timestamptz('last_used_at'),
})

export type Passkey = typeof passkeys.$inferSelect

export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytea('challenge_hash').primaryKey(),
  userId: uuid('user_id'),
  expiresAt: timestamptz('expires_at').notNull(),
})

export type FirstStep = 'password' | 'google' | 'oidc'

export const signInTickets = pgTable('sign_in_tickets', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  firstStep: text('first_step').$type<FirstStep>().notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})
