import { escapeText } from '#contract/kit/text/html-text.ts'
import {
  answerOfHtml,
  answerOfText,
  decimalOf,
  ignoresCase,
  lostLabels,
  lostTexts,
  moodleTextAt,
  moodleTypes,
  plainOf,
  type ForeignQuestion,
} from '#server/assessment/index.ts'
import { allOf, at, childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'

export type BankQuestion = ForeignQuestion & {
  id: string
  /** Entry id in Moodle 4; equals the id before. */ entryId: string
  category: string
}

/** The question bank of a backup, the newest ready version of each. Parts of other questions are left out. */
export function readBank(root: XmlNode): BankQuestion[] {
  return allOf(root, 'question_category').flatMap((category) => {
    const name = textAt(category, 'name')
    const old = childrenOf(at(category, 'questions'), 'question').map((question) => ({
      question,
      entryId: question.attributes['id'] ?? '',
      idNumber: textAt(question, 'idnumber'),
      isHidden: textAt(question, 'hidden') === '1',
    }))
    const entries = childrenOf(at(category, 'question_bank_entries'), 'question_bank_entry').flatMap((entry) => {
      const versions = allOf(entry, 'question_versions').toSorted(
        (a, b) => Number(textAt(b, 'version')) - Number(textAt(a, 'version')),
      )
      const newest = versions.find((version) => textAt(version, 'status') !== 'draft') ?? versions[0]
      const question = at(newest, 'questions', 'question')
      const about = { idNumber: textAt(entry, 'idnumber'), isHidden: textAt(newest, 'status') === 'hidden' }
      return question ? [{ question, entryId: entry.attributes['id'] ?? '', ...about }] : []
    })
    return [...old, ...entries]
      .filter(({ question }) => (textAt(question, 'parent') || '0') === '0' && textAt(question, 'qtype') !== 'random')
      .map(({ question, entryId, ...about }) => ({
        ...readBackupQuestion(question, about),
        id: question.attributes['id'] ?? '',
        entryId,
        category: name,
      }))
  })
}

/** Moodle writes them for the categories that it makes. */
const ownInfo = /^(?:the default category for questions|kategori (?:default|bawaan))/i
/** Descriptions that people wrote of the categories of their questions. */
export const categoryInfos = (root: XmlNode): { name: string; info: string }[] =>
  allOf(root, 'question_category')
    .map((category) => ({ name: textAt(category, 'name'), info: plainOf(moodleTextAt(category, 'info')) }))
    .filter(({ info }) => info !== '' && !ownInfo.test(info))

/** The lines of a text in the format that stands beside it. */
const htmlAt = (node: XmlNode | undefined, name: string, { area = name, format = `${name}format` } = {}): string =>
  inPlace(moodleTextAt(node, name, format), area, node?.attributes['id'])

/** Names the place of a file, because questions that were written alike have pictures of the same name. */
const inPlace = (html: string, area: string, id = ''): string =>
  html.replaceAll('@@PLUGINFILE@@/', `@@PLUGINFILE@@/${placeOf(area, id)}/`)
/** The place of a file of a question, as the first part of its path. */
export const placeOf = (area: string, id: string): string => `${area}:${id}`

/** Reports units, which questions here do not have. */
const unitNotes = (units: readonly string[]): string[] =>
  units.length > 0 ? [`satuan ${units.map((unit) => `"${unit.slice(0, 40)}"`).join(', ')} tidak ikut`] : []

type About = { idNumber: string; isHidden: boolean }

function readBackupQuestion(question: XmlNode, { idNumber, isHidden }: About): ForeignQuestion {
  const sourceType = textAt(question, 'qtype')
  const plugin = at(question, `plugin_qtype_${sourceType}_question`)
  const trueId = textAt(plugin, 'truefalse', 'trueanswer')
  const tolerances = new Map(
    allOf(plugin, 'numerical_record').map((record) => [textAt(record, 'answer'), textAt(record, 'tolerance')]),
  )
  const isChosen = sourceType === 'multichoice' || sourceType === 'ordering'
  const answers = childrenOf(at(plugin, 'answers'), 'answer').map((answer) => {
    const id = answer.attributes['id'] ?? ''
    const text = sourceType === 'truefalse' ? (id === trueId ? 'true' : 'false') : textAt(answer, 'answertext')
    return {
      ...(isChosen
        ? answerOfHtml(htmlAt(answer, 'answertext', { area: 'answer', format: 'answerformat' }))
        : answerOfText(text)),
      fraction: Number(textAt(answer, 'fraction')),
      feedback: htmlAt(answer, 'feedback', { area: 'answerfeedback' }),
      tolerance: decimalOf(tolerances.get(id) ?? '') || 0,
    }
  })
  const rightSide = (pair: XmlNode) =>
    sourceType === 'ddmatch' ? htmlAt(pair, 'answertext') : escapeText(textAt(pair, 'answertext'))
  return {
    name: textAt(question, 'name'),
    type: moodleTypes[sourceType] ?? 'other',
    sourceType,
    text: htmlAt(question, 'questiontext'),
    points: pointsOf(textAt(question, 'defaultmark')),
    feedback: htmlAt(question, 'generalfeedback'),
    single: textAt(plugin, 'multichoice', 'single') !== '0',
    answers: sourceType === 'ordering' ? answers.toSorted((one, other) => one.fraction - other.fraction) : answers,
    pairs: [...allOf(plugin, 'match'), ...allOf(plugin, 'subquestion')].map((pair) => ({
      left: htmlAt(pair, 'questiontext', { area: 'subquestion' }),
      right: rightSide(pair),
    })),
    notes: [
      ...(isHidden ? ['tersembunyi di sumbernya'] : []),
      ...lostTexts((part) => allOf(question, part).map(({ text }) => text)),
      ...lostLabels(
        allOf(at(question, 'tags'), 'tag').map((tag) => textAt(tag, 'rawname') || textAt(tag, 'name')),
        idNumber,
      ),
      ...unitNotes(
        allOf(plugin, 'numerical_unit')
          .map((unit) => textAt(unit, 'unit'))
          .filter((unit) => unit !== ''),
      ),
      ...(textAt(plugin, 'shortanswer', 'usecase') === '1' ? [ignoresCase] : []),
    ],
  }
}

/** Points as a backup writes them; NaN for none. */
export const pointsOf = (text: string): number => (text === '' ? Number.NaN : Number(text))
