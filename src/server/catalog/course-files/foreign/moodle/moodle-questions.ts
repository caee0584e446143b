import { moodleTypes, type ForeignQuestion } from '#server/assessment/index.ts'
import { allOf, at, childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'

export type BankQuestion = ForeignQuestion & {
  id: string
  /** Of Moodle 4; equals the id before. */ entryId: string
  category: string
}

/** The question bank of a backup, the newest ready version of each. Parts of other questions are left out. */
export function readBank(root: XmlNode): BankQuestion[] {
  return allOf(root, 'question_category').flatMap((category) => {
    const name = textAt(category, 'name')
    const old = childrenOf(at(category, 'questions'), 'question').map((question) => ({
      question,
      entryId: question.attributes['id'] ?? '',
    }))
    const entries = childrenOf(at(category, 'question_bank_entries'), 'question_bank_entry').flatMap((entry) => {
      const versions = allOf(entry, 'question_versions').toSorted(
        (a, b) => Number(textAt(b, 'version')) - Number(textAt(a, 'version')),
      )
      const newest = versions.find((version) => textAt(version, 'status') !== 'draft') ?? versions[0]
      const question = at(newest, 'questions', 'question')
      return question ? [{ question, entryId: entry.attributes['id'] ?? '' }] : []
    })
    return [...old, ...entries]
      .filter(({ question }) => (textAt(question, 'parent') || '0') === '0' && textAt(question, 'qtype') !== 'random')
      .map(({ question, entryId }) => ({
        ...readBackupQuestion(question),
        id: question.attributes['id'] ?? '',
        entryId,
        category: name,
      }))
  })
}

function readBackupQuestion(question: XmlNode): ForeignQuestion {
  const sourceType = textAt(question, 'qtype')
  const plugin = at(question, `plugin_qtype_${sourceType}_question`)
  const trueId = textAt(plugin, 'truefalse', 'trueanswer')
  const tolerances = new Map(
    allOf(plugin, 'numerical_record').map((record) => [textAt(record, 'answer'), Number(textAt(record, 'tolerance'))]),
  )
  return {
    name: textAt(question, 'name'),
    type: moodleTypes[sourceType] ?? 'other',
    sourceType,
    text: textAt(question, 'questiontext'),
    points: Number(textAt(question, 'defaultmark')),
    feedback: textAt(question, 'generalfeedback'),
    single: textAt(plugin, 'multichoice', 'single') !== '0',
    answers: childrenOf(at(plugin, 'answers'), 'answer').map((answer) => {
      const id = answer.attributes['id'] ?? ''
      const text = sourceType === 'truefalse' ? (id === trueId ? 'true' : 'false') : textAt(answer, 'answertext')
      return {
        text,
        fraction: Number(textAt(answer, 'fraction')),
        feedback: textAt(answer, 'feedback'),
        tolerance: tolerances.get(id) || 0,
      }
    }),
    pairs: [...allOf(plugin, 'match'), ...allOf(plugin, 'subquestion')].map((pair) => ({
      left: textAt(pair, 'questiontext'),
      right: textAt(pair, 'answertext'),
    })),
  }
}
