import { useEffect, useState } from 'react'

/**
 * The token in the fragment of a mailed link: `undefined` until the URL is read, null without a token. The token is removed
 * from the URL at once, so that it appears in no browser history and no screenshot.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const found = new URLSearchParams(location.hash.slice(1)).get('token')
    if (found) history.replaceState(history.state, '', location.pathname)
    // Effects can run twice: the second run must not discard the token.
    setToken((known) => found ?? known ?? null)
  }, [])
  return token
}
