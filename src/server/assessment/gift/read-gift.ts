import { decodeEntities, escapeText } from '#contract/kit/html-text.ts'
import { parse, SyntaxError as GiftSyntaxError, type GIFTQuestion, type NumericalChoice, type NumericalFormat, type TextFormat } from 'gift-pegjs'
import * as z from 'zod/mini'
import { maximumQuestions, questionInput, type QuestionInput } from '#contract/assessment/quiz.ts'
import { markdownToHtml } from '#server/platform/rich-text/index.ts'

export type GiftMistake = { /** Counted from 1. */ line: number; message: string }

function htmlOf(value: TextFormat | null | undefined): string {
  if (!value) return ''
  if (value.format === 'markdown') return markdownToHtml(value.text)
  if (value.format === 'html') return value.text
  // Without a format, other programs read tags as HTML, too.
  return (value.format === 'plain' ? escapeText(value.text) : value.text).replaceAll('\n', '<br>')
}
const plainOf = (value: TextFormat): string => (value.format === 'html' ? decodeEntities(value.text.replaceAll(/<[^<>]*>/g, '')) : value.text)

// The parser's codes for escaped characters, which it leaves in right sides of pairs.
const codes: Record<string, string> = { '092': '\\', '058': ':', '035': '#', '061': '=', '123': '{', '125': '}', '126': '~' }

/** The right side of a pair, of which the parser reads neither escapes nor the format. */
function rightSide(raw: string): string {
  const text = raw.replaceAll(/&&(092|058|035|061|123|125|126);/g, (code, number: string) => codes[number] ?? code).replaceAll('&&010', '\n')
  return text.startsWith('[html]') ? text.slice('[html]'.length) : escapeText(text)
}

/** A message instead of a question where ours has no such thing. */
function toQuestion(gift: Exclude<GIFTQuestion, { type: 'Category' }>): unknown {
  const tags = ('tags' in gift && gift.tags) || []
  const points = Number(/^poin-(\d{1,3})$/.exec(tags.find((tag) => tag.startsWith('poin-')) ?? '')?.[1] ?? 1)
  const common = { text: htmlOf(gift.stem), points, feedback: 'globalFeedback' in gift ? htmlOf(gift.globalFeedback) : '' }
  switch (gift.type) {
    case 'MC': {
      const options = gift.choices.map(({ text, isCorrect, weight, feedback }) => ({
        text: htmlOf(text),
        isCorrect: weight === null ? isCorrect : weight > 0,
        feedback: htmlOf(feedback),
      }))
      const isWeighted = gift.choices.some(({ weight }) => weight !== null && weight !== 0 && weight !== 100)
      return { ...common, type: isWeighted || options.filter(({ isCorrect }) => isCorrect).length > 1 ? 'several' : 'one', options }
    }
    case 'TF': {
      // The parser names them by their place: first that of a wrong answer.
      const [wrong, right] = [htmlOf(gift.trueFeedback), htmlOf(gift.falseFeedback)]
      return { ...common, type: 'boolean', answer: gift.isTrue, trueFeedback: gift.isTrue ? right : wrong, falseFeedback: gift.isTrue ? wrong : right }
    }
    case 'Short':
      return { ...common, type: 'text', accepted: gift.choices.map(({ text }) => plainOf(text)) }
    case 'Numerical': {
      const [only, ...others] = Array.isArray(gift.choices) ? gift.choices.map(({ text }: NumericalChoice) => text) : [gift.choices]
      if (!only || others.length > 0) return 'Soal angka hanya bisa punya satu jawaban'
      return { ...common, type: 'number', ...rangeOf(only) }
    }
    case 'Matching': {
      const pairs = gift.matchPairs.map(({ subquestion, subanswer }) => ({ left: htmlOf(subquestion), right: rightSide(subanswer) }))
      if (!tags.includes('urutan')) return { ...common, type: 'pairs', pairs }
      return { ...common, type: 'order', items: pairs.toSorted((one, other) => Number(one.right) - Number(other.right)).map(({ left }) => ({ text: left })) }
    }
    case 'Essay':
      return 'Soal esai belum didukung di kuis'
    case 'Description':
      return 'Teks tanpa jawaban: tambahkan jawaban di antara { dan }'
  }
}

function rangeOf({ number = 0, range = 0, numberHigh, numberLow }: NumericalFormat): { answer: number; tolerance: number } {
  if (numberHigh === undefined || numberLow === undefined) return { answer: number, tolerance: range }
  return { answer: (numberHigh + numberLow) / 2, tolerance: Math.abs(numberHigh - numberLow) / 2 }
}

type Block = { line: number; text: string }

/** Questions are separated by empty lines. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let current: string[] = []
  const lines = [...text.replace(/^\uFEFF/, '').split(/\r\n?|\n/), '']
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '') current.push(line)
    else if (current.length > 0) {
      blocks.push({ line: index - current.length + 1, text: current.join('\n') })
      current = []
    }
  }
  return blocks
}

/** Reads GIFT. All mistakes are listed with their lines; there are no questions then. */
export function readGift(text: string): { questions: QuestionInput[] } | { mistakes: GiftMistake[] } {
  const questions: QuestionInput[] = []
  const mistakes: GiftMistake[] = []
  const blocks = blocksOf(text)
  if (blocks.length > maximumQuestions * 2) return { mistakes: [{ line: 1, message: `Maksimal ${maximumQuestions} pertanyaan dalam satu kuis` }] }
  for (const { line, text: block } of blocks) {
    // Comments of the file, without a question.
    if (block.split('\n').every((entry) => entry.trimStart().startsWith('//'))) continue
    try {
      for (const gift of parse(`${block}\n`)) {
        if (gift.type === 'Category') continue
        const question = toQuestion(gift)
        if (typeof question === 'string') {
          mistakes.push({ line, message: question })
          continue
        }
        const checked = z.safeParse(questionInput, question)
        if (checked.success) questions.push(checked.data)
        else mistakes.push({ line, message: checked.error.issues[0]?.message ?? 'Pertanyaan ini tidak lengkap' })
      }
    } catch (error) {
      if (!(error instanceof GiftSyntaxError)) throw error
      // An end that is missing is reported behind the last line.
      const lastLine = line + block.split('\n').length - 1
      mistakes.push({ line: Math.min(lastLine, line + error.location.start.line - 1), message: describe(error, block) })
    }
  }
  if (questions.length === 0 && mistakes.length === 0) mistakes.push({ line: 1, message: 'Tidak ada pertanyaan di berkas ini' })
  return mistakes.length > 0 ? { mistakes } : { questions }
}

function describe({ found }: GiftSyntaxError, block: string): string {
  // Titles in the middle of a block: its questions are not separated.
  if (/\n\s*::/.test(block)) return 'Beri baris kosong di antara dua pertanyaan, dan periksa apakah setiap { ditutup dengan }'
  if (found === null) return 'Pertanyaan ini belum selesai. Periksa apakah ada { yang belum ditutup dengan }'
  return `Tidak terbaca mulai dari "${found}". Tanda ~ = # { } : di dalam teks perlu \\ di depannya`
}
