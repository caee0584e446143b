/** A text that is stored for this tab. Where storage is blocked, nothing is. */
export const tabText = (key: string) => ({
  read(): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(text: string | null) {
    try {
      if (text === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    } catch {
      // It lasts as long as the page.
    }
  },
})
