import { useEffect, useState } from 'react'

/**
 * The token behind # of a mailed link: `undefined` until the page has looked, null when there is none. It is taken out
 * of the address at once, so that it stands in no history and on no screenshot.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const found = new URLSearchParams(location.hash.slice(1)).get('token')
    if (found) history.replaceState(history.state, '', location.pathname)
    // A page that is mounted twice must not lose what it found first.
    setToken((known) => found ?? known ?? null)
  }, [])
  return token
}
