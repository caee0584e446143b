import { and, eq, sql } from 'drizzle-orm'
import type { EbookProgress, ReadingResponse, SavedReading } from '#contract/library/library.ts'
import { maximumMarks, mergeReading, readingPercent, type Mark, type Reading } from '#contract/library/reading.ts'
import { maximumStoredMarks } from '#contract/library/reading-input.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findAccess, isOpenSection } from './reading-access.ts'
import { listSectionIds } from './outline.ts'
import { completions, marks, readings } from './tables.ts'

type Deps = { database: Database; clock: Clock }

/** A reader's progress. Sections that no longer exist do not count. */
export async function readProgress(
  queryable: Queryable,
  userId: string,
  ebookId: string,
  sectionIds: readonly string[],
): Promise<EbookProgress> {
  const { completedSectionIds, position } = await readStored(queryable, userId, ebookId, { withMarks: false })
  const completed = new Set(completedSectionIds)
  return {
    percent: readingPercent(completedSectionIds, sectionIds),
    completedSectionIds: sectionIds.filter((id) => completed.has(id)),
    position,
  }
}

/** How much of an e-book a user has read, 0 to 100. */
export const readPercent = async (tx: Tx, userId: string, ebookId: string): Promise<number> =>
  (await readProgress(tx, userId, ebookId, await listSectionIds(tx, ebookId))).percent

/** A viewer's reading state; null when the e-book does not exist for the viewer. */
export async function showReading(
  { database }: Deps,
  viewer: Viewer,
  ebookId: string,
): Promise<ReadingResponse | null> {
  if (!(await findAccess(database.query, ebookId, viewer))) return null
  return present(await readStored(database.query, viewer.id, ebookId), await listSectionIds(database.query, ebookId))
}

type SaveOutcome = { outcome: 'saved'; reading: SavedReading } | Refusal<'not-found'> | InvalidInput

/**
 * Merges a device's reading state into the stored one. Missing and locked sections are ignored, and a time in the future counts as now,
 * so that a clock that runs ahead does not win forever.
 */
export async function saveReading(
  deps: Deps,
  viewer: Viewer,
  { ebookId, ...sent }: Reading & { ebookId: string },
): Promise<SaveOutcome> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const access = await findAccess(tx, ebookId, viewer)
    if (!access) return refused('not-found')
    const sectionIds = await listSectionIds(tx, ebookId)
    const isOpen = (sectionId: string) => sectionIds.includes(sectionId) && isOpenSection(access, sectionIds, sectionId)
    // Locks the row, so that concurrent saves are serialized.
    await begin(tx, viewer.id, ebookId, now)
    const stored = await readStored(tx, viewer.id, ebookId)
    const merged = mergeReading(stored, admissible(sent, isOpen, now))
    const shown = merged.marks.filter(({ deleted }) => !deleted)
    if (shown.length > maximumMarks || merged.marks.length > maximumStoredMarks)
      return invalidInput({ marks: `Maksimal ${maximumMarks} tanda per e-book. Hapus beberapa dulu` })
    await store(tx, viewer.id, ebookId, { stored, merged, now })
    const isReplaced = JSON.stringify(stored.position) !== JSON.stringify(merged.position)
    const replaced = isReplaced ? stored.position : null
    return { outcome: 'saved', reading: { ...present(merged, sectionIds), replaced } }
  })
}

/** Marks one section as read. Idempotent. */
export async function completeSection(
  deps: Deps,
  viewer: Viewer,
  { ebookId, sectionId }: { ebookId: string; sectionId: string },
): Promise<{ outcome: 'completed'; progress: EbookProgress } | Refusal<'not-found' | 'locked'>> {
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const access = await findAccess(tx, ebookId, viewer)
    const sectionIds = access ? await listSectionIds(tx, ebookId) : []
    if (!access || !sectionIds.includes(sectionId)) return refused('not-found')
    if (!isOpenSection(access, sectionIds, sectionId)) return refused('locked')
    await begin(tx, viewer.id, ebookId, now)
    await tx
      .insert(completions)
      .values({ userId: viewer.id, ebookId, sectionId, completedAt: now })
      .onConflictDoNothing()
    return { outcome: 'completed', progress: await readProgress(tx, viewer.id, ebookId, sectionIds) }
  })
}

