import { boolean, customType, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export type EbookStatus = 'draft' | 'published' | 'archived'

export const ebooks = pgTable('ebooks', {
  id: uuid().primaryKey(),
  status: text().$type<EbookStatus>().notNull(),
  title: text().notNull(),
  description: text().notNull().default(''),
  author: text().notNull().default(''),
  thumbnail: text(),
  priceIdr: integer('price_idr').notNull().default(0),
  version: integer().notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  publishedAt: moment('published_at'),
  outlineText: text('outline_text').notNull().default(''),
  // The database makes both of the other columns: with stems, and as written.
  document: tsvector().generatedAlwaysAs(''),
  words: tsvector().generatedAlwaysAs(''),
})

export const modules = pgTable('ebook_modules', {
  id: uuid().primaryKey(),
  ebookId: uuid('ebook_id').notNull(),
  position: integer().notNull(),
  title: text().notNull(),
})

export const topics = pgTable('ebook_topics', {
  id: uuid().primaryKey(),
  moduleId: uuid('module_id').notNull(),
  position: integer().notNull(),
  title: text().notNull(),
})

export const sections = pgTable('ebook_sections', {
  id: uuid().primaryKey(),
  topicId: uuid('topic_id').notNull(),
  position: integer().notNull(),
  heading: text().notNull(),
  bodyHtml: text('body_html').notNull().default(''),
  image: text(),
  readingMinutes: smallint('reading_minutes').notNull().default(1),
  version: integer().notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
})

export const sectionImages = pgTable('ebook_section_images', {
  id: uuid().primaryKey(),
  sectionId: uuid('section_id').notNull(),
  position: integer().notNull(),
  image: text().notNull(),
  caption: text().notNull().default(''),
})

export const grants = pgTable('ebook_grants', {
  userId: uuid('user_id').notNull(),
  ebookId: uuid('ebook_id').notNull(),
  sourceRef: text('source_ref').notNull(),
  grantedAt: moment('granted_at').notNull(),
  revokedAt: moment('revoked_at'),
})

export const readings = pgTable('ebook_readings', {
  userId: uuid('user_id').notNull(),
  ebookId: uuid('ebook_id').notNull(),
  sectionId: uuid('section_id'),
  percent: smallint().notNull().default(0),
  positionAt: moment('position_at'),
  lastReadAt: moment('last_read_at').notNull(),
})

export const completions = pgTable('ebook_completions', {
  userId: uuid('user_id').notNull(),
  ebookId: uuid('ebook_id').notNull(),
  sectionId: uuid('section_id').notNull(),
  completedAt: moment('completed_at').notNull(),
})

export const marks = pgTable('ebook_marks', {
  userId: uuid('user_id').notNull(),
  ebookId: uuid('ebook_id').notNull(),
  id: uuid().notNull(),
  sectionId: uuid('section_id').notNull(),
  kind: text().$type<'bookmark' | 'highlight'>().notNull(),
  startAt: integer('start_at').notNull(),
  endAt: integer('end_at').notNull(),
  quote: text().notNull(),
  note: text().notNull(),
  changedAt: moment('changed_at').notNull(),
  deleted: boolean().notNull(),
})

export const tips = pgTable('tips', {
  id: uuid().primaryKey(),
  status: text().$type<'draft' | 'published'>().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  summary: text().notNull().default(''),
  bodyHtml: text('body_html').notNull().default(''),
  author: text().notNull().default(''),
  thumbnail: text(),
  tags: jsonb().$type<string[]>().notNull().default([]),
  readingMinutes: smallint('reading_minutes').notNull().default(1),
  version: integer().notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  publishedAt: moment('published_at'),
  document: tsvector().generatedAlwaysAs(''),
  words: tsvector().generatedAlwaysAs(''),
})
