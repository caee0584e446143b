import { newId } from '#server/platform/new-id.ts'
import { slugOf } from '#contract/kit/text/slug.ts'
import { eq, inArray } from 'drizzle-orm'
import type { AdminBundle, BundleInput } from '#contract/commerce/bundles.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { transactionLines } from '#server/commerce/tables.ts'
import { isForeignKeyViolation, isUniqueViolation, type Tx } from '#server/platform/database/index.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import { bundlesTag } from './find-bundles.ts'
import { showAnyBundle } from './show-bundles.ts'
import { bundleItems, bundles } from './tables.ts'

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

/** Saves a new bundle, or this one. Open and completed purchases have their lines and do not change. */
export async function saveBundle(
  deps: CommerceDeps,
  actorId: string | null,
  input: BundleInput,
  id: string | null,
): Promise<Saved> {
  const keys = keysOf(input)
  if (new Set(keys.map(({ kind, itemId }) => `${kind} ${itemId}`)).size !== keys.length) return itemUnknown
  try {
    const savedId = await deps.database.transaction((tx) => save(tx, deps, { actorId, input, id }))
    const bundle = savedId && (await showAnyBundle(deps, savedId))
    return bundle ? { outcome: 'saved', bundle } : refused('not-found')
  } catch (error) {
    if (isUniqueViolation(error, 'bundles_slug_key'))
      return refusedFields('slug-taken', { slug: 'Alamat ini sudah dipakai' })
    if (isForeignKeyViolation(error)) return itemUnknown
    throw error
  }
}

type Save = { /** Null: the demo. */ actorId: string | null; input: BundleInput; id: string | null }

/** Null: there is no such bundle. */
async function save(
  tx: Tx,
  { clock, audit, cacheTags }: CommerceDeps,
  { actorId, input, id }: Save,
): Promise<string | null> {
  const now = clock.now()
  const slug = input.slug ?? (id === null ? await freeSlug(tx, input.title) : undefined)
  const values = {
    title: input.title,
    description: input.description,
    priceIdr: input.price,
    status: input.status,
    updatedAt: now,
    ...(slug ? { slug } : {}),
  }
  const savedId = id ?? newId()
  if (id === null) await tx.insert(bundles).values({ ...values, id: savedId, slug: slug ?? savedId, createdAt: now })
  else {
    const updated = await tx.update(bundles).set(values).where(eq(bundles.id, id)).returning({ id: bundles.id })
    if (updated.length === 0) return null
    await tx.delete(bundleItems).where(eq(bundleItems.bundleId, id))
  }
  await tx.insert(bundleItems).values(keysOf(input).map((key, position) => ({ bundleId: savedId, position, ...key })))
  await cacheTags.invalidate(tx, [bundlesTag])
  const details = { title: input.title, priceIdr: input.price, status: input.status }
  if (actorId)
    await audit.record(tx, {
      actorId,
      action: id === null ? 'bundle.created' : 'bundle.changed',
      subjectKind: 'bundle',
      subjectId: savedId,
      details,
    })
  return savedId
}

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
      subjectKind: 'bundle',
      subjectId: id,
      details: { title: row.title },
    })
    return { outcome: 'deleted' }
  })
}
