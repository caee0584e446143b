import { maximumTitleLength } from '#contract/catalog/lesson-input.ts'
import { hasVisibleText } from '#contract/kit/text/visible-text.ts'

const collator = new Intl.Collator('id', { numeric: true, sensitivity: 'base' })

/** A bracket before a number does not count. */
const countable = (name: string): string => name.replace(/^[#([\s]+(?=\d)/, '')

/** Folder by folder as people count: 2 before 10, 1.9 before 1.10, and the files of a folder before its sub-folders. */
export function byPath(a: readonly string[], b: readonly string[]): number {
  for (let depth = 0; ; depth++) {
    const [left, right] = [a[depth] ?? '', b[depth] ?? '']
    const isFile = { left: depth >= a.length - 1, right: depth >= b.length - 1 }
    if (isFile.left !== isFile.right) return isFile.left ? -1 : 1
    const order = collator.compare(countable(left), countable(right)) || Number(left > right) - Number(left < right)
    if (order !== 0 || isFile.left) return order
  }
}

/** `01 - `, `1.10 `, `2. `, `(3) `, `#4 `, `05_`: a number that only gives the order. */
const certainNumber =
  /^[#([]?(?:0\d{0,3}|\d{1,3}(?:\.\d{1,3})+|\d{1,3}(?=[.)\]_]|\s+[-–—]\s))(?:[.)\]:]?(?:\s*[-–—_]\s*|\s+)(?=\S)|[.)\]](?=\p{Lu}))/u
/** `3 Cara …`, `7-Eleven`: a number that may belong to the name. */
const likelyNumber = /^\d{1,3}(?:[-–—_]|\s+)(?=\S)/u

/** The names without the numbers that order them. A number that may be part of a name is removed where every file of the folder has one. */
export function withoutNumbers(names: readonly string[]): string[] {
  const allNumbered = names.length > 1 && names.every((name) => certainNumber.test(name) || likelyNumber.test(name))
  return names.map((name) => {
    const rest = name.replace(certainNumber, '')
    return rest === name && allNumbered ? name.replace(likelyNumber, '') : rest
  })
}

/** As a person would write it: with spaces, composed letters, and a capital at its beginning. */
export function readable(name: string): string {
  // macOS gives the parts of é one by one, other systems the letter.
  const composed = name.normalize('NFC').replaceAll(/\p{Cc}/gu, ' ')
  const hasSpaces = /\s/.test(composed.trim())
  const spaced = hasSpaces
    ? composed.replaceAll('_', ' ')
    : composed.replaceAll('_', ' ').replaceAll(/-(?=[^-]*-)|(?<=-[^-]*)-/g, ' ')
  const text = spaced.replaceAll(/\s+/g, ' ').trim()
  const first = [...text][0] ?? ''
  return first.toLocaleUpperCase('id') + text.slice(first.length)
}

/** Titles for the files of one folder, each different: the second of two with one name gets `(2)`. */
export function titlesOf(fileNames: readonly string[]): string[] {
  const taken = new Set<string>()
  const bare = fileNames.map((name) => name.replace(/\.[^.]+$/, '').trim())
  return withoutNumbers(bare).map((name, index) => {
    const title = [name, bare[index] ?? ''].map(readable).find(hasVisibleText) ?? `Video ${index + 1}`
    return unique(title, taken)
  })
}

function unique(title: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const wanted = title.slice(0, maximumTitleLength - suffix.length).trim() + suffix
    if (taken.has(wanted)) continue
    taken.add(wanted)
    return wanted
  }
}
