// IndexedDB, because files are too large for `localStorage`. `DeviceHost` removes the files of a user on sign-out.

const databaseName = 'cendaki-files'
const storeName = 'files'
/** Limit for all users of this browser; the oldest are dropped. Each has at most the files of one form. */
const maximumEntries = 3

type Entry = { files: File[]; storedAt: number }

const keyOf = (owner: string, id: string) => `${owner}:${id}`

/** The files that a user chose in a form, under the id of what the form is for; none where the browser stores nothing. */
export async function readFiles(owner: string, id: string): Promise<File[]> {
  try {
    return await inStore(
      'readonly',
      async (store) => ((await settled(store.get(keyOf(owner, id)))) as Entry | undefined)?.files ?? [],
    )
  } catch {
    return []
  }
}

/** Replaces the files; an empty list removes them. False where they cannot be stored: then they last until the page is left. */
export async function storeFiles(owner: string, id: string, files: readonly File[]): Promise<boolean> {
  try {
    await inStore('readwrite', async (store) => {
      if (files.length === 0) return settled(store.delete(keyOf(owner, id)))
      await settled(store.put({ files: [...files], storedAt: Date.now() } satisfies Entry, keyOf(owner, id)))
      const [keys, entries] = [await settled(store.getAllKeys()), (await settled(store.getAll())) as Entry[]]
      const newestFirst = keys
        .map((key, index) => ({ key, at: entries[index]?.storedAt ?? 0 }))
        .toSorted((a, b) => b.at - a.at)
      for (const { key } of newestFirst.slice(maximumEntries)) store.delete(key)
    })
    return true
  } catch {
    // The storage is full, or blocked as in private windows.
    return false
  }
}

/** For a sign-out. */
export async function removeFiles(owner: string): Promise<void> {
  try {
    await inStore('readwrite', (store) =>
      settled(store.delete(IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff')))),
    )
  } catch {
    // The storage is blocked, so nothing is stored.
  }
}

/** Opens the database for one piece of work. Resolves when the work is stored. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  const database = await settled(opening)
  try {
    const transaction = database.transaction(storeName, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction was aborted')))
    })
    const [result] = await Promise.all([work(transaction.objectStore(storeName)), done])
    return result
  } finally {
    database.close()
  }
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed')))
  })
