const leftKey = 'cendaki-left'

/** Clears what this browser keeps for one person. Whatever is a person's own carries their id in its key: `cendaki-note:<id>:…`. */
export function forgetOnDevice(userId: string): void {
  for (const key of Object.keys(localStorage)) if (key.split(':').includes(userId)) localStorage.removeItem(key)
}

/** To be called before the session goes. A session that merely ends leaves what was kept for its person; who leaves on purpose takes it along. */
export function noteLeft(userId: string): void {
  try {
    localStorage.setItem(leftKey, userId)
  } catch {
    // A full storage: the next person to sign in clears it.
  }
}

/** Who left on purpose since this was last asked. */
export function takeLeft(): string | null {
  const userId = localStorage.getItem(leftKey)
  localStorage.removeItem(leftKey)
  return userId
}
