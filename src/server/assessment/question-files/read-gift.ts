import { decodeEntities, escapeText, plainText } from '#contract/kit/text/html-text.ts'
import { parse, SyntaxError as GiftSyntaxError, type GIFTQuestion, type TextFormat } from 'gift-pegjs'
import * as z from 'zod/mini'
import { maximumQuestions, questionInput, type QuestionInput } from '#contract/assessment/quiz.ts'
import { damagedText } from '#server/platform/read-text.ts'
import { markdownToHtml, writtenHtml } from '#server/platform/rich-text/index.ts'
import { withLinks } from './carried-files.ts'
import { isAiken, readAiken } from './gift-aiken.ts'
import { blocksOf, type Block } from './gift-blocks.ts'
import { plainNumbers, UnreadableNumber } from './gift-numbers.ts'
import { lostLabels } from './foreign-question.ts'
import { describeLostNames } from './lost-names.ts'
import { oneLanguage, otherLanguages } from './multilang.ts'
import { describeStrayMarkers } from './stray-markers.ts'
import { choicesOf, numbersOf, textsOf } from './gift-weights.ts'

export type GiftMistake = { /** Counted from 1. */ line: number; message: string }
/** A note is about what was read otherwise than its author may have meant it. `blocks`: where each question stands. */
type Read = { questions: QuestionInput[]; blocks: Block[]; notes: GiftMistake[] }
/** `rest` has the questions of blocks without a mistake; `faulty` is GIFT with the other blocks, each below what is wrong. */
export type ReadGift = Read | { mistakes: GiftMistake[]; rest: Read; faulty: string }
type Note = (message: string) => void

/** HTML as editors of other platforms write it. */
function editorHtml(text: string, note: Note): string {
  const shown = oneLanguage(text)
  const lost = new Set<string>(shown === text ? [] : [otherLanguages])
  const html = withLinks(shown, lost).replaceAll(/<a\s*>([^]*?)<\/a>/g, '$1')
  for (const loss of lost) note(loss.charAt(0).toUpperCase() + loss.slice(1))
  return html
}

function readHtml(value: TextFormat | null | undefined, note: Note): string {
  if (!value) return ''
  if (value.format === 'markdown') return markdownToHtml(value.text, (picture) => picture)
  if (value.format === 'html') return editorHtml(value.text, note)
  // Without a format, other programs read tags as HTML, too, and people type them as text.
  return value.format === 'plain' ? escapeText(value.text).replaceAll('\n', '<br>') : writtenHtml(value.text)
}
const plainOf = (value: TextFormat): string =>
  value.format === 'html' ? decodeEntities(value.text.replaceAll(/<[^<>]*>/g, '')) : value.text

// The parser's codes for escaped characters, which it leaves in right sides of pairs.
const codes: Record<string, string> = {
  '092': '\\',
  '058': ':',
  '035': '#',
  '061': '=',
  '123': '{',
  '125': '}',
  '126': '~',
}

/** The right side of a pair, of which the parser reads neither escapes nor the format. */
function rightSide(raw: string, note: Note): string {
  const text = raw
    .replaceAll(/&&(092|058|035|061|123|125|126);/g, (code, number: string) => codes[number] ?? code)
    .replaceAll('&&010', '\n')
  const [start = '', format] = /^\s*\[(html|markdown|plain|moodle)\]/.exec(text) ?? []
  return format ? readHtml({ format, text: text.slice(start.length) } as TextFormat, note) : escapeText(text)
}

/** Tags and ids, which stand in a comment above a question; those of this product are marks of their own. */
const labelsOf = ({ id, tags }: { id?: string | null; tags?: readonly string[] | null }): string[] =>
  lostLabels(
    (tags ?? []).filter((tag) => !/^(?:poin-\d{1,3}|urutan)$/.test(tag)),
    id ?? '',
  )

