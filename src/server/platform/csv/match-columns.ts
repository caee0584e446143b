import { cleanIdentifier } from '#contract/kit/text/identifier.ts'

/** Longer cells are no names of columns; what stands in front of a long question of a form is looked at. */
const longestName = 200

/** A header as words: `TGL_TRAN`, `Tgl. Tran` and `tglTran` are the same; what stands in brackets, such as a currency, is left out. */
export function headerWords(cell: string): string {
  const words = cleanIdentifier(cell.slice(0, longestName))
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
  const bare = words.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
  return (/[\p{L}\p{N}]/u.test(bare) ? bare : words).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Patterns of the words of a header, best first; `never` is of something else although a pattern fits. */
export type ColumnWords = { best: readonly RegExp[]; never?: RegExp }
/** The columns that fit best, and how well: 0 is an exact name. */
export type ColumnMatch = { rank: number; at: number[] }

/** The columns of a header that fit best; null where none does. */
export function matchColumns(header: readonly string[], { best, never }: ColumnWords): ColumnMatch | null {
  const words = header.map(headerWords)
  for (const [rank, pattern] of best.entries()) {
    const at = words.flatMap((word, index) => (pattern.test(word) && !never?.test(word) ? [index] : []))
    if (at.length > 0) return { rank, at }
  }
  return null
}
