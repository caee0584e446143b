import { newId } from '#server/platform/new-id.ts'
import { and, count, eq, gt, ilike, lte, ne, type SQL } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import {
  maximumSalesAhead,
  type ListScheduledSalesInput,
  type ScheduledSale,
  type ScheduledSaleInput,
} from '#contract/commerce/scheduled-sales.ts'
import type { CommerceDeps } from './deps.ts'
import { salesTag, scheduledSales, type SaleRow } from '#server/commerce/prices/index.ts'
import { describeChange } from '#server/audit/index.ts'
import {
  containing,
  countUpTo,
  isForeignKeyViolation,
  keyset,
  lockUntilCommit,
  type KeysetPage,
  type Tx,
  saveVersioned,
} from '#server/platform/database/index.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'

type Saved =
  | { outcome: 'saved'; sale: ScheduledSale }
  | FieldRefusal<'scope-unknown'>
  | Refusal<'too-many-sales' | 'not-found'>

type Written<Name extends string> = { row: SaleRow } | { row: null; refusal: Refusal<Name> }

// Sales as admins plan them.

export async function listSales(
  deps: CommerceDeps,
  input: ListScheduledSalesInput,
): Promise<KeysetPage<ScheduledSale> & { total: number; isCounted: boolean }> {
  const { query } = deps.database
  const where = and(
    input.q ? ilike(scheduledSales.name, containing(input.q)) : undefined,
    input.phase ? inPhase(input.phase, deps.clock.now()) : undefined,
  )
  const at = keyset({ key: scheduledSales.endsAt, type: 'instant', id: scheduledSales.id, descending: true }, input)
  const found = await query
    .select({ id: scheduledSales.id, position: at.position, sale: scheduledSales })
    .from(scheduledSales)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  const counted = await at.count(found, () => countUpTo(query, maximumCounted, scheduledSales, where))
  const shown = await present(
    deps,
    rows.map(({ sale }) => sale),
  )
  return { rows: shown, ...steps, ...counted }
}

/** `actorId` is null in the demo. */
export const createSale = (deps: CommerceDeps, actorId: string | null, input: ScheduledSaleInput): Promise<Saved> =>
  save<never>(deps, input, null, async (tx) => {
    const now = deps.clock.now()
    const [row] = await tx
      .insert(scheduledSales)
      .values({ id: newId(), createdAt: now, updatedAt: now, ...columns(input) })
      .returning()
    if (!row) throw new Error('The insert returned no row')
    if (actorId)
      await deps.audit.record(tx, {
        actorId,
        action: 'sale.created',
        subjectId: row.id,
        details: { ...input },
      })
    return { row }
  })

export const updateSale = (
  deps: CommerceDeps,
  actorId: string,
  {
    id,
    version,
    ...input
  }: ScheduledSaleInput & { id: string; /** The one this save started from. */ version?: number | undefined },
): Promise<Saved | Refusal<'stale'>> =>
  save<'not-found' | 'stale'>(deps, input, id, async (tx) => {
    const saved = await saveVersioned(tx, scheduledSales, { id, version }, () => ({
      ...columns(input),
      updatedAt: deps.clock.now(),
    }))
    if (saved.outcome !== 'saved') return { row: null, refusal: saved }
    const { before, after: row } = saved
    const details = { name: row.name, ...describeChange(before, row, loggedFields) }
    await deps.audit.record(tx, { actorId, action: 'sale.changed', subjectId: id, details })
    return { row }
  })

/** `write` saves the row and records it; a scope that does not exist violates its foreign key. `except`: the sale that is changed. */
async function save<Name extends string>(
  deps: CommerceDeps,
  input: ScheduledSaleInput,
  except: string | null,
  write: (tx: Tx) => Promise<Written<Name>>,
): Promise<Saved | Refusal<Name>> {
  const { database, cacheTags, clock } = deps
  try {
    const written = await database.transaction(async (tx) => {
      // Serializes concurrent saves, so that the limit holds.
      await lockUntilCommit(tx, 'scheduled-sales')
      const isAhead = new Date(input.endsAt) > clock.now()
      if (isAhead && (await countAhead(tx, clock.now(), except)) >= maximumSalesAhead)
        return { row: null, refusal: refused('too-many-sales') }
      const outcome = await write(tx)
      if (outcome.row) await cacheTags.invalidate(tx, [salesTag])
      return outcome
    })
    if (!written.row) return written.refusal
    const [sale] = await present(deps, [written.row])
    return sale ? { outcome: 'saved', sale } : refused('not-found')
  } catch (error) {
    if (isForeignKeyViolation(error))
      return refusedFields('scope-unknown', { [input.courseId ? 'courseId' : 'categoryId']: 'Tidak ditemukan' })
    throw error
  }
}

export const deleteSale = (
  { database, cacheTags, audit }: CommerceDeps,
  actorId: string,
  id: string,
): Promise<{ outcome: 'deleted' } | Refusal<'not-found'>> =>
  database.transaction(async (tx) => {
    const [row] = await tx
      .delete(scheduledSales)
      .where(eq(scheduledSales.id, id))
      .returning({ name: scheduledSales.name })
    if (!row) return refused('not-found')
    await cacheTags.invalidate(tx, [salesTag])
    await audit.record(tx, {
      actorId,
      action: 'sale.deleted',
      subjectId: id,
      details: { name: row.name },
    })
    return { outcome: 'deleted' }
  })

const loggedFields = {
  name: 'values',
  kind: 'values',
  value: 'values',
  categoryId: 'values',
  courseId: 'values',
  startsAt: 'values',
  endsAt: 'values',
} as const

const columns = ({ startsAt, endsAt, ...input }: ScheduledSaleInput) => ({
  ...input,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})

async function countAhead(tx: Tx, now: Date, except: string | null): Promise<number> {
  const where = and(gt(scheduledSales.endsAt, now), except ? ne(scheduledSales.id, except) : undefined)
  const [row] = await tx.select({ ahead: count() }).from(scheduledSales).where(where)
  return row?.ahead ?? 0
}

function inPhase(phase: ScheduledSale['phase'], now: Date): SQL | undefined {
  if (phase === 'upcoming') return gt(scheduledSales.startsAt, now)
  if (phase === 'over') return lte(scheduledSales.endsAt, now)
  return and(lte(scheduledSales.startsAt, now), gt(scheduledSales.endsAt, now))
}

const phaseOf = ({ startsAt, endsAt }: SaleRow, now: Date): ScheduledSale['phase'] =>
  now < startsAt ? 'upcoming' : now < endsAt ? 'running' : 'over'

async function present({ catalog, clock }: CommerceDeps, rows: readonly SaleRow[]): Promise<ScheduledSale[]> {
  const titles = new Map(
    (await catalog.listCoursesById(rows.flatMap(({ courseId }) => courseId ?? []))).map(({ id, title }) => [id, title]),
  )
  const categories = rows.some(({ categoryId }) => categoryId !== null) ? await catalog.listCategories() : []
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const now = clock.now()
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    kind: row.kind,
    value: row.value,
    categoryId: row.categoryId,
    courseId: row.courseId,
    scopeName: row.courseId
      ? (titles.get(row.courseId) ?? '')
      : row.categoryId
        ? (names.get(row.categoryId) ?? '')
        : null,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    phase: phaseOf(row, now),
    version: row.version,
  }))
}
