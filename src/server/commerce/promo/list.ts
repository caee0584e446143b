import { and, count, desc, eq, gt, inArray, like, lte, sql, type SQL } from 'drizzle-orm'
import type {
  InstructorPromoLimits,
  ListPromoCodesInput,
  PromoCode,
  PromoPhase,
} from '#contract/commerce/promo-codes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { promoCodes, promoRedemptions } from '#server/commerce/prices/index.ts'
import { containing } from '#server/platform/database/index.ts'
import { scopeName } from './scope.ts'

export type PromoRow = typeof promoCodes.$inferSelect

/** Who sees and changes codes: an instructor the own ones, within the limits of the site; an admin (null) all. */
export type PromoOwner = { actorId: string; instructorId: string | null }

export const isOwn = ({ instructorId }: PromoOwner): SQL | undefined =>
  instructorId === null ? undefined : eq(promoCodes.instructorId, instructorId)

export async function listPromoCodes(
  deps: CommerceDeps,
  owner: PromoOwner,
  input: ListPromoCodesInput,
): Promise<{ rows: PromoCode[]; total: number }> {
  const { query } = deps.database
  const where = and(
    isOwn(owner),
    input.q ? like(promoCodes.code, containing(input.q.toUpperCase())) : undefined,
    input.phase ? inPhase(input.phase, deps.clock.now()) : undefined,
  )
  const rows = await query
    .select()
    .from(promoCodes)
    .where(where)
    .orderBy(desc(promoCodes.endsAt), desc(promoCodes.id))
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
  const [counted] = await query.select({ total: count() }).from(promoCodes).where(where)
  return { rows: await present(deps, rows), total: counted?.total ?? 0 }
}

export async function findPromoCode(deps: CommerceDeps, owner: PromoOwner, id: string): Promise<PromoCode | null> {
  const [row] = await deps.database.query
    .select()
    .from(promoCodes)
    .where(and(eq(promoCodes.id, id), isOwn(owner)))
  return row ? presentOne(deps, row) : null
}

export async function readLimits({ settings }: CommerceDeps): Promise<InstructorPromoLimits> {
  return (await settings.readSite()).instructorPromo
}

function inPhase(phase: PromoPhase, now: Date): SQL | undefined {
  if (phase === 'upcoming') return gt(promoCodes.startsAt, now)
  if (phase === 'over') return lte(promoCodes.endsAt, now)
  return and(lte(promoCodes.startsAt, now), gt(promoCodes.endsAt, now))
}

const phaseOf = ({ startsAt, endsAt }: PromoRow, now: Date): PromoPhase =>
  now < startsAt ? 'upcoming' : now < endsAt ? 'running' : 'over'

export async function presentOne(deps: CommerceDeps, row: PromoRow): Promise<PromoCode> {
  const [shown] = await present(deps, [row])
  if (!shown) throw new Error('Presenting one row returned no promo code')
  return shown
}

async function present(deps: CommerceDeps, rows: readonly PromoRow[]): Promise<PromoCode[]> {
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
      version: row.version,
    })
  }
  return shown
}
