import { decimalOf } from '#server/assessment/index.ts'
import { allOf, at, childrenOf, type XmlNode } from '#server/platform/xml.ts'

// How an item of QTI 1.2 is scored: its conditions are evaluated for an answer, as the platform did.

/** An answer: idents of options or texts, by the ident of what they answer. */
export type Given = ReadonlyMap<string, readonly string[]>
export type Scoring = {
  /** The points of an answer, in the scale of the item, `sum` without its limits, and which feedback it shows. */
  score: (given: Given) => { points: number; sum: number; feedback: ReadonlySet<string> }
  /** Points before any answer. */
  start: number
  /** Wrong answers are counted apart, and take nothing away. */
  countsWrong: boolean
  /** Said where the best answer earns less than the item has, of which `worth` are its points in the quiz. */
  lessThanAll: (most: number, worth: number) => string[]
  /** Options or texts that conditions ask for, those of one condition together. */
  named: { respident: string; values: string[] }[]
  /** Texts that only have to be in an answer. */
  parts: string[]
  isCaseSensitive: boolean
  conditions: { node: XmlNode; points: number }[]
}

/** Parts that scores here cannot express. */
export const lossNotes = {
  parts: 'jawaban yang bernilai sebagian menjadi salah',
  takenAway: 'pengurangan nilai untuk jawaban salah tidak ikut',
  start: 'nilai awal soal ini tidak ikut',
  someOfAll: 'di sumbernya sebagian dari jawaban yang benar sudah cukup, di sini semuanya dipilih',
}

const isEqual = (one: string, other: string): boolean => one.trim() === other.trim()

type Change = { action: string; amount: number }

/** Platforms keep several variables: this one is the score, others count hints or attempts. */
function scoreNames(processing: XmlNode | undefined): { plus: string; minus: string | null } {
  const used = allOf(processing, 'setvar').map(nameOf)
  const declared = allOf(at(processing, 'outcomes'), 'decvar').map(nameOf)
  const known = [...used, ...declared].find((name) => /^(?:score|que_score)$/i.test(name) && used.includes(name))
  if (known !== undefined) return { plus: known, minus: null }
  if (used.includes('d2l_correct')) return { plus: 'd2l_correct', minus: 'd2l_incorrect' }
  return { plus: declared.find((name) => used.includes(name)) ?? used[0] ?? 'score', minus: null }
}
const nameOf = ({ attributes }: XmlNode): string =>
  (attributes['varname'] ?? attributes['variablename'] ?? 'SCORE').trim().toLowerCase()

const numberIn = (text = ''): number | null =>
  text.trim() === '' || !Number.isFinite(decimalOf(text)) ? null : decimalOf(text)

export function readScoring(item: XmlNode): Scoring {
  const processing = at(item, 'resprocessing')
  const names = scoreNames(processing)
  const declared = allOf(processing, 'decvar').find((node) => nameOf(node) === names.plus)?.attributes
  const start = numberIn(declared?.['defaultval']) ?? 0
  const maximum = numberIn(declared?.['maxvalue'])
  const manyAnswers = new Set(
    allOf(at(item, 'presentation'), 'response_lid')
      .filter(({ attributes }) => /^multiple$/i.test(attributes['rcardinality'] ?? ''))
      .map(({ attributes }) => attributes['ident'] ?? ''),
  )
  /** Blackboard names the maximum instead of a number. */
  const amountOf = (text: string): number => (/\.max$/i.test(text.trim()) ? maximum || 100 : (numberIn(text) ?? 0))
  const changesOf = (condition: XmlNode): Change[] =>
    childrenOf(condition, 'setvar').flatMap((node) => {
      const action = (node.attributes['action'] ?? 'Set').toLowerCase()
      if (nameOf(node) === names.plus) return [{ action, amount: amountOf(node.text) }]
      return nameOf(node) === names.minus && action === 'add'
        ? [{ action: 'subtract', amount: amountOf(node.text) }]
        : []
    })
  const conditions = childrenOf(processing, 'respcondition')
  const largest = Math.max(0, ...conditions.flatMap(changesOf).map(({ amount }) => Math.abs(amount)))
  // A maximum below a single step is of another scale.
  const highest = maximum !== null && maximum >= largest ? maximum : Number.POSITIVE_INFINITY
  const lowest = Math.min(start, numberIn(declared?.['minvalue']) ?? Number.NEGATIVE_INFINITY)

  function score(given: Given) {
    let sum = start
    let isMatched = false
    const feedback = new Set<string>()
    for (const condition of conditions) {
      if (!holdsAll(childrenOf(condition, 'conditionvar'), { given, manyAnswers, isMatched })) continue
      const changes = changesOf(condition)
      for (const change of changes) sum = apply(sum, change)
      for (const { attributes } of childrenOf(condition, 'displayfeedback')) feedback.add(attributes['linkrefid'] ?? '')
      if (changes.length > 0) isMatched = true
      const ends = changes.some(({ action }) => action === 'set')
      if (ends && !/^yes$/i.test(condition.attributes['continue'] ?? '')) break
    }
    return { points: Math.max(lowest, Math.min(highest, sum)), sum, feedback }
  }

  return {
    score,
    start,
    countsWrong: names.minus !== null,
    lessThanAll(most, worth) {
      // Up to 1, the points are of another scale; so they are where they equal those of the quiz.
      const isLess = most > 1 && most !== worth && highest < Number.POSITIVE_INFINITY && most < highest * 0.999
      return isLess
        ? [`jawaban terbaik bernilai ${written(most)} dari ${written(highest)} di sumbernya, di sini nilai penuh`]
        : []
    },
    named: conditions.flatMap((condition) => namedIn(condition)),
    parts: conditions.flatMap((condition) => allOf(condition, 'varsubstring').map(({ text }) => text.trim())),
    isCaseSensitive: allOf(processing, 'varequal').some(({ attributes }) => /^yes$/i.test(attributes['case'] ?? '')),
    conditions: conditions.map((node) => ({ node, points: changesOf(node).reduce(apply, 0) })),
  }
}

