/** The part of Google's script that we use (developers.google.com/identity/gsi/web/reference/js-reference). */
type GoogleIdentityScript = {
  initialize(options: {
    client_id: string
    nonce: string
    callback: (response: { credential: string }) => void
    auto_select: false
    cancel_on_tap_outside: true
    use_fedcm_for_prompt: true
  }): void
  renderButton(
    parent: HTMLElement,
    options: {
      type: 'standard'
      theme: 'outline'
      size: 'large'
      text: 'signin_with'
      locale: 'id'
      width: number
      /** Read by the sandbox only. */ sandboxClass: string
    },
  ): void
  /** Offers the accounts at once. The browser may refuse, and then Google's button is left. */
  prompt(): void
  disableAutoSelect(): void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentityScript } }
  }
}

let loading: Promise<GoogleIdentityScript | null> | null = null

/** Loads Google's script on first use, at most once per page load. Returns null when loading fails. */
export function loadGoogleScript(scriptUrl: string): Promise<GoogleIdentityScript | null> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => resolve(window.google?.accounts.id ?? null)
    script.onerror = () => {
      // The next call tries again.
      loading = null
      script.remove()
      resolve(null)
    }
    document.head.append(script)
  })
  return loading
}

/** Prevents Google from signing the user in again automatically after a sign-out. */
export const disableGoogleAutoSelect = (): void => window.google?.accounts.id.disableAutoSelect()
