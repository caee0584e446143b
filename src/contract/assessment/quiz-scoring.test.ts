import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Question } from './quiz.ts'
import { isWithin, normalizeText, score, shareRight } from './quiz-scoring.ts'

const common = { _id: 'q', text: '<p>?</p>', points: 1, feedback: '' }
const option = (id: string, isCorrect: boolean) => ({ _id: id, text: id, isCorrect, feedback: '' })
const choice = (type: 'one' | 'several', right: readonly boolean[]): Question => ({
  ...common,
  type,
  options: right.map((isCorrect, index) => option(`o${index}`, isCorrect)),
})
const text = (...accepted: string[]): Question => ({ ...common, type: 'text', accepted })
const number = (answer: number, tolerance = 0): Question => ({ ...common, type: 'number', answer, tolerance })
const order = (...texts: string[]): Question => ({
  ...common,
  type: 'order',
  items: texts.map((item, index) => ({ _id: `i${index}`, text: item })),
})
const pairs = (...rights: string[]): Question => ({
  ...common,
  type: 'pairs',
  pairs: rights.map((right, index) => ({ leftId: `l${index}`, left: `${index}`, rightId: `r${index}`, right })),
})

const anyQuestion: fc.Arbitrary<Question> = fc
  .tuple(
    fc.uuid(),
    fc.integer({ min: 1, max: 100 }),
    fc.oneof(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }).map((rest) => choice('several', [true, ...rest])),
      fc
        .integer({ min: 1, max: 9 })
        .map((others) => choice('one', [true, ...Array.from({ length: others }, () => false)])),
      fc
        .boolean()
        .map((answer): Question => ({ ...common, type: 'boolean', answer, trueFeedback: '', falseFeedback: '' })),
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }).map((accepted) => text(...accepted)),
      fc
        .tuple(fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.double({ min: 0, max: 1e15, noNaN: true }))
        .map(([answer, tolerance]) => number(answer, tolerance)),
      fc.array(fc.string(), { minLength: 2, maxLength: 20 }).map((items) => order(...items)),
      fc.array(fc.string(), { minLength: 2, maxLength: 20 }).map((rights) => pairs(...rights)),
    ),
  )
  .map(([_id, points, question]) => ({ ...question, _id, points }))
const hostileValue = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'o0', 'i0', 'l0'),
  fc.double(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.string()),
)

/** The right answer of a question. */
function rightAnswer(question: Question) {
  switch (question.type) {
    case 'one':
      return question.options.find(({ isCorrect }) => isCorrect)?._id ?? ''
    case 'several':
      return question.options.filter(({ isCorrect }) => isCorrect).map(({ _id }) => _id)
    case 'boolean':
    case 'number':
      return question.answer
    case 'text':
      return question.accepted[0] ?? ''
    case 'order':
      return question.items.map(({ _id }) => _id)
    case 'pairs':
      return Object.fromEntries(question.pairs.map(({ leftId, rightId }) => [leftId, rightId]))
  }
}

