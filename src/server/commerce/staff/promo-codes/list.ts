import { randomUUIDv7 } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, like, lte, ne, sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import type { InstructorPromoLimits, ListPromoCodesInput, PromoCode, PromoCodeInput, PromoPhase } from '#contract/commerce/promo-codes.ts'
import { describeChange, type Audit } from '#server/platform/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Items } from '#server/commerce/items/item.ts'
import { salesTag } from '#server/commerce/sales/index.ts'
import { promoCodes, promoRedemptions } from '#server/commerce/tables.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import { containing, isUniqueViolation, lockUntilCommit, type Database, type Tx } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Settings } from '#server/site/settings/index.ts'

type Deps = { database: Database; catalog: Catalog; items: Items; identity: Identity; settings: Settings; cacheTags: CacheTags; audit: Audit; clock: Clock }
type Row = typeof promoCodes.$inferSelect
type Rejected = 'code-taken' | 'scope-unknown' | 'too-many-codes' | BeyondLimits
type Saved = PromoCode | Rejected | 'not-found' | 'code-in-use'

/** Who sees and changes codes: an instructor the own ones, within the limits of the site; an admin (null) all. */
export type PromoOwner = { actorId: string; instructorId: string | null }

const isOwn = ({ instructorId }: PromoOwner): SQL | undefined => (instructorId === null ? undefined : eq(promoCodes.instructorId, instructorId))

