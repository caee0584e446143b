import { answerOfText, type ForeignQuestion } from '#server/assessment/index.ts'
import type { XmlNode } from '#server/platform/xml.ts'
import type { Scoring } from './scoring.ts'

const grouped = /^[+-]?[1-9]\d{0,2},\d{3}$/

/** A number as platforms write it: with a decimal point or comma. Null for none; both readings where a comma leaves it open. */
export function readNumbers(text: string): number[] {
  const trimmed = text.trim().replaceAll(/[\s\u00A0']/g, '')
  const asNumber = (written: string): number[] =>
    written !== '' && Number.isFinite(Number(written)) ? [Number(written)] : []
  if (grouped.test(trimmed)) return [...asNumber(trimmed.replace(',', '.')), ...asNumber(trimmed.replaceAll(',', ''))]
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(trimmed) && trimmed.split(',').length > 2)
    return asNumber(trimmed.replaceAll(',', ''))
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(trimmed)) return asNumber(trimmed.replaceAll('.', '').replace(',', '.'))
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(trimmed)) return asNumber(trimmed.replaceAll(',', ''))
  return asNumber(trimmed.replace(',', '.'))
}

type Range = { low: number; high: number }
type Named = { equals: string[]; ranges: Range[]; open: string[] }

const lows = /^vargte?$/
const highs = /^varlte?$/

/** The numbers and the ranges that a condition accepts; `open` are limits without one on the other side. */
function namedIn(condition: XmlNode): Named {
  const named: Named = { equals: [], ranges: [], open: [] }
  function collect({ children }: XmlNode): void {
    const textsOf = (limit: RegExp): string[] =>
      children.filter(({ name, text }) => limit.test(name) && text.trim() !== '').map(({ text }) => text.trim())
    const [atLeast, atMost] = [textsOf(lows), textsOf(highs)]
    const [low] = readNumbers(atLeast[0] ?? '')
    const [high] = readNumbers(atMost[0] ?? '')
    const isRange = low !== undefined && high !== undefined
    if (isRange) named.ranges.push({ low, high })
    named.open.push(...[atLeast, atMost].flatMap((texts) => texts.slice(isRange ? 1 : 0)))
    for (const child of children) {
      if (child.name === 'varequal') {
        if (child.text.trim() !== '') named.equals.push(child.text.trim())
      } else if (child.name !== 'not') collect(child)
    }
  }
  collect(condition)
  return named
}

const within = (value: number, { low, high }: Range): boolean => low <= value && value <= high

/** An answer with as much around it as its range reaches. */
function around(answer: number, range: Range = { low: answer, high: answer }) {
  const tolerance = Number(Math.max(0, range.high - answer, answer - range.low).toPrecision(12))
  return { answer, tolerance }
}
const middleOf = ({ low, high }: Range): number => Number(((low + high) / 2).toPrecision(15))

/** Numbers, ranges around one, and ranges alone, of each condition that earns points. */
export function numbersOf({ conditions }: Scoring): Pick<ForeignQuestion, 'type' | 'answers'> & { notes: string[] } {
  const notes: string[] = []
  const most = Math.max(0, ...conditions.map(({ points }) => points))

  function acceptedBy(condition: XmlNode): { answer: number; tolerance: number }[] {
    const { equals, ranges, open } = namedIn(condition)
    for (const limit of open) notes.push(`batas "${limit.slice(0, 60)}" tanpa batas di sisi lain tidak ikut`)
    const isInRange = (value: number) => ranges.some((range) => within(value, range))
    const values = equals.flatMap((written) => {
      const readings = readNumbers(written)
      const fitting = readings.filter(isInRange)
      const found = fitting.length > 0 ? fitting : readings
      if (found.length === 1) return found
      notes.push(
        found.length === 0
          ? `jawaban "${written.slice(0, 60)}" bukan angka`
          : `jawaban "${written.slice(0, 60)}" bisa dibaca dua cara (koma desimal atau ribuan)`,
      )
      return []
    })
    const own = [...new Set(values)]
    return [
      ...own.filter((value) => !isInRange(value)).map((value) => around(value)),
      ...ranges.map((range) => {
        const [only, ...others] = own.filter((value) => within(value, range))
        return around(only === undefined || others.length > 0 ? middleOf(range) : only, range)
      }),
    ]
  }

  const answers = conditions.flatMap(({ node, points }): ForeignQuestion['answers'] =>
    points <= 0
      ? []
      : acceptedBy(node).map(({ answer, tolerance }) => ({
          ...answerOfText(String(answer)),
          fraction: points / most,
          feedback: '',
          tolerance,
        })),
  )
  return { type: 'numerical', answers, notes }
}
