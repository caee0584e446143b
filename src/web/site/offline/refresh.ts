import type { Session } from '#contract/identity/identity.ts'
import { sessionFingerprint, visitor } from '#web/kit/device/owner.ts'
import { currentBuild } from './current-build.ts'
import { offlineKinds } from './offline-item.ts'
import { NotAvailable, prepare, readSource, renewQuestions, storePrepared, videoUrlFinder } from './save.ts'
import { missingVideos, saveVideos } from './save-videos.ts'
import { removeSaved, listSaved, updateSaved, type SavedItem } from './saved-store.ts'

/** Titles of updated and of removed items, and the number of failed comparisons. */
export type Refreshed = { updated: string[]; gone: string[]; failed: number }

/**
 * Updates saved items that were last compared with the server before `checkedBefore` (milliseconds). One at a time, and in one tab at a
 * time. An item whose refresh fails stays unchanged.
 */
export async function refreshSaved(session: Session | null, checkedBefore: number): Promise<Refreshed> {
  const refreshed: Refreshed = { updated: [], gone: [], failed: 0 }
  const work = async () => {
    const fingerprint = await sessionFingerprint(session && `Bearer ${session.token}`)
    for (const entry of listSaved()) {
      if (!isOutdated(entry, fingerprint) && wasCheckedSince(entry, checkedBefore) && !hasVideosToLoad(entry)) continue
      const outcome = await refreshWithVideos(entry, session, fingerprint).catch(() => 'failed' as const)
      if (outcome === 'failed') refreshed.failed++
      if (outcome === 'updated' || outcome === 'gone') refreshed[outcome].push(entry.title)
    }
  }
  await navigator.locks?.request('cendaki-saved', work)
  return refreshed
}

/** Saved for another session or build, so it cannot be opened any more. */
const isOutdated = (entry: SavedItem, fingerprint: string): boolean =>
  entry.build !== currentBuild() || (offlineKinds[entry.kind].isPersonal && entry.session !== fingerprint)

/** A time in the future was stored before the device's clock was set back, so it says nothing. */
function wasCheckedSince({ checkedAt }: SavedItem, time: number): boolean {
  const checked = Date.parse(checkedAt)
  return checked >= time && checked <= Date.now()
}

const hasVideosToLoad = (entry: SavedItem): boolean => !entry.hasNoSpace && missingVideos(entry).length > 0

const isStillSaved = ({ kind, id }: SavedItem): boolean =>
  listSaved().some((entry) => entry.kind === kind && entry.id === id)

async function refreshWithVideos(entry: SavedItem, session: Session | null, fingerprint: string) {
  const outcome = await refresh(entry, session, fingerprint)
  // Also those that an earlier visit did not finish.
  if (outcome !== 'gone' && entry.owner === session?.user._id && !entry.hasNoSpace)
    await saveVideos(entry, { findUrl: videoUrlFinder(entry, session) })
  return outcome
}

async function refresh(
  entry: SavedItem,
  session: Session | null,
  fingerprint: string,
): Promise<'same' | 'renewed' | 'updated' | 'gone'> {
  // A user's item is not refreshed without that user's session.
  if (entry.owner !== visitor && entry.owner !== session?.user._id) return 'same'
  try {
    const source = await readSource(entry, session)
    const isSame = source.version === entry.version
    if (isSame && !isOutdated(entry, fingerprint)) {
      await renewQuestions(entry, session)
      updateSaved(entry, { checkedAt: new Date().toISOString() })
      return 'same'
    }
    const prepared = await prepare(entry, session, source)
    if (!isStillSaved(entry)) return 'same'
    const savedAt = isSame ? entry.savedAt : prepared.entry.savedAt
    await storePrepared(
      { ...prepared, entry: { ...prepared.entry, savedAt, ...(entry.hasNoSpace && { hasNoSpace: true }) } },
      { withVideos: entry.videos !== undefined, onlyReplace: true },
    )
    // Removed while it was being stored: nothing is said about it.
    if (!isStillSaved(entry)) return 'same'
    return isSame ? 'renewed' : 'updated'
  } catch (error) {
    if (!(error instanceof NotAvailable)) throw error
    await removeSaved(entry)
    return 'gone'
  }
}
