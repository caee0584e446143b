import { allOf, at, childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'
import type { ForeignQuestion } from '#server/assessment/index.ts'
import type { ForeignLimits } from '#server/catalog/course-files/foreign/fit.ts'

const fieldsOf = (node: XmlNode | undefined): Map<string, string> =>
  new Map(
    childrenOf(at(node, 'qtimetadata'), 'qtimetadatafield').map((field) => [
      textAt(field, 'fieldlabel'),
      textAt(field, 'fieldentry'),
    ]),
  )

/** An assessment of QTI 1.2, as cartridges hold it. */
export function readQti(root: XmlNode): {
  title: string
  limits: ForeignLimits
  questions: ForeignQuestion[]
  /** Questions are drawn from a bank. */ draws: boolean
} {
  const bank = allOf(root, 'objectbank')[0]
  const assessment = allOf(root, 'assessment')[0] ?? bank ?? root
  const fields = fieldsOf(assessment)
  return {
    title: assessment.attributes['title'] ?? fields.get('bank_title') ?? '',
    limits: {
      minutes: Number(fields.get('qmd_timelimit')),
      attempts: Number(fields.get('cc_maxattempts')),
      passPercent: 0,
    },
    questions: allOf(root, 'item').map(readItem),
    draws: allOf(root, 'sourcebank_ref').length > 0,
  }
}

/** True for a bank of questions that quizzes draw from. */
export const isBank = (root: XmlNode): boolean => allOf(root, 'objectbank').length > 0

const types: Record<string, ForeignQuestion['type']> = {
  multiple_choice: 'choice',
  multiple_response: 'choice',
  multiple_answers: 'choice',
  true_false: 'truefalse',
  fib: 'short',
  short_answer: 'short',
  essay: 'essay',
  // A file that people grade, too.
  file_upload: 'essay',
  numerical: 'numerical',
  matching: 'match',
}

const materialOf = (node: XmlNode | undefined): string =>
  childrenOf(node, 'material')
    .flatMap((material) => childrenOf(material, 'mattext'))
    .map(({ attributes, text }) => (attributes['texttype'] === 'text/html' || /<\w/.test(text) ? text : escape(text)))
    .join(' ')
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function readItem(item: XmlNode): ForeignQuestion {
  const fields = fieldsOf(at(item, 'itemmetadata'))
  const sourceType = (fields.get('cc_profile') ?? fields.get('question_type') ?? '')
    .replace(/^cc\.|_question$|\.v\d.*$/g, '')
    .replace(/\.v\d.*$/, '')
    .replace(/_question$/, '')
  const presentation = at(item, 'presentation')
  const right = rightAnswers(item)
  const feedbackTexts = new Map(
    childrenOf(item, 'itemfeedback').map((feedback) => [
      feedback.attributes['ident'] ?? '',
      allOf(feedback, 'mattext')
        .map(({ text }) => text)
        .join(' '),
    ]),
  )
  const labels = allOf(presentation, 'response_label')
  const type = types[sourceType] ?? (labels.length > 0 && !sourceType ? 'choice' : 'other')
  const given =
    type === 'short'
      ? [...right].map((text) => ({ text, ident: text }))
      : labels.map((label) => ({ text: materialOf(label), ident: label.attributes['ident'] ?? '' }))
  return {
    name: item.attributes['title'] === 'Question' ? '' : (item.attributes['title'] ?? ''),
    type,
    sourceType,
    text: materialOf(presentation) || materialOf(at(presentation, 'flow')),
    points: Number(fields.get('points_possible') ?? fields.get('cc_weighting') ?? 1),
    feedback: feedbackTexts.get('general_fb') ?? '',
    single: allOf(presentation, 'response_lid')[0]?.attributes['rcardinality'] !== 'Multiple',
    answers:
      type === 'numerical'
        ? numbersOf(item)
        : given.map(({ text, ident }) => ({
            text,
            fraction: right.has(ident) ? 1 : 0,
            feedback: feedbackTexts.get(`${ident}_fb`) ?? '',
            tolerance: 0,
          })),
    pairs: type === 'match' ? pairsOf(item, presentation) : [],
  }
}

const earningConditions = (item: XmlNode): XmlNode[] =>
  allOf(at(item, 'resprocessing'), 'respcondition').filter((condition) =>
    childrenOf(condition, 'setvar').some(({ text }) => Number(text) > 0),
  )

/** A number, a range around one, or a range alone, of each condition that earns points. */
function numbersOf(item: XmlNode): ForeignQuestion['answers'] {
  return earningConditions(item).flatMap((condition) => {
    const first = (...names: string[]): number | null => {
      const found = names.flatMap((name) => allOf(condition, name))[0]
      return found && found.text.trim() !== '' && Number.isFinite(Number(found.text)) ? Number(found.text) : null
    }
    const [exact, low, high] = [first('varequal'), first('vargte', 'vargt'), first('varlte', 'varlt')]
    const answer = exact ?? (low !== null && high !== null ? (low + high) / 2 : null)
    if (answer === null) return []
    const tolerance = Number(
      Math.max(0, high === null ? 0 : high - answer, low === null ? 0 : answer - low).toPrecision(12),
    )
    return [{ text: String(answer), fraction: 1, feedback: '', tolerance }]
  })
}

/** Each left side is an answer of its own, and the options are the same for all of them. */
function pairsOf(item: XmlNode, presentation: XmlNode | undefined): ForeignQuestion['pairs'] {
  const chosen = new Map(
    earningConditions(item).flatMap((condition) =>
      allOf(condition, 'varequal').map(({ attributes, text }) => [attributes['respident'] ?? '', text.trim()] as const),
    ),
  )
  const lids = allOf(presentation, 'response_lid')
  const used = new Set(chosen.values())
  const pairs = lids.map((lid) => {
    const right = allOf(lid, 'response_label').find(
      ({ attributes }) => attributes['ident'] === chosen.get(lid.attributes['ident'] ?? ''),
    )
    return { left: materialOf(lid), right: materialOf(right) }
  })
  const spare = allOf(lids[0], 'response_label').filter(({ attributes }) => !used.has(attributes['ident'] ?? ''))
  return [...pairs, ...spare.map((label) => ({ left: '', right: materialOf(label) }))]
}

/** The answers of the conditions that earn points, without those that are negated. */
function rightAnswers(item: XmlNode): Set<string> {
  const found = new Set<string>()
  const collect = (node: XmlNode): void => {
    for (const child of node.children) {
      if (child.name === 'varequal') found.add(child.text.trim())
      else if (child.name !== 'not') collect(child)
    }
  }
  for (const condition of earningConditions(item))
    for (const variable of childrenOf(condition, 'conditionvar')) collect(variable)
  return found
}
