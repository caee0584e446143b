import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from '#contract/kit/text/html-text.ts'
import { describeForeign } from '#server/assessment/index.ts'
import { cleanHtml } from '#server/platform/rich-text/index.ts'
import { escapeXml } from '#testing/materials/foreign-courses.ts'
import { parseXml } from '#server/platform/xml.ts'
import { isQti2, readQti } from './qti.ts'

const read = (items: string) =>
  readQti(
    parseXml(Buffer.from(`<questestinterop><assessment title="Kuis">${items}</assessment></questestinterop>`), 'a.xml'),
    () => [],
  )
async function describeItem(item: string) {
  const [question] = read(item).groups[0]?.questions ?? []
  if (!question) throw new Error('No question')
  return describeForeign(question, async (html) => cleanHtml(html))
}
/** The right ones of the options, and what is told. */
async function rightOf(item: string): Promise<{ right: string[]; notes: string[]; type: string }> {
  const described = await describeItem(item)
  if (described.outcome !== 'question') throw new Error(JSON.stringify(described))
  const { question, notes } = described
  const right =
    'options' in question
      ? question.options.filter(({ isCorrect }) => isCorrect).map(({ text }) => plainText(text))
      : 'accepted' in question
        ? question.accepted
        : []
  return { right, notes, type: question.type }
}

const mattext = (text: string, type = 'text/plain') => `<mattext texttype="${type}">${escapeXml(text)}</mattext>`
const label = (ident: string, text: string) =>
  `<response_label ident="${ident}"><material>${mattext(text)}</material></response_label>`
const item = (labels: string, processing: string, { cardinality = 'Single', metadata = '' } = {}) =>
  `<item title="Ibu kota"><itemmetadata><qtimetadata>${metadata}</qtimetadata></itemmetadata><presentation><material>${mattext('Mana?')}</material>
  <response_lid ident="r" rcardinality="${cardinality}"><render_choice>${labels}</render_choice></response_lid></presentation><resprocessing>${processing}</resprocessing></item>`
const condition = (inner: string, setvar: string, attributes = '') =>
  `<respcondition ${attributes}><conditionvar>${inner}</conditionvar>${setvar}</respcondition>`
const is = (value: string) => `<varequal respident="r">${escapeXml(value)}</varequal>`
const cities = label('g', 'Gresik') + label('s', 'Surabaya') + label('t', 'Tuban')

describe('the answer that earns most is the right one', () => {
  test.each<[string, string, string[], string?]>([
    [
      'of weights that are set',
      condition(is('g'), '<setvar varname="SCORE">50</setvar>') +
        condition(is('s'), '<setvar varname="SCORE">100</setvar>') +
        condition(is('t'), '<setvar varname="SCORE">0</setvar>'),
      ['Surabaya'],
      'jawaban yang bernilai sebagian menjadi salah',
    ],
    [
      'where another variable counts something else',
      condition(is('g'), '<setvar varname="HINTS">5</setvar>') +
        condition(is('s'), '<setvar varname="SCORE">1</setvar>'),
      ['Surabaya'],
    ],
    [
      'where a wrong one takes points away',
      condition(is('g'), '<setvar varname="SCORE" action="Subtract">50</setvar>') +
        condition(is('s'), '<setvar varname="SCORE" action="Add">100</setvar>') +
        condition(is('t'), '<setvar varname="SCORE" action="Add">-25</setvar>'),
      ['Surabaya'],
      'pengurangan nilai untuk jawaban salah tidak ikut',
    ],
    [
      'where everything else is excluded',
      condition(`<not>${is('g')}</not><not>${is('t')}</not>`, '<setvar varname="SCORE">100</setvar>'),
      ['Surabaya'],
    ],
    [
      'as Blackboard names its maximum',
      '<outcomes><decvar varname="SCORE" vartype="Decimal" maxvalue="10"/></outcomes>' +
        condition(is('s'), '<setvar variablename="SCORE" action="Set">SCORE.max</setvar>') +
        condition('<other/>', '<setvar variablename="SCORE" action="Set">0</setvar>'),
      ['Surabaya'],
    ],
    [
      'as Brightspace writes every option',
      condition(is('g'), '<setvar action="Set">0.000000000</setvar>') +
        condition(is('s'), '<setvar action="Set">100.000000000</setvar>') +
        condition(is('t'), '<setvar action="Set">0.000000000</setvar>'),
      ['Surabaya'],
    ],
  ])('%s', async (_, processing, right, note) => {
    const found = await rightOf(item(cities, processing))
    expect(found).toEqual({ type: 'one', right, notes: note ? [note] : [] })
  })

  test('two that earn everything are both right', async () => {
    const full = '<setvar varname="SCORE">100</setvar>'
    expect(await rightOf(item(cities, condition(is('g'), full) + condition(is('s'), full)))).toEqual({
      type: 'several',
      right: ['Gresik', 'Surabaya'],
      notes: ['lebih dari satu jawaban bernilai penuh: menjadi soal dengan beberapa jawaban'],
    })
  })
})

