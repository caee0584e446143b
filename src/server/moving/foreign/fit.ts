import type { QuizSettings } from '#contract/assessment/quiz.ts'
import { decodeEntities } from '#contract/kit/text/html-text.ts'
import { typedHtml } from '#server/platform/rich-text/index.ts'
import { hasVisibleText } from '#contract/kit/text/visible-text.ts'

// What does not fit into a field here is shortened or left out, with a note: nobody corrects the archive of another platform by hand.

/** A value that fits, and what was changed for that; empty for nothing. */
type Fitted<Value> = { value: Value; notes: string[] }

const maximumTitle = 200
const minimumCourseTitle = 3
const description = { minimum: 10, maximum: 20_000 }
const maximumPoints = 1_000
const maximumMinutes = 1_440
const maximumAttempts = 1_000

const written = (value: number): string => value.toLocaleString('id-ID')
const cutTo = (maximum: number): string => `dipotong menjadi ${written(maximum)} karakter`
/** Never with half of a character at the end. */
const cut = (text: string, maximum: number): string =>
  text
    .slice(0, maximum)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
    .trim()

const withoutTags = (html: string): string => html.replaceAll(/<[^<>]*>/g, ' ')
/** Empty for a text that shows nothing. */
const shown = (text: string): string => (hasVisibleText(text) ? text.trim() : '')
/** `List<String>` is text in a title, too. */
const withoutMarkup = (title: string): string => withoutTags(typedHtml(title)).replaceAll('&lt;', '<')
const lineOf = (text: string): string => shown(withoutMarkup(text).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' '))

/** A line of text as a title: without markup and line breaks, and not longer than a title may be. */
export const titleOf = (text: string, fallback = 'Tanpa judul'): string => cut(lineOf(text), maximumTitle) || fallback

/** What `titleOf` changed. */
export function titleNotes(text: string): string[] {
  const line = lineOf(text)
  if (line === '') return ['tanpa judul di sumbernya']
  return line.length > maximumTitle ? [`judul ${cutTo(maximumTitle)}`] : []
}

export function fitCourseTitle(text: string): Fitted<string> {
  const line = lineOf(text)
  if (line === '') return { value: 'Kelas impor', notes: ['kosong di sumbernya'] }
  if (line.length < minimumCourseTitle)
    return { value: `Kelas ${line}`, notes: [`terlalu pendek, minimal ${minimumCourseTitle} karakter: "${line}"`] }
  return { value: titleOf(text), notes: line.length > maximumTitle ? [cutTo(maximumTitle)] : [] }
}

/** Text of the HTML that other platforms have; empty without one that fits. */
export function fitDescription(html: string): Fitted<string> {
  const text = shown(decodeEntities(withoutTags(html)).replaceAll(/\s+/g, ' '))
  if (text !== '' && text.length < description.minimum)
    return { value: '', notes: [`terlalu pendek, minimal ${description.minimum} karakter: "${text}"`] }
  return {
    value: cut(text, description.maximum),
    notes: [
      ...(text.length > description.maximum ? [cutTo(description.maximum)] : []),
      ...(/<(?:img|iframe|object|embed|video|audio)\b/i.test(html)
        ? ['gambar dan isi yang disematkan tidak ikut']
        : []),
    ],
  }
}

/** Points of an assignment. Moodle writes a scale of words as a negative number, and 0 without a grade. */
export function fitPoints(points: number): Fitted<number> {
  if (points < 0) return { value: 100, notes: ['skala nilai menjadi 100 poin'] }
  const value = Math.min(maximumPoints, Math.max(1, Math.round(points) || 100))
  return { value, notes: points > 0 && points !== value ? [`poin ${written(points)} menjadi ${written(value)}`] : [] }
}

/** Limits of a quiz in the numbers of the source. What is no number above 0 is no limit. */
export type ForeignLimits = { minutes: number; attempts: number; passPercent: number }
export const noLimits: ForeignLimits = { minutes: 0, attempts: 0, passPercent: 0 }

export function fitLimits({ minutes, attempts, passPercent }: ForeignLimits): Fitted<Partial<QuizSettings>> {
  const fit = (number: number, maximum: number) => Math.min(maximum, Math.max(1, Math.round(number)))
  const notes: string[] = []
  const value: Partial<QuizSettings> = {}
  if (minutes > 0) {
    value.timeLimitMinutes = fit(minutes, maximumMinutes)
    if (value.timeLimitMinutes !== minutes)
      notes.push(`batas waktu ${written(minutes)} menit menjadi ${written(value.timeLimitMinutes)} menit`)
  }
  if (attempts > 0) {
    value.maximumAttempts = fit(attempts, maximumAttempts)
    if (value.maximumAttempts !== attempts)
      notes.push(`batas ${written(attempts)} percobaan menjadi ${written(value.maximumAttempts)}`)
  }
  if (passPercent > 0) {
    value.passPercent = fit(passPercent, 100)
    if (value.passPercent !== passPercent)
      notes.push(`nilai lulus ${written(passPercent)}% menjadi ${written(value.passPercent)}%`)
  }
  return { value, notes }
}
