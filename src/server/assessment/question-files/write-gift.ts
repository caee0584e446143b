import { escapeText } from '#contract/kit/text/html-text.ts'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { decimal } from './gift-numbers.ts'

/** Characters with a meaning in GIFT. Its lines end a question when they are empty, so that text has no line breaks. */
const escapeGift = (text: string): string =>
  text.replaceAll(/[\\:#={}~]/g, (character) => `\\${character}`).replaceAll(/\r\n?|\n/g, '\\n')
const html = (text: string): string => `[html]${escapeGift(text)}`
const feedback = (text: string): string => (text === '' ? '' : `#${html(text)}`)
/** Marks that GIFT has no form for: points, items to order, and a choice of several with a single right one. Other programs skip them as a comment. */
function tagsOf({ points, type }: QuestionInput): string[] {
  return [...(points === 1 ? [] : [`[tag:poin-${points}]`]), ...(type === 'order' ? ['[tag:urutan]'] : [])]
}

function answersOf(question: QuestionInput): string[] {
  switch (question.type) {
    case 'one':
      return question.options.map(
        (option) => `${option.isCorrect ? '=' : '~'}${html(option.text)}${feedback(option.feedback)}`,
      )
    case 'several': {
      const right = question.options.filter(({ isCorrect }) => isCorrect).length
      const weight = (isCorrect: boolean) => (isCorrect ? Math.round(10_000_000 / right) / 100_000 : -100)
      return question.options.map(
        (option) => `~%${weight(option.isCorrect)}%${html(option.text)}${feedback(option.feedback)}`,
      )
    }
    case 'boolean': {
      // First the feedback of a wrong answer, then that of a right one.
      const { trueFeedback, falseFeedback } = question
      const [wrong, right] = question.answer ? [falseFeedback, trueFeedback] : [trueFeedback, falseFeedback]
      const both = right === '' ? feedback(wrong) : `#${html(wrong)}#${html(right)}`
      return [`${question.answer ? 'TRUE' : 'FALSE'}${both}`]
    }
    case 'text':
      return question.accepted.map((text) => `=${html(escapeText(text))}`)
    case 'number':
      return question.others?.length
        ? [
            '#',
            ...[question, ...question.others].map(
              ({ answer, tolerance }) => `=${decimal(answer)}:${decimal(tolerance)}`,
            ),
          ]
        : [`#${decimal(question.answer)}:${decimal(question.tolerance)}`]
    case 'order':
      return question.items.map(({ text }, index) => `=${html(text)} -> ${index + 1}`)
    case 'pairs':
      return question.pairs.map(({ left, right }) => `=${html(left)} -> ${html(right)}`)
  }
}

/** All questions as GIFT text. */
export function writeGift(questions: readonly QuestionInput[]): string {
  const blocks = questions.map((question) => {
    const tags = tagsOf(question)
    const general = question.feedback === '' ? [] : [`####${html(question.feedback)}`]
    return [
      ...(tags.length > 0 ? [`// ${tags.join(' ')}`] : []),
      `${html(question.text)} {`,
      ...answersOf(question),
      ...general,
      '}',
    ].join('\n')
  })
  return blocks.map((block) => `${block}\n`).join('\n')
}
