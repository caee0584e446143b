import { answerOfText, type ForeignQuestion } from '#server/assessment/index.ts'
import { allOf } from '#server/platform/xml.ts'
import type { Scoring } from './qti-scoring.ts'

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

/** A number, a range around one, or a range alone, of each condition that earns points. */
export function numbersOf({ conditions }: Scoring): Pick<ForeignQuestion, 'type' | 'answers'> & { notes: string[] } {
  const notes: string[] = []
  const most = Math.max(0, ...conditions.map(({ points }) => points))
  const answers = conditions.flatMap(({ node, points }): ForeignQuestion['answers'] => {
    if (points <= 0) return []
    const textOf = (...names: string[]): string => names.flatMap((name) => allOf(node, name))[0]?.text ?? ''
    const [low = null, high = null] = [
      ['vargte', 'vargt'],
      ['varlte', 'varlt'],
    ].map((names) => readNumbers(textOf(...names))[0] ?? null)
    const written = textOf('varequal')
    const readings = readNumbers(written)
    const within = readings.filter((value) => (low === null || low <= value) && (high === null || value <= high))
    if (within.length > 1) {
      notes.push(`jawaban "${written.trim()}" bisa dibaca dua cara (koma desimal atau ribuan)`)
      return []
    }
    if (written.trim() !== '' && readings.length === 0)
      notes.push(`jawaban "${written.trim().slice(0, 60)}" bukan angka`)
    const answer = within[0] ?? (low !== null && high !== null ? (low + high) / 2 : null)
    if (answer === null) return []
    const reach = Math.max(0, high === null ? 0 : high - answer, low === null ? 0 : answer - low)
    const tolerance = Number(reach.toPrecision(12))
    return [{ ...answerOfText(String(answer)), fraction: points / most, feedback: '', tolerance }]
  })
  return { type: 'numerical', answers, notes }
}