/** A message instead of a question where ours has no such thing. */
function toQuestion(gift: Exclude<GIFTQuestion, { type: 'Category' }>, note: Note): unknown {
  const htmlOf = (value: TextFormat | null | undefined) => readHtml(value, note)
  const tags = ('tags' in gift && gift.tags) || []
  const points = Number(/^poin-(\d{1,3})$/.exec(tags.find((tag) => tag.startsWith('poin-')) ?? '')?.[1] ?? 1)
  const common = {
    text: htmlOf(gift.stem),
    points,
    feedback: 'globalFeedback' in gift ? htmlOf(gift.globalFeedback) : '',
  }
  switch (gift.type) {
    case 'MC': {
      const { type, right } = choicesOf(gift.choices, note)
      const options = gift.choices.map((choice) => ({
        text: htmlOf(choice.text),
        isCorrect: right.has(choice),
        feedback: htmlOf(choice.feedback),
      }))
      return { ...common, type, options }
    }
    case 'TF': {
      // The parser names them by their place: first that of a wrong answer.
      const [wrong, right] = [htmlOf(gift.trueFeedback), htmlOf(gift.falseFeedback)]
      return {
        ...common,
        type: 'boolean',
        answer: gift.isTrue,
        trueFeedback: gift.isTrue ? right : wrong,
        falseFeedback: gift.isTrue ? wrong : right,
      }
    }
    case 'Short': {
      if (gift.choices.some(({ text, feedback }) => text.text.includes('->') && !feedback && text.format !== 'html'))
        return unfinishedPair
      const accepted = textsOf(gift.choices, note)
      if (accepted.length === 1 && truth.test(accepted[0]?.text.text ?? ''))
        note('Menjadi soal isian. Untuk soal benar atau salah, tulis {TRUE} atau {FALSE}')
      if (accepted.length === 0) return 'Soal isian perlu satu jawaban bernilai penuh'
      return { ...common, type: 'text', accepted: [...new Set(accepted.map(({ text }) => plainOf(text)))] }
    }
    case 'Numerical': {
      const [first, ...others] = numbersOf(gift.choices, note)
      if (!first) return 'Soal angka perlu satu jawaban bernilai penuh'
      return { ...common, type: 'number', ...first, ...(others.length > 0 ? { others } : {}) }
    }
    case 'Matching': {
      const all = gift.matchPairs.map(({ subquestion, subanswer }) => ({
        left: htmlOf(subquestion),
        right: rightSide(subanswer, note),
      }))
      const pairs = all.filter(({ left }) => left.trim() !== '')
      for (const { left, right } of all)
        if (left.trim() === '' && pairs.length > 0)
          note(`Jawaban pengecoh "${plainText(right).slice(0, 500)}" tanpa pasangan tidak ikut`)
      if (!tags.includes('urutan')) return { ...common, type: 'pairs', pairs }
      return {
        ...common,
        type: 'order',
        items: pairs
          .toSorted((one, other) => Number(one.right) - Number(other.right))
          .map(({ left }) => ({ text: left })),
      }
    }
    case 'Essay':
      return 'Soal esai belum didukung di kuis'
    case 'Description':
      return 'Teks tanpa jawaban: tambahkan jawaban di antara { dan }'
  }
}

const truth = /^(?:true|false|t|f|benar|salah|b|s|betul|ya|tidak)$/i
const unfinishedPair = 'Setiap pasangan ditulis "=kiri -> kanan". Tanda = di dalam teks perlu \\ di depannya'

type BlockMistake = GiftMistake & { block: Block }

/** Separates the blocks that have mistakes from the rest. */
export function withMistakes(read: Read, found: readonly BlockMistake[]): Extract<ReadGift, { faulty: string }> {
  const byBlock = Map.groupBy(found, ({ block }) => block.line)
  const faulty = [...byBlock.values()].map((own) =>
    [...own.map(({ line, message }) => `// Baris ${line}: ${message}`), own[0]?.block.text].join('\n'),
  )
  return {
    rest: {
      questions: read.questions.filter((_, index) => !byBlock.has(read.blocks[index]?.line ?? 0)),
      blocks: read.blocks.filter(({ line }) => !byBlock.has(line)),
      notes: read.notes,
    },
    mistakes: found.map(({ line, message }) => ({ line, message })),
    faulty: `${faulty.join('\n\n')}\n`,
  }
}

/** A file that is refused as a whole. */
export const refused = (line: number, message: string): Extract<ReadGift, { faulty: string }> => ({
  mistakes: [{ line, message }],
  rest: { questions: [], blocks: [], notes: [] },
  faulty: '',
})

