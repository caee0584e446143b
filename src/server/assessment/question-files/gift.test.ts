import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanQuestions } from '#server/assessment/clean-questions.ts'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { everyQuestion } from '#testing/materials/quizzes.ts'
import { readGift } from './read-gift.ts'
import { writeGift } from './write-gift.ts'

function stored(inputs: readonly QuestionInput[]) {
  const cleaned = cleanQuestions({ inputs, known: new Set() })
  if ('errors' in cleaned) throw new Error(JSON.stringify(cleaned.errors))
  return cleaned.questions
}
const read = (text: string) => {
  const result = readGift(text)
  if ('mistakes' in result) throw new Error(JSON.stringify(result.mistakes))
  return result.questions
}
const withoutIds = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, entry) => (/^(_id|leftId|rightId)$/.test(key) ? undefined : entry)))
const mistakesOf = (text: string) => {
  const result = readGift(text)
  return 'mistakes' in result ? result.mistakes : []
}

test('every type of question is written and read back the same, order included, and the text is equal again', () => {
  const questions = stored(read(writeGift(stored(everyQuestion.map((question) => withDefaults(question))))))
  expect(withoutIds(questions)).toMatchObject(everyQuestion)
  expect(writeGift(questions)).toBe(writeGift(stored(read(writeGift(questions)))))
})

function withDefaults(question: (typeof everyQuestion)[number]): QuestionInput {
  const options = question.options?.map((option) => ({ feedback: '', ...option }))
  return { points: 1, feedback: '', ...question, ...(options ? { options } : {}) } as QuestionInput
}

test('text with every special character is read back the same', () => {
  const character = fc.constantFrom(
    'a',
    'B',
    '~',
    '=',
    '#',
    '{',
    '}',
    ':',
    '\\',
    '-',
    '%',
    '5',
    '[',
    ']',
    '/',
    '$',
    '.',
    'é',
    '💡',
    ' ',
  )
  const text = fc
    .string({ unit: character, minLength: 1, maxLength: 12 })
    .map((value) => `x${value.replaceAll(/ +/g, ' ')}y`)
  fc.assert(
    fc.property(text, text, text, fc.integer({ min: 1, max: 100 }), (stem, one, other, points) => {
      const common = { text: stem, points, feedback: other }
      const questions = stored([
        {
          ...common,
          type: 'one',
          options: [one, other].map((option, index) => ({ text: option, isCorrect: index === 0, feedback: one })),
        },
        { ...common, type: 'boolean', answer: false, trueFeedback: one, falseFeedback: '' },
        { ...common, type: 'boolean', answer: true, trueFeedback: one, falseFeedback: other },
        { ...common, type: 'text', accepted: [one.trim()] },
        { ...common, type: 'pairs', pairs: [one, other].map((side) => ({ left: side, right: side })) },
        { ...common, type: 'order', items: [one, other].map((item) => ({ text: item })) },
      ])
      expect(withoutIds(stored(read(writeGift(questions))))).toEqual(withoutIds(questions))
    }),
  )
})

test('numbers are read back the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 0, max: 1e6 }),
      fc.integer({ min: 0, max: 6 }),
      (answer, tolerance, digits) => {
        const at = (units: number) => Number(`${units}e-${digits}`) + 0
        const questions = stored([
          { type: 'number', text: 'x', points: 1, feedback: '', answer: at(answer), tolerance: at(tolerance) },
        ])
        expect(withoutIds(stored(read(writeGift(questions))))).toEqual(withoutIds(questions))
      },
    ),
  )
})

