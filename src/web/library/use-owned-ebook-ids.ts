import { useEffect, useState } from 'react'
import { useApi, useSession } from '#web/identity/index.ts'

const none: ReadonlySet<string> = new Set()

/** The e-books that the signed-in user owns; empty until loaded. Loaded in the browser, because cached lists are the same for everyone. */
export function useOwnedEbookIds(): ReadonlySet<string> {
  const { mine } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' ? session.session.token : null
  const [owned, setOwned] = useState(none)
  useEffect(() => {
    if (!token) return setOwned(none)
    let isCancelled = false
    mine.library
      .listMyEbooks()
      .then(({ data }) => {
        if (!isCancelled) setOwned(new Set(data.filter((ebook) => ebook.owned).map(({ _id }) => _id)))
      })
      // On failure the list only misses the "Milikmu" badges.
      .catch(() => {})
    return () => {
      isCancelled = true
    }
  }, [mine, token])
  return owned
}
