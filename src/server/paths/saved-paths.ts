import { and, eq } from 'drizzle-orm'
import { maximumSavedPaths } from '#contract/paths/paths.ts'
import { lockUntilCommit, personalDataOf, type Database, type PersonalData } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { PathsDeps } from './deps.ts'
import { isPublicSql, listSavedIds } from './find-paths.ts'
import { ownedByStudents, paths, savedPaths } from './tables.ts'

type Stored = Pick<PathsDeps, 'database' | 'clock'>

export async function savePath(
  { database, clock }: Stored,
  userId: string,
  id: string,
): Promise<{ outcome: 'saved' } | Refusal<'not-found' | 'too-many-saved'>> {
  return database.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: paths.id })
      .from(paths)
      .where(and(eq(paths.id, id), isPublicSql))
    if (!found) return refused('not-found')
    await lockUntilCommit(tx, `saved-paths:${userId}`)
    const own = await listSavedIds(tx, userId)
    if (own.includes(id)) return { outcome: 'saved' }
    if (own.length >= maximumSavedPaths) return refused('too-many-saved')
    await tx.insert(savedPaths).values({ userId, pathId: id, savedAt: clock.now() })
    return { outcome: 'saved' }
  })
}

export async function unsavePath({ database }: Stored, userId: string, id: string): Promise<void> {
  await database.query.delete(savedPaths).where(and(eq(savedPaths.userId, userId), eq(savedPaths.pathId, id)))
}

/** The paths that somebody saved. Certificates of paths are personal data of learning. */
export const pathsPersonalData = ({ database }: { database: Database }): PersonalData =>
  personalDataOf(database, 'paths', ownedByStudents, {
    export: async (userId) => ({
      savedPaths: await database.query
        .select({ pathId: savedPaths.pathId, title: paths.title, savedAt: savedPaths.savedAt })
        .from(savedPaths)
        .innerJoin(paths, eq(paths.id, savedPaths.pathId))
        .where(eq(savedPaths.userId, userId)),
    }),
  })
