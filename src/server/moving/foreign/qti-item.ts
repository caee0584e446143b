import { hasVisibleText } from '#contract/kit/text/visible-text.ts'
import { answerOfHtml, answerOfText, ignoresCase, plainOf, type ForeignQuestion } from '#server/assessment/index.ts'
import { linkEmbeds } from '#server/platform/rich-text/index.ts'
import { allOf, at, childrenOf, type XmlNode } from '#server/platform/xml.ts'
import { fieldsOf, materialOf } from './qti-material.ts'
import { numbersOf } from './qti-numbers.ts'
import { readScoring, type Scoring } from './qti-scoring.ts'

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
  const { type, answers, pairs, notes = [] } = shapeOf(item, sourceType, scoring, feedback)
  const points = pointNames.map((name) => fields.get(name)).find((value) => value !== undefined)
  const stem =
    flowsOf(presentation, 'RIGHT_MATCH_BLOCK').length > 0 ? flowsOf(presentation, 'QUESTION_BLOCK')[0] : presentation
  const text = [materialOf(stem), ...introductionsOf(presentation, type)].filter((part) => part !== '').join(' ')
  return {
    name: title === 'Question' ? '' : title,
    type,
    sourceType: type === 'other' && sourceType === '' ? 'text_only' : sourceType,
    text,
    points: points === undefined ? 1 : Number(points),
    feedback: feedback.take('general_fb'),
    single: !allOf(presentation, 'response_lid').some(({ attributes }) => attributes['rcardinality'] === 'Multiple'),
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

function shapeOf(item: XmlNode, sourceType: string, scoring: Scoring, feedback: Feedback): Shape {
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
    const rights = flowsOf(presentation, 'RIGHT_MATCH_BLOCK').flatMap((block) => childrenOf(block, 'flow'))
    const pairs = rights.length > 0 ? pairsApart(presentation, rights, scoring) : pairsOf(lids, scoring)
    return pairs === null ? { type: 'other', ...none } : { type: 'match', answers: [], pairs }
  }
  const [lid] = lids
  if (lid) return { ...choiceOf(lid, scoring, feedback), pairs: [] }
  if (texts.length > 1) return { type: 'other', ...none }
  const asNumber = called === 'numerical' || allOf(presentation, 'response_num').length > 0
  if (asNumber || allOf(at(item, 'resprocessing'), 'vargte').length > 0) return { ...numbersOf(scoring), pairs: [] }
  const answers = textsOf(answeredIn(texts[0], scoring), scoring)
  if (texts.length === 0 && answers.length === 0) return { type: 'other', ...none }
  return answers.length === 0
    ? { type: 'essay', ...none }
    : {
        type: 'short',
        answers,
        pairs: [],
        notes: scoring.isCaseSensitive ? [ignoresCase] : [],
      }
}

/** Names of an answer in the conditions. */
const identOf = ({ attributes }: XmlNode): string => attributes['ident'] ?? attributes['respident'] ?? ''
/** The same of a text: Brightspace names the field within it. */
function answeredIn(text: XmlNode | undefined, { named: asked }: Scoring): string {
  const idents = text ? [identOf(text), ...allOf(text, 'response_label').map(identOf)] : ['']
  return idents.find((ident) => asked.some(({ respident }) => respident === ident)) ?? idents[0] ?? ''
}
const flowsOf = (presentation: XmlNode | undefined, kind: string): XmlNode[] =>
  allOf(presentation, 'flow').filter(({ attributes }) => attributes['class'] === kind)

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

/** Pairs of Blackboard: the options are numbers of the right sides, which stand in a block of their own. */
function pairsApart(
  presentation: XmlNode | undefined,
  rights: readonly XmlNode[],
  scoring: Scoring,
): ForeignQuestion['pairs'] {
  const rows = allOf(presentation, 'flow').filter((flow) => childrenOf(flow, 'response_lid').length === 1)
  const used = new Set<number>()
  const pairs = rows.map((row) => {
    const [lid] = childrenOf(row, 'response_lid')
    const options = allOf(lid, 'response_label').map(identOf)
    const asked = scoring.named.find(({ respident }) => lid !== undefined && respident === identOf(lid))
    const right = options.indexOf(asked?.values[0] ?? '')
    used.add(right)
    return { left: materialOf(row), right: materialOf(rights[right]) }
  })
  return [
    ...pairs,
    ...rights.flatMap((right, index) => (used.has(index) ? [] : { left: '', right: materialOf(right) })),
  ]
}