/** The codes of the site, and those that instructors make for their own courses. */
export function promoCodesModule(deps: Deps) {
  const { database, audit, cacheTags, clock } = deps

  async function write<Rejection extends string>(
    work: (tx: Tx) => Promise<Row | Rejection | BeyondLimits>,
  ): Promise<PromoCode | Rejection | 'code-taken' | BeyondLimits> {
    try {
      const row = await database.transaction(async (tx) => {
        const written = await work(tx)
        // Cards show what the announced code makes of their prices.
        await cacheTags.invalidate(tx, [salesTag])
        return written
      })
      return typeof row === 'string' || 'errors' in row ? row : await presentOne(row)
    } catch (error) {
      if (isUniqueViolation(error, 'promo_codes_code_key')) return 'code-taken'
      throw error
    }
  }

  async function presentOne(row: Row): Promise<PromoCode> {
    const [shown] = await present(deps, [row])
    if (!shown) throw new Error('Presenting one row returned no promo code')
    return shown
  }

  return {
    async list(owner: PromoOwner, input: ListPromoCodesInput): Promise<{ rows: PromoCode[]; total: number }> {
      const where = and(
        isOwn(owner),
        input.q ? like(promoCodes.code, containing(input.q.toUpperCase())) : undefined,
        input.phase ? inPhase(input.phase, clock.now()) : undefined,
      )
      const rows = await database.query
        .select()
        .from(promoCodes)
        .where(where)
        .orderBy(desc(promoCodes.endsAt), desc(promoCodes.id))
        .limit(input.limit)
        .offset((input.page - 1) * input.limit)
      const [counted] = await database.query.select({ total: count() }).from(promoCodes).where(where)
      return { rows: await present(deps, rows), total: counted?.total ?? 0 }
    },

    async exists(code: string): Promise<boolean> {
      return (await database.query.select({ id: promoCodes.id }).from(promoCodes).where(eq(promoCodes.code, code)).limit(1)).length > 0
    },

    async find(owner: PromoOwner, id: string): Promise<PromoCode | null> {
      const [row] = await database.query
        .select()
        .from(promoCodes)
        .where(and(eq(promoCodes.id, id), isOwn(owner)))
      return row ? presentOne(row) : null
    },

    readLimits: async (): Promise<InstructorPromoLimits> => (await deps.settings.readSite()).instructorPromo,

    async create(owner: PromoOwner, input: PromoCodeInput): Promise<PromoCode | Rejected> {
      const { actorId, instructorId } = owner
      if (!(await isInReach(deps, instructorId, input))) return 'scope-unknown'
      return write<'too-many-codes'>(async (tx) => {
        const rejected = await checkLimits(tx, deps, owner, { input, instructorId, except: null })
        if (rejected) return rejected
        const [row] = await tx
          .insert(promoCodes)
          .values({ id: randomUUIDv7(), createdAt: clock.now(), instructorId, ...columns(input) })
          .returning()
        if (!row) throw new Error('The insert returned no row')
        await audit.record(tx, { actorId, action: 'promo.created', subjectKind: 'promo', subjectId: row.id, details: { ...input } })
        return row
      })
    },

    async update(owner: PromoOwner, id: string, input: PromoCodeInput): Promise<Saved> {
      const { actorId } = owner
      const isThis = and(eq(promoCodes.id, id), isOwn(owner))
      const [known] = await database.query.select({ instructorId: promoCodes.instructorId }).from(promoCodes).where(isThis)
      if (!known) return 'not-found'
      if (!(await isInReach(deps, known.instructorId, input))) return 'scope-unknown'
      return write<'not-found' | 'code-in-use' | 'too-many-codes'>(async (tx) => {
        const rejected = await checkLimits(tx, deps, owner, { input, instructorId: known.instructorId, except: id })
        if (rejected) return rejected
        // Concurrent redemptions wait for this lock, then use the new limits.
        const [before] = await tx.select().from(promoCodes).where(isThis).for('update')
        if (!before) return 'not-found'
        // Transactions store the code itself, so a used code cannot be renamed.
        if (before.code !== input.code && (await countUses(tx, id)) > 0) return 'code-in-use'
        const [row] = await tx.update(promoCodes).set(columns(input)).where(eq(promoCodes.id, id)).returning()
        if (!row) throw new Error('The locked row does not exist')
        await audit.record(tx, {
          actorId,
          action: 'promo.updated',
          subjectKind: 'promo',
          subjectId: id,
          details: { code: row.code, ...describeChange(before, row, loggedFields) },
        })
        return row
      })
    },

    async remove(owner: PromoOwner, id: string): Promise<'deleted' | 'not-found' | 'code-in-use'> {
      const { actorId } = owner
      return database.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(promoCodes)
          .where(and(eq(promoCodes.id, id), isOwn(owner)))
          .for('update')
        if (!row) return 'not-found'
        if ((await countUses(tx, id)) > 0) return 'code-in-use'
        await tx.delete(promoCodes).where(eq(promoCodes.id, id))
        await cacheTags.invalidate(tx, [salesTag])
        await audit.record(tx, { actorId, action: 'promo.deleted', subjectKind: 'promo', subjectId: id, details: { code: row.code } })
        return 'deleted'
      })
    },
  }
}

export type BeyondLimits = { errors: Record<string, string> }
const beyond = (field: string, message: string): BeyondLimits => ({ errors: { [field]: message } })

const loggedFields = {
  code: 'values',
  kind: 'values',
  value: 'values',
  categoryId: 'values',
  courseId: 'values',
  ebookId: 'values',
  startsAt: 'values',
  endsAt: 'values',
  totalLimit: 'values',
  perStudentLimit: 'values',
} as const

const columns = ({ startsAt, endsAt, ...input }: PromoCodeInput) => ({ ...input, startsAt: new Date(startsAt), endsAt: new Date(endsAt) })

function inPhase(phase: PromoPhase, now: Date): SQL | undefined {
  if (phase === 'upcoming') return gt(promoCodes.startsAt, now)
  if (phase === 'over') return lte(promoCodes.endsAt, now)
  return and(lte(promoCodes.startsAt, now), gt(promoCodes.endsAt, now))
}

const phaseOf = ({ startsAt, endsAt }: Row, now: Date): PromoPhase => (now < startsAt ? 'upcoming' : now < endsAt ? 'running' : 'over')

async function countUses(tx: Tx, promoId: string): Promise<number> {
  const [row] = await tx.select({ uses: count() }).from(promoRedemptions).where(eq(promoRedemptions.promoId, promoId))
  return row?.uses ?? 0
}

