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

// GIFT has a dot before decimals. Teachers in Indonesia write a comma.
function toDecimal(typed: string): string {
  if (/^[+-]?\d+(\.\d+)?$/.test(typed)) return typed
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed)) {
    throw new Error(
      `"${typed}" bisa berarti dua angka. Tulis ${typed.replace(',', '')} atau ${typed.replace(',', '.')}`,
    )
  }
  const value = readNumber(typed)
  if (value === null)
    throw new Error(`"${typed.slice(0, 50)}" bukan angka. Tulis misalnya 3,14 atau 3,14:0,01 atau 3..4`)
  return decimal(value)
}

function toRange(value: string): string {
  // Any other answer, which programs add to give it feedback.
  if (value === '*') return ''
  const separator = value.includes('..') ? '..' : ':'
  const ends = value.split(separator).map((end) => end.trim())
  if (ends.length > 2) throw new Error(`"${value.slice(0, 50)}" bukan angka. Tulis misalnya 3,14:0,01`)
  return ends.map((end) => toDecimal(end)).join(separator)
}

const numberAnswers = /((?<!\\)(?:\\\\)*\{\s*#(?!###))((?:\\[^]|[^\\}])*)/g
const answer = /(^\s*|(?<!\\)[=~]\s*(?:%[^%]*%\s*)?)([^#=~\\\s](?:[^#=~\\]*[^#=~\\\s])?)/g

/** A block of GIFT whose numbers of answers are written as the parser of GIFT reads them. */
export function plainNumbers(block: string): string {
  return block.replaceAll(numberAnswers, (_, start: string, answers: string, at: number) => {
    const plain = answers.replaceAll(answer, (__, lead: string, value: string, offset: number) => {
      try {
        return lead + toRange(value)
      } catch (error) {
        const before = block.slice(0, at + start.length + offset + lead.length)
        throw new UnreadableNumber(error instanceof Error ? error.message : '', before.split('\n').length - 1)
      }
    })
    return start + plain
  })
}
