import { escapeText } from '#contract/kit/text/html-text.ts'
import { captionMessages } from '#contract/catalog/captions.ts'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { readText } from '#server/platform/read-text.ts'
import { readCues, type Cue } from './read-cues.ts'

/** The captions as WebVTT with plain text and no settings, or the sentences that say what is wrong, each with its line. */
export type ParsedCaptions = { outcome: 'parsed'; vtt: string; cues: number } | { outcome: 'rejected'; message: string }

const maximumCues = 10_000
const maximumProblems = 5
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
  const plain = read.map((cue) => ({ ...cue, lines: toPlainLines(cue.lines.join('\n')) }))
  const cues = isVtt && wordTime.test(text) ? withoutRepeats(plain) : plain
  const written = cues.flatMap(({ start, end, lines }) =>
    lines.length > 0 ? [`${formatTime(start)} --> ${formatTime(end)}\n${escapeText(lines.join('\n'))}`] : [],
  )
  if (written.length === 0) return rejected(captionMessages.none)
  if (written.length > maximumCues) return rejected(captionMessages.tooMany)
  return { outcome: 'parsed', vtt: `WEBVTT\n\n${written.join('\n\n')}\n`, cues: written.length }
}

const rejected = (message: string): ParsedCaptions => ({ outcome: 'rejected', message })

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
/** Times of words, and positions as `{\an8}`. */
const timing = /<\d{1,3}:\d\d[\d:.,]{0,10}>|\{\\[^{}\n]*\}/gu
const tag = /<(\/?)(c|i|b|u|s|v|lang|ruby|rt|font)([.\s][^<>\n]*)?>/giu

/** Without tags of WebVTT and SRT, which have their end in the cue. Other angle brackets are text: `List<String>`, `b<c>d`, `a < 5`. */
function withoutTags(cue: string): string {
  const open = new Map<string, RegExpExecArray[]>()
  const markup = new Set<number>()
  for (const found of cue.matchAll(tag)) {
    const [, slash, typed = '', annotation] = found
    const name = typed.toLowerCase()
    const before = open.get(name) ?? []
    open.set(name, before)
    // Who speaks needs no end, and neither has what stands above a word.
    if ((name === 'v' && annotation) || name === 'rt') markup.add(found.index)
    if (!slash) before.push(found)
    else {
      const start = before.pop()
      if (start && !('bius'.includes(name) && areWords(cue, start, found))) markup.add(start.index).add(found.index)
    }
  }
  return cue.replaceAll(tag, (whole, ...parts) => (markup.has(parts.at(-2) as number) ? '' : whole))
}

/**
 * True for tags that a sentence is about: `Pakai <b> untuk tebal, lalu tutup dengan </b>`. Without them two spaces would follow each other,
 * which nobody writes around a text that is bold.
 */
function areWords(cue: string, start: RegExpExecArray, end: RegExpExecArray): boolean {
  const [from, after] = [start.index + start[0].length, end.index + end[0].length]
  const isApart = /^\s/.test(cue.slice(from, from + 1)) && /^\s/.test(cue.slice(end.index - 1, end.index))
  const follows = /[\p{L}\p{N}][,:]? $/u.test(cue.slice(Math.max(0, start.index - 4), start.index))
  return isApart && (follows || /^ [\p{L}\p{N}]/u.test(cue.slice(after, after + 3)))
}

const decodeEntity = (whole: string, name: string): string => {
  if (!name.startsWith('#')) return entities[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code >= 32 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
}

/** Without markup and empty lines, which would end the cue. */
function toPlainLines(cue: string): string[] {
  const text = withoutTags(cue.replaceAll(timing, '')).replaceAll(/&(#?\w+);/g, decodeEntity)
  return text.split('\n').flatMap((line) => line.trim() || [])
}

function formatTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(thousandths / hourMs)}:${two((thousandths / minuteMs) % 60)}:${two((thousandths / 1000) % 60)}.${String(thousandths % 1000).padStart(3, '0')}`
}