/** Why a code of an instructor is refused, whoever saves it; the limits of the site bind the instructor only. Null when it is not. */
async function checkLimits(
  tx: Tx,
  deps: Deps,
  owner: PromoOwner,
  { input, instructorId, except }: { input: PromoCodeInput; instructorId: string | null; except: string | null },
): Promise<BeyondLimits | 'too-many-codes' | null> {
  if (instructorId === null) return null
  if (input.kind !== 'percent') return beyond('kind', 'Kode instruktur berupa potongan persen')
  if (owner.instructorId === null) return null
  const { maximumPercent, maximumDays, maximumCodes } = (await deps.settings.readSite(tx)).instructorPromo
  if (maximumPercent === 0) return beyond('value', 'Situs ini belum membuka kode promo untuk instruktur')
  if (input.value > maximumPercent) return beyond('value', `Paling banyak ${maximumPercent} persen`)
  if (new Date(input.endsAt).getTime() - new Date(input.startsAt).getTime() > maximumDays * dayMs)
    return beyond('endsAt', `Paling lama ${maximumDays} hari setelah mulai`)
  const now = deps.clock.now()
  if (new Date(input.endsAt) <= now) return null
  // Serializes concurrent saves, so that the limit holds.
  await lockUntilCommit(tx, `promo-codes:${instructorId}`)
  const ahead = await tx.$count(
    promoCodes,
    and(eq(promoCodes.instructorId, instructorId), gt(promoCodes.endsAt, now), except ? ne(promoCodes.id, except) : undefined),
  )
  return ahead >= maximumCodes ? 'too-many-codes' : null
}

/** An instructor's code is for one course of their own. */
async function isInReach(deps: Deps, instructorId: string | null, input: PromoCodeInput): Promise<boolean> {
  if (instructorId === null) return (await scopeName(deps, input)) !== null
  return input.courseId !== null && (await deps.catalog.findCourse(input.courseId))?.instructorId === instructorId
}

type Scope = { categoryId: string | null; courseId: string | null; ebookId: string | null }

/** The display name of a code's scope; null when the scope does not exist. */
async function scopeName({ catalog, items }: Deps, { categoryId, courseId, ebookId }: Scope): Promise<string | null> {
  if (courseId) return (await catalog.findCourse(courseId))?.title ?? null
  if (ebookId) return (await items.ebook.describe([ebookId])).get(ebookId)?.title ?? null
  if (categoryId) return (await catalog.listCategories()).find((category) => category.id === categoryId)?.name ?? null
  return 'Semua'
}

async function present(deps: Deps, rows: readonly Row[]): Promise<PromoCode[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const counted = await deps.database.query
    .select({ promoId: promoRedemptions.promoId, uses: sql<number>`count(*)::int` })
    .from(promoRedemptions)
    .where(inArray(promoRedemptions.promoId, ids))
    .groupBy(promoRedemptions.promoId)
  const uses = new Map(counted.map((row) => [row.promoId, row.uses]))
  const people = await deps.identity.findUserProfiles(rows.flatMap((row) => row.instructorId ?? []))
  const now = deps.clock.now()
  const shown: PromoCode[] = []
  for (const row of rows) {
    const isScoped = row.categoryId ?? row.courseId ?? row.ebookId
    shown.push({
      _id: row.id,
      code: row.code,
      kind: row.kind,
      value: row.value,
      categoryId: row.categoryId,
      courseId: row.courseId,
      ebookId: row.ebookId,
      scopeName: isScoped ? await scopeName(deps, row) : null,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      totalLimit: row.totalLimit,
      perStudentLimit: row.perStudentLimit,
      phase: phaseOf(row, now),
      uses: uses.get(row.id) ?? 0,
      instructor: row.instructorId ? { _id: row.instructorId, name: people.get(row.instructorId)?.name ?? '' } : null,
    })
  }
  return shown
}
