import { escapeText } from '#contract/kit/text/html-text.ts'
import { questionInput, type QuestionInput } from '#contract/assessment/quiz.ts'

/** A question as another platform describes it, in words that all of them have. */
export type ForeignQuestion = {
  name: string
  type: 'choice' | 'truefalse' | 'short' | 'numerical' | 'match' | 'order' | 'essay' | 'other'
  /** What the source calls it. */
  sourceType: string
  text: string
  points: number
  feedback: string
  /** Of a choice: exactly one may be chosen. */
  single: boolean
  answers: { text: string; /** 0 to 1 */ fraction: number; feedback: string; tolerance: number }[]
  pairs: { left: string; right: string }[]
}

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

/** HTML → one line of text. */
export const plainOf = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
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
  | { outcome: 'essay' }
  | { outcome: 'none'; reason: string }

/** Cleans the HTML of one part, and notes what it loses. */
type Clean = (html: string) => Promise<string>

/** The question of the product with what was changed on the way; for an essay, or one that has no counterpart, that. */
export async function describeForeign(foreign: ForeignQuestion, clean: Clean): Promise<Described> {
  if (foreign.type === 'essay') return { outcome: 'essay' }
  const notes: string[] = []
  const candidate = await toCandidate(foreign, clean, (note) => notes.push(note))
  if (typeof candidate === 'string') return { outcome: 'none', reason: candidate }
  const parsed = questionInput.safeParse(candidate)
  if (!parsed.success) return { outcome: 'none', reason: parsed.error.issues[0]?.message ?? 'soal ini tidak lengkap' }
  return { outcome: 'question', question: parsed.data, notes: [...new Set(notes)] }
}

const partial = 'jawaban yang bernilai sebagian'
const isFull = (fraction: number): boolean => fraction > 0.999

/** The question before its check, or why there is none. */
async function toCandidate(
  foreign: ForeignQuestion,
  clean: Clean,
  note: (note: string) => void,
): Promise<Record<string, unknown> | string> {
  const { type, answers } = foreign
  const points = Math.min(100, Math.max(1, Math.round(foreign.points) || 1))
  if (foreign.points > 0 && points !== foreign.points)
    note(`poin ${foreign.points.toLocaleString('id-ID')} menjadi ${points}`)
  const common = { text: await clean(foreign.text), points, feedback: await clean(foreign.feedback) }
  switch (type) {
    case 'choice':
      return { ...common, ...(await toChoice(foreign, clean, note)) }
    case 'truefalse': {
      const isTrue = (text: string) => /^(?:true|benar|t)$/i.test(plainOf(text))
      const right = answers.find(({ fraction }) => fraction > 0)
      if (!right) return 'tidak ada jawaban yang benar'
      const feedbackOf = async (value: boolean) =>
        clean(answers.find(({ text }) => isTrue(text) === value)?.feedback ?? '')
      return {
        ...common,
        type: 'boolean',
        answer: isTrue(right.text),
        trueFeedback: await feedbackOf(true),
        falseFeedback: await feedbackOf(false),
      }
    }
    case 'short': {
      const right = answers.filter(({ fraction }) => isFull(fraction)).map(({ text }) => plainOf(text))
      if (right.length === 0) return 'tidak ada jawaban yang benar'
      // A star stands for any text, but for an escaped one.
      const [exact, withStar] = [
        right.filter((text) => !/(?<!\\)\*/.test(text)),
        right.filter((text) => /(?<!\\)\*/.test(text)),
      ]
      if (exact.length === 0) return 'jawaban dengan * (teks apa saja) belum ada padanannya'
      if (withStar.length > 0) note('jawaban dengan * (teks apa saja) tidak ikut')
      if (answers.length > right.length) note(`${partial} atau salah tidak ikut`)
      if (answers.some(({ feedback }) => plainOf(feedback) !== '')) note('umpan balik tiap jawaban tidak ikut')
      return { ...common, type: 'text', accepted: [...new Set(exact.map((text) => text.replaceAll('\\*', '*')))] }
    }
    case 'numerical': {
      const right = answers.filter(({ fraction, text }) => isFull(fraction) && plainOf(text) !== '*')
      const [first, ...others] = right.map(({ text, tolerance }) => ({
        answer: Number(plainOf(text).replace(',', '.')),
        tolerance,
      }))
      if (!first) return 'tidak ada jawaban yang benar'
      if (answers.length > right.length) note(`${partial} atau salah tidak ikut`)
      if (answers.some(({ feedback }) => plainOf(feedback) !== '')) note('umpan balik tiap jawaban tidak ikut')
      return { ...common, type: 'number', ...first, ...(others.length > 0 ? { others } : {}) }
    }
    case 'order':
      return {
        ...common,
        type: 'order',
        items: await Promise.all(answers.map(async ({ text }) => ({ text: await clean(text) }))),
      }
    case 'match': {
      const whole = foreign.pairs.filter(({ left, right }) => left !== '' && right !== '')
      if (whole.length < foreign.pairs.length) note('jawaban pengecoh tanpa pasangan tidak ikut')
      const rightOf = async (text: string) => (/<[a-z]/i.test(text) ? clean(text) : escapeText(plainOf(text)))
      return {
        ...common,
        type: 'pairs',
        pairs: await Promise.all(
          whole.map(async ({ left, right }) => ({ left: await clean(left), right: await rightOf(right) })),
        ),
      }
    }
    default:
      return `jenis soal "${typeNames[foreign.sourceType] ?? foreign.sourceType}" belum ada padanannya`
  }
}

async function toChoice({ answers, single }: ForeignQuestion, clean: Clean, note: (note: string) => void) {
  const options = await Promise.all(
    answers.map(async ({ text, fraction, feedback }) => ({
      text: await clean(text),
      isCorrect: fraction > 0,
      feedback: await clean(feedback),
    })),
  )
  if (!single) {
    const earning = answers.filter(({ fraction }) => fraction > 0)
    if (earning.some(({ fraction }) => Math.abs(fraction - (earning[0]?.fraction ?? 0)) > 0.001))
      note('bobot jawaban yang berbeda menjadi sama')
    return { type: 'several', options }
  }
  // The one that earns most: others may earn a part in the source.
  const best = answers.reduce((index, { fraction }, at) => (fraction > (answers[index]?.fraction ?? 0) ? at : index), 0)
  if (answers.filter(({ fraction }) => fraction > 0).length > 1) note(`${partial} menjadi salah`)
  return {
    type: 'one',
    options: options.map((option, index) => ({
      ...option,
      isCorrect: index === best && (answers[index]?.fraction ?? 0) > 0,
    })),
  }
}