test('of several answers the set that earns most is right, added up or asked for together', async () => {
  const many = { cardinality: 'Multiple' }
  const add = (amount: number) => `<setvar varname="SCORE" action="Add">${amount}</setvar>`
  const added = condition(is('g'), add(50)) + condition(is('s'), add(50)) + condition(is('t'), add(-50))
  const together = condition(`<and>${is('g')}${is('s')}<not>${is('t')}</not></and>`, '<setvar>100</setvar>')
  const counted =
    condition(is('g'), '<setvar varname="D2L_Correct" action="Add">1</setvar>') +
    condition(is('s'), '<setvar varname="D2L_Correct" action="Add">1</setvar>') +
    condition(is('t'), '<setvar varname="D2L_Incorrect" action="Add">1</setvar>')
  for (const processing of [added, together, counted])
    expect(await rightOf(item(cities, processing, many))).toMatchObject({
      type: 'several',
      right: ['Gresik', 'Surabaya'],
    })
})

test('a short answer with a part of the points is no full one', async () => {
  const short = `<item><presentation><material>${mattext('Ibu kota?')}</material><response_str ident="r"><render_fib/></response_str></presentation>
    <resprocessing>${condition(is('Jakarta') + is('DKI'), '<setvar>100</setvar>')}${condition(is('Bekasi'), '<setvar>40</setvar>')}</resprocessing></item>`
  expect(await rightOf(short)).toEqual({
    type: 'text',
    right: ['Jakarta', 'DKI'],
    notes: ['jawaban yang bernilai sebagian atau salah tidak ikut'],
  })
})

const numeric = (inner: string) =>
  `<item><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>numerical_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
    <presentation><material>${mattext('Berapa?')}</material><response_str ident="r"/></presentation><resprocessing>${condition(inner, '<setvar>100</setvar>')}</resprocessing></item>`
test.each([
  ['3,14', '', { answer: 3.14, tolerance: 0 }],
  ['1.234,5', '', { answer: 1234.5 }],
  [
    '17,380',
    '<vargte respident="r">17379</vargte><varlte respident="r">17381</varlte>',
    { answer: 17_380, tolerance: 1 },
  ],
])('the number %s is read', async (written, range, expected) => {
  const described = await describeItem(numeric(`<or>${is(written)}<and>${range}</and></or>`))
  expect(described).toMatchObject({ outcome: 'question', question: { type: 'number', ...expected } })
})

const between = (low: number, high: number) =>
  `<and><vargte respident="r">${low}</vargte><varlte respident="r">${high}</varlte></and>`
