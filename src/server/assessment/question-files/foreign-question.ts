import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { escapeText } from '#contract/kit/text/html-text.ts'
import { questionInput, type QuestionInput } from '#contract/assessment/quiz.ts'

/** A question as another platform describes it, in words that all of them have. */
export type ForeignQuestion = {
  name: string
  type: 'choice' | 'truefalse' | 'short' | 'numerical' | 'match' | 'order' | 'essay' | 'other'
  /** Its type as the source calls it. */
  sourceType: string
  text: string
  points: number
  feedback: string
  /** Exactly one answer of a choice may be chosen. */
  single: boolean
  answers: ForeignAnswer[]
  /** HTML. */
  pairs: { left: string; right: string }[]
  /** Name what its reader could not take over. */
  notes?: string[]
  /** Why it has no counterpart, where that is not its type. */
  reason?: string
}

/** An answer is a text that is typed, or HTML that is chosen; the other one of the two is made from it. */
export type ForeignAnswer = {
  text: string
  html: string
  /** As its file has it, where `html` already lacks what cannot come. */
  original?: string
  /** Up to 1; below 0 it takes points away. */
  fraction: number
  feedback: string
  tolerance: number
}
type Unweighted = Omit<ForeignAnswer, 'fraction' | 'feedback'>
export const answerOfText = (text: string): Unweighted => ({
  text: text.trim(),
  html: escapeText(text).replaceAll('\n', '<br>'),
  tolerance: 0,
})
export const answerOfHtml = (html: string): Unweighted => ({ text: plainOf(html), html, tolerance: 0 })

/** Said of a short answer in which the source tells capitals from small letters. */
export const ignoresCase = 'huruf besar dan kecil tidak dibedakan'

/** The types of Moodle that have a counterpart. */
export const moodleTypes: Record<string, ForeignQuestion['type']> = {
  multichoice: 'choice',
  truefalse: 'truefalse',
  shortanswer: 'short',
  numerical: 'numerical',
  match: 'match',
  matching: 'match',
  ddmatch: 'match',
  ordering: 'order',
  essay: 'essay',
}

/** A number with a decimal comma or point. */
export const decimalOf = (text: string): number => Number(text.trim().replace(',', '.'))

/** HTML → one line of text. */
export const plainOf = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Types of other platforms that have no counterpart, for a report. */
const typeNames: Record<string, string> = {
  multianswer: 'isian di dalam teks (Cloze)',
  cloze: 'isian di dalam teks (Cloze)',
  gapselect: 'memilih kata di dalam teks',
  ddwtos: 'menyeret kata ke dalam teks',
  ddimageortext: 'menyeret ke atas gambar',
  ddmarker: 'menyeret penanda ke atas gambar',
  calculated: 'hitungan dengan angka acak',
  calculatedsimple: 'hitungan dengan angka acak',
  calculatedmulti: 'hitungan dengan angka acak',
  description: 'teks tanpa jawaban',
  randomsamatch: 'pasangan acak',
  random: 'soal acak',
  fill_in_multiple_blanks: 'beberapa isian di dalam teks',
  multiple_dropdowns: 'beberapa pilihan di dalam teks',
  text_only: 'teks tanpa jawaban',
  pattern_match: 'jawaban menurut pola',
}

export type Described =
  | { outcome: 'question'; question: QuestionInput; notes: string[] }
  | { outcome: 'essay'; notes: string[] }
  | { outcome: 'none'; reason: string }

/** Cleans the HTML of one part, and notes what it loses. */
type Clean = (html: string) => Promise<string>

/** The question of the product with what was changed on the way; for an essay, or one that has no counterpart, that. */
export async function describeForeign(foreign: ForeignQuestion, clean: Clean): Promise<Described> {
  if (foreign.type === 'essay') return { outcome: 'essay', notes: lostFeedback(foreign.feedback) }
  const notes: string[] = []
  const candidate = await toCandidate(foreign, clean, (note) => notes.push(note))
  if (typeof candidate === 'string') return { outcome: 'none', reason: candidate }
  const parsed = questionInput.safeParse(candidate)
  if (!parsed.success) return { outcome: 'none', reason: parsed.error.issues[0]?.message ?? 'soal ini tidak lengkap' }
  return { outcome: 'question', question: parsed.data, notes: [...new Set([...notes, ...(foreign.notes ?? [])])] }
}

