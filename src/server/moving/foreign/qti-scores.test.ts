import { describe, expect, test } from 'vitest'
import { plainText } from '#contract/kit/text/html-text.ts'
import { describeForeign } from '#server/assessment/index.ts'
import { cleanHtml } from '#server/platform/rich-text/index.ts'
import { parseXml } from '#server/platform/xml.ts'
import { readQti } from './qti.ts'

async function read(item: string) {
  const root = parseXml(
    Buffer.from(`<questestinterop><assessment title="Kuis">${item}</assessment></questestinterop>`),
    'a.xml',
  )
  const [question] = readQti(root, () => []).groups[0]?.questions ?? []
  if (!question) throw new Error('No question')
  const described = await describeForeign(question, async (html) => cleanHtml(html))
  if (described.outcome !== 'question') throw new Error(JSON.stringify(described))
  return described
}
async function readOptions(item: string) {
  const { question, notes } = await read(item)
  if (!('options' in question)) throw new Error(question.type)
  const right = question.options.filter(({ isCorrect }) => isCorrect).map(({ text }) => plainText(text))
  return { type: question.type, right, notes }
}

const shown = (text: string) => `<material><mattext texttype="text/plain">${text}</mattext></material>`
const label = (ident: string) => `<response_label ident="${ident}">${shown(ident)}</response_label>`
const score = (attributes: string) => `<outcomes><decvar varname="SCORE" vartype="Decimal" ${attributes}/></outcomes>`
const is = (value: string, respident = 'r') => `<varequal respident="${respident}">${value}</varequal>`
const isNot = (value: string) => `<not>${is(value)}</not>`
const when = (inner: string, amount: number, action = 'Add') =>
  `<respcondition><conditionvar>${inner}</conditionvar><setvar varname="SCORE" action="${action}">${amount}</setvar></respcondition>`
const choice = (processing: string, cardinality = 'Multiple', labels = 'abc') =>
  `<item><presentation>${shown('Mana?')}<response_lid ident="r" rcardinality="${cardinality}"><render_choice>${[...labels].map(label).join('')}</render_choice></response_lid></presentation><resprocessing>${processing}</resprocessing></item>`

const uneven = 'bobot jawaban yang berbeda menjadi sama'
const lessPoints = 'jawaban terbaik bernilai 50 dari 100 di sumbernya, di sini nilai penuh'
const canvas = score('maxvalue="100" minvalue="0"')

describe('points of several conditions add up to what is right', () => {
  test.each<[string, string, string[], string[]]>([
    ['halves', canvas + when(is('a'), 50) + when(is('b'), 50), ['a', 'b'], []],
    ['parts of other sizes', canvas + when(is('a'), 30) + when(is('b'), 70), ['a', 'b'], [uneven]],
    ['and wrong ones are taken away', when(is('a'), 50) + when(is('b'), 50) + when(is('c'), -50), ['a', 'b'], []],
    [
      'and wrong ones set it back',
      canvas + when(is('a'), 50) + when(is('b'), 50) + when(is('c'), 0, 'Set'),
      ['a', 'b'],
      [],
    ],
    [
      'also for what is not chosen',
      canvas + when(is('a'), 25) + when(is('b'), 25) + when(isNot('c'), 50),
      ['a', 'b'],
      [],
    ],
    [
      'and two of three would do',
      canvas + when(is('a'), 50) + when(is('b'), 50) + when(is('c'), 50),
      ['a', 'b', 'c'],
      ['di sumbernya sebagian dari jawaban yang benar sudah cukup, di sini semuanya dipilih'],
    ],
    [
      'one of two sets',
      canvas +
        when(`<and>${is('a')}${is('b')}</and>`, 100, 'Set') +
        when(`<and>${is('b')}${is('c')}</and>`, 100, 'Set'),
      ['a', 'b'],
      ['kumpulan jawaban lain yang juga benar tidak ikut'],
    ],
    [
      'from a start that wrong ones lessen',
      score('defaultval="100" minvalue="0" maxvalue="100"') + when(is('c'), 100, 'Subtract'),
      ['a', 'b'],
      ['nilai awal soal ini tidak ikut'],
    ],
    ['to less than all', canvas + when(is('a'), 25) + when(is('b'), 25), ['a', 'b'], [lessPoints]],
    ['with a decimal comma', when(is('a'), 0).replace('>0<', '>33,4<') + when(is('b'), 33.4), ['a', 'b'], []],
  ])('%s', async (_, processing, right, notes) =>
    expect(await readOptions(choice(processing))).toEqual({ type: 'several', right, notes }),
  )

  test('a maximum in another scale does not level the answers', async () => {
    const one = choice(score('maxvalue="1"') + when(is('a'), 50, 'Set') + when(is('b'), 100, 'Set'), 'Single')
    expect(await readOptions(one)).toMatchObject({ type: 'one', right: ['b'] })
  })

  test('a single answer begins with the points that the item starts with', async () => {
    const one = choice(
      score('defaultval="10" maxvalue="10"') + when(is('a'), 10, 'Subtract') + when(is('c'), 10, 'Subtract'),
      'Single',
    )
    expect(await readOptions(one)).toEqual({ type: 'one', right: ['b'], notes: [] })
  })

  test('cardinality is read however it is written', async () =>
    expect(await readOptions(choice(when(is('a'), 50) + when(is('b'), 50), 'multiple'))).toMatchObject({
      type: 'several',
    }))
})

