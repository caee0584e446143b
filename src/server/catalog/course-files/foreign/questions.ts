import { questionInput, type QuestionInput } from '#contract/assessment/quiz.ts'
import { escapeText } from '#contract/kit/html-text.ts'
import { readGift, writeGift } from '#server/assessment/index.ts'
import type { CourseBuilder, FindFile } from './course-builder.ts'

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

const refusedTypes: Partial<Record<ForeignQuestion['type'], string>> = { essay: 'soal esai dinilai orang: buat sebagai tugas' }
const plain = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Questions of the product. Each one that has no counterpart is reported with its name. */
export async function toQuestions(builder: CourseBuilder, foreign: readonly ForeignQuestion[], find: FindFile): Promise<QuestionInput[]> {
  const questions: QuestionInput[] = []
  for (const question of foreign) {
    const notes: string[] = []
    const clean = async (html: string): Promise<string> => {
      const read = await builder.readHtml(html, find)
      notes.push(...read.notes)
      return read.html
    }
    const refuse = (reason: string) => builder.tell(question.name || plain(question.text), 'question', 'refused', reason)
    const refusal = refusedTypes[question.type]
    if (refusal) refuse(refusal)
    else if (questions.length >= 500) refuse('satu kuis memuat paling banyak 500 pertanyaan')
    else {
      const candidate = await describe(question, clean)
      const parsed = candidate === null ? null : questionInput.safeParse(candidate)
      // What GIFT cannot carry would be lost on the way.
      const isKept = parsed?.success && 'questions' in readGift(writeGift([parsed.data]))
      if (parsed?.success && isKept) {
        questions.push(parsed.data)
        builder.tell(question.name || plain(question.text), 'question', notes.length > 0 ? 'changed' : 'imported', [...new Set(notes)].join('; '))
      } else refuse(parsed?.error?.issues[0]?.message ?? `jenis soal "${question.sourceType}" belum ada padanannya`)
    }
  }
  return questions
}

type Clean = (html: string) => Promise<string>

async function describe(question: ForeignQuestion, clean: Clean): Promise<Record<string, unknown> | null> {
  const { type, answers } = question
  const common = {
    text: await clean(question.text),
    points: Math.min(100, Math.max(1, Math.round(question.points) || 1)),
    feedback: await clean(question.feedback),
  }
  if (type === 'choice') {
    const options = await Promise.all(
      answers.map(async ({ text, fraction, feedback }) => ({ text: await clean(text), isCorrect: fraction > 0, feedback: await clean(feedback) })),
    )
    if (!question.single) return { ...common, type: 'several', options }
    // The one that earns most: others may earn a part in the source.
    const best = answers.reduce((index, { fraction }, at) => (fraction > (answers[index]?.fraction ?? 0) ? at : index), 0)
    return {
      ...common,
      type: 'one',
      options: options.map((option, index) => ({ ...option, isCorrect: index === best && (answers[index]?.fraction ?? 0) > 0 })),
    }
  }
  if (type === 'truefalse') {
    const isTrue = (text: string) => /^(?:true|benar|t)$/i.test(plain(text))
    const right = answers.find(({ fraction }) => fraction > 0)
    if (!right) return null
    const feedbackOf = async (value: boolean) => clean(answers.find(({ text }) => isTrue(text) === value)?.feedback ?? '')
    return { ...common, type: 'boolean', answer: isTrue(right.text), trueFeedback: await feedbackOf(true), falseFeedback: await feedbackOf(false) }
  }
  if (type === 'short') {
    const accepted = answers.filter(({ fraction }) => fraction > 0).map(({ text }) => plain(text))
    return accepted.some((text) => text.includes('*')) ? null : { ...common, type: 'text', accepted: [...new Set(accepted)].slice(0, 20) }
  }
  if (type === 'numerical') {
    const right = answers.find(({ fraction, text }) => fraction > 0 && plain(text) !== '*')
    return right ? { ...common, type: 'number', answer: Number(plain(right.text)), tolerance: right.tolerance } : null
  }
  if (type === 'order') return { ...common, type: 'order', items: await Promise.all(answers.map(async ({ text }) => ({ text: await clean(text) }))) }
  if (type === 'match') {
    const pairs = await Promise.all(
      question.pairs
        .filter(({ left, right }) => left !== '' && right !== '')
        .map(async ({ left, right }) => ({ left: await clean(left), right: escapeText(plain(right)) })),
    )
    return { ...common, type: 'pairs', pairs }
  }
  return null
}
