import { escapeHtml, escapeText, plainText } from '#contract/kit/text/html-text.ts'
import type { QuestionInput } from '#contract/assessment/quiz.ts'

/** The bytes of pictures by their name, such as `<id>.webp`. */
export type PictureBytes = ReadonlyMap<string, Uint8Array>

// Characters that XML cannot hold at all.
// oxlint-disable-next-line no-control-regex -- Control characters are what is left out.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const cdata = (text: string): string =>
  `<![CDATA[${text.replaceAll(forbidden, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const text = (value: string): string => `<text>${cdata(value)}</text>`

const uploaded = /\/uploads\/([0-9a-f-]{36}\.webp)/g

/** All questions as Moodle XML, with the pictures that they show. */
export function writeMoodleXml(questions: readonly QuestionInput[], pictures: PictureBytes): string {
  /** HTML with the pictures that it names, as Moodle expects them: in the element of the text. */
  function html(value: string): string {
    const names = new Set(
      [...value.matchAll(uploaded)].map(([, name = '']) => name).filter((name) => pictures.has(name)),
    )
    const named = value.replaceAll(uploaded, (whole, name: string) =>
      names.has(name) ? `@@PLUGINFILE@@/${name}` : whole,
    )
    const files = [...names].map((name) => {
      const bytes = pictures.get(name) ?? new Uint8Array()
      return `<file name="${name}" path="/" encoding="base64">${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}</file>`
    })
    return text(named) + files.join('')
  }
  const part = (name: string, value: string, attributes = ''): string =>
    `<${name}${attributes} format="html">${html(value)}</${name}>`
  const answer = (value: string, fraction: number, feedback = ''): string =>
    `<answer fraction="${fraction}" format="html">${html(value)}${part('feedback', feedback)}</answer>`
  /** An answer of a type that has plain text in Moodle. */
  const plainAnswer = (value: string, fraction: number, { feedback = '', extra = '' } = {}): string =>
    `<answer fraction="${fraction}" format="moodle_auto_format">${text(value)}${part('feedback', feedback)}${extra}</answer>`
  const choice = (isSingle: boolean, answers: string[]): string[] => [
    `<single>${isSingle}</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering>`,
    ...answers,
  ]

  function bodyOf(question: QuestionInput): [type: string, body: string[]] {
    switch (question.type) {
      case 'one':
        return [
          'multichoice',
          choice(
            true,
            question.options.map((option) => answer(option.text, option.isCorrect ? 100 : 0, option.feedback)),
          ),
        ]
      case 'several': {
        const right = question.options.filter(({ isCorrect }) => isCorrect).length
        const weight = Math.round(10_000_000 / right) / 100_000
        return [
          'multichoice',
          choice(
            false,
            question.options.map((option) => answer(option.text, option.isCorrect ? weight : -100, option.feedback)),
          ),
        ]
      }
      case 'boolean': {
        const of = (value: boolean, feedback: string) =>
          plainAnswer(String(value), question.answer === value ? 100 : 0, { feedback })
        return ['truefalse', [of(true, question.trueFeedback), of(false, question.falseFeedback)]]
      }
      case 'text':
        return [
          'shortanswer',
          [
            '<usecase>0</usecase>',
            ...question.accepted.map((accepted) => plainAnswer(accepted.replaceAll('*', String.raw`\*`), 100)),
          ],
        ]
      case 'number':
        return [
          'numerical',
          [question, ...(question.others ?? [])].map(({ answer: value, tolerance }) =>
            plainAnswer(String(value), 100, { extra: `<tolerance>${tolerance}</tolerance>` }),
          ),
        ]
      case 'order':
        return [
          'ordering',
          [
            '<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount>',
            ...question.items.map((item, index) => answer(item.text, index + 1)),
          ],
        ]
      case 'pairs':
        return [
          'matching',
          [
            '<shuffleanswers>true</shuffleanswers>',
            ...question.pairs.map(
              ({ left, right }) => `<subquestion format="html">${html(left)}${rightSide(right)}</subquestion>`,
            ),
          ],
        ]
    }
  }

  const blocks = questions.map((question, index) => {
    const [type, body] = bodyOf(question)
    const name = plainText(question.text).slice(0, 100).toWellFormed() || `Soal ${index + 1}`
    return [
      `<question type="${type}">`,
      `<name><text>${escapeHtml(name.replaceAll(forbidden, ''))}</text></name>`,
      part('questiontext', question.text),
      part('generalfeedback', question.feedback),
      `<defaultgrade>${question.points}</defaultgrade>`,
      ...body,
      '</question>',
    ].join('\n')
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<quiz>', ...blocks, '</quiz>', ''].join('\n')
}

/** Moodle shows the right side of a pair as plain text; one that would lose something stays HTML. */
function rightSide(html: string): string {
  const plain = plainText(html)
  return escapeText(plain) === html && !/<[a-z]/i.test(plain)
    ? `<answer>${text(plain)}</answer>`
    : `<answer format="html">${text(html)}</answer>`
}
