import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ConsentPurpose, LegalPageName, RequestKind, RequestState } from '#contract/privacy/privacy.ts'
import { timestamptz } from '#server/platform/database/index.ts'
import type { CleanHtml } from '#server/platform/rich-text/index.ts'

export const legalTexts = pgTable('legal_texts', {
  page: text().$type<LegalPageName>().notNull(),
  version: integer().notNull(),
  html: text().$type<CleanHtml>().notNull(),
  publishedAt: timestamptz('published_at').notNull(),
  publishedBy: uuid('published_by'),
})

export const consents = pgTable('consents', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  purpose: text().$type<ConsentPurpose>().notNull(),
  textVersion: integer('text_version').notNull(),
  givenAt: timestamptz('given_at').notNull(),
  /** Withdrawn, or replaced by a newer version. */
  endedAt: timestamptz('ended_at'),
})
export type ConsentRow = typeof consents.$inferSelect

export const privacyRequests = pgTable('privacy_requests', {
  id: uuid().primaryKey(),
  userId: uuid('user_id'),
  requesterName: text('requester_name').notNull(),
  requesterEmail: text('requester_email').notNull(),
  kind: text().$type<RequestKind>().notNull(),
  body: text().notNull(),
  state: text().$type<RequestState>().notNull(),
  answer: text().notNull().default(''),
  receivedAt: timestamptz('received_at').notNull(),
  dueAt: timestamptz('due_at').notNull(),
  closedAt: timestamptz('closed_at'),
})
export type RequestRow = typeof privacyRequests.$inferSelect

export const privacyIncidents = pgTable('privacy_incidents', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  whatHappened: text('what_happened').notNull(),
  happenedAt: timestamptz('happened_at'),
  noticedAt: timestamptz('noticed_at').notNull(),
  dataConcerned: text('data_concerned').notNull(),
  peopleConcerned: text('people_concerned').notNull(),
  measures: text().notNull(),
  authorityNotifiedAt: timestamptz('authority_notified_at'),
  peopleNotifiedAt: timestamptz('people_notified_at'),
  noNotificationReason: text('no_notification_reason').notNull().default(''),
  version: integer().notNull().default(1),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
})
export type IncidentRow = typeof privacyIncidents.$inferSelect
