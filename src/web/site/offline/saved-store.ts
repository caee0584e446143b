import { savedCache } from './saved-names.ts'
import { visitor } from '#web/kit/device/owner.ts'
import { deviceValue } from '#web/kit/device/device-value.ts'
import { parseObject, parseString } from '#web/kit/device/parse.ts'

/** An uploaded video of a saved course. `address` is its path in the cache, which names the file. */
export type SavedVideo = { contentId: string; address: string; bytes: number }

/** An item saved offline on this device. */
export type SavedItem = {
  kind: 'ebook' | 'tip' | 'course' | 'schedule'
  id: string
  title: string
  /** The page that shows it. */
  path: string
  /** A user id, or `tamu` for public content. */
  owner: string
  bytes: number
  /** Digest of the content when it was saved. */
  version: string
  /** When this version was saved, and when it was last compared with the server (ISO 8601, UTC). */
  savedAt: string
  checkedAt: string
  /** Fingerprint of the session that may read it, and its build: when one changes, the item is fetched again. */
  session: string
  build: string
  /** Paths in the cache. Devices have stored lists with this name, as with `address` of a video. */
  addresses: string[]
  /** The videos of a course that was saved with them; those that are loaded are in `addresses`, too. */
  videos?: SavedVideo[]
  /** The device has no space for the missing videos: they are loaded again only when the user asks for it. */
  hasNoSpace?: boolean
}

const list = deviceValue<SavedItem[]>({
  key: 'cendaki-saved',
  parse(stored) {
    if (!Array.isArray(stored)) throw new Error('The saved items must be a list')
    // Only this file writes the list: what identifies an item is checked, the rest is not.
    for (const item of stored) [parseObject(item).kind, parseObject(item).id, parseObject(item).owner].map(parseString)
    return stored as SavedItem[]
  },
})

const nothing: SavedItem[] = []
/** The same array until the list changes. */
export const listSaved = (): SavedItem[] => list.read() ?? nothing
/** An empty list is not stored: after a sign-out nothing is left on the device. */
const writeList = (items: SavedItem[]): boolean => list.write(items.length === 0 ? null : items)
export const onSavedChange = list.subscribe

const isSame = (a: Pick<SavedItem, 'kind' | 'id'>, b: Pick<SavedItem, 'kind' | 'id'>): boolean =>
  a.kind === b.kind && a.id === b.id

export type SavedResponse = { path: string; response: Response }

/**
 * Stores responses in the cache and the item in the list; loaded videos that it still has stay. With `onlyReplace`, an item that was removed
 * meanwhile, as by a sign-out, is not stored again. Throws when the device has no space left.
 */
export async function putSaved(
  entry: Omit<SavedItem, 'addresses'>,
  fetched: readonly SavedResponse[],
  { onlyReplace = false } = {},
): Promise<void> {
  const cache = await caches.open(savedCache)
  const stored = await Promise.allSettled(fetched.map(({ path, response }) => cache.put(path, response)))
  const failure = stored.find((result) => result.status === 'rejected')
  if (failure) {
    // A partial copy would take space that nobody could free.
    await deleteUnused(fetched.map(({ path }) => path))
    throw failure.reason
  }
  const before = listSaved()
  const current = before.find((other) => isSame(other, entry))
  if (onlyReplace && !current) return deleteUnused(fetched.map(({ path }) => path))
  const replaced = current?.addresses ?? []
  const videos = (entry.videos ?? []).filter(({ address }) => replaced.includes(address))
  const addresses = [...fetched.map(({ path }) => path), ...videos.map(({ address }) => address)]
  const bytes = videos.reduce((sum, video) => sum + video.bytes, entry.bytes)
  if (!writeList([...before.filter((other) => !isSame(other, entry)), { ...entry, bytes, addresses }])) {
    writeList(before)
    await deleteUnused(addresses)
    throw new DOMException('The list of saved items cannot be stored', 'QuotaExceededError')
  }
  await deleteUnused(replaced)
}

/** Replaces a part of what is stored of an item. Nothing happens when the item was removed. */
export async function replaceSaved(
  item: Pick<SavedItem, 'kind' | 'id'>,
  isReplaced: (path: string) => boolean,
  fetched: readonly SavedResponse[],
): Promise<void> {
  const find = () => listSaved().find((other) => isSame(other, item))
  if (!find()) return
  const cache = await caches.open(savedCache)
  await Promise.all(fetched.map(({ path, response }) => cache.put(path, response)))
  const addresses = fetched.map(({ path }) => path)
  const current = find()?.addresses ?? []
  updateSaved(item, { addresses: [...current.filter((path) => !isReplaced(path)), ...addresses] })
  await deleteUnused([...current.filter(isReplaced), ...addresses])
}

/** A video of this item is in the cache now. False when the item was removed meanwhile, or does not have this video any more. */
export function addVideo(item: Pick<SavedItem, 'kind' | 'id'>, video: SavedVideo): boolean {
  const belongs = (other: SavedItem) =>
    isSame(other, item) && (other.videos?.some(({ address }) => address === video.address) ?? false)
  writeList(
    listSaved().map((other) =>
      belongs(other)
        ? { ...other, bytes: other.bytes + video.bytes, addresses: [...other.addresses, video.address] }
        : other,
    ),
  )
  return listSaved().some(belongs)
}

/** Changes a saved item; nothing happens when it was removed. */
export function updateSaved(item: Pick<SavedItem, 'kind' | 'id'>, change: Partial<SavedItem>): void {
  writeList(listSaved().map((other) => (isSame(other, item) ? { ...other, ...change } : other)))
}

/**
 * Removes an item: because its user wants it, may not read it any more (refresh.ts), or has signed out elsewhere, or because somebody else has
 * signed in (offline-host.tsx). After an expired session it stays, hidden. Files that another saved item needs stay in the cache.
 */
export async function removeSaved(entry: Pick<SavedItem, 'kind' | 'id'>): Promise<void> {
  const removed = listSaved().find((other) => isSame(other, entry))
  writeList(listSaved().filter((other) => !isSame(other, entry)))
  if (removed) await deleteUnused(removed.addresses)
}

async function deleteUnused(paths: readonly string[]): Promise<void> {
  // After a sign-out, opening the cache would create it again.
  if (!(await caches.has(savedCache))) return
  const needed = new Set(listSaved().flatMap((entry) => entry.addresses))
  const cache = await caches.open(savedCache)
  await Promise.all(paths.filter((path) => !needed.has(path)).map((path) => cache.delete(path)))
}

/** Lists what goes when this user signs out. Public content is among it: nobody knows which of the users saved it. */
export const listSavedOf = (userId: string): SavedItem[] =>
  listSaved().filter(({ owner }) => owner === userId || owner === visitor)

/** For a sign-out. */
export async function removeSavedOf(userId: string): Promise<void> {
  await Promise.all(listSavedOf(userId).map(removeSaved))
  if (listSaved().length === 0) await caches.delete(savedCache)
}

const ofPerson = /^cendaki-(?!push:)[a-z-]+:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::|$)/

/** Ids of people who have something on this device: saved items, notes, drafts and what was not sent. */
export const peopleOf = (keys: readonly string[], saved: readonly Pick<SavedItem, 'owner'>[]): string[] => [
  ...new Set([
    ...saved.flatMap(({ owner }) => (owner === visitor ? [] : [owner])),
    ...keys.flatMap((key) => ofPerson.exec(key)?.[1] ?? []),
  ]),
]