const written = (points: number): string => Number(points.toFixed(2)).toLocaleString('id-ID')

function apply(points: number, { action, amount }: Change): number {
  if (action === 'add') return points + amount
  if (action === 'subtract') return points - amount
  if (action === 'multiply') return points * amount
  return action === 'divide' && amount !== 0 ? points / amount : amount
}

/** The values of a condition, those that it excludes left out. */
function namedIn(condition: XmlNode): { respident: string; values: string[] }[] {
  const found: [string, string][] = []
  const collect = (node: XmlNode): void => {
    for (const child of node.children) {
      if (/^var(?:equal|subset)$/.test(child.name)) found.push([child.attributes['respident'] ?? '', child.text.trim()])
      else if (child.name !== 'not') collect(child)
    }
  }
  for (const variable of childrenOf(condition, 'conditionvar')) collect(variable)
  return [...Map.groupBy(found, ([respident]) => respident)].map(([respident, values]) => ({
    respident,
    values: values.map(([, value]) => value),
  }))
}

type Context = { given: Given; manyAnswers: ReadonlySet<string>; isMatched: boolean }

/** Values of one answer side by side are alternatives, unless several may be chosen; everything else holds together. */
function holdsAll(nodes: readonly XmlNode[], context: Context): boolean {
  const children = nodes.flatMap((node) => node.children)
  const isAlternative = ({ name, attributes }: XmlNode) =>
    name === 'varequal' && !context.manyAnswers.has(attributes['respident'] ?? '')
  const alternatives = Map.groupBy(children.filter(isAlternative), ({ attributes }) => attributes['respident'] ?? '')
  return (
    children.length > 0 &&
    [...alternatives.values()].every((same) => same.some((node) => holds(node, context))) &&
    children.filter((node) => !isAlternative(node)).every((node) => holds(node, context))
  )
}

function holds(node: XmlNode, context: Context): boolean {
  const respident = node.attributes['respident']
  const answers = respident === undefined ? [...context.given.values()].flat() : (context.given.get(respident) ?? [])
  const some = (test: (answer: number, limit: number) => boolean) =>
    answers.some((answer) => test(Number(answer), Number(node.text)))
  switch (node.name) {
    case 'varequal':
      return answers.some((answer) => isEqual(answer, node.text))
    case 'varsubset':
      return node.text.split(',').every((part) => answers.some((answer) => isEqual(answer, part)))
    case 'varsubstring':
      return answers.some((answer) => answer.toLowerCase().includes(node.text.trim().toLowerCase()))
    case 'varlt':
      return some((answer, limit) => answer < limit)
    case 'varlte':
      return some((answer, limit) => answer <= limit)
    case 'vargt':
      return some((answer, limit) => answer > limit)
    case 'vargte':
      return some((answer, limit) => answer >= limit)
    case 'and':
    case 'conditionvar':
      return node.children.every((child) => holds(child, context))
    case 'or':
      return node.children.some((child) => holds(child, context))
    case 'not':
      return !node.children.some((child) => holds(child, context))
    case 'other':
      return !context.isMatched
    case 'unanswered':
      return answers.length === 0
    default:
      return false
  }
}