/** A sentence instead of a question says what is wrong with it. */
type Candidate = { question: unknown; title: string }

/** Several questions of one block have no lines of their own; numbers have them. */
function questionsOf(block: string, note: (message: string, line?: number) => void): Candidate[] {
  if (isAiken(block)) return [{ question: readAiken(block), title: '' }]
  const numbers = plainNumbers(block)
  const read = parse(`${numbers.text}\n`)
  for (const { line, message } of numbers.notes) note(message, line)
  const candidates = read.flatMap((gift): Candidate[] => {
    if (gift.type !== 'Category') {
      for (const loss of labelsOf(gift)) note(loss.charAt(0).toUpperCase() + loss.slice(1))
      return [{ question: toQuestion(gift, note), title: gift.title ?? '' }]
    }
    note(`Kategori "${gift.title.slice(0, 100)}" tidak dipakai: semua soal masuk ke kuis ini`)
    return []
  })
  for (const stray of describeStrayMarkers(block)) note(stray.message, stray.line)
  return candidates
}

/** Reads GIFT, and Aiken. All mistakes are listed with their lines. Nothing is left out without a note. */
export function readGift(text: string): ReadGift {
  const questions: QuestionInput[] = []
  const blocks: Block[] = []
  const notes: GiftMistake[] = []
  const named: Parameters<typeof describeLostNames>[0][number][] = []
  const mistakes: BlockMistake[] = []
  const all = blocksOf(text)
  if (all.length > maximumQuestions * 2) return refused(all[maximumQuestions * 2]?.line ?? 1, tooMany)
  for (const block of all) {
    // Comments of the file, without a question.
    if (block.text.split('\n').every((entry) => entry.trimStart().startsWith('//'))) continue
    const { line } = block
    const damaged = block.text.split('\n').findIndex((entry) => entry.includes(damagedText))
    if (damaged !== -1) {
      mistakes.push({
        line: line + damaged,
        message: 'Ada huruf rusak. Simpan ulang berkas aslinya sebagai UTF-8',
        block,
      })
      continue
    }
    try {
      const candidates = questionsOf(block.text, (message, offset = 0) => notes.push({ line: line + offset, message }))
      for (const { question, title } of candidates) {
        if (typeof question === 'string') {
          mistakes.push({ line, message: question, block })
          continue
        }
        const checked = z.safeParse(questionInput, question)
        if (!checked.success)
          mistakes.push({ line, message: checked.error.issues[0]?.message ?? 'Soal ini tidak lengkap', block })
        else if (questions.length === maximumQuestions) return refused(line, tooMany)
        else {
          questions.push(checked.data)
          blocks.push(block)
          named.push({ line, name: title, text: checked.data.text })
        }
      }
    } catch (error) {
      if (error instanceof UnreadableNumber) mistakes.push({ line: line + error.line, message: error.message, block })
      else if (error instanceof GiftSyntaxError) {
        // An end that is missing is reported behind the last line.
        const lastLine = line + block.text.split('\n').length - 1
        mistakes.push({
          line: Math.min(lastLine, line + error.location.start.line - 1),
          message: describe(error, block.text),
          block,
        })
      } else throw error
    }
  }
  if (questions.length === 0 && mistakes.length === 0) return refused(1, 'Tidak ada soal di berkas ini')
  const lostNames = describeLostNames(named)
  const read = { questions, blocks, notes: lostNames ? [...notes, lostNames] : notes }
  return mistakes.length > 0 ? withMistakes(read, mistakes) : read
}

const tooMany = `Maksimal ${maximumQuestions} soal dalam satu kuis`

function describe({ found }: GiftSyntaxError, block: string): string {
  // Titles in the middle of a block: its questions are not separated.
  if (/\n\s*::/.test(block)) return 'Beri baris kosong di antara dua soal, dan periksa apakah setiap { ditutup dengan }'
  if (found === null) return 'Soal ini belum selesai. Periksa apakah ada { yang belum ditutup dengan }'
  return `Tidak terbaca mulai dari "${found}". Tanda ~ = # { } : di dalam teks perlu \\ di depannya`
}
