import { escapeText } from '#contract/kit/text/html-text.ts'
import { maximumQuestions, type QuestionInput } from '#contract/assessment/quiz.ts'
import { allOf, at, childrenOf, parseXml, textAt, UnreadableXml, type XmlNode } from '#server/platform/xml.ts'
import { carriedFiles, type CarriedFiles } from './carried-files.ts'
import {
  answerOfHtml,
  answerOfText,
  decimalOf,
  describeForeign,
  ignoresCase,
  lostLabels,
  lostTexts,
  moodleTypes,
  plainOf,
  type ForeignQuestion,
} from './foreign-question.ts'
import { describeLostNames } from './lost-names.ts'
import { chooseLanguage, otherLanguages } from './multilang.ts'

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

/** Beyond, a file is not worth reading on. */
const maximumItems = maximumQuestions * 4

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
  const named: Parameters<typeof describeLostNames>[0][number][] = []
  const pictures = carriedFiles()
  for (const item of items) {
    const { line } = item
    const tell = (message: string) => notes.push({ line, message })
    if (item.attributes['type'] === 'category') {
      tell(`Kategori "${textAt(item, 'category', 'text').slice(0, 100)}" tidak dipakai: semua soal masuk ke kuis ini`)
      const about = plainOf(textAt(item, 'info', 'text'))
      if (about !== '') tell(`Keterangan kategori tidak ikut: "${about.slice(0, 200)}"`)
      continue
    }
    const lost = new Set<string>(chooseLanguage(item) ? [otherLanguages] : [])
    const foreign = readQuestion(item, pictures, lost)
    const name = (foreign.name || plainOf(foreign.text) || 'Tanpa judul').slice(0, 100).toWellFormed()
    const clean = async (html: string): Promise<string> => pictures.keep(html, lost)
    const described = await describeForeign(foreign, clean)
    if (described.outcome === 'essay') {
      essays.push({ line, title: name, html: await clean(foreign.text) })
      if (foreign.points > 1)
        tell(`"${name}": poin ${foreign.points.toLocaleString('id-ID')} tidak ikut: atur di tugasnya`)
      for (const loss of [...described.notes, ...lost, ...lostParts(item)]) tell(`"${name}": ${loss}`)
    } else if (described.outcome === 'none') {
      tell(`"${name}" tidak ikut: ${described.reason}`)
      for (const loss of lost) tell(`"${name}": ${loss}`)
    } else if (questions.length === maximumQuestions) return { mistakes: [{ line, message: tooMany }] }
    else {
      questions.push(described.question)
      named.push({ line, name: foreign.name, text: described.question.text })
      for (const loss of [...described.notes, ...lost, ...lostParts(item)]) tell(`"${name}": ${loss}`)
    }
  }
  if (questions.length === 0 && essays.length === 0)
    return { mistakes: notes.length > 0 ? notes : [{ line: 1, message: 'Tidak ada soal di berkas ini' }] }
  const lostNames = describeLostNames(named)
  return { questions, essays, notes: lostNames ? [...notes, lostNames] : notes, pictures: pictures.used() }
}

const tooMany = `Maksimal ${maximumQuestions} soal dalam satu kuis`

const lostParts = (item: XmlNode): string[] => [
  ...(textAt(item, 'hidden') === '1' ? ['tersembunyi di sumbernya'] : []),
  ...lostTexts((part) => childrenOf(item, part).map((node) => textAt(node, 'text'))),
  ...lostLabels(
    childrenOf(at(item, 'tags'), 'tag').map((tag) => textAt(tag, 'text')),
    textAt(item, 'idnumber'),
  ),
]

/** Moodle shows the right side of a pair as text, and the drag and drop of it as HTML. */
function rightSide(node: XmlNode | undefined, htmlOf: (node: XmlNode | undefined) => string): string {
  const text = textAt(node, 'text')
  return node?.attributes['format'] || /<[a-z]|&\w+;/i.test(text) ? htmlOf(node) : escapeText(text)
}

function readQuestion(item: XmlNode, pictures: CarriedFiles, lost: Set<string>): ForeignQuestion {
  const sourceType = item.attributes['type'] ?? ''
  const isChosen = sourceType === 'multichoice' || sourceType === 'ordering'
  const htmlOf = (node: XmlNode | undefined): string => pictures.read(node, lost)
  const answers = childrenOf(item, 'answer').map((answer) => ({
    ...(isChosen ? answerOfHtml(htmlOf(answer)) : answerOfText(textAt(answer, 'text'))),
    original: textAt(answer, 'text'),
    fraction: Number(answer.attributes['fraction'] ?? 0) / 100,
    feedback: htmlOf(at(answer, 'feedback')),
    tolerance: decimalOf(textAt(answer, 'tolerance')) || 0,
  }))
  const grade = textAt(item, 'defaultgrade')
  const units = allOf(item, 'unit_name').map(({ text }) => `"${text.trim().slice(0, 40)}"`)
  return {
    name: textAt(item, 'name', 'text'),
    type: moodleTypes[sourceType] ?? 'other',
    sourceType,
    text: `${htmlOf(at(item, 'questiontext'))}${pictures.readOld(item, lost)}`,
    points: grade === '' ? Number.NaN : Number(grade),
    feedback: htmlOf(at(item, 'generalfeedback')),
    single: textAt(item, 'single') !== 'false' && textAt(item, 'single') !== '0',
    // Their place stands as the fraction.
    answers: sourceType === 'ordering' ? answers.toSorted((one, other) => one.fraction - other.fraction) : answers,
    pairs: allOf(item, 'subquestion').map((pair) => ({
      left: htmlOf(pair),
      right: rightSide(at(pair, 'answer'), htmlOf),
    })),
    notes: [
      ...(units.length > 0 ? [`satuan ${units.join(', ')} tidak ikut`] : []),
      ...(textAt(item, 'usecase') === '1' ? [ignoresCase] : []),
    ],
  }
}
