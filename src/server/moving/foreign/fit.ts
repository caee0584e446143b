import { Parser } from 'htmlparser2'
import type { QuizSettings } from '#contract/assessment/quiz.ts'
import { nameOf, typedHtml } from '#server/platform/rich-text/index.ts'
import { hasVisibleText } from '#contract/kit/text/visible-text.ts'

// Values that do not fit here are shortened or left out, with a note: nobody corrects the archive of another platform by hand.

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

/** Tells what `titleOf` changed. */
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

/** Before and behind these is an empty line, behind other blocks the end of a line. */
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre table figure hr'.split(' '))
const blocks = new Set(
  'div li tr dt dd section article header footer main nav aside caption figcaption address form fieldset'.split(' '),
)
const unseen = new Set(['script', 'style', 'template', 'title'])
const embedded = new Set(['img', 'iframe', 'object', 'embed', 'video', 'audio'])
/** The parser takes quadratic time for elements inside each other. No text of people comes near. */
const maximumDepth = 500
const partLength = 4_096
/** Limits the links in a note. */
const maximumNamed = 20

const isWeb = (address: string): boolean => /^(?:https?:|mailto:)/i.test(address)
const shortAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/\/$/, '')

/** HTML → text as the product shows it where there is no formatting: paragraphs, lines, and lists by their marks. */
function textOf(html: string): { text: string; notes: string[] } {
  const notes = new Set<string>()
  const lostLinks = new Set<string>()
  const lines: string[] = []
  /** The number of the next item, for each list that is open; null without numbers. */
  const lists: (number | null)[] = []
  let [line, mark, cell] = ['', '', '']
  let [length, depth, hidden, preformatted] = [0, 0, 0, 0]
  let link: { address: string; text: string } | null = null

  function endLine(isParagraph = false): void {
    if (line.trim() !== '') lines.push(line.trimEnd())
    length += line.length
    line = cell = ''
    if (isParagraph && lists.length === 0 && lines.at(-1)) lines.push('')
  }
  function add(written: string): void {
    if (link) link.text += written
    const part = written.replaceAll(/\s+/g, ' ')
    const text = line === '' || line.endsWith(' ') ? part.trimStart() : part
    if (text === '') return
    // Behind the mark of an item, a line that is indented goes on with it.
    if (line === '') line = mark || '  '.repeat(lists.length)
    else line += cell
    line += text
    mark = cell = ''
  }
  function endLink(): void {
    const { address, text } = link ?? { address: '', text: '' }
    link = null
    if (address === '' || address.startsWith('#') || shortAddress(address) === shortAddress(text)) return
    if (isWeb(address)) {
      const shownAddress = address.replace(/^mailto:/i, '')
      add(` ${text.trim() === '' ? shownAddress : `(${shownAddress})`}${/\s$/.test(text) ? ' ' : ''}`)
    } else lostLinks.add(`"${nameOf(address) || address.slice(0, 100)}"`)
  }
  function startItem(): void {
    const number = lists.at(-1) ?? null
    if (number !== null) lists[lists.length - 1] = number + 1
    mark = '  '.repeat(Math.max(0, lists.length - 1)) + (number === null ? '- ' : `${number}. `)
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (unseen.has(name)) hidden++
      if (embedded.has(name)) notes.add('gambar dan isi yang disematkan tidak ikut')
      if (paragraphs.has(name) || blocks.has(name)) endLine(paragraphs.has(name))
      // Two of them make a paragraph.
      if (name === 'br') endLine(line === '')
      if (name === 'ul') lists.push(null)
      else if (name === 'ol') lists.push(Math.trunc(Number(attributes['start'])) || 1)
      else if (name === 'li') startItem()
      else if (name === 'pre') preformatted++
      else if ((name === 'td' || name === 'th') && line !== '') cell = ' | '
      else if (name === 'a') {
        endLink()
        link = { address: attributes['href']?.trim() ?? '', text: '' }
      }
    },
    ontext(part) {
      if (hidden > 0) return
      if (preformatted === 0) return add(part)
      for (const [index, own] of part.split('\n').entries()) {
        if (index > 0) endLine()
        add(own)
      }
    },
    onclosetag(name) {
      depth--
      if (unseen.has(name)) hidden--
      if (name === 'a') endLink()
      if (name === 'pre') preformatted--
      if (name === 'ul' || name === 'ol') {
        endLine()
        lists.pop()
        mark = ''
      }
      if (paragraphs.has(name) || blocks.has(name)) endLine(paragraphs.has(name))
    },
  })
  let at = 0
  const isTooDeep = () => depth >= maximumDepth
  const isEnough = () => isTooDeep() || length + line.length > description.maximum + partLength
  for (; at < html.length && !isEnough(); at += partLength) parser.write(html.slice(at, at + partLength))
  if (at < html.length && isTooDeep()) notes.add('susunannya terlalu dalam, sisanya tidak ikut')
  parser.end()
  endLine()
  if (lostLinks.size > 0) {
    const more = lostLinks.size > maximumNamed ? `, dan ${lostLinks.size - maximumNamed} lain` : ''
    notes.add(`tautan ke ${[...lostLinks].slice(0, maximumNamed).join(', ')}${more} tidak ikut`)
  }
  return { text: lines.join('\n').trim(), notes: [...notes] }
}

/** True for HTML, false for a text that speaks of its elements. */
const hasMarkup = (text: string): boolean => /<(?:\/[a-z]|br[\s/>]|img\s)|^\s*<p[\s>]/i.test(text)
const asHtml = (text: string): string =>
  hasMarkup(text) ? text : text.replaceAll('<', '&lt;').replaceAll('\n', '<br>')

/** Text of the HTML that other platforms have; empty without one that fits. */
export function fitDescription(html: string): Fitted<string> {
  const { text: written, notes } = textOf(asHtml(html))
  const text = shown(written)
  if (text !== '' && text.length < description.minimum)
    return { value: '', notes: [`terlalu pendek, minimal ${description.minimum} karakter: "${text}"`] }
  return {
    value: cut(text, description.maximum),
    notes: [...(text.length > description.maximum ? [cutTo(description.maximum)] : []), ...notes],
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
