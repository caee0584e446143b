import { hasVisibleText } from '#contract/kit/text/visible-text.ts'
import { answerOfHtml, answerOfText, ignoresCase, plainOf, type ForeignQuestion } from '#server/assessment/index.ts'
import { linkEmbeds } from '#server/platform/rich-text/index.ts'
import { allOf, at, childrenOf, type XmlNode } from '#server/platform/xml.ts'
import { choiceOf } from './choice.ts'
import { fieldsOf, flowsOf, identOf, materialOf } from './material.ts'
import { numbersOf } from './numbers.ts'
import { pairsOf } from './pairs.ts'
import { lossNotes, readScoring, type Scoring } from './scoring.ts'

type Answers = ForeignQuestion['answers']
type Shape = Pick<ForeignQuestion, 'type' | 'answers' | 'pairs'> & { notes?: string[] }

const named: [RegExp, ForeignQuestion['type']][] = [
  [/essay|file_upload|written|long_answer|short_response|audio|upload/, 'essay'],
  [/calculated|formula|hot_?spot|likert|opinion|survey|jumbled|pattern|text_only|multiple_blanks|dropdown/, 'other'],
  [/true_?false/, 'truefalse'],
  [/numeric|arithmetic|significant/, 'numerical'],
  [/match/, 'match'],
  [/ordering/, 'order'],
]

const typeOf = (fields: ReadonlyMap<string, string>): string =>
  (
    ['cc_profile', 'question_type', 'qmd_questiontype', 'bbmd_questiontype', 'qmd_itemtype']
      .map((name) => fields.get(name))
      .find((value) => value !== undefined) ?? ''
  )
    .toLowerCase()
    .replace(/^cc\./, '')
    .replace(/\.v\d.*$/, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/_question$/, '')

const pointNames = ['points_possible', 'cc_weighting', 'qmd_weighting', 'qmd_absolutescore_max']

/** An item by its shape; what it is called decides only where the shape leaves it open. */
export function readItem(item: XmlNode): ForeignQuestion {
  const fields = fieldsOf([at(item, 'itemmetadata'), at(item, 'itemmetadata', 'qtimetadata')])
  const sourceType = typeOf(fields)
  const presentation = at(item, 'presentation')
  const title = item.attributes['title'] ?? ''
  const scoring = readScoring(item)
  const feedback = readFeedback(item)
  const given = pointNames.map((name) => fields.get(name)).find((value) => value !== undefined)
  const points = given === undefined ? 1 : Number(given)
  const { type, answers, pairs, notes = [] } = shapeOf(item, { sourceType, scoring, feedback, points })
  const stem =
    flowsOf(presentation, 'RIGHT_MATCH_BLOCK').length > 0 ? flowsOf(presentation, 'QUESTION_BLOCK')[0] : presentation
  const text = [materialOf(stem), ...introductionsOf(presentation, type)].filter((part) => part !== '').join(' ')
  return {
    name: title === 'Question' ? '' : title,
    type,
    sourceType: type === 'other' && sourceType === '' ? 'text_only' : sourceType,
    text,
    points,
    feedback: feedback.take('general_fb'),
    single: !allOf(presentation, 'response_lid').some(({ attributes }) =>
      /^multiple$/i.test(attributes['rcardinality'] ?? ''),
    ),
    answers,
    pairs,
    ...(type === 'other' && /choice|response|answer|true_?false|match|fib|order/.test(sourceType)
      ? { reason: 'bagian jawabannya tidak terbaca' }
      : {}),
    notes: [
      ...notes,
      ...(feedback.isLeft() ? ['umpan balik yang tidak untuk satu jawaban tidak ikut'] : []),
      ...lostTexts(item),
    ],
  }
}

/** Texts that stand within the answers, before the options; pairs have them as their left sides. */
const introductionsOf = (presentation: XmlNode | undefined, type: ForeignQuestion['type']): string[] =>
  type === 'match'
    ? []
    : ['response_lid', 'response_str', 'response_num'].flatMap((name) => allOf(presentation, name)).map(materialOf)

