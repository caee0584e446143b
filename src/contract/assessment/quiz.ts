import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { wholeNumber } from '#contract/kit/format/whole-number.ts'
import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { maximumQuestions, showAnswers } from './quiz-values.ts'

export * from './quiz-values.ts'

// Questions and settings of a quiz, shared by its editor and the server.

const maximumOptions = 20

/** An id that the server made. Others are replaced when the quiz is saved, so that no id reveals the order or the pairs. */
const partId = z.optional(z.string().check(z.maxLength(64)))
const html = (missing: string, longest: number) =>
  z.string(missing).check(
    z.maxLength(longest, `Maksimal ${longest.toLocaleString('id-ID')} karakter`),
    z.refine((value) => !isEmptyHtml(value), missing),
  )
const feedback = z._default(
  z.string('Umpan balik berupa teks').check(z.maxLength(5_000, 'Maksimal 5.000 karakter')),
  '',
)
const optionText = html('Isi pilihan ini', 5_000)
const atLeastTwo = `Isi 2 sampai ${maximumOptions} pilihan`
const choices = <Item extends z.core.$ZodType>(item: Item, message = atLeastTwo) =>
  z.array(item, message).check(z.minLength(2, message), z.maxLength(maximumOptions, message))

const common = {
  _id: partId,
  /** Clean HTML. */
  text: html('Tulis soalnya', 20_000),
  points: z._default(wholeNumber('Isi 1 sampai 100 poin', 1, 100), 1),
  feedback,
}
const option = z.object({ _id: partId, text: optionText, isCorrect: z.boolean('Tandai benar atau salah'), feedback })
const finite = (message: string) => z.number(message).check(z.minimum(-1e15, message), z.maximum(1e15, message))
const range = {
  answer: finite('Isi angka jawabannya'),
  tolerance: z._default(finite('Isi angka 0 atau lebih').check(z.minimum(0, 'Isi angka 0 atau lebih')), 0),
}
const variant = z
  .string('Isi jawaban ini')
  .check(
    z.trim(),
    z.minLength(1, 'Isi jawaban ini'),
    visibleText('Isi jawaban ini'),
    z.maxLength(200, 'Maksimal 200 karakter'),
  )
const pair = z.object({ leftId: partId, left: optionText, rightId: partId, right: optionText })
const countRight = (options: readonly { isCorrect: boolean }[]) => options.filter(({ isCorrect }) => isCorrect).length

export const questionInput = z.discriminatedUnion(
  'type',
  [
    z.object({
      ...common,
      type: z.literal('one'),
      options: choices(option).check(
        z.refine((options) => countRight(options) === 1, 'Tandai tepat satu pilihan sebagai benar'),
      ),
    }),
    z.object({
      ...common,
      type: z.literal('several'),
      options: choices(option).check(
        z.refine((options) => countRight(options) > 0, 'Tandai sedikitnya satu pilihan sebagai benar'),
      ),
    }),
    z.object({
      ...common,
      type: z.literal('boolean'),
      answer: z.boolean('Pilih benar atau salah'),
      trueFeedback: feedback,
      falseFeedback: feedback,
    }),
    z.object({
      ...common,
      type: z.literal('text'),
      accepted: z
        .array(variant, 'Isi sedikitnya satu jawaban')
        .check(
          z.minLength(1, 'Isi sedikitnya satu jawaban'),
          z.maxLength(maximumOptions, `Maksimal ${maximumOptions} jawaban`),
        ),
    }),
    z.object({
      ...common,
      type: z.literal('number'),
      ...range,
      /** Further right numbers. */
      others: z.optional(
        z
          .array(z.object(range), 'Isi angka jawabannya')
          .check(z.maxLength(maximumOptions - 1, `Maksimal ${maximumOptions} jawaban`)),
      ),
    }),
    z.object({
      ...common,
      type: z.literal('order'),
      items: choices(z.object({ _id: partId, text: optionText }), `Isi 2 sampai ${maximumOptions} langkah`),
    }),
    z.object({ ...common, type: z.literal('pairs'), pairs: choices(pair, `Isi 2 sampai ${maximumOptions} pasangan`) }),
  ],
  'Pilih jenis soal',
)
export type QuestionInput = z.output<typeof questionInput>

/** A stored question: clean, and every part with its id. */
type WithIds<Part> = Part extends { _id?: string | undefined } ? Omit<Part, '_id'> & { _id: string } : never
type PairWithIds = { leftId: string; left: string; rightId: string; right: string }
type Stored<Question> = Question extends { options: (infer Option)[] }
  ? Omit<WithIds<Question>, 'options'> & { options: WithIds<Option>[] }
  : Question extends { items: (infer Item)[] }
    ? Omit<WithIds<Question>, 'items'> & { items: WithIds<Item>[] }
    : Question extends { pairs: unknown }
      ? Omit<WithIds<Question>, 'pairs'> & { pairs: PairWithIds[] }
      : WithIds<Question>
export type Question = Stored<QuestionInput>

export const quizSettings = z.object({
  passPercent: z._default(wholeNumber('Isi 1 sampai 100 persen', 1, 100), 70),
  /** 0: unlimited. */
  maximumAttempts: z._default(wholeNumber('Isi 0 sampai 1.000 kali', 0, 1_000), 0),
  timeLimitMinutes: z._default(z.nullable(wholeNumber('Isi 1 sampai 1.440 menit', 1, 1_440)), null),
  shuffleQuestions: z._default(z.boolean('Pilih ya atau tidak'), false),
  shuffleOptions: z._default(z.boolean('Pilih ya atau tidak'), true),
  /** How many questions an attempt draws from the pool; null: all. */
  draw: z._default(z.nullable(wholeNumber(`Isi 1 sampai ${maximumQuestions} soal`, 1, maximumQuestions)), null),
  showAnswers: z._default(z.enum(showAnswers, 'Pilih kapan jawaban ditampilkan'), 'after-attempt'),
})
export type QuizSettings = z.output<typeof quizSettings>

const tooMany = `Maksimal ${maximumQuestions} soal dalam satu kuis. Bagi menjadi beberapa kuis.`
export const quizInput = z.object({
  settings: quizSettings,
  questions: z.array(questionInput, 'Soal wajib diisi').check(z.maxLength(maximumQuestions, tooMany)),
})
export type QuizInput = z.output<typeof quizInput>