test.each([
  [
    'numbers side by side',
    `<or>${is('3')}${is('4')}</or>`,
    [
      [3, 0],
      [4, 0],
    ],
  ],
  ['the same number twice', `${is('3')}${is('3.0')}`, [[3, 0]]],
  [
    'numbers with a range each',
    `<or>${is('3')}${between(2.9, 3.1)}${is('8')}${between(7, 9)}</or>`,
    [
      [3, 0.1],
      [8, 1],
    ],
  ],
  [
    'a number beside a range',
    `<or>${is('3')}${between(10, 20)}</or>`,
    [
      [3, 0],
      [15, 5],
    ],
  ],
  ['numbers within one range', `<or>${is('3')}${is('4')}${between(2, 5)}</or>`, [[3.5, 1.5]]],
  [
    'ranges alone',
    `<or>${between(1, 2)}${between(5, 6)}</or>`,
    [
      [1.5, 0.5],
      [5.5, 0.5],
    ],
  ],
  ['a number that another one excludes', `<and>${is('3')}<not>${is('4')}</not></and>`, [[3, 0]]],
])('of one condition every right number is accepted: %s', async (_, inner, accepted) => {
  const [first, ...others] = accepted.map(([answer, tolerance]) => ({ answer, tolerance }))
  expect(await describeItem(numeric(inner))).toMatchObject({
    question: { type: 'number', ...first, ...(others.length > 0 ? { others } : {}) },
    notes: [],
  })
})

test.each([
  [`<or>${is('3')}<vargte respident="r">5</vargte></or>`, 'batas "5" tanpa batas di sisi lain tidak ikut'],
  [`<or>${is('3')}${is('tiga')}</or>`, 'jawaban "tiga" bukan angka'],
  [`<or>${is('3')}${is('1,500')}</or>`, 'jawaban "1,500" bisa dibaca dua cara (koma desimal atau ribuan)'],
])('a right number that cannot come is named beside the others: %s', async (inner, note) =>
  expect(await describeItem(numeric(inner))).toMatchObject({ question: { answer: 3, tolerance: 0 }, notes: [note] }),
)

