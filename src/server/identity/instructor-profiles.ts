import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { maximumSlugs, type InstructorLink, type ProfileInput } from '#contract/instructors/profile.ts'
import { reservedSlugs } from '#contract/instructors/reserved-slugs.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import { containing, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from './deps.ts'
import { photoUrl } from './present.ts'
import { instructorProfiles, instructorSlugs, users } from './tables.ts'

/** The cache tag of all pages of instructors: which there are, and their addresses. */
const pages = 'instructors'

export type StoredProfile = {
  userId: string
  slug: string
  name: string
  avatar: string
  headline: string
  bio: string
  links: InstructorLink[]
  checkedAt: Date | null
  updatedAt: Date
}

const columns = {
  userId: users.id,
  slug: instructorProfiles.slug,
  name: users.name,
  photo: users.photo,
  headline: users.headline,
  bio: users.bio,
  links: instructorProfiles.links,
  checkedAt: instructorProfiles.checkedAt,
  updatedAt: instructorProfiles.updatedAt,
}
const toProfile = ({ photo, ...row }: Omit<StoredProfile, 'avatar'> & { photo: string }): StoredProfile => ({
  ...row,
  avatar: photoUrl(photo),
})

/** By an address of today or before. */
export async function findInstructorProfile({ database }: IdentityDeps, slug: string): Promise<StoredProfile | null> {
  dependsOn(pages)
  const [row] = await database.query
    .select(columns)
    .from(instructorSlugs)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, instructorSlugs.userId))
    .innerJoin(users, eq(users.id, instructorSlugs.userId))
    .where(and(eq(instructorSlugs.slug, slug.toLowerCase()), isNull(users.deletedAt)))
  if (row) dependsOn(`user:${row.userId}`)
  return row ? toProfile(row) : null
}

/** Profiles of these members of staff, without deleted accounts. */
export async function listInstructorProfiles(
  { database }: IdentityDeps,
  userIds: readonly string[],
): Promise<StoredProfile[]> {
  if (userIds.length === 0) return []
  dependsOn(pages, ...userIds.map((id) => `user:${id}`))
  const rows = await database.query
    .select(columns)
    .from(instructorProfiles)
    .innerJoin(users, eq(users.id, instructorProfiles.userId))
    .where(and(inArray(users.id, [...userIds]), isNull(users.deletedAt)))
    .orderBy(instructorProfiles.slug)
  return rows.map(toProfile)
}

/** Staff whose name has all words that were typed, in no order; at most `limit`. */
export async function findStaffByName(
  { database }: IdentityDeps,
  words: readonly string[],
  limit: number,
): Promise<StoredProfile[]> {
  if (words.length === 0) return []
  dependsOn(pages)
  const rows = await database.query
    .select(columns)
    .from(instructorProfiles)
    .innerJoin(users, eq(users.id, instructorProfiles.userId))
    .where(
      and(
        isNull(users.deletedAt),
        ...words.map((word) => sql`lower(${users.name}) like ${containing(word.toLowerCase())}`),
      ),
    )
    .limit(limit)
  return rows.map(toProfile)
}

export async function saveInstructorProfile(
  { database, clock, audit, cacheTags }: IdentityDeps,
  viewer: Viewer,
  { slug, headline, bio, links }: ProfileInput,
): Promise<{ outcome: 'saved' } | InvalidInput> {
  return database.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(instructorProfiles)
      .where(eq(instructorProfiles.userId, viewer.id))
      .for('update')
    if (!before) throw new Error(`The staff member ${viewer.id} has no profile`)
    if (slug !== before.slug) {
      const problem = await takeSlug(tx, { slug, userId: viewer.id, now: clock.now() })
      if (problem) return invalidInput({ slug: problem })
    }
    await tx
      .update(instructorProfiles)
      .set({ slug, links, updatedAt: clock.now() })
      .where(eq(instructorProfiles.userId, viewer.id))
    await tx.update(users).set({ headline, bio }).where(eq(users.id, viewer.id))
    await audit.record(tx, {
      actorId: viewer.id,
      action: 'user.page-changed',
      subjectId: viewer.id,
      details: slug === before.slug ? {} : { before: { slug: before.slug }, after: { slug } },
    })
    await cacheTags.invalidate(tx, [`user:${viewer.id}`, pages])
    return { outcome: 'saved' }
  })
}

/** Why an address cannot be used; null when it is this person's from now on. */
async function takeSlug(
  tx: Tx,
  { slug, userId, now }: { slug: string; userId: string; now: Date },
): Promise<string | null> {
  if (reservedSlugs.has(slug)) return 'Alamat ini dipakai oleh situs. Pilih yang lain.'
  const [own] = await tx.select({ total: count() }).from(instructorSlugs).where(eq(instructorSlugs.userId, userId))
  const [holder] = await tx.select().from(instructorSlugs).where(eq(instructorSlugs.slug, slug))
  if (holder) return holder.userId === userId ? null : taken
  if ((own?.total ?? 0) >= maximumSlugs) return `Alamat hanya bisa diganti ${maximumSlugs - 1} kali.`
  const added = await tx
    .insert(instructorSlugs)
    .values({ slug, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ slug: instructorSlugs.slug })
  return added.length > 0 ? null : taken
}

const taken = 'Alamat ini sudah dipakai instruktur lain. Pilih yang lain.'

/** Links of the page can be followed once an admin looked at it. */
export async function checkInstructorPage(
  { database, clock, audit, cacheTags }: IdentityDeps,
  admin: Viewer,
  { userId, isChecked }: { userId: string; isChecked: boolean },
): Promise<{ outcome: 'saved' } | Refusal<'not-found'>> {
  return database.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(instructorProfiles)
      .where(eq(instructorProfiles.userId, userId))
      .for('update')
    if (!before) return refused('not-found')
    if ((before.checkedAt !== null) === isChecked) return { outcome: 'saved' }
    await tx
      .update(instructorProfiles)
      .set({ checkedAt: isChecked ? clock.now() : null })
      .where(eq(instructorProfiles.userId, userId))
    await audit.record(tx, {
      actorId: admin.id,
      action: isChecked ? 'user.page-checked' : 'user.page-unchecked',
      subjectId: userId,
    })
    await cacheTags.invalidate(tx, [`user:${userId}`, pages])
    return { outcome: 'saved' }
  })
}

/** For the export of an account. */
export async function exportInstructorPage({ database }: IdentityDeps, userId: string) {
  const [page] = await database.query
    .select({ slug: instructorProfiles.slug, links: instructorProfiles.links })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, userId))
  const slugs = await database.query
    .select({ slug: instructorSlugs.slug })
    .from(instructorSlugs)
    .where(eq(instructorSlugs.userId, userId))
    .limit(maximumSlugs)
  return page ? { ...page, addresses: slugs.map(({ slug }) => slug) } : null
}

/** With an account: its former addresses are free again. */
export async function eraseInstructorPage(tx: Tx, userId: string): Promise<void> {
  await tx.delete(instructorProfiles).where(eq(instructorProfiles.userId, userId))
  await tx.delete(instructorSlugs).where(eq(instructorSlugs.userId, userId))
}
