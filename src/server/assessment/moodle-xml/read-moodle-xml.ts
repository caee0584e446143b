import { escapeText } from '#contract/kit/text/html-text.ts'
import { maximumQuestions, type QuestionInput } from '#contract/assessment/quiz.ts'
import { findName, plainPath } from '#server/platform/file-names.ts'
import { mapPictures, markdownToHtml } from '#server/platform/rich-text/index.ts'
import { allOf, at, childrenOf, parseXml, textAt, UnreadableXml, type XmlNode } from '#server/platform/xml.ts'
import { describeForeign, moodleTypes, plainOf, type ForeignQuestion } from './foreign-question.ts'
import { imagePath } from './pictures.ts'

export type Note = { /** Counted from 1. */ line: number; message: string }
/** A question that people grade: it can become an assignment. */
export type Essay = { line: number; title: string; /** Clean. */ html: string }
export type ReadMoodleXml =
  | {
      questions: QuestionInput[]
      essays: Essay[]
      notes: Note[]
      pictures: { index: number; name: string; bytes: Uint8Array }[]
    }
  | { mistakes: Note[] }

/** More than any quiz shows; each one is decoded. */
const maximumPictures = 100
/** Beyond, a file is not worth reading on. */
const maximumItems = maximumQuestions * 4

type Picture = { name: string; bytes: Buffer }

/**
 * Reads Moodle XML. Runs in a worker process. Pictures stand as `images/<index>` in the HTML. What has no counterpart is a note with its
 * line, and the others are read: such a file comes from a program, and nobody corrects it by hand.
 */
export async function readMoodleXml({ bytes }: { bytes: Uint8Array }): Promise<ReadMoodleXml> {
  try {
    return await readQuiz(parseXml(bytes, 'Berkas ini'))
  } catch (error) {
    if (error instanceof UnreadableXml) return { mistakes: [{ line: error.line, message: error.problem }] }
    throw error
  }
}

async function readQuiz(root: XmlNode): Promise<ReadMoodleXml> {
  const quiz = at(root, 'quiz')
  if (!quiz) return { mistakes: [{ line: 1, message: 'Ini bukan Moodle XML: tidak ada <quiz> di awalnya' }] }
  const items = childrenOf(quiz, 'question')
  if (items.length > maximumItems) return { mistakes: [{ line: items[maximumItems]?.line ?? 1, message: tooMany }] }
  const questions: QuestionInput[] = []
  const essays: Essay[] = []
  const notes: { line: number; message: string }[] = []
  const pictures = pictureList()
  for (const item of items) {
    const { line } = item
    const tell = (message: string) => notes.push({ line, message })
    if (item.attributes['type'] === 'category') {
      tell(`Kategori "${textAt(item, 'category', 'text').slice(0, 100)}" tidak dipakai: semua soal masuk ke kuis ini`)
      continue
    }
    const foreign = readQuestion(item, pictures)
    const name = (foreign.name || plainOf(foreign.text) || 'Tanpa judul').slice(0, 100).toWellFormed()
    const lost = new Set<string>()
    const clean = async (html: string): Promise<string> => pictures.keep(html, lost)
    const described = await describeForeign(foreign, clean)
    if (described.outcome === 'essay') {
      essays.push({ line, title: name, html: await clean(foreign.text) })
      for (const loss of lost) tell(`"${name}": ${loss}`)
    } else if (described.outcome === 'none') tell(`"${name}" tidak ikut: ${described.reason}`)
    else if (questions.length === maximumQuestions) return { mistakes: [{ line, message: tooMany }] }
    else {
      questions.push(described.question)
      for (const loss of [...described.notes, ...lost, ...lostParts(item)]) tell(`"${name}": ${loss}`)
    }
  }
  if (questions.length === 0 && essays.length === 0)
    return { mistakes: notes.length > 0 ? notes : [{ line: 1, message: 'Tidak ada soal di berkas ini' }] }
  return { questions, essays, notes, pictures: pictures.used() }
}

const tooMany = `Maksimal ${maximumQuestions} soal dalam satu kuis`

/** What Moodle writes into every question. */
const usualFeedback = /^your answer is (?:correct|partially correct|incorrect)\.?$|^$/i