describe('pairs by what each row earns', () => {
  const options = `<render_choice>${['x', 'y', 'z'].map(label).join('')}</render_choice>`
  const row = (ident: string) => `<response_lid ident="${ident}">${shown(ident)}${options}</response_lid>`
  const matching = (processing: string) =>
    `<item><presentation>${shown('Pasangkan')}${row('p')}${row('q')}</presentation><resprocessing>${processing}</resprocessing></item>`
  const both = [
    { left: 'p', right: 'x' },
    { left: 'q', right: 'y' },
  ]
  const spare = 'jawaban pengecoh tanpa pasangan tidak ikut: "z"'

  test.each<[string, string, string[]]>([
    ['a quarter each', canvas + when(is('x', 'p'), 25) + when(is('y', 'q'), 25), [spare]],
    ['thirds', when(is('x', 'p'), 33.33) + when(is('y', 'q'), 33.34), [spare]],
    [
      'weights of their own',
      when(is('x', 'p'), 25) + when(is('y', 'q'), 75),
      [spare, 'bobot pasangan yang berbeda menjadi sama'],
    ],
    [
      'a part for another one',
      when(is('x', 'p'), 50) + when(is('y', 'q'), 50) + when(is('z', 'q'), 10),
      [spare, 'jawaban yang bernilai sebagian menjadi salah'],
    ],
    [
      'points that are taken away',
      score('minvalue="0"') + when(is('x', 'p'), 50) + when(is('y', 'q'), 50) + when(is('x', 'q'), -10),
      [spare, 'pengurangan nilai untuk jawaban salah tidak ikut'],
    ],
    [
      'two right ones',
      when(is('x', 'p'), 50) + when(is('y', 'q'), 50) + when(is('z', 'q'), 50),
      ['jawaban lain yang benar untuk "q" tidak ikut: "z"'],
    ],
  ])('%s', async (_, processing, notes) => {
    const described = await read(matching(processing))
    expect(described.question).toMatchObject({ type: 'pairs', pairs: both })
    expect(described.notes).toEqual(notes)
  })

  test('a row without a right answer is named', async () => {
    const third = row('s')
    const item = matching(when(is('x', 'p'), 50) + when(is('y', 'q'), 50)).replace(
      '</presentation>',
      `${third}</presentation>`,
    )
    expect((await read(item)).notes).toEqual(['"s" tidak ikut: pasangannya tidak ada', spare])
  })
})

describe('a typed answer', () => {
  const short = (processing: string) =>
    `<item><presentation>${shown('Apa?')}<response_str ident="r"><render_fib/></response_str></presentation><resprocessing>${processing}</resprocessing></item>`

  test('is a text with its stars', async () =>
    expect((await read(short(when(is('SELECT * FROM a'), 100, 'Set')))).question).toMatchObject({
      accepted: ['SELECT * FROM a'],
    }))

  test('that only holds a word is named beside whole ones', async () => {
    const part = '<varsubstring respident="r">laut</varsubstring>'
    const described = await read(short(when(is('samudra'), 100, 'Set') + when(part, 100, 'Set')))
    expect(described).toMatchObject({
      question: { type: 'text', accepted: ['samudra'] },
      notes: ['jawaban dengan * (teks apa saja) tidak ikut'],
    })
  })

  test('that earns half of the item at most is told', async () =>
    expect((await read(short(canvas + when(is('ya'), 50, 'Set')))).notes).toEqual([lessPoints]))
})