const quoted = (html: string): string => `"${plainOf(html).slice(0, 200)}"`
const partial = 'jawaban yang bernilai sebagian'
const isFull = (fraction: number): boolean => fraction > 0.999
const isAnything = (text: string): boolean => /^\*+$/.test(text)
const noRight = 'tidak ada jawaban yang benar'
const written = (points: number): string => points.toLocaleString('id-ID')

function fitQuestionPoints(given: number, note: (note: string) => void): number {
  const points = Math.min(100, Math.max(1, Math.round(given) || 1))
  if (Number.isFinite(given) && points !== given) note(`poin ${written(given)} menjadi ${points}`)
  return points
}

/** People grade an essay: what is shown after it, such as a model answer, has no place. */
const lostFeedback = (html: string): string[] =>
  plainOf(html) === '' ? [] : [`umpan balik umumnya tidak ikut: ${quoted(html)}`]

/** The question before its check, or why there is none. */
async function toCandidate(
  foreign: ForeignQuestion,
  clean: Clean,
  note: (note: string) => void,
): Promise<Record<string, unknown> | string> {
  const { type, answers } = foreign
  const common = {
    text: await clean(foreign.text),
    points: fitQuestionPoints(foreign.points, note),
    feedback: await clean(foreign.feedback),
  }
  /** Those that are typed: with all points. What of the others is lost is a note. */
  const rightAnswers = (): ForeignAnswer[] => {
    const right = answers.filter(({ fraction }) => isFull(fraction))
    if (answers.length > right.length) note(`${partial} atau salah tidak ikut`)
    if (answers.some(({ feedback }) => plainOf(feedback) !== '')) note('umpan balik tiap jawaban tidak ikut')
    return right
  }
  switch (type) {
    case 'choice': {
      const choice = await toChoice(foreign, clean, note)
      return lossOf(choice.options, answers) ?? { ...common, ...choice }
    }
    case 'truefalse': {
      const isTrue = ({ text }: ForeignAnswer) => /^(?:true|benar|t)$/i.test(text)
      const right = answers.toSorted((one, other) => other.fraction - one.fraction)[0]
      if (!right || right.fraction <= 0) return noRight
      if (answers.some((answer) => answer !== right && answer.fraction > 0)) note(`${partial} menjadi salah`)
      const feedbackOf = async (value: boolean) =>
        clean(answers.find((answer) => isTrue(answer) === value)?.feedback ?? '')
      return {
        ...common,
        type: 'boolean',
        answer: isTrue(right),
        trueFeedback: await feedbackOf(true),
        falseFeedback: await feedbackOf(false),
      }
    }
    case 'short': {
      const right = rightAnswers().map(({ text }) => text)
      if (right.length === 0) return noRight
      // A star stands for any text, but for an escaped one.
      const exact = right.filter((text) => !/(?<!\\)\*/.test(text))
      if (exact.length === 0) return 'jawaban dengan * (teks apa saja) belum ada padanannya'
      if (exact.length < right.length) note('jawaban dengan * (teks apa saja) tidak ikut')
      return { ...common, type: 'text', accepted: [...new Set(exact.map((text) => text.replaceAll('\\*', '*')))] }
    }
    case 'numerical': {
      const right = rightAnswers().filter(({ text }) => !isAnything(text))
      const [first, ...others] = right.map(({ text, tolerance }) => ({ answer: decimalOf(text), tolerance }))
      if (!first) return foreign.notes?.[0] ?? noRight
      return { ...common, type: 'number', ...first, ...(others.length > 0 ? { others } : {}) }
    }
    case 'order': {
      const items = await Promise.all(answers.map(async ({ html }) => ({ text: await clean(html) })))
      return lossOf(items, answers) ?? { ...common, type: 'order', items }
    }
    case 'match': {
      const whole = foreign.pairs.filter(({ left, right }) => left !== '' && right !== '')
      for (const { left, right } of foreign.pairs) {
        if (left === '' && right !== '') note(`jawaban pengecoh tanpa pasangan tidak ikut: ${quoted(right)}`)
        if (left !== '' && right === '') note(`${quoted(left)} tidak ikut: pasangannya tidak ada`)
      }
      return {
        ...common,
        type: 'pairs',
        pairs: await Promise.all(
          whole.map(async ({ left, right }) => ({ left: await clean(left), right: await clean(right) })),
        ),
      }
    }
    default:
      return (
        foreign.reason ?? `jenis soal "${typeNames[foreign.sourceType] ?? foreign.sourceType}" belum ada padanannya`
      )
  }
}

