/** The part of Google's script that we use (developers.google.com/identity/gsi/web/reference/js-reference). */
type GoogleIdentityScript = {
  initialize(options: {
    client_id: string
    nonce: string
    callback: (answer: { credential: string }) => void
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
      /** Heard by the sandbox only. */ sandboxClass: string
    },
  ): void
  disableAutoSelect(): void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentityScript } }
  }
}

let loading: Promise<GoogleIdentityScript | null> | null = null

/** Fetches Google's script, once per page life and only when somebody asks for it. Null when it cannot be had. */
export function loadGoogleScript(scriptUrl: string): Promise<GoogleIdentityScript | null> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => resolve(window.google?.accounts.id ?? null)
    script.onerror = () => {
      // A later try may have better luck.
      loading = null
      script.remove()
      resolve(null)
    }
    document.head.append(script)
  })
  return loading
}

/** After signing out nobody is signed in again by themselves. */
export const forgetGoogleChoice = (): void => window.google?.accounts.id.disableAutoSelect()
