import { maximumVideoSeconds } from '#contract/kit/media/video.ts'

export type Cue = { start: number; end: number; lines: readonly string[] }
type Problem = { line: number; message: string }

const example = '00:01:05.000 --> 00:01:08.000'
const unreadable = `baris waktu tidak terbaca. Tulis seperti ${example}`
const withoutTime = `teks ini tidak punya baris waktu. Tulis di atasnya seperti ${example}`

/**
 * A line with two times, then its text. Numbers, names, settings, notes and styles are left out. Every other line is a problem, each with
 * its line: nothing is lost silently.
 */
export function readCues(lines: readonly string[], isVtt: boolean): { cues: Cue[]; problems: string[] } {
  const [cues, problems]: [Cue[], Problem[]] = [[], []]
  const starts = lines.flatMap((_, index) => (isTimeLine(lines, index) ? [index] : []))
  const [first = lines.length] = starts
  // The first block of WebVTT is its header.
  problems.push(...findStrays(lines, isVtt ? textEnd(lines, 0, first, { isVtt, isFollowing: true }) : 0, first, isVtt))
  const firstNumber = isNumber(lines[first - 1]) ? Number(lines[first - 1]) : null
  for (const [order, index] of starts.entries()) {
    const next = starts[order + 1] ?? lines.length
    const isFollowing = firstNumber !== null && isNumberOf(lines[next - 1], firstNumber + order + 1)
    // Without an empty line before it, only the number that follows is one.
    const isNumbered = isFollowing && next < lines.length && !lines.slice(index + 1, next).some(isBlank)
    const end = isNumbered ? next - 1 : textEnd(lines, index + 1, next, { isVtt, isFollowing })
    const times = readTimes(lines[index] ?? '')
    if (typeof times === 'string') problems.push({ line: index, message: times })
    else {
      const { text, ...span } = times
      const below = lines.slice(index + 1, end)
      cues.push({ ...span, lines: text === '' ? below : [text, ...below] })
    }
    problems.push(...findStrays(lines, end, next, isVtt))
  }
  return {
    cues,
    problems: problems
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, message }) => `Baris ${line + 1}: ${message}`),
  }
}

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === ''
const isNumberOf = (line: string | undefined, number: number): boolean => isNumber(line) && Number(line) === number
const isNumber = (line: string | undefined): boolean => /^\s*\d+\s*$/.test(line ?? '')

const clock = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{1,2}`
const fraction = String.raw`[.,]\d{1,3}`
const sign = String.raw`(?:[^\d\p{L}]|&gt;)`
const exactTime = new RegExp(String.raw`^\s*${clock}${fraction}(?:\s|$)`)
/** Two exact times stand in no text, nor do two times with an arrow between them. */
const brokenTimes = [
  new RegExp(String.raw`^\s*${clock}${fraction}${sign}{1,10}${clock}${fraction}(?:\s|$)`, 'u'),
  new RegExp(String.raw`^\s*${clock}(?:${fraction})?${sign}{0,8}(?:>|&gt;|--|[→⇒➔⟶])${sign}{0,8}${clock}`, 'u'),
]

/** Also one that is broken. An arrow between words is text; where a cue begins, or beside a time, it stands between times. */
function isTimeLine(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  const before = lines[index - 1]
  const [from, rest] = line.split('-->', 2)
  if (from !== undefined && rest !== undefined)
    return isBlank(before) || isNumber(before) || /^\s*[\d:.,]+\s*$/.test(from) || exactTime.test(rest)
  const follows = isNumber(before) && isBlank(lines[index - 2])
  return brokenTimes.some((pattern) => pattern.test(line)) || (follows && startsLikeTime(line))
}

const startsLikeTime = (line: string): boolean => /^\s*\d{1,2}:\d/.test(line)

/**
 * The end of the text that begins with a line. In WebVTT an empty line ends it, though not the line of spaces that YouTube writes above a
 * text. In SRT people leave some inside; only the number of the next cue is no text.
 */
function textEnd(
  lines: readonly string[],
  from: number,
  next: number,
  { isVtt, isFollowing }: { isVtt: boolean; isFollowing: boolean },
): number {
  const isNumbered = (end: number) => end === next && endsWithNumber(lines, from, next, isFollowing)
  if (isVtt) {
    let end = from
    while (end < next && /^[ \t]+$/.test(lines[end] ?? '')) end++
    while (end < next && !isBlank(lines[end])) end++
    return isNumbered(end) ? next - 1 : end
  }
  let end = next
  while (end > from && isBlank(lines[end - 1])) end--
  return isNumbered(end) ? next - 1 : end
}

/** True when the last line is the number of the next cue. One that does not follow is a text where no other is, and at the end of the file. */
const endsWithNumber = (lines: readonly string[], from: number, next: number, isFollowing: boolean): boolean =>
  next > from &&
  isNumber(lines[next - 1]) &&
  (isFollowing || (next < lines.length && next - 1 > from)) &&
  (next - 1 === from || isBlank(lines[next - 2]))

/** Texts between cues that have no time, and are no notes, styles, regions, and numbers or names of a cue. */
function findStrays(lines: readonly string[], from: number, next: number, isVtt: boolean): Problem[] {
  const strays: Problem[] = []
  for (let first = from; first < next; first++) {
    if (isBlank(lines[first])) continue
    let end = first
    while (end < next && !isBlank(lines[end])) end++
    const isName = end === first + 1 && (isNumber(lines[first]) || (isVtt && end === next && next < lines.length))
    const isNote = isVtt && /^(?:NOTE|STYLE|REGION)(?:\s|:|$)|^::cue/.test(lines[first] ?? '')
    if (!isName && !isNote) {
      const broken = lines.slice(first, end).findIndex(startsLikeTime)
      strays.push(broken === -1 ? { line: first, message: withoutTime } : { line: first + broken, message: unreadable })
    }
    first = end
  }
  return strays
}

/** Where a cue is shown, in WebVTT and in SRT. Other words behind the times are text. */
const setting = /^(?:vertical|line|position|size|align|region|[xy][12]):\S+$/i

function readTimes(line: string): (Omit<Cue, 'lines'> & { text: string }) | string {
  const [from = '', rest] = line.split('-->')
  if (rest === undefined) return unreadable
  const [until = '', ...words] = rest.trim().split(/\s+/)
  const [start, end] = [readTime(from.trim()), readTime(until)]
  const text = words.every((word) => setting.test(word)) ? '' : words.join(' ')
  if (start === null) return 'waktu mulai tidak terbaca. Tulis seperti 00:01:05.000'
  if (end === null) return 'waktu selesai tidak terbaca. Tulis seperti 00:01:08.000'
  if (end <= start) return 'waktu selesai harus sesudah waktu mulai'
  return end > maximumVideoSeconds ? 'waktu lebih dari 12 jam' : { start, end, text }
}

const timestamp = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)(?:[.,](\d{1,3}))?$/

function readTime(text: string): number | null {
  const parts = timestamp.exec(text)
  if (!parts) return null
  const [hours, minutes, seconds] = parts.slice(1, 4).map((part) => Number(part ?? 0))
  // `.5` is half a second.
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) + Number(`0.${parts[4] ?? 0}`)
}
