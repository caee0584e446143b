import type { Session } from '#contract/identity.ts'
import { guest } from '#web/library/reading/reading-store.ts'
import { currentBuild } from './current-build.ts'
import { kinds } from './keepable.ts'
import { fingerprint, Gone, prepare, readSource, store } from './save.ts'
import { forget, listSaved, noteChecked, type Saved } from './saved-store.ts'

/** Titles of what is newer here now, and of what is gone; how many could not be compared. */
export type Refreshed = { updated: string[]; gone: string[]; failed: number }

/**
 * Brings what is kept here up to what the server has: all that was last compared before this moment (milliseconds), one after the other,
 * and in one tab after the other. What fails stays as it is.
 */
export async function refreshSaved(session: Session | null, checkedBefore: number): Promise<Refreshed> {
  const refreshed: Refreshed = { updated: [], gone: [], failed: 0 }
  const work = async () => {
    const mark = await fingerprint(session && `Bearer ${session.token}`)
    for (const entry of listSaved()) {
      if (!isOutdated(entry, mark) && Date.parse(entry.checkedAt) >= checkedBefore) continue
      const outcome = await refresh(entry, session, mark).catch(() => 'failed' as const)
      if (outcome === 'failed') refreshed.failed++
      if (outcome === 'updated' || outcome === 'gone') refreshed[outcome].push(entry.title)
    }
  }
  await navigator.locks?.request('cendaki-saved', work)
  return refreshed
}

/** Kept for a session or a build that is no more: it could not be opened. */
const isOutdated = (entry: Saved, mark: string): boolean => entry.build !== currentBuild() || (kinds[entry.kind].isPersonal && entry.session !== mark)

const isStillKept = ({ kind, id }: Saved): boolean => listSaved().some((entry) => entry.kind === kind && entry.id === id)

async function refresh(entry: Saved, session: Session | null, mark: string): Promise<'same' | 'renewed' | 'updated' | 'gone'> {
  // What somebody kept while signed in is not asked for as nobody.
  if (entry.owner !== guest && entry.owner !== session?.user._id) return 'same'
  try {
    const source = await readSource(entry, session)
    const isSame = source.version === entry.version
    if (isSame && !isOutdated(entry, mark)) {
      noteChecked(entry)
      return 'same'
    }
    const prepared = await prepare(entry, session, source)
    // Taken off meanwhile: it does not come back.
    if (!isStillKept(entry)) return 'same'
    await store({ ...prepared, entry: { ...prepared.entry, savedAt: isSame ? entry.savedAt : prepared.entry.savedAt } })
    return isSame ? 'renewed' : 'updated'
  } catch (error) {
    if (!(error instanceof Gone)) throw error
    await forget(entry)
    return 'gone'
  }
}
