import { pictureNamed } from '#server/platform/rich-text/index.ts'
import { cleanQuestions } from '#server/assessment/clean-questions.ts'
import { readGift, withMistakes, type GiftMistake, type ReadGift } from './read-gift.ts'

/** Pictures that are not of this site, as people know them. */
const foreignPictures = (html: string): string[] =>
  [...html.matchAll(/<img\b[^<>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi)].flatMap(
    ([, double, single, bare]) => {
      const source = double ?? single ?? bare ?? ''
      return source.startsWith('/uploads/') ? [] : pictureNamed(source)
    },
  )

/** All HTML of a question. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** The line of each thing that cleaning takes away: a question without a rest is a mistake, a picture that is not of this site a note. */
function withoutLoss(read: ReadGift): ReadGift {
  const found = 'mistakes' in read ? read.rest : read
  const notes: GiftMistake[] = [...found.notes]
  for (const [index, question] of found.questions.entries()) {
    const line = found.blocks[index]?.line ?? 1
    for (const name of new Set(textsOf(question).flatMap(foreignPictures)))
      notes.push({ line, message: `Gambar ${name} tidak ikut: tambahkan di editor soal` })
  }
  const kept = { ...found, notes: notes.toSorted((one, other) => one.line - other.line) }
  const cleaned = cleanQuestions({ inputs: found.questions, known: new Set() })
  if ('questions' in cleaned) return 'mistakes' in read ? { ...read, rest: kept } : kept
  const lost = Object.entries(cleaned.errors).map(([field, message]) => {
    const block = found.blocks[Number(field.split('.')[1])] ?? { line: 1, text: '' }
    const { line } = block
    const picture = notes.find((note) => note.line === line && note.message.startsWith('Gambar'))
    return { line, message: picture ? `${message}. ${picture.message}` : message, block }
  })
  const without = withMistakes(kept, lost)
  if (!('mistakes' in read)) return without
  return { ...without, mistakes: [...read.mistakes, ...without.mistakes], faulty: `${read.faulty}\n${without.faulty}` }
}

/** Reads GIFT and names what of it would be lost; in one function, so that a worker process does both. */
export const readWithoutLoss = (text: string): ReadGift => withoutLoss(readGift(text))
