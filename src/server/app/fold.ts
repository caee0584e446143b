import type { PersonalData } from '#server/platform/database/index.ts'
import type { Media, Uploads } from '#server/platform/media/index.ts'
import { purgeNames, type PurgeBatch, type PurgeName } from '#server/platform/jobs/index.ts'
import type { Contribution } from './contribution.ts'

/** Sorts personal data topologically, each part after those that are erased before it. */
export function inOrderOfErasure(contributions: readonly { personalData: readonly PersonalData[] }[]): PersonalData[] {
  const waiting = contributions.flatMap(({ personalData }) => personalData)
  const ordered: PersonalData[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ name }) => !waiting.some(({ erasedBefore }) => erasedBefore === name))
    if (next === -1) throw new Error('Personal data that is erased before itself')
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}

/** Collects the function that deletes by each rule of src/server/platform/jobs/retention-rules.ts. */
export function purgeBatches(
  contributions: readonly Contribution[],
  { uploads, media }: { uploads: Uploads; media: Media },
): Record<PurgeName, PurgeBatch> {
  const uploadsInUse = contributions.flatMap((domain) => domain.uploadsInUse)
  const mediaInUse = contributions.flatMap((domain) => domain.mediaInUse)
  const batches: Contribution['purges'] = {
    'unused-uploads': (before, limit) => uploads.deleteUnused(uploadsInUse, { before }, limit),
    'unused-videos': (before, limit) => media.deleteUnused(mediaInUse, before, limit),
  }
  for (const { purges } of contributions) Object.assign(batches, purges)
  return Object.fromEntries(
    purgeNames.map((name) => {
      const batch = batches[name]
      if (!batch) throw new Error(`No domain deletes what the rule ${name} names`)
      return [name, batch]
    }),
  ) as Record<PurgeName, PurgeBatch>
}
