import { safeNext } from '#contract/kit/paths.ts'

const key = 'cendaki-oidc-next'

/** The page from which the browser left for the provider, in this tab. */
export const nextAfterOidc = {
  write(path: string) {
    try {
      sessionStorage.setItem(key, path)
    } catch {
      // Without storage the sign-in ends at the start page.
    }
  },
  take(): string | null {
    try {
      const path = safeNext(sessionStorage.getItem(key))
      sessionStorage.removeItem(key)
      // The sign-in page itself names the page after it.
      return path?.startsWith('/auth/') ? safeNext(new URLSearchParams(path.split('?')[1] ?? '').get('next')) : path
    } catch {
      return null
    }
  },
}
