import { newId } from '#server/platform/new-id.ts'
import { and, eq } from 'drizzle-orm'
import type { PromoCode, PromoCodeInput } from '#contract/commerce/promo-codes.ts'
import { bannerPhase } from '#contract/site/banner.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { countUses, salesTag, promoCodes } from '#server/commerce/prices/index.ts'
import { describeChange } from '#server/audit/index.ts'
import { isForeignKeyViolation, isUniqueViolation, type Tx, saveVersioned } from '#server/platform/database/index.ts'
import { refused, refusedFields, type FieldRefusal, type Outcome, type Refusal } from '#server/platform/outcomes.ts'
import { checkKind, checkLimits } from './instructor-limits.ts'
import { isOwn, presentOne, type PromoOwner, type PromoRow } from './list.ts'
import { isInReach } from './scope.ts'

type Saved = { outcome: 'saved'; promoCode: PromoCode } | FieldRefusal<'code-taken' | 'scope-unknown'>
type Written<Refused extends Outcome> = { row: PromoRow } | { row: null; refusal: Refused }
/** Null: it may be saved. `instructorId`: whose code it is. */
type Check<Refused extends Outcome> = (tx: Tx, instructorId: string | null) => Promise<Refused | null>

/** `version`: of the save that this one started from. */
type Changed = PromoCodeInput & { id: string; version?: number | undefined }

/** For the site. */
export const createPromoCode = (deps: CommerceDeps, actorId: string, input: PromoCodeInput) =>
  create<never>(deps, { actorId, instructorId: null }, input, async () => null)

/** For an instructor, within the limits of the site. */
export const createOwnPromoCode = (deps: CommerceDeps, instructorId: string, input: PromoCodeInput) =>
  create(deps, { actorId: instructorId, instructorId }, input, (tx) =>
    checkLimits(tx, deps, { instructorId, input, except: null }),
  )

/** By an admin, whosever it is. */
export const updatePromoCode = (deps: CommerceDeps, actorId: string, input: Changed) =>
  update(deps, { actorId, instructorId: null }, input, async (_tx, instructorId) =>
    instructorId === null ? null : checkKind(input),
  )

/** By its instructor, within the limits of the site. */
export const updateOwnPromoCode = (deps: CommerceDeps, instructorId: string, input: Changed) =>
  update(deps, { actorId: instructorId, instructorId }, input, (tx) =>
    checkLimits(tx, deps, { instructorId, input, except: input.id }),
  )

async function create<Refused extends Outcome>(
  deps: CommerceDeps,
  owner: PromoOwner,
  input: PromoCodeInput,
  check: Check<Refused>,
): Promise<Saved | Refused> {
  const { actorId, instructorId } = owner
  if (!(await isInReach(deps, instructorId, input))) return scopeUnknown(input)
  return save(deps, input, async (tx) => {
    const refusal = await check(tx, instructorId)
    if (refusal) return { row: null, refusal }
    const [row] = await tx
      .insert(promoCodes)
      .values({ id: newId(), createdAt: deps.clock.now(), instructorId, ...columns(input) })
      .returning()
    if (!row) throw new Error('The insert returned no row')
    await deps.audit.record(tx, {
      actorId,
      action: 'promo.created',
      subjectId: row.id,
      details: { ...input },
    })
    return { row }
  })
}

type NotChangeable = Refusal<'not-found' | 'code-in-use' | 'code-announced'>
type NotSaved = NotChangeable | Refusal<'stale'>

async function update<Refused extends Outcome>(
  deps: CommerceDeps,
  owner: PromoOwner,
  { id, version, ...input }: Changed,
  check: Check<Refused>,
): Promise<Saved | NotSaved | Refused> {
  const isThis = and(eq(promoCodes.id, id), isOwn(owner))
  const [known] = await deps.database.query
    .select({ instructorId: promoCodes.instructorId })
    .from(promoCodes)
    .where(isThis)
  if (!known) return refused('not-found')
  if (!(await isInReach(deps, known.instructorId, input))) return scopeUnknown(input)
  return save<NotSaved | Refused>(deps, input, async (tx) => {
    const refusal = await check(tx, known.instructorId)
    if (refusal) return { row: null, refusal }
    // Concurrent redemptions wait for this lock, then use the new limits.
    const saved = await saveVersioned(
      tx,
      promoCodes,
      { id, version, where: isOwn(owner) },
      async (now) => (now.code === input.code ? null : await refuseToLose(tx, deps, now)) ?? columns(input),
    )
    if (saved.outcome !== 'saved') return { row: null, refusal: saved }
    const { before, after: row } = saved
    const details = { code: row.code, ...describeChange(before, row, loggedFields) }
    await deps.audit.record(tx, {
      actorId: owner.actorId,
      action: 'promo.updated',
      subjectId: id,
      details,
    })
    return { row }
  })
}

async function save<Refused extends Outcome>(
  deps: CommerceDeps,
  input: PromoCodeInput,
  write: (tx: Tx) => Promise<Written<Refused>>,
): Promise<Saved | Refused> {
  try {
    const written = await deps.database.transaction(async (tx) => {
      const outcome = await write(tx)
      // Cards show what the announced code makes of their prices.
      await deps.cacheTags.invalidate(tx, [salesTag])
      return outcome
    })
    return written.row ? { outcome: 'saved', promoCode: await presentOne(deps, written.row) } : written.refusal
  } catch (error) {
    if (isUniqueViolation(error, 'promo_codes_code_key'))
      return refusedFields('code-taken', { code: 'Kode ini sudah ada' })
    // Its scope was deleted meanwhile.
    if (isForeignKeyViolation(error)) return scopeUnknown(input)
    throw error
  }
}

function scopeUnknown({ categoryId, courseId, ebookId }: PromoCodeInput): FieldRefusal<'scope-unknown'> {
  // An instructor's code without a scope lacks its course.
  const field = courseId ? 'courseId' : categoryId ? 'categoryId' : ebookId ? 'ebookId' : null
  return refusedFields(
    'scope-unknown',
    field ? { [field]: 'Tidak ditemukan' } : { courseId: 'Pilih salah satu kelasmu' },
  )
}

type Deleted = { outcome: 'deleted' } | NotChangeable

/** Transactions and the announcement of the site name a code itself. */
async function refuseToLose(
  tx: Tx,
  { settings, clock }: CommerceDeps,
  { id, code }: PromoRow,
): Promise<Refusal<'code-in-use' | 'code-announced'> | null> {
  if ((await countUses(tx, id, null, null)) > 0) return refused('code-in-use')
  const { announcement } = await settings.readSite(tx)
  if (announcement?.promoCode !== code) return null
  const phase = bannerPhase(announcement, clock.now())
  return phase === 'upcoming' || phase === 'running' ? refused('code-announced') : null
}

export async function deletePromoCode(deps: CommerceDeps, owner: PromoOwner, id: string): Promise<Deleted> {
  const { database, cacheTags, audit } = deps
  return database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(promoCodes)
      .where(and(eq(promoCodes.id, id), isOwn(owner)))
      .for('update')
    if (!row) return refused('not-found')
    const refusal = await refuseToLose(tx, deps, row)
    if (refusal) return refusal
    await tx.delete(promoCodes).where(eq(promoCodes.id, id))
    await cacheTags.invalidate(tx, [salesTag])
    await audit.record(tx, {
      actorId: owner.actorId,
      action: 'promo.deleted',
      subjectId: id,
      details: { code: row.code },
    })
    return { outcome: 'deleted' }
  })
}

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

const columns = ({ startsAt, endsAt, ...input }: PromoCodeInput) => ({
  ...input,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})
