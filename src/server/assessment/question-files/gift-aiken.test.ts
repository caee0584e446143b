import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf } from './gift-blocks.ts'
import { readGift } from './read-gift.ts'

const mistakesOf = (text: string) => {
  const result = readGift(text)
  return 'mistakes' in result ? result.mistakes : []
}
const one = 'Ibu kota Indonesia?\nA. Bandung\nB. Jakarta\nC. Surabaya\nANSWER: B'
const other = 'Sungai terpanjang?\nA) Kapuas\nB) Musi\nANSWER: A'
const questions = [
  {
    type: 'one',
    text: 'Ibu kota Indonesia?',
    options: [
      { text: 'Bandung', isCorrect: false },
      { text: 'Jakarta', isCorrect: true },
      { text: 'Surabaya', isCorrect: false },
    ],
  },
  {
    type: 'one',
    text: 'Sungai terpanjang?',
    options: [
      { text: 'Kapuas', isCorrect: true },
      { text: 'Musi', isCorrect: false },
    ],
  },
]

describe('a file of Aiken is read as questions with one right option', () => {
  test.each([
    ['with empty lines between its questions', `${one}\n\n${other}\n`],
    ['without them', `${one}\n${other}`],
    ['with an empty line after every line', `${one}\n${other}`.replaceAll('\n', '\r\n\r\n')],
    [
      'in small letters, with spaces',
      `${one}\n\n${other}`.replaceAll(/^(?:[A-C][.)]|ANSWER:)/gm, (start) => `  ${start.toLowerCase()}`),
    ],
  ])('%s', (_, text) => expect(readGift(text)).toMatchObject({ questions, notes: [] }))

  test('beside questions of GIFT', () => {
    const mixed = `Bumi bulat {T}\n\n${one}\n\nA. Bulan bulat {F}`
    expect(readGift(mixed)).toMatchObject({
      questions: [{ answer: true }, questions[0], { text: 'A. Bulan bulat', answer: false }],
      blocks: [{ line: 1 }, { line: 3 }, { line: 9 }],
    })
  })

  test('whose texts are taken as typed, with every line', () => {
    const text = 'Perhatikan:\nE. coli &amp; {x}\n\nA. <b>\nbaris dua\nB. a = b ~ c\nANSWER: A'
    expect(readGift(text.replace('\n\n', '\n'))).toMatchObject({
      questions: [
        {
          text: 'Perhatikan:<br>E. coli &amp;amp; {x}',
          options: [{ text: '&lt;b&gt;<br>baris dua' }, { text: 'a = b ~ c' }],
        },
      ],
    })
  })
})

test.each([
  ['no answer', `${other}\n\n${one.replace('\nANSWER: B', '')}`, 6, 'ANSWER: B'],
  ['an answer that is no option', `${other}\n\n${one.replace('ANSWER: B', 'ANSWER: D')}`, 6, 'ANSWER: D'],
  ['several answers', one.replace('ANSWER: B', 'ANSWER: A, B'), 1, 'ANSWER: B'],
  ['no text', one.slice(one.indexOf('A.')), 1, 'teks soal'],
  ['one option', 'Apa?\nA. Ini\nANSWER: A', 1, 'pilihan'],
  ['a text that belongs to no question', `${one}\nSekian`, 6, ''],
])('a question of Aiken with %s is refused with its line', (_, text, line, named) =>
  expect(mistakesOf(text)).toMatchObject([{ line, message: expect.stringContaining(named) as string }]),
)

test('a mended question is read again below what was wrong with it', () => {
  const result = readGift(`${other}\n\n${one.replace('ANSWER: B', 'ANSWER: D')}`)
  if (!('mistakes' in result)) throw new Error('read')
  expect(result.rest.questions).toMatchObject([questions[1]])
  expect(readGift(result.faulty.replace('\nANSWER: D', '\nANSWER: B'))).toMatchObject({ questions: [questions[0]] })
})

test('every line of a file is in one block, at its place, and any lines are read or have mistakes', () => {
  const line = fc.constantFrom('', '', 'Apa?', 'A. a', 'B) b', 'C.', 'ANSWER: B', 'answer:a.', 'x {T}', '// y', '}')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const placed = blocksOf(lines.join('\n')).flatMap(({ line: first, text }) =>
        text.split('\n').map((written, index) => [first + index, written]),
      )
      const written = (entries: unknown[][]) => entries.filter(([, text]) => text !== '')
      expect(written(placed)).toEqual(written(lines.map((text, index) => [index + 1, text])))
      const result = readGift(lines.join('\n'))
      expect('questions' in result).toBe(!('mistakes' in result))
    }),
  )
})
