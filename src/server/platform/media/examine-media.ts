import { and, asc, desc, gt, isNull } from 'drizzle-orm'
import { pagesOf, type Database } from '#server/platform/database/index.ts'
import type { MediaStore } from './media-store.ts'
import { mediaFiles } from './tables.ts'

type StoredFile = { id: string; bytes: number }
type Deps = { database: Database; store: MediaStore }

/** `missing` are the ids of videos whose bytes are not in the store, or not all of them. */
export type MediaExamination = { checked: number; missing: string[] }

const sampleSize = 20

/** Compares the newest videos, or all of them, with the store. Throws when the store cannot be used. */
export async function examineMedia(deps: Deps, { every }: { every: boolean }): Promise<MediaExamination> {
  await deps.store.check()
  if (!every) return examine(deps, await select(deps).orderBy(desc(mediaFiles.id)).limit(sampleSize))
  const result: MediaExamination = { checked: 0, missing: [] }
  for await (const page of pagesOf<StoredFile>(sampleSize, async (after, limit) =>
    select(deps, after?.id).orderBy(asc(mediaFiles.id)).limit(limit),
  )) {
    const { checked, missing } = await examine(deps, page)
    result.checked += checked
    result.missing.push(...missing)
  }
  return result
}

const select = ({ database }: Deps, after?: string) =>
  database.query
    .select({ id: mediaFiles.id, bytes: mediaFiles.bytes })
    .from(mediaFiles)
    .where(and(isNull(mediaFiles.deletingSince), after === undefined ? undefined : gt(mediaFiles.id, after)))

async function examine({ store }: Deps, files: readonly StoredFile[]): Promise<MediaExamination> {
  const found = await Promise.all(
    files.map(async ({ id, bytes }) => ({ id, isWhole: (await store.find(id))?.bytes === bytes })),
  )
  return { checked: files.length, missing: found.filter(({ isWhole }) => !isWhole).map(({ id }) => id) }
}
