import { plainText } from '#contract/kit/text/html-text.ts'

type Named = { /** Counted from 1. */ line: number; name: string; /** HTML. */ text: string }

/** Beyond, they are counted. */
const listed = 50

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Names that say the place of a question only, and those that other platforms make of the beginning of its text. */
const saysNothing = ({ name, text }: Named): boolean =>
  /^(?:soal|pertanyaan|question|q|nomor|no)?[\s.]*\d*$/.test(folded(name)) ||
  folded(plainText(text)).startsWith(folded(name).replace(/ ?(?:…|\.\.\.)$/, ''))

/** One note about the names of questions, which have none here; null when none says more than its place or its text. */
export function describeLostNames(named: readonly Named[]): { line: number; message: string } | null {
  const lost = named.filter((each) => !saysNothing(each))
  const [first] = lost
  if (!first) return null
  const names = lost
    .slice(0, listed)
    .map(({ line, name }) => `"${name.trim().slice(0, 100).toWellFormed()}" (baris ${line})`)
  const more = lost.length > listed ? `, dan ${lost.length - listed} lain` : ''
  return {
    line: first.line,
    message: `Judul soal tidak ikut, karena soal di sini tanpa judul: ${names.join(', ')}${more}`,
  }
}
