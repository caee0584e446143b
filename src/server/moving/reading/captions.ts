import { captionMessages, maximumCaptionBytes } from '#contract/catalog/captions.ts'
import { readCaptionFile, type Catalog, type ParsedCaptions } from '#server/catalog/index.ts'
import { TextTooCostly } from '#server/platform/too-costly.ts'
import { findName } from '#server/platform/file-names.ts'
import { courseFile } from './mistakes.ts'
import type { LessonToRead, LessonWriter } from './lesson-kind.ts'

export type ReadCaptions = { files: string[]; captions: { lang: string; vtt: string }[] }

const maximumLanguages = 20
const isLanguage = (text: string): boolean => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(text)

/** Reads the captions of a video, a file a language. */
export async function readCaptions({ files, fields, lineOf, mistakes, claim }: LessonToRead): Promise<ReadCaptions> {
  const read: ReadCaptions = { files: [], captions: [] }
  const { captions } = fields
  if (captions === undefined) return read
  if (typeof captions !== 'object' || captions === null || Array.isArray(captions)) {
    mistakes.report(
      courseFile,
      lineOf('captions'),
      'captions: tulis satu bahasa per baris, misalnya "id: captions/01.id.vtt"',
    )
    return read
  }
  const entries = Object.entries(captions)
  if (entries.length > maximumLanguages)
    mistakes.report(courseFile, lineOf('captions'), captionMessages.tooManyLanguages)
  for (const [lang, named] of entries.slice(0, maximumLanguages)) {
    const path = typeof named === 'string' ? findName(files, named) : null
    const at = lineOf('captions', lang)
    const bytes = path === null ? undefined : files.get(path)
    if (!isLanguage(lang))
      mistakes.report(courseFile, at, `Bahasa "${lang.slice(0, 20)}" tidak dikenal. Contoh: id atau en`)
    else if (path === null || !bytes)
      mistakes.report(courseFile, at, `Berkas "${String(named).slice(0, 200)}" tidak ada`)
    else if (bytes.byteLength > maximumCaptionBytes) mistakes.report(path, 1, captionMessages.tooLarge)
    else if (claim(path, 'captions')) {
      const parsed = await readCaptionFile('course-import', { bytes, fileName: path }).catch(rejectCostly)
      if (parsed.outcome === 'parsed') read.captions.push({ lang, vtt: parsed.vtt })
      else for (const { line, message } of linesOf(parsed.message)) mistakes.report(path, line, message)
      read.files.push(path)
    }
  }
  return read
}

const rejectCostly = (error: unknown): ParsedCaptions => {
  if (!(error instanceof TextTooCostly)) throw error
  return { outcome: 'rejected', message: 'Susunan berkas ini terlalu rumit untuk dibaca. Bagi menjadi beberapa berkas' }
}

/** The sentences of the parser, of which each may start with its line. */
const linesOf = (message: string): { line: number; message: string }[] =>
  message.split('\n').map((sentence) => {
    const [, line, rest] = /^Baris (\d+): (.*)$/.exec(sentence) ?? []
    return line && rest ? { line: Number(line), message: rest } : { line: 1, message: sentence }
  })

export async function writeCaptions(
  catalog: Catalog,
  lessonId: string,
  { stem, addText }: LessonWriter,
): Promise<{ captions?: Record<string, string> }> {
  const captions: Record<string, string> = {}
  for (const lang of await catalog.listCaptionLanguages(lessonId)) {
    const vtt = await catalog.findCaptions({ lessonId, lang })
    if (vtt !== null) captions[lang] = addText(`captions/${stem}.${lang}.vtt`, vtt)
  }
  return Object.keys(captions).length > 0 ? { captions } : {}
}