describe('shapes of other platforms', () => {
  const called = (type: string) =>
    `<itemmetadata><qtimetadata><qti_metadatafield><fieldlabel>qmd_questiontype</fieldlabel><fieldentry>${type}</fieldentry></qti_metadatafield></qtimetadata></itemmetadata>`
  const counts = '<setvar varname="D2L_Correct" action="Add">1</setvar>'
  const equals = (respident: string, value: string) => `<varequal respident="${respident}">${value}</varequal>`
  const shown = (text: string) => `<material>${mattext(text)}</material>`
  const questionOf = async (source: string) => {
    const described = await describeItem(source)
    return described.outcome === 'question' ? described.question : described
  }

  test('pairs of Brightspace, which name what they answer in an attribute of its own', async () => {
    const group = (id: string, left: string) =>
      `<response_grp respident="${id}" rcardinality="Single">${shown(left)}<render_choice><flow_label>${label('m1', 'Jakarta')}${label('m2', 'Tokyo')}</flow_label></render_choice></response_grp>`
    const matching = `<item>${called('Matching')}<presentation><flow>${shown('Ibu kota')}${group('g1', 'Indonesia')}${group('g2', 'Jepang')}</flow></presentation>
      <resprocessing>${condition(equals('g1', 'm1'), counts)}${condition(equals('g2', 'm2'), counts)}${condition(equals('g2', 'm1'), counts.replace('Correct', 'Incorrect'))}</resprocessing></item>`
    expect(await questionOf(matching)).toMatchObject({
      text: 'Ibu kota',
      type: 'pairs',
      pairs: [
        { left: 'Indonesia', right: 'Jakarta' },
        { left: 'Jepang', right: 'Tokyo' },
      ],
    })
  })

  test('pairs of Blackboard, whose right sides stand apart', async () => {
    const row = (id: string, left: string) =>
      `<flow class="Block">${shown(left)}<response_lid ident="${id}"><render_choice><response_label ident="${id}1"/><response_label ident="${id}2"/></render_choice></response_lid></flow>`
    const matching = `<item>${called('Matching')}<presentation><flow class="Block"><flow class="QUESTION_BLOCK">${shown('Ibu kota')}</flow>
      <flow class="RESPONSE_BLOCK">${row('x', 'Indonesia')}${row('y', 'Jepang')}</flow><flow class="RIGHT_MATCH_BLOCK"><flow>${shown('Tokyo')}</flow><flow>${shown('Jakarta')}</flow></flow></flow></presentation>
      <resprocessing>${condition(equals('x', 'x2'), '<setvar>50</setvar>')}${condition(equals('y', 'y1'), '<setvar>50</setvar>')}</resprocessing></item>`
    expect(await questionOf(matching)).toMatchObject({
      text: 'Ibu kota',
      type: 'pairs',
      pairs: [
        { left: 'Indonesia', right: 'Jakarta' },
        { left: 'Jepang', right: 'Tokyo' },
      ],
    })
  })

  test('texts of Brightspace, whose conditions name the field within the answer', async () => {
    const short = `<item>${called('Short Answer')}<presentation>${shown('Ibu kota?')}<response_str ident="s"><render_fib><response_label ident="s_ans"/></render_fib></response_str></presentation>
      <resprocessing>${condition(equals('s_ans', 'Jakarta'), '<setvar varname="Blank_1">100</setvar>')}</resprocessing></item>`
    expect(await questionOf(short)).toMatchObject({ type: 'text', accepted: ['Jakarta'] })
  })

  test('a blank within a text stays where it is', async () => {
    const blank = `<item>${called('Fill in the Blanks')}<presentation><flow>${shown('Ibu kota')}<response_str ident="s"><render_fib/></response_str>${shown('adalah Jakarta')}</flow></presentation>
      <resprocessing>${condition(equals('s', 'Indonesia'), '<setvar>100</setvar>')}</resprocessing></item>`
    expect(await questionOf(blank)).toMatchObject({ text: 'Ibu kota _____ adalah Jakarta', accepted: ['Indonesia'] })
  })

  test.each([
    ['as one condition', condition(equals('o', 'b') + equals('o', 'c') + equals('o', 'a'), '<setvar>100</setvar>')],
    [
      'by the place of each',
      condition(equals('a', '3'), counts) + condition(equals('b', '1'), counts) + condition(equals('c', '2'), counts),
    ],
  ])('an order, %s', async (_, processing) => {
    const ordering = `<item>${called('Ordering')}<presentation>${shown('Urutkan')}<response_grp ident="o" rcardinality="Ordered"><render_choice>${label('a', 'Tiga')}${label('b', 'Satu')}${label('c', 'Dua')}</render_choice></response_grp></presentation>
      <resprocessing>${processing}</resprocessing></item>`
    expect(await questionOf(ordering)).toMatchObject({
      type: 'order',
      items: [{ text: 'Satu' }, { text: 'Dua' }, { text: 'Tiga' }],
    })
    expect(await questionOf(ordering.replaceAll(/<respcondition[^]*<\/respcondition>/g, ''))).toEqual({
      outcome: 'none',
      reason: 'bagian jawabannya tidak terbaca',
    })
  })
})

test('a number that a comma leaves open is named', async () => {
  const number = `<item><presentation><material>${mattext('Berapa?')}</material><response_num ident="r"/></presentation><resprocessing>${condition(is('17,380'), '<setvar>1</setvar>')}</resprocessing></item>`
  expect(await describeItem(number)).toEqual({
    outcome: 'none',
    reason: 'jawaban "17,380" bisa dibaca dua cara (koma desimal atau ribuan)',
  })
})

