import { escapeText } from '#contract/kit/html-text.ts'
import { captionMessages } from '#contract/catalog/captions.ts'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { maximumVideoSeconds } from '#contract/catalog/video.ts'

/** The captions as WebVTT with plain text and no settings, or the sentences that say what is wrong, each with its line. */
export type ParsedCaptions = { outcome: 'parsed'; vtt: string; cues: number } | { outcome: 'rejected'; message: string }

const maximumCues = 10_000
const maximumProblems = 5
const maximumLinesOfCue = 20
const timestamp = /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/

/** Reads WebVTT or SRT, whichever the content is, in UTF-8. */
export async function parseCaptions(bytes: Uint8Array, fileName: string): Promise<ParsedCaptions> {
  const text = decode(bytes)
  if (text === null) return rejected(captionMessages.encoding)
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  if (!isVtt && /\.vtt$/i.test(fileName)) return rejected(captionMessages.header)
  const { cues, problems } = readCues(text.split('\n'))
  if (problems.length > 0) return rejected(problems.slice(0, maximumProblems).join('\n'))
  const written = cues.flatMap(({ start, end, lines }) => {
    const shown = toPlainText(lines.join('\n'))
    return shown ? [`${formatTime(start)} --> ${formatTime(end)}\n${shown}`] : []
  })
  if (written.length === 0) return rejected(captionMessages.none)
  if (written.length > maximumCues) return rejected(captionMessages.tooMany)
  return { outcome: 'parsed', vtt: `WEBVTT\n\n${written.join('\n\n')}\n`, cues: written.length }
}

const rejected = (message: string): ParsedCaptions => ({ outcome: 'rejected', message })

/** Null for another encoding. Lines end with \n, and the mark of the byte order is removed. */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n')
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

type Cue = { start: number; end: number; lines: readonly string[] }

/** Both formats: a line with two times, then text up to an empty line. Numbers, names, settings, notes and styles are left out. */
function readCues(lines: readonly string[]): { cues: Cue[]; problems: string[] } {
  const [cues, problems]: [Cue[], string[]] = [[], []]
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue
    const times = readTimes(line)
    if (typeof times === 'string') problems.push(`Baris ${index + 1}: ${times}`)
    else cues.push({ ...times, lines: textAfter(lines, index) })
  }
  return { cues, problems }
}

function textAfter(lines: readonly string[], index: number): readonly string[] {
  const length = lines.slice(index + 1, index + 1 + maximumLinesOfCue).findIndex((line) => line.trim() === '' || line.includes('-->'))
  return lines.slice(index + 1, length === -1 ? index + 1 + maximumLinesOfCue : index + 1 + length)
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
  const [hours, minutes, seconds, thousandths] = parts.slice(1).map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) + (thousandths ?? 0) / 1000
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

/** Without tags and empty lines, which would end the cue; characters with a meaning in WebVTT are escaped. */
function toPlainText(cue: string): string {
  const text = cue.replaceAll(/<[^<>\n]*>/g, '').replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return escapeText(lines.join('\n'))
}

function formatTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(thousandths / hourMs)}:${two((thousandths / minuteMs) % 60)}:${two((thousandths / 1000) % 60)}.${String(thousandths % 1000).padStart(3, '0')}`
}
