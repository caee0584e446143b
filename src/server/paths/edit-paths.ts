import { and, eq, inArray } from 'drizzle-orm'
import { slugOf } from '#contract/kit/text/slug.ts'
import { reservedPathSlugs, type AdminPath, type PathInput, type PathStatus } from '#contract/paths/paths-admin.ts'
import {
  isForeignKeyViolation,
  isUniqueViolation,
  lockUntilCommit,
  type Tx,
  saveVersioned,
} from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import type { PathsDeps } from './deps.ts'
import { pathsTag } from './find-paths.ts'
import { showAnyPath } from './list-all-paths.ts'
import { pathSlugs, pathSteps, paths, type PathRow } from './tables.ts'

type NotSaved = Refusal<'not-found'> | FieldRefusal<'course-unknown' | 'slug-taken'>
type Saved = { outcome: 'saved'; path: AdminPath } | NotSaved

const slugTaken = refusedFields('slug-taken', { slug: 'Alamat ini sudah dipakai' })

/** `actorId` is null in the demo. */
export const createPath = (deps: PathsDeps, actorId: string | null, input: PathInput): Promise<Saved> =>
  save<never>(deps, async (tx) => {
    const wrong = await findWrongStep(tx, deps, input, [])
    if (wrong) return wrong
    const now = deps.clock.now()
    const id = newId()
    const slug = input.slug ?? (await freeSlug(tx, input.title))
    await tx.insert(paths).values({ ...columns(input), id, slug, status: 'draft', createdAt: now, updatedAt: now })
    await tx.insert(pathSlugs).values({ slug, pathId: id })
    await insertSteps(tx, id, input)
    if (actorId) await record(tx, deps, { actorId, action: 'path.created', id, details: detailsOf(input) })
    return { outcome: 'written', id }
  })

/** Open and completed purchases have their lines and do not change. `version`: of the save that this one started from. */
export const updatePath = (
  deps: PathsDeps,
  actorId: string,
  { id, version, ...input }: PathInput & { id: string; version?: number | undefined },
): Promise<Saved | Refusal<'stale'>> =>
  save<'stale'>(deps, async (tx) => {
    const saved = await saveVersioned(tx, paths, { id, version }, async (before) => {
      const steps = await tx.select({ courseId: pathSteps.courseId }).from(pathSteps).where(eq(pathSteps.pathId, id))
      const known = steps.map(({ courseId }) => courseId)
      const wrong = await findWrongStep(tx, deps, input, known)
      if (wrong) return wrong
      const slug = input.slug ?? before.slug
      if (slug !== before.slug && !(await takeSlug(tx, id, slug))) return slugTaken
      return { ...columns(input), slug, updatedAt: deps.clock.now() }
    })
    if (saved.outcome !== 'saved') return saved
    await tx.delete(pathSteps).where(eq(pathSteps.pathId, id))
    await insertSteps(tx, id, input)
    await record(tx, deps, { actorId, action: 'path.changed', id, details: detailsOf(input) })
    return { outcome: 'written', id }
  })

/** `actorId` is null in the demo. */
export async function setPathStatus(
  deps: PathsDeps,
  actorId: string | null,
  { id, status }: { id: string; status: PathStatus },
): Promise<{ outcome: 'saved'; path: AdminPath } | Refusal<'not-found' | 'not-enough-courses'>> {
  const changed = await deps.database.transaction(
    async (tx): Promise<Refusal<'changed' | 'not-found' | 'not-enough-courses'>> => {
      const saved = await saveVersioned(tx, paths, { id }, async (now) => {
        if (now.status === status) return refused('changed')
        if (status === 'published' && (await countPublicSteps(tx, deps, id)) < 2) return refused('not-enough-courses')
        return { status, updatedAt: deps.clock.now() }
      })
      if (saved.outcome === 'stale') return refused('not-found')
      if (saved.outcome !== 'saved') return saved
      const { before } = saved
      await deps.cacheTags.invalidate(tx, [pathsTag])
      const details = { title: before.title, from: before.status, to: status }
      if (actorId) await record(tx, deps, { actorId, action: 'path.status-changed', id, details })
      return { outcome: 'changed' }
    },
  )
  if (changed.outcome !== 'changed') return changed
  const path = await showAnyPath(deps, id)
  return path ? { outcome: 'saved', path } : refused('not-found')
}

