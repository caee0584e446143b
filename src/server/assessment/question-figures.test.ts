import { expect, test } from 'vitest'
import type { AnswerValue, Question } from '#contract/assessment/quiz.ts'
import { questionFigures } from './question-figures.ts'

const common = { points: 1, feedback: '' }
const options = ['Bandung', 'Semarang', 'Serang'].map((text, index) => ({
  _id: `o${index}`,
  text: `<p>${text}</p>`,
  isCorrect: index === 0,
  feedback: '',
}))
const one: Question = {
  ...common,
  _id: 'one',
  type: 'one',
  text: '<p>Ibu kota <b>Jawa Barat</b> &amp; <img src="x" alt="peta"></p>',
  options,
}
const number: Question = { ...common, _id: 'number', type: 'number', text: '2 + 2', answer: 4, tolerance: 0 }
const attempt = (answers: Record<string, AnswerValue>) => ({ questionIds: ['one', 'number'], answers })
const repeat = (times: number, answers: Record<string, AnswerValue>) =>
  Array.from({ length: times }, () => attempt(answers))

test('counts right answers and the most chosen wrong one among all attempts', () => {
  const attempts = [
    ...repeat(5, { one: 'o0' }),
    ...repeat(3, { one: 'o1' }),
    ...repeat(1, { one: 'o2' }),
    ...repeat(1, {}),
  ]
  expect(questionFigures([one, number], attempts)[0]).toMatchObject({
    text: 'Ibu kota Jawa Barat & peta',
    attempts: 10,
    rightPercent: 50,
    wrong: { answer: 'Semarang', percent: 30 },
  })
})

test('a question that good students answer right separates, one that they answer wrong does the opposite, one that all answer alike has no figure', () => {
  const discrimination = (attempts: ReturnType<typeof repeat>) =>
    questionFigures([one, number], attempts).map((figures) => figures.discrimination)
  expect(discrimination([...repeat(5, { one: 'o0', number: 4 }), ...repeat(5, { one: 'o1', number: 5 })])).toEqual([
    1, 1,
  ])
  expect(discrimination([...repeat(5, { one: 'o0', number: 5 }), ...repeat(5, { one: 'o1', number: 4 })])).toEqual([
    -1, -1,
  ])
  expect(discrimination(repeat(20, { one: 'o0', number: 4 }))).toEqual([null, null])
  // Correlation of (1,1) ×4, (1,0) ×2, (0,1) ×1, (0,0) ×3.
  const mixed = [
    ...repeat(4, { one: 'o0', number: 4 }),
    ...repeat(2, { one: 'o0' }),
    ...repeat(1, { number: 4 }),
    ...repeat(3, {}),
  ]
  expect(discrimination(mixed)).toEqual([0.41, 0.41])
  expect(discrimination(repeat(4, { one: 'o0', number: 4 }).concat(repeat(5, {})))).toEqual([null, null])
})

test('every type says what was wrong, and a question without attempts has no figures', () => {
  const questions: Question[] = [
    { ...common, _id: 'b', type: 'boolean', text: 'x', answer: true, trueFeedback: '', falseFeedback: '' },
    { ...common, _id: 't', type: 'text', text: 'x', accepted: ['CSS'] },
    { ...common, _id: 'n', type: 'number', text: 'x', answer: 1, tolerance: 0 },
    { ...common, _id: 's', type: 'several', text: 'x', options },
    { ...common, _id: 'o', type: 'order', text: 'x', items: ['A', 'B', 'C'].map((text) => ({ _id: text, text })) },
    {
      ...common,
      _id: 'p',
      type: 'pairs',
      text: 'x',
      pairs: ['1', '2'].map((name) => ({
        leftId: `l${name}`,
        left: `L${name}`,
        rightId: `r${name}`,
        right: `R${name}`,
      })),
    },
    { ...common, _id: 'unused', type: 'boolean', text: 'x', answer: true, trueFeedback: '', falseFeedback: '' },
  ]
  const answers = { b: false, t: ' Html ', n: 1.5, s: ['o0', 'o2'], o: ['A', 'C', 'B'], p: { l1: 'r2', l2: 'r1' } }
  const figures = questionFigures(questions, [{ questionIds: ['b', 't', 'n', 's', 'o', 'p', 'deleted'], answers }])
  expect(figures.map(({ wrong }) => wrong?.answer)).toEqual([
    'Salah',
    'html',
    '1,5',
    'Serang',
    'B di langkah 3',
    'L1 → R2',
    undefined,
  ])
  expect(figures.at(-1)).toMatchObject({ attempts: 0, rightPercent: null, wrong: null, discrimination: null })
})