/** Why options cannot stay apart: cleaning emptied one, or made two equal. */
function lossOf(options: readonly { text: string }[], answers: readonly ForeignAnswer[]): string | null {
  const originalOf = (index: number): string => (answers[index]?.original ?? answers[index]?.html ?? '').trim()
  const name = (index: number): string => `"${(answers[index]?.text || originalOf(index)).slice(0, 60)}"`
  const isSame = (one: number, other: number): boolean =>
    // Two files of one name are told apart only where the HTML names their places.
    originalOf(one) === originalOf(other) && answers[one]?.html.trim() === answers[other]?.html.trim()
  for (const [index, { text }] of options.entries()) {
    if (isEmptyHtml(text) && originalOf(index) !== '') return `isi pilihan ${name(index)} tidak bisa ikut`
    const same = options.findIndex((other) => other.text === text)
    if (!isSame(same, index)) return `pilihan ${name(same)} dan ${name(index)} menjadi sama`
  }
  return null
}

async function toChoice({ answers, single }: ForeignQuestion, clean: Clean, note: (note: string) => void) {
  const options = await Promise.all(
    answers.map(async ({ html, fraction, feedback }) => ({
      text: await clean(html),
      isCorrect: fraction > 0,
      feedback: await clean(feedback),
    })),
  )
  const earning = answers.filter(({ fraction }) => fraction > 0)
  const full = answers.filter(({ fraction }) => isFull(fraction))
  if (!single) {
    if (earning.some(({ fraction }) => Math.abs(fraction - (earning[0]?.fraction ?? 0)) > 0.001))
      note('bobot jawaban yang berbeda menjadi sama')
    return { type: 'several', options }
  }
  if (answers.some(({ fraction }) => fraction < 0)) note('pengurangan nilai untuk jawaban salah tidak ikut')
  if (full.length > 1) {
    note('lebih dari satu jawaban bernilai penuh: menjadi soal dengan beberapa jawaban')
    if (earning.length > full.length) note(`${partial} menjadi salah`)
    return {
      type: 'several',
      options: options.map((option, index) => ({ ...option, isCorrect: isFull(answers[index]?.fraction ?? 0) })),
    }
  }
  // The one that earns most: others may earn a part in the source.
  const best = answers.reduce((index, { fraction }, at) => (fraction > (answers[index]?.fraction ?? 0) ? at : index), 0)
  if (earning.length > 1) note(`${partial} menjadi salah`)
  return {
    type: 'one',
    options: options.map((option, index) => ({
      ...option,
      isCorrect: index === best && (answers[index]?.fraction ?? 0) > 0,
    })),
  }
}

/** Moodle writes these sentences into every question. */
const usualFeedback = /^your answer is (?:correct|partially correct|incorrect)\.?$|^$/i

/** Parts of a question that the product has no place for; `texts` are those of a part by its name in Moodle. */
export function lostTexts(texts: (part: string) => string[]): string[] {
  const has = (...parts: string[]) =>
    parts.some((part) => texts(part).some((text) => !usualFeedback.test(plainOf(text))))
  return [
    ...(has('graderinfo') ? ['catatan untuk penilai tidak ikut'] : []),
    ...(has('responsetemplate') ? ['kerangka jawaban tidak ikut'] : []),
    ...(has('correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback')
      ? ['umpan balik gabungan tidak ikut']
      : []),
    ...(has('hint') ? ['petunjuk tidak ikut'] : []),
  ]
}

/** Names by which teachers sort questions. */
export function lostLabels(tags: readonly string[], idNumber: string): string[] {
  const shown = tags.filter((tag) => tag.trim() !== '').map((tag) => `"${tag.trim().slice(0, 60)}"`)
  return [
    ...(idNumber === '' ? [] : [`nomor ID "${idNumber.slice(0, 60)}" tidak ikut`]),
    ...(shown.length > 0 ? [`tag ${shown.join(', ')} tidak ikut`] : []),
  ]
}