const isTruth = (text: string): boolean => /^(?:true|false|benar|salah|t|f)$/i.test(text)

/** Shares of an option: alone, or as a part of the set that earns most. */
function choiceOf(lid: XmlNode, scoring: Scoring, feedback: Feedback): Pick<Shape, 'type' | 'answers'> {
  const respident = identOf(lid)
  const labels = allOf(lid, 'response_label').map((label) => ({
    html: materialOf(label),
    ident: label.attributes['ident'] ?? '',
  }))
  const scoreOf = (values: readonly string[]): number => scoring.score(new Map([[respident, values]])).points
  const alone = new Map(labels.map(({ ident }) => [ident, scoreOf([ident])]))
  const earning = [...alone].filter(([, points]) => points > 0)
  const isMultiple = /^multiple$/i.test(lid.attributes['rcardinality'] ?? '')
  const sets = isMultiple
    ? [earning.map(([ident]) => ident), ...scoring.named.map(({ values }) => values)].filter((set) => set.length > 1)
    : []
  const best = sets.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0]
  const total = best ? scoreOf(best) : 0
  const most = Math.max(0, ...alone.values())
  const fractionOf = (ident: string): number => {
    const own = alone.get(ident) ?? 0
    if (best && total > most) {
      const isAdditive = best.every((one) => (alone.get(one) ?? 0) > 0)
      return best.includes(ident) ? (isAdditive ? own / total : 1 / best.length) : Math.min(0, own / total)
    }
    return most > 0 ? own / most : own
  }
  const answers = labels.map(({ html, ident }): Answers[number] => {
    const shown = scoring.score(new Map([[respident, [ident]]])).feedback
    const others = labels.filter((other) => other.ident !== ident)
    const ofAll = others.map((other) => scoring.score(new Map([[respident, [other.ident]]])).feedback)
    const own = [...shown].filter((id) => !ofAll.some((ids) => ids.has(id)))
    return { ...answerOfHtml(html), fraction: fractionOf(ident), feedback: feedback.take(`${ident}_fb`, ...own) }
  })
  const isBoolean = answers.length === 2 && answers.every(({ text }) => isTruth(text))
  return { type: isBoolean ? 'truefalse' : 'choice', answers }
}

function textsOf(respident: string, scoring: Scoring): Answers {
  const texts = [...new Set(scoring.named.flatMap(({ values }) => values))]
  const scored = texts.map((text) => ({ text, points: scoring.score(new Map([[respident, [text]]])).points }))
  const most = Math.max(0, ...scored.map(({ points }) => points))
  return scored.map(({ text, points }) => ({
    ...answerOfText(text),
    fraction: most > 0 ? points / most : 0,
    feedback: '',
  }))
}

/** Each left side is an answer of its own, and the options are the same for all of them; null where they are not. */
function pairsOf(lids: readonly XmlNode[], scoring: Scoring): ForeignQuestion['pairs'] | null {
  const optionsOf = (lid: XmlNode) =>
    new Map(allOf(lid, 'response_label').map((label) => [label.attributes['ident'] ?? '', materialOf(label)]))
  const [first] = lids
  if (
    !first ||
    lids.some((lid) => [...optionsOf(lid).values()].join('\n') !== [...optionsOf(first).values()].join('\n'))
  )
    return null
  const used = new Set<string>()
  const pairs = lids.map((lid) => {
    const respident = identOf(lid)
    const options = optionsOf(lid)
    const scored = [...options.keys()].map((ident) => ({
      ident,
      points: scoring.score(new Map([[respident, [ident]]])).points,
    }))
    const [best] = scored.toSorted((one, other) => other.points - one.points)
    const together = scoring.named.find((one) => one.respident === respident && one.values.length === 1)?.values[0]
    const ident = best && best.points > 0 ? best.ident : (together ?? '')
    const right = options.get(ident) ?? ''
    used.add(right)
    return { left: materialOf(lid), right }
  })
  const spare = [...optionsOf(first).values()].filter((html) => !used.has(html))
  return [...pairs, ...spare.map((right) => ({ left: '', right }))]
}