describe('files of other programs', () => {
  test('tags that were typed are text: options stay different, and allowed elements work', () => {
    const questions = stored(
      read(
        'Mana deklarasi Java? {=List<String> a ~List a}\n\nApa fungsi <div> dan <img src\\=x>? {TRUE}\n\n<b>Ya</b><br>H<sub>2</sub>O {T}',
      ),
    )
    expect(questions).toMatchObject([
      { options: [{ text: 'List&lt;String&gt; a' }, { text: 'List a' }] },
      { text: 'Apa fungsi &lt;div&gt; dan &lt;img src=x&gt;?' },
      { text: '<strong>Ya</strong><br />H<sub>2</sub>O' },
    ])
  })

  test('a right side without a left one is told, and the pairs come', () => {
    expect(readGift('Pasang {=a -> 1 =b -> 2 = -> 3}')).toMatchObject({
      questions: [{ type: 'pairs', pairs: [{ left: 'a' }, { left: 'b' }] }],
      notes: [{ line: 1, message: 'Jawaban pengecoh "3" tanpa pasangan tidak ikut' }],
    })
  })

  test('options that become equal by cleaning are a mistake', () => {
    const inputs = read('Mana? {=[html]<i-x>a</i-x> ~[html]a}')
    expect(cleanQuestions({ inputs, known: new Set() })).toEqual({
      errors: { 'questions.0.options.1.text': 'Pilihan ini menjadi sama dengan pilihan lain' },
    })
  })

  test('questions with titles, comments, categories and Windows line ends', () => {
    const text =
      '\uFEFF// Bab 1\r\n\r\n$CATEGORY: bab/1\r\n\r\n::Satu:: Ibu kota Jepang? {=Tokyo ~Osaka#Bukan}\r\n\r\nAntara {#1..5}\r\n\r\nBumi bulat {T}\r\n'
    expect(read(text).map(({ type }) => type)).toEqual(['one', 'number', 'boolean'])
    expect(read(text)[1]).toMatchObject({ answer: 3, tolerance: 2 })
  })

  test('titles that say more than the question are named with their lines, once', () => {
    const read = readGift('::Sejarah 3:: Ibu kota? {T}\n\n::Bumi bu...:: Bumi bulat {T}\n\n::Kunci A:: Laut? {T}\n')
    expect('notes' in read && read.notes).toEqual([
      {
        line: 1,
        message: 'Judul soal tidak ikut, karena soal di sini tanpa judul: "Sejarah 3" (baris 1), "Kunci A" (baris 5)',
      },
    ])
  })

  test('weights above zero are right choices', () => {
    expect(read('Pilih {~%50%A ~%50%B ~%-100%C}')[0]).toMatchObject({
      type: 'several',
      options: [{ isCorrect: true }, { isCorrect: true }, { isCorrect: false }],
    })
  })

  test('all mistakes are listed with their lines, and nothing is read', () => {
    const text = 'Benar {T}\n\nRusak {\n=a\n~b\n\nEsai {}\n\n\nTanpa kunci {~a ~b}\nbaris'
    expect(mistakesOf(text).map(({ line }) => line)).toEqual([5, 7, 10])
    expect(mistakesOf('').map(({ line }) => line)).toEqual([1])
  })

  test('a mistake among questions without an empty line between them says so', () => {
    expect(mistakesOf('::Satu:: Rusak {=a ~b\n::Dua:: Benar {T}').map(({ message }) => message)).toEqual([
      'Beri baris kosong di antara dua soal, dan periksa apakah setiap { ditutup dengan }',
    ])
  })

  test('any text is read or has mistakes, without an error', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '{', '}', '=', '~', '#', '%', ':', '\n', '\\', '-', '>', '1', ' ', '[', 'T'),
        }),
        (text) => {
          const result = readGift(text)
          expect('questions' in result).toBe(!('mistakes' in result))
        },
      ),
    )
  })

  test('a choice marked with = is a single one whatever weights the others have, and what they say beyond right and wrong is told', () => {
    const result = readGift('Pilih {=A ~%50%B ~%-25%C}')
    expect(result).toMatchObject({
      questions: [{ type: 'one', options: [{ isCorrect: true }, { isCorrect: false }, { isCorrect: false }] }],
      notes: [
        { line: 1, message: expect.stringContaining('50 %') },
        { line: 1, message: expect.stringContaining('-25 %') },
      ],
    })
    expect(read('Pilih {~%100%A ~%50%B ~C}')[0]).toMatchObject({
      type: 'one',
      options: [{ isCorrect: true }, { isCorrect: false }, { isCorrect: false }],
    })
    expect(read('Pilih {~%50%A ~%50%B ~%-50%C}')[0]).toMatchObject({ type: 'several' })
  })

  test.each([
    ['{#3,14:0,01}', [{ answer: 3.14, tolerance: 0.01 }]],
    [
      '{#=3,14:0,01 =%100%22..23#bagus}',
      [
        { answer: 3.14, tolerance: 0.01 },
        { answer: 22.5, tolerance: 0.5 },
      ],
    ],
    ['{#1.000,5}', [{ answer: 1000.5, tolerance: 0 }]],
    [
      '{#=1822:0 =1900:1 =%50%2000:2}',
      [
        { answer: 1822, tolerance: 0 },
        { answer: 1900, tolerance: 1 },
      ],
    ],
    ['{# -1,5..-0,5 }', [{ answer: -1, tolerance: 0.5 }]],
    ['{#0,1..0,2}', [{ answer: 0.15, tolerance: 0.05 }]],
    ['{#6,02e3####Umum}', [{ answer: 6020, tolerance: 0 }]],
  ])('numbers as Indonesians write them, several of them and ranges: %s', (answers, ranges) => {
    const [first, ...others] = ranges
    expect(read(`Berapa? ${answers}`)[0]).toMatchObject({
      type: 'number',
      ...first,
      ...(others.length > 0 ? { others } : {}),
    })
    const questions = stored(read(`Berapa? ${answers}`))
    expect(withoutIds(stored(read(writeGift(questions))))).toEqual(withoutIds(questions))
  })

  test.each([
    ['Berapa?\n{#1,234}', 2],
    ['Berapa?\n{#1.500}', 2],
    ['Berapa? {\n#=3:1\n=-2.000..3\n}', 3],
    ['Berapa? {#5:1.000}', 1],
    ['Berapa? {\n#=3\n=tiga\n}', 3],
    ['Berapa? {#1:2:3}', 1],
    ['Berapa? {#=%50%3}', 1],
    ['Pasangkan {\n=a -> b\n=c -> d=e\n}', 3],
    ['Pasangkan {=a =c -> d}', 1],
    ['Isi {=%50%a =%50%b}', 1],
  ])('what has no sure meaning is refused with its line: %j', (text, line) =>
    expect(mistakesOf(text).map((mistake) => mistake.line)).toEqual([line]),
  )

  test('a number that is refused is answered with the two that it may be', () =>
    expect(
      ['{#1,500}', '{#1.500}', '{#-1,234}'].map((answers) => mistakesOf(`Berapa? ${answers}`)[0]?.message),
    ).toEqual([
      '"1,500" bisa berarti dua angka. Tulis 1500 atau 1.5',
      '"1.500" bisa berarti dua angka. Tulis 1500 atau 1.5',
      '"-1,234" bisa berarti dua angka. Tulis -1234 atau -1.234',
    ]))

  test('three decimals that may be thousands are read as decimals, and a note says so at their line', () => {
    expect(readGift('Berapa? {\n#=3:0.500\n=1.234:1\n}')).toMatchObject({
      questions: [{ answer: 3, tolerance: 0.5, others: [{ answer: 1.234, tolerance: 1 }] }],
      notes: [{ line: 3, message: '"1.234" dibaca 1,234. Bila maksudnya ribuan, tulis 1234' }],
    })
    expect(readGift('Berapa? {#=1500 =0.500 =1234.500 =12.34#1.500}')).toMatchObject({
      notes: [{ message: expect.stringContaining('Umpan balik') as string }],
    })
  })

  test('one question too many is refused with its line', () =>
    expect(mistakesOf('Bumi bulat {T}\n\n'.repeat(501))).toMatchObject([{ line: 1001 }]))

  test.each([
    ['Sifat kuki? {\n~%50%Secure\n~%50%SameSite=Lax\n~%-100%Lama\n}', 3],
    ['Rumus? {=a=b ~c}', 1],
    ['Rumus? {\n=E = mc2\n~p = mv\n}', 2],
    ['$CATEGORY: bab/1\n\nBulat {T}', 1],
    ['Ibu kota? {=Jakarta#Bagus}', 1],
    ['Ibu kota? {=Jakarta =%0%Bogor}', 1],
    ['Ibu kota? {=Jak*}', 1],
    ['Pilih {~%70%A ~%30%B ~%-100%C}', 1],
  ])('what may be meant otherwise has a note with its line: %j', (text, line) => {
    const result = readGift(text)
    expect('notes' in result && result.notes.map((note) => note.line)).toContain(line)
  })

  test('the quizzes of the demo are read without a mistake or a note', () => {
    const files = globSync('demo/**/*.gift')
    expect(files.length).toBeGreaterThan(10)
    const said = files.map((file) => {
      const result = readGift(readFileSync(file, 'utf8'))
      return [file, 'notes' in result ? result.notes : result.mistakes]
    })
    expect(said.filter(([, notes]) => notes?.length)).toEqual([])
  })

  test('usual files have no notes', () => {
    for (const text of [
      'Pilih {=a ~b ~c}',
      'Pilih {=a~b~c}',
      'Pilih {\n=a#ya\n~b#b\\=c\n}',
      'Isi {=a =b}',
      'x {#3:1}',
      'Pasang {=a -> b =c -> d}',
      'Bulat {T#a#b}',
    ]) {
      expect(readGift(text)).toMatchObject({ notes: [] })
    }
  })

  test.each([
    ['[html]<iframe src\\="https\\://www.youtube.com/embed/abcdefghijk"></iframe> {T}', 'watch?v=abcdefghijk'],
    ['[html]<video src\\="v.mp4"></video> x {T}', 'v.mp4'],
    ['[html]<a href\\="x.pdf">y</a> x {T}', 'x.pdf'],
    ['[html]x {=[html]a<script>b</script> ~[html]c}', 'script'],
    ['x {=[html]<a href\\="x.pdf">y</a> -> [html]z =c -> d =e -> f}', 'x.pdf'],
    [
      '[html]<span class\\="multilang" lang\\="id">Halo</span><span class\\="multilang" lang\\="en">Hello</span> {T}',
      'bahasa lain',
    ],
    ['Bumi bulat {benar}', 'TRUE'],
    ['Bumi bulat {B}', 'TRUE'],
    ['Bumi datar {S}', 'TRUE'],
  ])('what HTML of another editor loses has a note: %j', (text, named) =>
    expect(readGift(text)).toMatchObject({ notes: [{ message: expect.stringContaining(named) as string }] }),
  )

  test('tags and the id of a question are named, those of this product are read', () => {
    expect(readGift('// [id:TT-7] [tag:ekonomi] [tag:bab dua]\nBumi bulat? {T}')).toMatchObject({
      notes: [{ message: 'Nomor ID "TT-7" tidak ikut' }, { message: 'Tag "ekonomi", "bab dua" tidak ikut' }],
    })
    expect(readGift('// [tag:poin-5]\nBumi bulat? {T}')).toMatchObject({ questions: [{ points: 5 }], notes: [] })
  })

  test('the right side of a pair is read in its format', () =>
    expect(readGift('x {=a -> [markdown]**x** =b -> [plain]List<b> =c -> [html]<i>y</i> =d -> **z**}')).toMatchObject({
      questions: [
        {
          pairs: [
            { right: '<p><strong>x</strong></p>' },
            { right: 'List&lt;b&gt;' },
            { right: '<i>y</i>' },
            { right: '**z**' },
          ],
        },
      ],
      notes: [],
    }))

  test('formulas, tags that were typed, and letters of lists stay in HTML', () => {
    const text =
      '[html]<img class\\="equation_image" alt\\="LaTeX\\: x^2" src\\="/e.png"> List<String> <ol type\\="A"><li>k</li></ol> {T}'
    expect(readGift(text)).toMatchObject({
      questions: [{ text: '\\(x^2\\) List&lt;String> <ol type="A"><li>k</li></ol>' }],
      notes: [],
    })
  })
})
