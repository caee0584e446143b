import { cleanQuestions } from '#server/assessment/authoring/clean-questions.ts'
import type { GiftMistake, ReadGift } from './read-gift.ts'

const pictureNames = (html: string): string[] =>
  [...html.matchAll(/<img\b[^<>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')

/** All HTML of a question. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** The line of each thing that cleaning takes away: a question without a rest is a mistake, a picture that is not of this site a note. */
export function withoutLoss(read: ReadGift): ReadGift {
  if ('mistakes' in read) return read
  const notes: GiftMistake[] = [...read.notes]
  for (const [index, question] of read.questions.entries()) {
    const line = read.lines[index] ?? 1
    const names = new Set(textsOf(question).flatMap(pictureNames))
    for (const name of names) {
      if (!name.startsWith('/uploads/')) notes.push({ line, message: `Gambar "${name.slice(0, 100)}" tidak ikut: tambahkan di editor soal` })
    }
  }
  const cleaned = cleanQuestions({ inputs: read.questions, known: new Set() })
  if ('questions' in cleaned) return { ...read, notes: notes.toSorted((one, other) => one.line - other.line) }
  const mistakes = Object.entries(cleaned.errors).map(([field, message]) => {
    const line = read.lines[Number(field.split('.')[1])] ?? 1
    const picture = notes.find((note) => note.line === line && note.message.startsWith('Gambar'))
    return { line, message: picture ? `${message}. ${picture.message}` : message }
  })
  return { mistakes }
}
