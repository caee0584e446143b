import { plainOf } from './foreign-question.ts'

type Named = { /** Counted from 1. */ line: number; name: string; /** HTML. */ text: string }

/** Beyond, they are counted. */
const listed = 50

const folded = (text: string): string => plainOf(text).toLowerCase()

/** Other platforms name a question by the beginning of its text unless its author does. */
const isBeginning = ({ name, text }: Named): boolean =>
  folded(text).startsWith(folded(name).replace(/\s*(?:…|\.\.\.)$/, ''))

/** One note about the names of questions, which have none here; null when all of them only repeat the text. */
export function describeLostNames(named: readonly Named[]): { line: number; message: string } | null {
  const lost = named.filter((each) => each.name.trim() !== '' && !isBeginning(each))
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
