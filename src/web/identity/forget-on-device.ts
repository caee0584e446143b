/** Clears what this browser keeps for one person. Whatever is a person's own carries their id in its key: `cendaki-note:<id>:…`. */
export function forgetOnDevice(userId: string): void {
  for (const key of Object.keys(localStorage)) if (key.split(':').includes(userId)) localStorage.removeItem(key)
}