const addresses = /\b(?:href|src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi
/** The text of HTML with its pictures, links and embedded media. */
function nameAll(html: string): string {
  const { html: linked, lost } = linkEmbeds(html)
  const named = [...linked.matchAll(addresses)].map(([, one, two, three]) => one ?? two ?? three ?? '')
  return [...new Set([plainOf(linked), ...named, ...lost])].filter((part) => part !== '').join(' ')
}

const readParts: ReadonlySet<string> = new Set(['itemmetadata', 'presentation', 'resprocessing', 'itemfeedback'])
/** Texts of parts that questions of the product have no place for: hints, rubrics, objectives. */
const lostTexts = ({ children }: XmlNode): string[] =>
  children
    .filter(({ name }) => !readParts.has(name))
    .map((part) => nameAll(materialOf(part)))
    .filter(hasVisibleText)
    .map((text) => `teks "${text.slice(0, 500)}" tidak ikut`)

type Feedback = { take: (...idents: string[]) => string; isLeft: () => boolean }

function readFeedback(item: XmlNode): Feedback {
  const texts = new Map(
    childrenOf(item, 'itemfeedback').map((node) => [node.attributes['ident'] ?? '', materialOf(node)]),
  )
  const taken = new Set<string>()
  return {
    take(...idents) {
      const ident = idents.find((one) => texts.has(one))
      if (ident === undefined) return ''
      taken.add(ident)
      return texts.get(ident) ?? ''
    },
    isLeft: () => [...texts].some(([ident, html]) => !taken.has(ident) && hasVisibleText(plainOf(html))),
  }
}

type Read = { sourceType: string; scoring: Scoring; feedback: Feedback; points: number }

function shapeOf(item: XmlNode, { sourceType, scoring, feedback, points }: Read): Shape {
  const presentation = at(item, 'presentation')
  const lids = ['response_lid', 'response_grp'].flatMap((name) => allOf(presentation, name))
  const texts = ['response_str', 'response_num'].flatMap((name) => allOf(presentation, name))
  const called = named.find(([pattern]) => pattern.test(sourceType))?.[1]
  const none = { answers: [], pairs: [] }
  if (called === 'essay' || called === 'other') return { type: called, ...none }
  if (called === 'order' || lids.some(({ attributes }) => /^ordered$/i.test(attributes['rcardinality'] ?? ''))) {
    const answers = orderOf(lids, scoring)
    return answers === null ? { type: 'other', ...none } : { type: 'order', answers, pairs: [] }
  }
  if (lids.length > 1 || called === 'match') {
    const matched = pairsOf(presentation, lids, scoring)
    return matched === null ? { type: 'other', ...none } : { type: 'match', answers: [], ...matched }
  }
  const [lid] = lids
  if (lid) return { ...choiceOf(lid, scoring, feedback.take, points), pairs: [] }
  if (texts.length > 1) return { type: 'other', ...none }
  const asNumber = called === 'numerical' || allOf(presentation, 'response_num').length > 0
  if (asNumber || allOf(at(item, 'resprocessing'), 'vargte').length > 0) return { ...numbersOf(scoring), pairs: [] }
  const { answers, most } = textsOf(answeredIn(texts[0], scoring), scoring)
  if (texts.length === 0 && answers.length === 0) return { type: 'other', ...none }
  return answers.length === 0
    ? { type: 'essay', ...none }
    : {
        type: 'short',
        answers,
        pairs: [],
        notes: [
          ...(scoring.isCaseSensitive ? [ignoresCase] : []),
          ...(scoring.start === 0 ? [] : [lossNotes.start]),
          ...scoring.lessThanAll(most, points),
        ],
      }
}

/** The name of a text in the conditions: Brightspace names the field within it. */
function answeredIn(text: XmlNode | undefined, { named: asked }: Scoring): string {
  const idents = text ? [identOf(text), ...allOf(text, 'response_label').map(identOf)] : ['']
  return idents.find((ident) => asked.some(({ respident }) => respident === ident)) ?? idents[0] ?? ''
}

/** The items in their right order, which one condition lists or each item has as its number; null where neither is so. */
function orderOf(lids: readonly XmlNode[], { named: asked }: Scoring): Answers | null {
  const labels = new Map(lids.flatMap((lid) => allOf(lid, 'response_label')).map((node) => [identOf(node), node]))
  const listed = asked.find(({ values }) => values.length === labels.size && values.every((one) => labels.has(one)))
  const numbers = new Map(asked.map(({ respident, values }) => [respident, Number(values[0])]))
  const byNumber = [...labels.keys()].toSorted((one, other) => (numbers.get(one) ?? 0) - (numbers.get(other) ?? 0))
  const order = listed?.values ?? ([...labels.keys()].every((ident) => (numbers.get(ident) ?? 0) > 0) ? byNumber : null)
  if (order === null || labels.size === 0 || new Set(order).size < labels.size) return null
  return order.map((ident) => ({ ...answerOfHtml(materialOf(labels.get(ident))), fraction: 1, feedback: '' }))
}

/** Texts that earn points. A star stands for any text, as it does in Moodle: around what only has to be in an answer. */
function textsOf(respident: string, scoring: Scoring): { answers: Answers; most: number } {
  const parts = scoring.parts.filter((part) => part !== '')
  const texts = [...new Set([...scoring.named.flatMap(({ values }) => values), ...parts])]
  const scored = texts.map((text) => ({ text, points: scoring.score(new Map([[respident, [text]]])).points }))
  const most = Math.max(0, ...scored.map(({ points }) => points))
  const withStars = (text: string): string => {
    const exact = text.replaceAll('*', String.raw`\*`)
    return parts.includes(text) ? `*${exact}*` : exact
  }
  const answers = scored.map(({ text, points }) => ({
    ...answerOfText(withStars(text)),
    fraction: most > 0 ? points / most : 0,
    feedback: '',
  }))
  return { answers, most }
}