async function begin(tx: Tx, userId: string, ebookId: string, now: Date): Promise<void> {
  await tx
    .insert(readings)
    .values({ userId, ebookId, lastReadAt: now })
    .onConflictDoUpdate({ target: [readings.userId, readings.ebookId], set: { lastReadAt: now } })
}

function admissible(
  { completedSectionIds, position, marks }: Reading,
  isOpen: (sectionId: string) => boolean,
  now: Date,
): Reading {
  const notAfterNow = (iso: string) => new Date(Math.min(Date.parse(iso), now.getTime())).toISOString()
  return {
    completedSectionIds: completedSectionIds.filter(isOpen),
    position:
      position && isOpen(position.sectionId)
        ? { ...position, percent: Math.round(position.percent), at: notAfterNow(position.at) }
        : null,
    marks: marks
      .filter((mark) => isOpen(mark.sectionId))
      .map((mark) => ({
        ...mark,
        // A deleted mark stays only as that.
        ...(mark.deleted && { quote: '', note: '' }),
        end: Math.max(mark.start, mark.end),
        changedAt: notAfterNow(mark.changedAt),
      })),
  }
}

async function readStored(
  queryable: Queryable,
  userId: string,
  ebookId: string,
  { withMarks = true } = {},
): Promise<Reading> {
  const mine = <Table extends typeof readings | typeof completions | typeof marks>(table: Table) =>
    and(eq(table.userId, userId), eq(table.ebookId, ebookId))
  const [reading] = await queryable.select().from(readings).where(mine(readings))
  const done = await queryable.select({ id: completions.sectionId }).from(completions).where(mine(completions))
  const marked = withMarks ? await queryable.select().from(marks).where(mine(marks)) : []
  return {
    completedSectionIds: done.map(({ id }) => id).sort(),
    position:
      reading?.sectionId && reading.positionAt
        ? { sectionId: reading.sectionId, percent: reading.percent, at: reading.positionAt.toISOString() }
        : null,
    marks: marked.map(presentMark).sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

const presentMark = (row: typeof marks.$inferSelect): Mark => ({
  id: row.id,
  sectionId: row.sectionId,
  kind: row.kind,
  start: row.startAt,
  end: row.endAt,
  quote: row.quote,
  note: row.note,
  changedAt: row.changedAt.toISOString(),
  deleted: row.deleted,
})

type Step = { stored: Reading; merged: Reading; now: Date }

async function store(tx: Tx, userId: string, ebookId: string, { stored, merged, now }: Step): Promise<void> {
  const known = new Set(stored.completedSectionIds)
  const finished = merged.completedSectionIds.filter((id) => !known.has(id))
  if (finished.length > 0) {
    await tx
      .insert(completions)
      .values(finished.map((sectionId) => ({ userId, ebookId, sectionId, completedAt: now })))
      .onConflictDoNothing()
  }
  if (merged.position) {
    const { sectionId, percent, at } = merged.position
    await tx
      .update(readings)
      .set({ sectionId, percent, positionAt: new Date(at) })
      .where(and(eq(readings.userId, userId), eq(readings.ebookId, ebookId)))
  }
  const before = new Map(stored.marks.map((mark) => [mark.id, JSON.stringify(mark)]))
  const changed = merged.marks.filter((mark) => before.get(mark.id) !== JSON.stringify(mark))
  if (changed.length === 0) return
  await tx
    .insert(marks)
    .values(
      changed.map(({ start, end, changedAt, ...mark }) => ({
        ...mark,
        userId,
        ebookId,
        startAt: start,
        endAt: end,
        changedAt: new Date(changedAt),
      })),
    )
    .onConflictDoUpdate({
      target: [marks.userId, marks.ebookId, marks.id],
      set: {
        sectionId: excluded('section_id'),
        kind: excluded('kind'),
        startAt: excluded('start_at'),
        endAt: excluded('end_at'),
        quote: excluded('quote'),
        note: excluded('note'),
        changedAt: excluded('changed_at'),
        deleted: excluded('deleted'),
      },
    })
}

const excluded = (column: string) => sql.raw(`excluded.${column}`)

function present(reading: Reading, sectionIds: readonly string[]): ReadingResponse {
  return {
    ...reading,
    completedSectionIds: reading.completedSectionIds.filter((id) => sectionIds.includes(id)),
    percent: readingPercent(reading.completedSectionIds, sectionIds),
  }
}
