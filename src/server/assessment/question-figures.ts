import { plainText } from '#contract/kit/text/html-text.ts'
import { isAnswered, type Answers, type AnswerValue, type Question } from '#contract/assessment/quiz.ts'
import { normalizeText, shareRight } from '#contract/assessment/quiz-scoring.ts'
import type { QuestionFigures } from '#contract/assessment/quiz-results.ts'

/** The questions that an attempt contained, and its answers. */
export type AnsweredAttempt = { questionIds: readonly string[]; answers: Answers }

/** Fewer say nothing about how well a question separates. */
const minimumForDiscrimination = 10
const maximumTextLength = 200

type Sample = {
  isRight: boolean
  /** Share of the points of all other questions; null without others. */ rest: number | null
  answer: AnswerValue | undefined
}

/** Figures of every question over these attempts, all measured with the answers as they are now. */
export function questionFigures(
  questions: readonly Question[],
  attempts: readonly AnsweredAttempt[],
): QuestionFigures[] {
  const samples = new Map<string, Sample[]>(questions.map(({ _id }) => [_id, []]))
  const byId = new Map(questions.map((question) => [question._id, question]))
  for (const { questionIds, answers } of attempts) {
    const scored = questionIds.flatMap((id) => {
      const question = byId.get(id)
      const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
      return question ? [{ id, points: question.points, share: shareRight(question, answer), answer }] : []
    })
    const all = scored.reduce((sum, { points }) => sum + points, 0)
    const earned = scored.reduce((sum, { points, share }) => sum + points * share, 0)
    for (const { id, points, share, answer } of scored) {
      const rest = all > points ? (earned - points * share) / (all - points) : null
      samples.get(id)?.push({ isRight: share === 1, rest, answer })
    }
  }
  return questions.map((question) => figuresOf(question, samples.get(question._id) ?? []))
}

function figuresOf(question: Question, samples: readonly Sample[]): QuestionFigures {
  const right = samples.filter(({ isRight }) => isRight).length
  return {
    _id: question._id,
    type: question.type,
    text: plainText(question.text),
    attempts: samples.length,
    rightPercent: samples.length === 0 ? null : Math.round((right / samples.length) * 100),
    wrong: mostChosenWrong(question, samples),
    discrimination: discriminationOf(samples),
  }
}

/** The point-biserial correlation of a right answer with the rest of the quiz. */
function discriminationOf(samples: readonly Sample[]): number | null {
  const pairs = samples.flatMap(({ isRight, rest }) => (rest === null ? [] : [{ x: isRight ? 1 : 0, y: rest }]))
  if (pairs.length < minimumForDiscrimination) return null
  const mean = (of: (pair: { x: number; y: number }) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const spread = Math.sqrt(mean(({ x }) => (x - meanX) ** 2) * mean(({ y }) => (y - meanY) ** 2))
  // Rounding errors of equal values are no spread.
  if (spread < 1e-9) return null
  return Math.round((mean(({ x, y }) => (x - meanX) * (y - meanY)) / spread) * 100) / 100
}

function mostChosenWrong(question: Question, samples: readonly Sample[]): QuestionFigures['wrong'] {
  const counts = new Map<string, number>()
  for (const { isRight, answer } of samples) {
    if (isRight || !isAnswered(answer)) continue
    for (const wrong of wrongAnswers(question, answer)) counts.set(wrong, (counts.get(wrong) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
  return most
    ? {
        answer: most[0].slice(0, maximumTextLength).toWellFormed(),
        percent: Math.round((most[1] / samples.length) * 100),
      }
    : null
}

/** Wrong parts of an answer, as text. Orders and pairs have too many ways to be wrong: single misplaced parts are counted. */
function wrongAnswers(question: Question, answer: AnswerValue): string[] {
  const chosen = Array.isArray(answer) ? (answer as readonly string[]) : [answer]
  switch (question.type) {
    case 'one':
    case 'several':
      return question.options
        .filter(({ _id, isCorrect }) => !isCorrect && chosen.includes(_id))
        .map(({ text }) => plainText(text))
    case 'boolean':
      return [answer === true ? 'Benar' : 'Salah']
    case 'text':
      return [typeof answer === 'string' ? normalizeText(answer) : '']
    case 'number':
      return [typeof answer === 'number' ? answer.toLocaleString('id-ID', { maximumFractionDigits: 10 }) : '']
    case 'order':
      return question.items.flatMap(({ _id, text }, index) => {
        const place = chosen.indexOf(_id)
        return place === -1 || place === index ? [] : [`${plainText(text)} di langkah ${place + 1}`]
      })
    case 'pairs': {
      const given = answer as Readonly<Record<string, string>>
      const rights = new Map(question.pairs.map(({ rightId, right }) => [rightId, right]))
      return question.pairs.flatMap(({ leftId, left, right }) => {
        const other = Object.hasOwn(given, leftId) ? rights.get(given[leftId] ?? '') : undefined
        return other === undefined || other === right ? [] : [`${plainText(left)} → ${plainText(other)}`]
      })
    }
  }
}