function lostParts(item: XmlNode): string[] {
  const combined = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].some(
    (part) => !usualFeedback.test(plainOf(textAt(item, part, 'text'))),
  )
  const hints = childrenOf(item, 'hint').some((hint) => plainOf(textAt(hint, 'text')) !== '')
  return [...(combined ? ['umpan balik gabungan tidak ikut'] : []), ...(hints ? ['petunjuk tidak ikut'] : [])]
}

/** The pictures of a file, as `images/<index>` in the HTML of the texts that carry them. */
function pictureList() {
  const all: Picture[] = []
  const indexes = new Map<string, number>()
  const named = new Set<number>()
  return {
    /** The HTML of a text that carries its own files. */
    read(node: XmlNode | undefined): string {
      const files = new Map(
        childrenOf(node, 'file').map((file) => [
          plainPath(file.attributes['name'] ?? ''),
          file.text.replaceAll(/\s/g, ''),
        ]),
      )
      return htmlOf(node).replaceAll(/@@PLUGINFILE@@\/([^"'<>\s?#]*)/g, (whole, reference: string) => {
        const name = findName(files, reference) ?? findName(files, reference.slice(reference.lastIndexOf('/') + 1))
        const content = name === null ? undefined : files.get(name)
        if (name === null || content === undefined) return whole
        // Each answer of a question carries the same file again.
        const index = indexes.get(content) ?? all.push({ name, bytes: Buffer.from(content, 'base64') }) - 1
        indexes.set(content, index)
        return imagePath(index)
      })
    },
    /** Clean HTML with the pictures that the file carries. */
    keep(html: string, lost: Set<string>): string {
      if (/<(?:iframe|object|embed|video|audio|script)\b/i.test(html))
        lost.add('isi yang disematkan (video, suara, skrip) tidak ikut')
      return mapPictures(html, ({ src = '', ...attributes }) => {
        const index = Number(/^images\/(\d+)$/.exec(src)?.[1] ?? -1)
        if (index >= 0 && index < Math.min(all.length, maximumPictures)) {
          named.add(index)
          return { src, ...attributes }
        }
        lost.add(
          `gambar "${(all[index]?.name ?? src).replace('@@PLUGINFILE@@/', '').slice(0, 100)}" tidak ikut: tambahkan di editor soal`,
        )
        return null
      })
    },
    used: (): { index: number; bytes: Uint8Array; name: string }[] =>
      [...named].flatMap((index) => (all[index] ? [{ index, ...all[index] }] : [])),
  }
}
type Pictures = ReturnType<typeof pictureList>

/** A text in the format that it declares. */
function htmlOf(node: XmlNode | undefined): string {
  const text = textAt(node, 'text')
  const format = node?.attributes['format'] ?? ''
  if (format === 'plain_text') return escapeText(text).replaceAll('\n', '<br>')
  if (format === 'markdown') return markdownToHtml(text)
  return format === 'moodle_auto_format' && !/<\w/.test(text) ? text.replaceAll('\n', '<br>') : text
}

function readQuestion(item: XmlNode, pictures: Pictures): ForeignQuestion {
  const sourceType = item.attributes['type'] ?? ''
  const isMarkup = sourceType === 'multichoice' || sourceType === 'ordering'
  const answers = childrenOf(item, 'answer').map((answer) => ({
    text: isMarkup ? pictures.read(answer) : escapeText(textAt(answer, 'text')),
    fraction: Number(answer.attributes['fraction'] ?? 0) / 100,
    feedback: pictures.read(at(answer, 'feedback')),
    tolerance: Number(textAt(answer, 'tolerance')) || 0,
  }))
  return {
    name: textAt(item, 'name', 'text'),
    type: moodleTypes[sourceType] ?? 'other',
    sourceType,
    text: pictures.read(at(item, 'questiontext')),
    points: Number(textAt(item, 'defaultgrade')) || 1,
    feedback: pictures.read(at(item, 'generalfeedback')),
    single: textAt(item, 'single') !== 'false' && textAt(item, 'single') !== '0',
    // Their place stands as the fraction.
    answers: sourceType === 'ordering' ? answers.toSorted((one, other) => one.fraction - other.fraction) : answers,
    pairs: allOf(item, 'subquestion').map((pair) => ({
      left: pictures.read(pair),
      right: textAt(pair, 'answer', 'text'),
    })),
  }
}
