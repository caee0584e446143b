import type { Level } from '#contract/catalog/catalog.ts'
import { createPhraseFinder, fields, fieldsAt, readDocument } from './course-index-document.ts'
import { joinedWords, pairedWords } from '#server/platform/search-text.ts'
import { createNameWords } from './name-words.ts'
import { createPostings } from './postings.ts'

export type IndexedCourse = {
  id: string
  level: Level
  isFree: boolean
  /** In lower case. */
  names: string
  /** The search document as PostgreSQL writes a `tsvector`: `'ajar':3 'kelas':1A,4`. The weights A, B and C are title, tagline and category. */
  document: string
}

/** Searched for in one field or more: any of these words or phrases, and words that begin with one of the prefixes. */
export type Wanted = { texts: readonly string[]; prefixes?: readonly string[] }

/** The words of all published courses, in memory. Each course has a slot, a small number; some slots are empty. */
export type CourseIndex = ReturnType<typeof createCourseIndex>

type Slot = Pick<IndexedCourse, 'id' | 'names'>

/** Properties of a course as bits; 0 in an empty slot. */
export const properties = { exists: 1, isFree: 2, Pemula: 4, Menengah: 8, Lanjutan: 16 } as const

/** Slots whose course was removed are used again once there are this many, and a quarter of all. */
const minimumUnused = 200

/** `phrases` are the texts of several words that can be searched for. */
export function createCourseIndex(phrases: Iterable<string>) {
  const slots: (Slot | null)[] = []
  const propertiesOf: number[] = []
  const slotOf = new Map<string, number>()
  const inText = createPostings()
  const inNames = createPostings()
  const nameWords = createNameWords()
  const findPhrases = createPhraseFinder(phrases)
  /** Empty slots that no postings name. */
  let freeSlots: number[] = []
  /** Empty slots that postings still name. */
  let staleSlots: number[] = []

  const isUsed = (slot: number): boolean => slots[slot] !== null

  function removeStale() {
    if (staleSlots.length < minimumUnused || staleSlots.length * 4 < slots.length) return
    for (const postings of [inText, inNames]) postings.removeUnused(isUsed)
    freeSlots = [...freeSlots, ...staleSlots]
    staleSlots = []
  }

  function remove(courseId: string): void {
    const slot = slotOf.get(courseId)
    const course = slot === undefined ? null : slots[slot]
    if (slot === undefined || !course) return
    for (const word of wordsOfNames(course.names)) nameWords.remove(word)
    slots[slot] = null
    propertiesOf[slot] = 0
    slotOf.delete(courseId)
    staleSlots.push(slot)
    removeStale()
  }

  /** Per slot, the bits that `mark` sets. */
  function collect(mark: (found: Uint8Array) => void): Uint8Array {
    const found = new Uint8Array(slots.length)
    mark(found)
    for (const slot of staleSlots) found[slot] = 0
    return found
  }

  return {
    /** The number of slots, empty ones included. */
    get length(): number {
      return slots.length
    },
    /** The id of the course in a slot that is not empty. */
    idAt: (slot: number): string => slots[slot]?.id ?? '',
    /** Per slot, the bits of `properties`. */
    properties: propertiesOf as readonly number[],

    remove,

    set({ id, level, isFree, names, document }: IndexedCourse): void {
      remove(id)
      const slot = freeSlots.pop() ?? slots.length
      slots[slot] = { id, names }
      propertiesOf[slot] = properties.exists | properties[level] | (isFree ? properties.isFree : 0)
      slotOf.set(id, slot)
      const words = readDocument(document)
      for (const [phrase, bits] of findPhrases(words)) inText.add(phrase, slot, bits)
      for (const [word, positions] of words) inText.add(word, slot, fieldsAt(positions))
      for (const word of wordsOfNames(names)) {
        nameWords.add(word)
        inNames.add(word, slot, 1)
      }
      for (const word of [...joinedWords(names), ...pairedWords(names)]) inText.add(word, slot, fields.title)
    },

    /** Per slot, the fields that contain what is wanted. */
    fieldsWith: ({ texts, prefixes = [] }: Wanted): Uint8Array =>
      collect((found) => {
        for (const text of texts) inText.mark(text, found)
        for (const prefix of prefixes) inText.markPrefix(prefix, found)
      }),

    /** True when a course contains any of it. */
    contains: ({ texts, prefixes = [] }: Wanted): boolean =>
      texts.some((text) => inText.has(text, isUsed)) || prefixes.some((prefix) => inText.hasPrefix(prefix, isUsed)),

    /** Per slot, 1 where the names contain this text, also inside of a word. */
    namesWith: (text: string): Uint8Array =>
      collect((found) => {
        if (isWord(text)) for (const word of nameWords.containing(text)) inNames.mark(word, found)
        else slots.forEach((course, slot) => (found[slot] = course?.names.includes(text) ? 1 : 0))
      }),

    /** The words of names that a misspelled word may mean, nearest first. */
    nearNames: (typo: string): string[] => nameWords.near(typo),
  }
}

const isWord = (text: string): boolean => /^[\p{L}\p{N}\p{M}]+$/u.test(text)
/** The words of names, and those with a sign inside without it: "wifi" of "Wi-Fi", "jumat" of "Jum’at". */
const wordsOfNames = (names: string): Set<string> =>
  new Set([...names.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean), ...joinedWords(names)])
