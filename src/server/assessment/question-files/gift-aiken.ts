import { escapeText } from '#contract/kit/text/html-text.ts'

// Aiken: a question, options that begin with letters, and the letter of the right one. People save it with the ending of GIFT.

const answerLine = /^ANSWER\s*:\s*([A-Z])[.)]?$/i
const optionLine = /^([A-Z])[.)](?!\S)/i

/** The place of a letter in the alphabet, counted from 0; null for a line of another form. */
const placeIn = (line: string, form: RegExp): number | null => {
  const [, letter] = form.exec(line.trim()) ?? []
  return letter === undefined ? null : letter.toUpperCase().charCodeAt(0) - 65
}
export const isAikenAnswer = (line: string): boolean => placeIn(line, answerLine) !== null
export const isAikenOption = (line: string): boolean => placeIn(line, optionLine) !== null

/** True also without an answer, where the letters can be nothing else. */
export function isAiken(block: string): boolean {
  const lines = block.split('\n')
  const below = lines.slice(lines.findIndex((line) => placeIn(line, optionLine) === 0) + 1)
  if (below.length === lines.length) return false
  return below.some(isAikenAnswer) || (!block.includes('{') && below.some((line) => placeIn(line, optionLine) === 1))
}

/** As Moodle reads it, which knows no markup there. */
const htmlOf = (lines: readonly string[]): string => escapeText(lines.join('\n')).replaceAll('\n', '<br>')

/** The question of a block, or what is wrong with it. */
export function readAiken(block: string): unknown {
  const stem: string[] = []
  const options: string[][] = []
  let right: number | null = null
  for (const line of block.split('\n').map((written) => written.trim())) {
    // Mistakes come back above their question as comments.
    if (line === '' || (stem.length === 0 && line.startsWith('//'))) continue
    const answer = options.length > 0 ? placeIn(line, answerLine) : null
    if (answer !== null) right = answer
    // Another letter belongs to a text: `E. coli`.
    else if (placeIn(line, optionLine) === options.length) options.push([line.slice(2).trim()])
    else (options.at(-1) ?? stem).push(line)
  }
  if (stem.length === 0) return 'Tulis teks soal di atas pilihan A'
  if (right === null) return 'Ini format Aiken: tambahkan baris jawabannya di bawah pilihan, misalnya ANSWER: B'
  if (right >= options.length)
    return `ANSWER: ${String.fromCharCode(65 + right)} tidak menunjuk salah satu pilihan di atasnya`
  return {
    type: 'one',
    text: htmlOf(stem),
    points: 1,
    feedback: '',
    options: options.map((lines, index) => ({ text: htmlOf(lines), isCorrect: index === right, feedback: '' })),
  }
}
