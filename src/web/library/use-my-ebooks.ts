import { useEffect, useState } from 'react'
import { useApi, useSession } from '#web/identity/index.ts'

const none: ReadonlySet<string> = new Set()

/** The e-books that whoever is signed in owns; empty until that is known. Lists are the same for everyone, so this comes after them. */
export function useOwnedEbookIds(): ReadonlySet<string> {
  const { mine } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' ? session.session.token : null
  const [owned, setOwned] = useState(none)
  useEffect(() => {
    if (!token) return setOwned(none)
    let left = false
    mine.library
      .listMyEbooks()
      .then(({ data }) => {
        if (!left) setOwned(new Set(data.filter((ebook) => ebook.owned).map(({ _id }) => _id)))
      })
      // Without it the list only lacks its marks.
      .catch(() => {})
    return () => {
      left = true
    }
  }, [mine, token])
  return owned
}
