import { escapeText } from '#contract/kit/text/html-text.ts'
import { captionMessages } from '#contract/catalog/captions.ts'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { maximumVideoSeconds } from '#contract/catalog/video.ts'
import { readText } from '#server/platform/read-text.ts'

/** The captions as WebVTT with plain text and no settings, or the sentences that say what is wrong, each with its line. */
export type ParsedCaptions = { outcome: 'parsed'; vtt: string; cues: number } | { outcome: 'rejected'; message: string }

const maximumCues = 10_000
const maximumProblems = 5
const timestamp = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)(?:[.,](\d{1,3}))?$/
const sbvTimes = /^(\d{1,2}:\d\d:\d\d\.\d{3}),(\d{1,2}:\d\d:\d\d\.\d{3})$/gm
/** The time of a single word. */
const wordTime = /<\d\d:\d\d:\d\d\.\d{3}>/
export type CaptionFile = { bytes: Uint8Array; fileName: string }

/** Reads WebVTT, SRT or YouTube's SBV, whichever the content is, in any usual encoding. */
export function parseCaptions({ bytes, fileName }: CaptionFile): ParsedCaptions {
  const text = readText(bytes)
  if (text === null) return rejected(captionMessages.encoding)
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  if (!isVtt && /\.vtt$/i.test(fileName)) return rejected(captionMessages.header)
  const { cues: read, problems } = readCues(text.replaceAll(sbvTimes, '$1 --> $2').split('\n'), isVtt)
  if (problems.length > 0) return rejected(problems.slice(0, maximumProblems).join('\n'))
  const plain = read.map((cue) => ({ ...cue, lines: toPlainLines(cue.lines.join('\n'), isVtt) }))
  const cues = isVtt && wordTime.test(text) ? withoutRepeats(plain) : plain
  const written = cues.flatMap(({ start, end, lines }) =>
    lines.length > 0 ? [`${formatTime(start)} --> ${formatTime(end)}\n${escapeText(lines.join('\n'))}`] : [],
  )
  if (written.length === 0) return rejected(captionMessages.none)
  if (written.length > maximumCues) return rejected(captionMessages.tooMany)
  return { outcome: 'parsed', vtt: `WEBVTT\n\n${written.join('\n\n')}\n`, cues: written.length }
}

const rejected = (message: string): ParsedCaptions => ({ outcome: 'rejected', message })

type Cue = { start: number; end: number; lines: readonly string[] }

/** A line with two times, then its text. Numbers, names, settings, notes and styles are left out. */
function readCues(lines: readonly string[], isVtt: boolean): { cues: Cue[]; problems: string[] } {
  const [cues, problems]: [Cue[], string[]] = [[], []]
  const starts = lines.flatMap((_, index) => (isTimeLine(lines, index) ? [index] : []))
  for (const [order, index] of starts.entries()) {
    const times = readTimes(lines[index] ?? '')
    if (typeof times === 'string') problems.push(`Baris ${index + 1}: ${times}`)
    else cues.push({ ...times, lines: textOf(lines.slice(index + 1, starts[order + 1]), isVtt) })
  }
  return { cues, problems }
}

/** An arrow between words is text; where a cue begins, or after a digit, it stands between times. */
function isTimeLine(lines: readonly string[], index: number): boolean {
  const [from, rest] = (lines[index] ?? '').split('-->', 2)
  if (from === undefined || rest === undefined) return false
  const before = lines[index - 1]?.trim() ?? ''
  return before === '' || /^\d+$/.test(before) || /^\s*[\d:.,]+\s*$/.test(from)
}

/** In WebVTT an empty line ends a text. In SRT people leave some inside; only the number of the next cue is no text. */
function textOf(lines: readonly string[], isVtt: boolean): readonly string[] {
  const end = lines.findIndex((line) => line.trim() === '')
  if (isVtt) return end === -1 ? lines : lines.slice(0, end)
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const isNumber = /^\s*\d+\s*$/.test(lines[last] ?? '') && (last === 0 || (lines[last - 1] ?? '').trim() === '')
  return lines.slice(0, isNumber && last === lines.length - 1 ? last : last + 1)
}

/** YouTube's automatic captions roll: each cue repeats the line before it. Every line is kept once, for as long as it is shown. */
function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const kept: Cue[] = []
  for (const cue of cues) {
    const before = kept.at(-1)
    const shown = before?.lines ?? []
    const repeated = cue.lines.findLastIndex((line) => line === shown.at(-1)) + 1
    const lines = cue.lines.slice(repeated)
    if (lines.length > 0 || !before) kept.push({ ...cue, lines })
    else kept[kept.length - 1] = { ...before, end: Math.max(before.end, cue.end) }
  }
  return kept
}

function readTimes(line: string): { start: number; end: number } | string {
  const [from = '', rest = ''] = line.split('-->')
  const [start, end] = [readTime(from.trim()), readTime(rest.trim().split(/\s/)[0] ?? '')]
  if (start === null) return 'waktu mulai tidak terbaca. Tulis seperti 00:01:05.000'
  if (end === null) return 'waktu selesai tidak terbaca. Tulis seperti 00:01:08.000'
  if (end <= start) return 'waktu selesai harus sesudah waktu mulai'
  return end > maximumVideoSeconds ? 'waktu lebih dari 12 jam' : { start, end }
}

function readTime(text: string): number | null {
  const parts = timestamp.exec(text)
  if (!parts) return null
  const [hours, minutes, seconds] = parts.slice(1, 4).map((part) => Number(part ?? 0))
  // `.5` is half a second.
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) + Number(`0.${parts[4] ?? 0}`)
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
}
/** Tags of WebVTT and SRT, times of words, and positions as `{\an8}`. Other angle brackets are text: `List<String>`, `a < 5`. */
const markup = /<\/?(?:c|i|b|u|s|v|lang|ruby|rt|font)(?:[.\s][^<>\n]*)?>|<\d[\d:.]*>|\{\\[^{}\n]*\}/giu

const decodeEntity = (whole: string, name: string): string => {
  if (!name.startsWith('#')) return entities[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code >= 32 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
}

/** Without markup and empty lines, which would end the cue. */
function toPlainLines(cue: string, isVtt: boolean): string[] {
  // In WebVTT every tag is markup, and angle brackets of a text are written as entities.
  const text = cue.replaceAll(isVtt ? /<\/?[a-z\d][^<>\n]*>/gi : markup, '').replaceAll(/&(#?\w+);/g, decodeEntity)
  return text.split('\n').flatMap((line) => line.trim() || [])
}

function formatTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(thousandths / hourMs)}:${two((thousandths / minuteMs) % 60)}:${two((thousandths / 1000) % 60)}.${String(thousandths % 1000).padStart(3, '0')}`
}
