import type { NumericalChoice, NumericalFormat, TextChoice } from 'gift-pegjs'
import { decodeEntities } from '#contract/kit/text/html-text.ts'

// A question of ours has right and wrong answers. What weights say beyond that is told, never dropped silently.

type Note = (message: string) => void
type Weighted = { isCorrect: boolean; weight: number | null }

const worth = ({ isCorrect, weight }: Weighted): number => weight ?? (isCorrect ? 100 : 0)
const isFull = (choice: Weighted): boolean => worth(choice) === 100
const name = (text: string): string =>
  `"${decodeEntities(text.replaceAll(/<[^<>]*>/g, ''))
    .trim()
    .slice(0, 60)}"`
const percent = (weight: number): string => `${weight.toLocaleString('id-ID', { maximumFractionDigits: 2 })} %`

function notePart(choice: Weighted, text: string, note: Note): void {
  const value = worth(choice)
  if (value > 0 && value < 100)
    note(`Nilai sebagian ${percent(value)} untuk ${name(text)} tidak ada di kuis ini: dinilai salah`)
  if (value < 0) note(`Potongan nilai ${percent(value)} untuk ${name(text)} tidak ada di kuis ini: dinilai salah`)
}

/** Which choices are right, and whether one or several of them may be chosen: as in Moodle, a choice marked with = makes it a single one. */
export function choicesOf(
  choices: readonly TextChoice[],
  note: Note,
): { type: 'one' | 'several'; right: Set<TextChoice> } {
  const full = choices.filter((choice) => isFull(choice))
  const positive = choices.filter((choice) => worth(choice) > 0)
  const isMarked = choices.some(({ isCorrect }) => isCorrect)
  const isPlain = choices.every((choice) => [0, 100].includes(worth(choice)))
  if (full.length > 1 || (!isMarked && !isPlain && (full.length === 0 || positive.length === 1))) {
    if (isMarked) note('Lebih dari satu jawaban ditandai benar: menjadi soal dengan beberapa jawaban')
    if (Math.max(...positive.map(worth)) - Math.min(...positive.map(worth)) > 1)
      note('Bobot yang berbeda tidak ada di kuis ini: setiap jawaban benar bernilai sama')
    return { type: 'several', right: new Set(positive) }
  }
  const most = Math.max(...choices.map(worth))
  const best = choices.find((choice) => worth(choice) === most && most > 0)
  for (const choice of choices) {
    if (choice !== best) notePart(choice, choice.text.text, note)
  }
  return { type: 'one', right: new Set(best ? [best] : []) }
}

export function textsOf(choices: readonly TextChoice[], note: Note): TextChoice[] {
  for (const choice of choices) {
    const { text } = choice.text
    if (!isFull(choice)) {
      if (worth(choice) === 0) note(`Jawaban ${name(text)} bernilai 0 tidak dipakai`)
      notePart(choice, text, note)
    } else if (text.includes('*')) note(`Tanda * di ${name(text)} dibaca sebagai tanda bintang, bukan "teks apa saja"`)
    if (choice.feedback) note(`Umpan balik untuk jawaban ${name(text)} tidak ada di soal isian`)
  }
  return choices.filter((choice) => isFull(choice))
}

type Range = { answer: number; tolerance: number }

function rangeOf({ number = 0, range = 0, numberHigh, numberLow }: NumericalFormat): Range {
  if (numberHigh === undefined || numberLow === undefined) return { answer: number, tolerance: range }
  // Halves of decimals, such as 0.1 and 0.2, are not exact.
  const exact = (value: number) => Number(value.toPrecision(15))
  return { answer: exact((numberHigh + numberLow) / 2), tolerance: exact(Math.abs(numberHigh - numberLow) / 2) }
}

/** Every number that earns all points. */
export function numbersOf(choices: NumericalChoice[] | NumericalFormat, note: Note): Range[] {
  if (!Array.isArray(choices)) return [rangeOf(choices)]
  const isNumber = ({ text }: NumericalChoice) => text.number !== undefined || text.numberHigh !== undefined
  for (const choice of choices) {
    const text = isNumber(choice)
      ? rangeOf(choice.text).answer.toLocaleString('id-ID', { useGrouping: false, maximumFractionDigits: 15 })
      : 'jawaban lain'
    if (!isNumber(choice) || worth(choice) === 0) note(`Jawaban ${name(text)} bernilai 0 tidak dipakai`)
    else if (!isFull(choice)) notePart(choice, text, note)
    if (choice.feedback) note(`Umpan balik untuk jawaban ${name(text)} tidak ada di soal angka`)
  }
  return choices.filter((choice) => isNumber(choice) && isFull(choice)).map(({ text }) => rangeOf(text))
}
