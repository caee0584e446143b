/** Which responses depend on which tag, and which tags changed while responses were being made. */
export function createTagIndex() {
  const namesByTag = new Map<string, Set<string>>()
  // Changes are numbered. The last one of each tag is only recorded while responses are being made.
  let changeCount = 0
  let everythingChangedAt = 0
  const changedAt = new Map<string, number>()
  let makingCount = 0

  return {
    add(name: string, tags: ReadonlySet<string>): void {
      for (const tag of tags) {
        const names = namesByTag.get(tag) ?? new Set()
        namesByTag.set(tag, names.add(name))
      }
    },
    remove(name: string, tags: ReadonlySet<string>): void {
      for (const tag of tags) {
        const names = namesByTag.get(tag)
        names?.delete(name)
        if (names?.size === 0) namesByTag.delete(tag)
      }
    },
    /** The names of all responses that depend on one of these tags. */
    namesOf: (tags: readonly string[]): Set<string> => new Set(tags.flatMap((tag) => [...(namesByTag.get(tag) ?? [])])),

    recordChange(tags: readonly string[] | 'everything'): void {
      changeCount++
      if (tags === 'everything') everythingChangedAt = changeCount
      else if (makingCount > 0) for (const tag of tags) changedAt.set(tag, changeCount)
    },
    /** Call before a response is made; `hasChanged` tells whether one of its tags changed since, so that it may show an older state. Call `end` in any case. */
    startMaking() {
      const began = changeCount
      makingCount++
      return {
        hasChanged: (tags: ReadonlySet<string>): boolean =>
          everythingChangedAt > began || [...tags].some((tag) => (changedAt.get(tag) ?? 0) > began),
        end(): void {
          makingCount--
          if (makingCount === 0) changedAt.clear()
        },
      }
    },
  }
}
