import { readNumber } from '#contract/kit/format/numbers.ts'

/** A number that its author has to write otherwise; the line is counted from 0 in its block. */
export class UnreadableNumber extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** Without an exponent and with a dot, as GIFT has numbers. */
export const decimal = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })

type Note = (message: string) => void

const decimalsOrThousands = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

// GIFT has a dot before decimals. Teachers in Indonesia write a comma.
function toDecimal(typed: string, note: Note): string {
  if (decimalsOrThousands.test(typed)) {
    const [decimals, thousands] = [typed.replace(',', '.'), typed.replace(/[.,]/, '')]
    // Programs write no 0 at the end of decimals: people do, after thousands.
    if (typed.includes(',') || typed.endsWith('0'))
      throw new Error(`"${typed}" bisa berarti dua angka. Tulis ${thousands} atau ${decimal(Number(decimals))}`)
    note(`"${typed}" dibaca ${typed.replace('.', ',')}. Bila maksudnya ribuan, tulis ${thousands}`)
    return typed
  }
  if (/^[+-]?\d+(\.\d+)?$/.test(typed)) return typed
  const value = readNumber(typed)
  if (value === null)
    throw new Error(`"${typed.slice(0, 50)}" bukan angka. Tulis misalnya 3,14 atau 3,14:0,01 atau 3..4`)
  return decimal(value)
}

function toRange(value: string, note: Note): string {
  // Any other answer, which programs add to give it feedback.
  if (value === '*') return ''
  const separator = value.includes('..') ? '..' : ':'
  const ends = value.split(separator).map((end) => end.trim())
  if (ends.length > 2) throw new Error(`"${value.slice(0, 50)}" bukan angka. Tulis misalnya 3,14:0,01`)
  return ends.map((end) => toDecimal(end, note)).join(separator)
}

const numberAnswers = /((?<!\\)(?:\\\\)*\{\s*#(?!###))((?:\\[^]|[^\\}])*)/g
const answer = /(^\s*|(?<!\\)[=~]\s*(?:%[^%]*%\s*)?)([^#=~\\\s](?:[^#=~\\]*[^#=~\\\s])?)/g

/** Lines are counted from 0 in the block. */
type Plain = { text: string; notes: { line: number; message: string }[] }

/** A block of GIFT whose numbers of answers are written as the parser of GIFT reads them. */
export function plainNumbers(block: string): Plain {
  const notes: Plain['notes'] = []
  let [line, nextBreak] = [0, block.indexOf('\n')]
  /** Asked in the order of the block. */
  const lineAt = (index: number): number => {
    for (; nextBreak !== -1 && nextBreak < index; nextBreak = block.indexOf('\n', nextBreak + 1)) line++
    return line
  }
  const text = block.replaceAll(numberAnswers, (_, start: string, answers: string, at: number) => {
    const plain = answers.replaceAll(answer, (__, lead: string, value: string, offset: number) => {
      const index = at + start.length + offset + lead.length
      try {
        return lead + toRange(value, (message) => notes.push({ line: lineAt(index), message }))
      } catch (error) {
        throw new UnreadableNumber(error instanceof Error ? error.message : '', lineAt(index))
      }
    })
    return start + plain
  })
  return { text, notes }
}