describe('a question', () => {
  test('earns all for the right answer, nothing without one, and from 0 to 1 for any value', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        expect([shareRight(question, rightAnswer(question)), shareRight(question, undefined)]).toEqual([1, 0])
      }),
    )
    fc.assert(
      fc.property(anyQuestion, hostileValue, (question, value) => {
        const share = shareRight(question, value)
        expect(share >= 0 && share <= 1).toBe(true)
      }),
    )
  })

  test.each([
    [['o0', 'o1'], 1],
    [['o0'], 1 / 2],
    [['o0', 'o2'], 0],
    [['o0', 'o1', 'o2'], 1 / 2],
    [['o0', 'o0'], 1 / 2],
    [['o0', 'o1', 'o2', 'o3'], 0],
    [['o0', 'unknown'], 0],
    ['o0', 0],
  ])('with two right of four options, %j earns %d', (chosen, share) =>
    expect(shareRight(choice('several', [true, true, false, false]), chosen)).toBe(share),
  )

  test('the order of chosen options does not matter', () => {
    const question = choice('several', [true, false, true, false, true])
    const subset = fc.shuffledSubarray(['o0', 'o1', 'o2', 'o3', 'o4'])
    fc.assert(
      fc.property(subset, (chosen) => {
        expect(shareRight(question, chosen)).toBe(shareRight(question, chosen.toSorted()))
      }),
    )
  })

  test('items in place earn their share, and items with the same text may change places', () => {
    expect(shareRight(order('a', 'b', 'c'), ['i0', 'i2', 'i1'])).toBeCloseTo(1 / 3)
    expect(shareRight(order('a', 'b', 'a'), ['i2', 'i1', 'i0'])).toBe(1)
    expect(shareRight(order('a', 'b'), ['i0', 'i0'])).toBe(1 / 2)
  })

  test('right pairs earn their share, and right sides with the same text are equal', () => {
    expect(shareRight(pairs('x', 'y', 'z'), { l0: 'r0', l1: 'r2', l2: 'r1' })).toBeCloseTo(1 / 3)
    expect(shareRight(pairs('x', 'x'), { l0: 'r1', l1: 'r0' })).toBe(1)
    expect(shareRight(pairs('x', 'y'), { constructor: 'r0' })).toBe(0)
  })

  test.each([
    ['  Jakarta   Pusat ', 'jakarta pusat'],
    ['JAKARTA\u00a0PUSAT', 'jakarta pusat'],
    ['cafe\u0301', 'CAFÉ'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'straße'],
    ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'],
    ['💡 ide', '💡  Ide'],
  ])('%j counts as %j', (given, accepted) => expect(shareRight(text('lain', accepted), given)).toBe(1))

  test('other letters and spaces inside a word are another text', () => {
    for (const given of ['jakar ta', 'jakarta.', '', ' ']) expect(shareRight(text('jakarta'), given)).toBe(0)
  })

  test('every letter counts as its capital and its small letter, and normalizing twice changes nothing', () => {
    const letters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
      /\p{L}/u.test(letter),
    )
    const differing = letters.filter((letter) => {
      const normalized = normalizeText(letter)
      return [normalized, letter.toUpperCase(), letter.toLowerCase()].some(
        (other) => normalizeText(other) !== normalized,
      )
    })
    expect([letters.length > 100_000, differing]).toEqual([true, []])
  })

  test('normalizing any text twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (given) => {
        expect(normalizeText(normalizeText(given))).toBe(normalizeText(given))
      }),
    )
  })

  test('both ends of a tolerance are right for any decimals, and what is beyond them is wrong', () => {
    const decimal = fc.integer({ min: -1e9, max: 1e9 })
    const digits = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 1e6 }), digits, (answer, tolerance, scale) => {
        const at = (units: number) => Number(`${units}e-${scale}`)
        const range = { answer: at(answer), tolerance: at(tolerance) }
        expect([isWithin(at(answer + tolerance), range), isWithin(at(answer - tolerance), range)]).toEqual([true, true])
        expect([isWithin(at(answer + tolerance + 1), range), isWithin(at(answer - tolerance - 1), range)]).toEqual([
          false,
          false,
        ])
      }),
    )
  })

  test.each([Number.NaN, Infinity, -Infinity, 1e308, -1e308, '3'])('%d is no right number', (value) =>
    expect(shareRight(number(3, 1), value)).toBe(0),
  )
})

describe('a quiz', () => {
  const answersTo = (questions: readonly Question[]) =>
    Object.fromEntries(questions.map((question) => [question._id, rightAnswer(question)]))

  test('is 100 % for right answers and 0 % without any; the order of its questions does not matter', () => {
    const quiz = fc.uniqueArray(anyQuestion, { minLength: 1, maxLength: 20, selector: ({ _id }) => _id })
    fc.assert(
      fc.property(quiz, fc.integer({ min: 1, max: 100 }), (questions, pass) => {
        const answers = answersTo(questions)
        expect(score(questions, answers, pass)).toMatchObject({ percent: 100, passed: true })
        expect(score(questions, {}, pass)).toMatchObject({ percent: 0, passed: false })
        const half = Object.fromEntries(Object.entries(answers).slice(0, Math.ceil(questions.length / 2)))
        expect(score(questions.toReversed(), half, pass)).toEqual(score(questions, half, pass))
      }),
    )
  })

  test('another right answer never lowers the result', () => {
    const quiz = fc.uniqueArray(anyQuestion, { minLength: 2, maxLength: 10, selector: ({ _id }) => _id })
    fc.assert(
      fc.property(quiz, (questions) => {
        const answers = Object.entries(answersTo(questions))
        const percents = answers.map(
          (_, count) => score(questions, Object.fromEntries(answers.slice(0, count)), 70).percent,
        )
        expect(percents).toEqual(percents.toSorted((a, b) => a - b))
      }),
    )
  })

  test('points weigh, and the pass mark is compared with the rounded percentage', () => {
    const questions = [1, 1, 1].map((points, index) => ({ ...choice('one', [true, false]), _id: `q${index}`, points }))
    const two = { q0: 'o0', q1: 'o0' }
    expect(score(questions, two, 67)).toEqual({ points: { q0: 1, q1: 1, q2: 0 }, percent: 67, passed: true })
    expect(score(questions, two, 68).passed).toBe(false)
    const weighted = questions.map((question, index) => ({ ...question, points: [1, 1, 8][index] ?? 1 }))
    expect(score(weighted, two, 70)).toMatchObject({ percent: 20, passed: false })
  })

  test('a third of a point is stored in hundredths', () => {
    expect(score([pairs('x', 'y', 'z')], { q: { l0: 'r0' } }, 70)).toEqual({
      points: { q: 0.33 },
      percent: 33,
      passed: false,
    })
  })

  test('a quiz without questions is not passed', () =>
    expect(score([], {}, 1)).toEqual({ points: {}, percent: 0, passed: false }))
})