test('the elements that Brightspace and Blackboard wrap around texts, and their metadata, are read through', async () => {
  const material = (html: string) =>
    `<flow_mat class="FORMATTED_TEXT_BLOCK"><material><mat_extension><mat_formattedtext type="HTML">${escapeXml(html)}</mat_formattedtext></mat_extension></material></flow_mat>`
  const wrapped = (ident: string, text: string) =>
    `<flow_label class="Block"><response_label ident="${ident}">${material(text)}</response_label></flow_label>`
  const blackboard = `<item title="S"><itemmetadata><bbmd_questiontype>Multiple Choice</bbmd_questiontype><qmd_absolutescore_max>7</qmd_absolutescore_max></itemmetadata>
    <presentation><flow class="Block"><flow class="QUESTION_BLOCK">${material('<p>Ibu <b>kota</b>?</p>')}</flow><flow class="RESPONSE_BLOCK"><response_lid ident="r" rcardinality="Single"><render_choice>${wrapped('a', 'Jakarta')}${wrapped('b', '<i>Bogor</i>')}</render_choice></response_lid></flow></flow></presentation>
    <resprocessing>${condition(is('a'), '<setvar variablename="SCORE" action="Set">SCORE.max</setvar>')}</resprocessing></item>`
  expect(await describeItem(blackboard)).toMatchObject({
    question: {
      type: 'one',
      points: 7,
      text: '<p>Ibu <strong>kota</strong>?</p>',
      options: [{ text: 'Jakarta', isCorrect: true }, { text: '<em>Bogor</em>' }],
    },
  })
  const brightspace = item(cities, condition(is('s'), '<setvar action="Set">100</setvar>'), {
    metadata:
      '<qti_metadatafield><fieldlabel>qmd_questiontype</fieldlabel><fieldentry>Multiple Choice</fieldentry></qti_metadatafield><qti_metadatafield><fieldlabel>qmd_weighting</fieldlabel><fieldentry>3.0</fieldentry></qti_metadatafield>',
  })
  expect(await describeItem(brightspace)).toMatchObject({ question: { type: 'one', points: 3 } })
})

test('plain text is text: options that look like tags stay as they are, and apart', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'<>/&;bpdiv ="x1'), minLength: 1, maxLength: 12 }), {
        minLength: 2,
        maxLength: 5,
        selector: (text) => text.replaceAll(/\s+/g, ' ').trim(),
      }),
      async (given) => {
        const texts = given.map((text) => `w${text.replaceAll(/\s+/g, ' ').trim()}`)
        const labels = texts.map((text, index) => label(String(index), text)).join('')
        const described = await describeItem(item(labels, condition(is('0'), '<setvar>100</setvar>')))
        if (described.outcome !== 'question' || !('options' in described.question)) throw new Error('refused')
        expect(described.question.options.map(({ text }) => plainText(text))).toEqual(texts)
      },
    ),
  )
})

test('a group is drawn from with its points, beside the questions that everyone has', () => {
  const one = (points: string) =>
    item(cities, condition(is('s'), '<setvar>100</setvar>'), {
      metadata: `<qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>${points}</fieldentry></qtimetadatafield>`,
    })
  const group = `<section title="Acak"><selection_ordering><selection><selection_number>1</selection_number><selection_extension><points_per_item>5.0</points_per_item></selection_extension></selection></selection_ordering>${one('1')}${one('1')}${one('1')}</section>`
  const { groups } = read(`<section ident="root">${one('0')}${group}</section>`)
  expect(groups.map(({ title, draw, questions }) => [title, draw, questions.map(({ points }) => points)])).toEqual([
    ['', null, [0]],
    ['Acak', 1, [5, 5, 5]],
  ])
})

test('QTI 2 is known as such', () => {
  const root = (name: string) => parseXml(Buffer.from(`<${name} title="Soal"/>`), 'a.xml')
  expect(
    ['assessmentItem', 'assessmentTest', 'qti-assessment-item', 'questestinterop'].map((name) => isQti2(root(name))),
  ).toEqual([true, true, true, false])
})
