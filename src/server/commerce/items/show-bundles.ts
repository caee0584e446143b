import { and, count, desc, eq, ilike, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { AdminBundle, Bundle as ShownBundle } from '#contract/commerce/bundles.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { describeItems } from './describe-items.ts'
import type { Item } from './item.ts'
import { currentPrice, priceSeparately, restOfBundle } from './price-lines.ts'
import { transactionLines, transactions } from '#server/commerce/tables.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import { containing, type Queryable } from '#server/platform/database/index.ts'
import { bundlesTag, findBundleId, findBundles, type Bundle } from './find-bundles.ts'
import { bundleItems, bundles } from './bundles-tables.ts'

type Page = { page: number; limit: number }
type Wanted = Page & { /** Only bundles with this course. */ courseId?: string | undefined }

/** Every member of a bundle for sale is published; one that is not is left out of the list. */
const allPublished = sql`not exists (select 1 from ${bundleItems} left join courses on courses.id = ${bundleItems}.course_id left join ebooks on ebooks.id = ${bundleItems}.ebook_id
  where ${bundleItems.bundleId} = ${bundles.id} and coalesce(courses.status, ebooks.status, '') <> 'published')`

const bundlesFound = 3

const isListed = and(eq(bundles.status, 'published'), allPublished)

const hasCourse = (courseId: string) =>
  sql`exists (select 1 from ${bundleItems} where ${bundleItems.bundleId} = ${bundles.id} and ${bundleItems}.course_id = ${courseId})`

/** Those whose title has these words, the newest first. */
export async function searchBundles(deps: CommerceDeps, words: string): Promise<{ slug: string; title: string }[]> {
  dependsOn(bundlesTag, 'courses', 'ebooks')
  const { query } = deps.database
  return query
    .select({ slug: bundles.slug, title: bundles.title })
    .from(bundles)
    .where(and(isListed, ilike(bundles.title, containing(words))))
    .orderBy(desc(bundles.createdAt), desc(bundles.id))
    .limit(bundlesFound)
}

/** The ids of one page, newest first, and how many bundles there are. */
async function pickPage(
  query: Queryable,
  where: SQL | undefined,
  { page, limit }: Page,
): Promise<{ ids: string[]; total: number }> {
  const [counted] = await query.select({ total: count() }).from(bundles).where(where)
  const picked = await query
    .select({ id: bundles.id })
    .from(bundles)
    .where(where)
    .orderBy(desc(bundles.createdAt), desc(bundles.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { ids: picked.map(({ id }) => id), total: counted?.total ?? 0 }
}

export async function listBundles(
  deps: CommerceDeps,
  { courseId, ...page }: Wanted,
  viewerId: string | null,
): Promise<{ rows: ShownBundle[]; total: number }> {
  // A bundle is listed while all its members are published.
  dependsOn('courses', 'ebooks')
  const { query } = deps.database
  const { ids, total } = await pickPage(query, and(isListed, courseId ? hasCourse(courseId) : undefined), page)
  const found = await findBundles(deps, ids, query)
  const sold = ids.flatMap((id) => found.get(id) ?? []).filter(({ isForSale }) => isForSale)
  return { rows: await present(deps, sold, viewerId), total }
}

/** Every bundle for sale, for the sitemap. */
export async function listPublicBundles(deps: CommerceDeps): Promise<{ slug: string; changedAt: Date }[]> {
  dependsOn('courses', 'ebooks')
  const { query } = deps.database
  const picked = await query
    .select({ id: bundles.id })
    .from(bundles)
    .where(isListed)
    .orderBy(desc(bundles.createdAt), desc(bundles.id))
  const ids = picked.map(({ id }) => id)
  const found = await findBundles(deps, ids, query)
  return ids.flatMap((id) => {
    const bundle = found.get(id)
    return bundle?.isForSale ? [{ slug: bundle.row.slug, changedAt: bundle.row.updatedAt }] : []
  })
}

export async function showBundle(
  deps: CommerceDeps,
  idOrSlug: string,
  viewerId: string | null,
): Promise<ShownBundle | null> {
  const { query } = deps.database
  const id = isUuid(idOrSlug) ? idOrSlug : await findBundleId(query, idOrSlug)
  const found = id ? (await findBundles(deps, [id], query)).get(id) : null
  if (!found?.isForSale) return null
  const [shown] = await present(deps, [found], viewerId)
  return shown ?? null
}

async function present(deps: CommerceDeps, found: readonly Bundle[], viewerId: string | null): Promise<ShownBundle[]> {
  const members = found.flatMap((bundle) => bundle.members)
  const summaries = await describeItems(
    deps,
    members.map(({ kind, id }) => ({ kind, itemId: id })),
  )
  const owned = viewerId ? await findOwned(deps, viewerId, members) : new Set<string>()
  return found.map(({ row, members: own }) => {
    const listPrice = priceSeparately(own)
    const price = restOfBundle(row.priceIdr, { all: own, missing: own })
    const missing = own.filter(({ id }) => !owned.has(id))
    return {
      _id: row.id,
      slug: row.slug,
      title: row.title,
      description: row.description,
      listPrice,
      price,
      saving: listPrice - price,
      items: own.map((member) => ({
        kind: member.kind,
        _id: member.id,
        title: member.title,
        thumbnail: summaries.get(member.id)?.thumbnail ?? '',
        price: currentPrice(member),
      })),
      updatedAt: row.updatedAt.toISOString(),
      viewer:
        viewerId === null
          ? null
          : {
              price: missing.length === 0 ? 0 : restOfBundle(row.priceIdr, { all: own, missing }),
              ownedIds: own.filter(({ id }) => owned.has(id)).map(({ id }) => id),
            },
    }
  })
}

async function findOwned(
  { database, items }: CommerceDeps,
  userId: string,
  members: readonly Item[],
): Promise<ReadonlySet<string>> {
  return database.transaction(async (tx) => {
    const owned = new Set<string>()
    for (const kind of ['course', 'ebook'] as const) {
      const ids = members.filter((member) => member.kind === kind).map(({ id }) => id)
      if (ids.length > 0) for (const id of await items[kind].listOwned(userId, ids, tx)) owned.add(id)
    }
    return owned
  })
}

export async function listAllBundles(
  deps: CommerceDeps,
  { q, ...page }: Page & { q?: string | undefined },
): Promise<{ rows: AdminBundle[]; total: number }> {
  const { ids, total } = await pickPage(deps.database.query, q ? ilike(bundles.title, containing(q)) : undefined, page)
  return { rows: await presentForStaff(deps, ids), total }
}

export async function showAnyBundle(deps: CommerceDeps, id: string): Promise<AdminBundle | null> {
  return (await presentForStaff(deps, [id]))[0] ?? null
}

async function presentForStaff(deps: CommerceDeps, ids: readonly string[]): Promise<AdminBundle[]> {
  const { query } = deps.database
  const found = await findBundles(deps, ids, query)
  if (found.size === 0) return []
  const sold = new Map(
    (
      await query
        .select({
          id: transactionLines.bundleId,
          sold: sql<number>`count(distinct ${transactionLines.transactionId})::int`,
        })
        .from(transactionLines)
        .innerJoin(transactions, eq(transactions.id, transactionLines.transactionId))
        .where(and(inArray(transactionLines.bundleId, [...ids]), isNotNull(transactions.paidAt)))
        .groupBy(transactionLines.bundleId)
    ).map((row) => [row.id, row.sold]),
  )
  const ordered = ids.flatMap((id) => found.get(id) ?? [])
  const shown = await present(deps, ordered, null)
  return ordered.flatMap(({ row, isForSale }, index) => {
    const bundle = shown[index]
    return bundle
      ? [
          {
            ...bundle,
            status: row.status,
            isForSale,
            sold: sold.get(row.id) ?? 0,
            price: row.priceIdr,
            version: row.version,
          },
        ]
      : []
  })
}
