const slotShift = 5
const fieldMask = (1 << slotShift) - 1

/** New words are searched one by one until there are this many; then they are sorted among the others. */
const maximumUnsorted = 500

/** Which words are in which fields of which documents. Documents are small numbers ("slots"), fields are bits below 32. */
export function createPostings() {
  /** Per word, a number for each document: the slot and the fields. */
  const entriesOf = new Map<string, number[]>()
  let sorted: string[] = []
  let unsorted: string[] = []

  function wordsFrom(prefix: string): string[] {
    if (unsorted.length > maximumUnsorted) {
      sorted = [...sorted, ...unsorted.sort()].sort()
      unsorted = []
    }
    const first = firstFrom(sorted, prefix)
    // Sorts after every word that begins with the prefix.
    const last = firstFrom(sorted, `${prefix}\uffff`)
    return [...sorted.slice(first, last), ...unsorted.filter((word) => word.startsWith(prefix))]
  }

  return {
    /** Adds a word of a document that was not added before. */
    add(word: string, slot: number, fields: number): void {
      const entry = (slot << slotShift) | fields
      const entries = entriesOf.get(word)
      if (entries) entries.push(entry)
      else {
        entriesOf.set(word, [entry])
        unsorted.push(word)
      }
    },

    /** Sets the bits of the fields that contain the word, per slot. */
    mark(word: string, into: Uint8Array): void {
      const entries = entriesOf.get(word) ?? []
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at] ?? 0
        into[entry >> slotShift] = (into[entry >> slotShift] ?? 0) | (entry & fieldMask)
      }
    },

    /** The same for all words that begin with this text. */
    markPrefix(prefix: string, into: Uint8Array): void {
      for (const word of wordsFrom(prefix)) this.mark(word, into)
    },

    /** True when the word is in a document for which `isUsed` is true. */
    has: (word: string, isUsed: (slot: number) => boolean): boolean =>
      entriesOf.get(word)?.some((entry) => isUsed(entry >> slotShift)) ?? false,

    /** The same for the words that begin with this text. */
    hasPrefix(prefix: string, isUsed: (slot: number) => boolean): boolean {
      return wordsFrom(prefix).some((word) => this.has(word, isUsed))
    },

    /** Removes all documents but those for which `isUsed` is true. */
    removeUnused(isUsed: (slot: number) => boolean): void {
      for (const [word, entries] of entriesOf) {
        const left = entries.filter((entry) => isUsed(entry >> slotShift))
        if (left.length > 0) entriesOf.set(word, left)
        else entriesOf.delete(word)
      }
      sorted = sorted.filter((word) => entriesOf.has(word))
      unsorted = unsorted.filter((word) => entriesOf.has(word))
    },
  }
}

/** The index of the first word that does not sort before the text. */
function firstFrom(words: readonly string[], text: string): number {
  let [from, to] = [0, words.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((words[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return from
}
