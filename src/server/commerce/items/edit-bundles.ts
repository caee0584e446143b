import { newId } from '#server/platform/new-id.ts'
import { slugOf } from '#contract/kit/text/slug.ts'
import { eq, inArray } from 'drizzle-orm'
import type { AdminBundle, BundleInput } from '#contract/commerce/bundles.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { transactionLines } from '#server/commerce/tables.ts'
import { isForeignKeyViolation, isUniqueViolation, type Tx, saveVersioned } from '#server/platform/database/index.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import { bundlesTag } from './find-bundles.ts'
import { showAnyBundle } from './show-bundles.ts'
import { bundleItems, bundles } from './bundles-tables.ts'

type Saved =
  | { outcome: 'saved'; bundle: AdminBundle }
  | Refusal<'not-found'>
  | FieldRefusal<'item-unknown' | 'slug-taken'>

const itemUnknown = refusedFields('item-unknown', { items: 'Ada isi paket yang tidak ditemukan atau dipilih dua kali' })

const keysOf = (input: BundleInput) =>
  input.items.map(({ courseId, ebookId }) =>
    ebookId === undefined
      ? { kind: 'course' as const, itemId: courseId ?? '' }
      : { kind: 'ebook' as const, itemId: ebookId },
  )

/** `actorId` is null in the demo. */
export const createBundle = (deps: CommerceDeps, actorId: string | null, input: BundleInput): Promise<Saved> =>
  save<never>(deps, input, async (tx) => {
    const now = deps.clock.now()
    const id = newId()
    const slug = input.slug ?? (await freeSlug(tx, input.title))
    await tx.insert(bundles).values({ ...columns(input), id, slug, createdAt: now, updatedAt: now })
    await insertItems(tx, id, input)
    if (actorId) await record(tx, deps, { actorId, action: 'bundle.created', id, input })
    return { id }
  })

/** Open and completed purchases have their lines and do not change. `version`: of the save that this one started from. */
export const updateBundle = (
  deps: CommerceDeps,
  actorId: string,
  { id, version, ...input }: BundleInput & { id: string; version?: number | undefined },
): Promise<Saved | Refusal<'stale'>> =>
  save<'not-found' | 'stale'>(deps, input, async (tx) => {
    const saved = await saveVersioned(tx, bundles, { id, version }, () => ({
      ...columns(input),
      ...(input.slug ? { slug: input.slug } : {}),
      updatedAt: deps.clock.now(),
    }))
    if (saved.outcome !== 'saved') return { id: null, refusal: saved }
    await tx.delete(bundleItems).where(eq(bundleItems.bundleId, id))
    await insertItems(tx, id, input)
    await record(tx, deps, { actorId, action: 'bundle.changed', id, input })
    return { id }
  })

type Written<Name extends string> = { id: string } | { id: null; refusal: Refusal<Name> }

async function save<Name extends string>(
  deps: CommerceDeps,
  input: BundleInput,
  write: (tx: Tx) => Promise<Written<Name>>,
): Promise<Saved | Refusal<Name>> {
  const keys = keysOf(input)
  if (new Set(keys.map(({ kind, itemId }) => `${kind} ${itemId}`)).size !== keys.length) return itemUnknown
  try {
    const written = await deps.database.transaction(async (tx) => {
      const done = await write(tx)
      if (done.id !== null) await deps.cacheTags.invalidate(tx, [bundlesTag])
      return done
    })
    if (written.id === null) return written.refusal
    const bundle = await showAnyBundle(deps, written.id)
    return bundle ? { outcome: 'saved', bundle } : refused('not-found')
  } catch (error) {
    if (isUniqueViolation(error, 'bundles_slug_key'))
      return refusedFields('slug-taken', { slug: 'Alamat ini sudah dipakai' })
    if (isForeignKeyViolation(error)) return itemUnknown
    throw error
  }
}

const columns = ({ title, description, price, status }: BundleInput) => ({
  title,
  description,
  priceIdr: price,
  status,
})

const insertItems = (tx: Tx, bundleId: string, input: BundleInput) =>
  tx.insert(bundleItems).values(keysOf(input).map((key, position) => ({ bundleId, position, ...key })))

type Recorded = { actorId: string; action: 'bundle.created' | 'bundle.changed'; id: string; input: BundleInput }

const record = (tx: Tx, { audit }: CommerceDeps, { actorId, action, id, input }: Recorded) =>
  audit.record(tx, {
    actorId,
    action,
    subjectId: id,
    details: { title: input.title, priceIdr: input.price, status: input.status },
  })

/** The title as a part of a URL, with a number when another bundle has it. */
async function freeSlug(tx: Tx, title: string): Promise<string> {
  const base = slugOf(title, { maximum: 60, fallback: 'paket' })
  const candidates = [base, ...Array.from({ length: 50 }, (_, index) => `${base}-${index + 2}`)]
  const taken = new Set(
    (await tx.select({ slug: bundles.slug }).from(bundles).where(inArray(bundles.slug, candidates))).map(
      (row) => row.slug,
    ),
  )
  return candidates.find((candidate) => !taken.has(candidate)) ?? `${base}-${newId().slice(-6)}`
}

type Deleted = { outcome: 'deleted' } | Refusal<'not-found' | 'bundle-sold'>

export async function deleteBundle(
  { database, audit, cacheTags }: CommerceDeps,
  actorId: string,
  id: string,
): Promise<Deleted> {
  return database.transaction(async (tx) => {
    const [row] = await tx.select().from(bundles).where(eq(bundles.id, id)).for('update')
    if (!row) return refused('not-found')
    const [line] = await tx
      .select({ id: transactionLines.id })
      .from(transactionLines)
      .where(eq(transactionLines.bundleId, id))
      .limit(1)
    if (line) return refused('bundle-sold')
    await tx.delete(bundleItems).where(eq(bundleItems.bundleId, id))
    await tx.delete(bundles).where(eq(bundles.id, id))
    await cacheTags.invalidate(tx, [bundlesTag])
    await audit.record(tx, {
      actorId,
      action: 'bundle.deleted',
      subjectId: id,
      details: { title: row.title },
    })
    return { outcome: 'deleted' }
  })
}