/** One that was bought or finished stays, because orders and certificates refer to it. */
export async function deletePath(
  deps: PathsDeps,
  actorId: string,
  id: string,
): Promise<{ outcome: 'deleted' } | Refusal<'not-found' | 'path-in-use'>> {
  try {
    return await deps.database.transaction(async (tx) => {
      const row = await lockPath(tx, id)
      if (!row) return refused('not-found')
      await tx.delete(paths).where(eq(paths.id, id))
      await deps.cacheTags.invalidate(tx, [pathsTag])
      await record(tx, deps, { actorId, action: 'path.deleted', id, details: { title: row.title } })
      return { outcome: 'deleted' }
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) return refused('path-in-use')
    throw error
  }
}

type Written<Name extends string> = { outcome: 'written'; id: string } | NotSaved | Refusal<Name>

async function save<Name extends string>(
  deps: PathsDeps,
  write: (tx: Tx) => Promise<Written<Name>>,
): Promise<Saved | Refusal<Name>> {
  try {
    const written = await deps.database.transaction(async (tx): Promise<Written<Name>> => {
      const done = await write(tx)
      if (done.outcome === 'written') await deps.cacheTags.invalidate(tx, [pathsTag])
      return done
    })
    if (!('id' in written)) return written
    const path = await showAnyPath(deps, written.id)
    return path ? { outcome: 'saved', path } : refused('not-found')
  } catch (error) {
    if (isUniqueViolation(error, 'path_slugs_pkey') || isUniqueViolation(error, 'paths_slug_key')) return slugTaken
    if (isForeignKeyViolation(error)) return unknownCourse
    throw error
  }
}

async function lockPath(tx: Tx, id: string): Promise<PathRow | null> {
  const [row] = await tx.select().from(paths).where(eq(paths.id, id)).for('update')
  return row ?? null
}

const columns = ({ title, tagline, description, isOrdered, discountPercent }: PathInput) => ({
  title,
  tagline,
  description,
  isOrdered,
  discountPercent,
})

const insertSteps = (tx: Tx, pathId: string, { steps }: PathInput) =>
  tx
    .insert(pathSteps)
    .values(
      steps.map(({ courseId, sentence }, position) => ({ pathId, position, courseId, sentence: sentence || null })),
    )

const unknownCourse = refusedFields('course-unknown', { steps: 'Ada kelas yang tidak ditemukan' })

/** A course that left the catalogue stays where it is, and is not added. */
async function findWrongStep(
  tx: Tx,
  { catalog }: PathsDeps,
  { steps }: PathInput,
  known: readonly string[],
): Promise<FieldRefusal<'course-unknown'> | null> {
  const ids = steps.map(({ courseId }) => courseId)
  const courses = await catalog.listCoursesById(ids, tx)
  if (courses.length < ids.length) return unknownCourse
  const archived = courses.find(({ id, status }) => status === 'archived' && !known.includes(id))
  return archived ? refusedFields('course-unknown', { steps: `Kelas ${archived.title} sudah diarsipkan` }) : null
}

async function countPublicSteps(tx: Tx, { catalog }: PathsDeps, id: string): Promise<number> {
  const steps = await tx.select({ courseId: pathSteps.courseId }).from(pathSteps).where(eq(pathSteps.pathId, id))
  const courses = await catalog.listCoursesById(
    steps.map(({ courseId }) => courseId),
    tx,
  )
  return courses.filter(({ status }) => status === 'published').length
}

/** A slug that another path has or had is not given away. */
async function takeSlug(tx: Tx, pathId: string, slug: string): Promise<boolean> {
  await tx.insert(pathSlugs).values({ slug, pathId }).onConflictDoNothing()
  const [own] = await tx
    .select({ slug: pathSlugs.slug })
    .from(pathSlugs)
    .where(and(eq(pathSlugs.slug, slug), eq(pathSlugs.pathId, pathId)))
  return own !== undefined
}

/** The title as a part of a URL, with a number when another path has it. */
async function freeSlug(tx: Tx, title: string): Promise<string> {
  await lockUntilCommit(tx, 'path-slugs')
  const base = slugOf(title, { maximum: 60, fallback: 'jalur' })
  const candidates = [base, ...Array.from({ length: 50 }, (_, index) => `${base}-${index + 2}`)]
  const rows = await tx.select({ slug: pathSlugs.slug }).from(pathSlugs).where(inArray(pathSlugs.slug, candidates))
  const taken = new Set([...reservedPathSlugs, ...rows.map(({ slug }) => slug)])
  return candidates.find((candidate) => !taken.has(candidate)) ?? `${base}-${newId().slice(-6)}`
}

type Recorded = {
  actorId: string
  action: 'path.created' | 'path.changed' | 'path.status-changed' | 'path.deleted'
  id: string
  details: Record<string, string | number>
}

const record = (tx: Tx, { audit }: PathsDeps, { actorId, action, id, details }: Recorded) =>
  audit.record(tx, { actorId, action, subjectId: id, details })

const detailsOf = ({ title, discountPercent, steps }: PathInput) => ({
  title,
  discountPercent,
  steps: steps.length,
})
