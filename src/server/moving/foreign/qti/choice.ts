import { answerOfHtml, type ForeignQuestion } from '#server/assessment/index.ts'
import { allOf, type XmlNode } from '#server/platform/xml.ts'
import { identOf, materialOf } from './material.ts'
import { lossNotes, type Scoring } from './scoring.ts'

type Answers = ForeignQuestion['answers']
type Choice = Pick<ForeignQuestion, 'type' | 'answers'> & { notes: string[] }
type Weights = {
  /** By ident. */ shares: ReadonlyMap<string, number>
  /** Points of the best answer. */ most: number
  notes: string[]
}

const isTruth = (text: string): boolean => /^(?:true|false|benar|salah|t|f)$/i.test(text)
const isAsMuch = (points: number, other: number): boolean => Math.abs(points - other) <= Math.abs(other) / 1000

/** Options of which one is chosen. */
function weighOne(idents: readonly string[], scoreOf: (values: readonly string[]) => number): Weights {
  const points = new Map(idents.map((ident) => [ident, scoreOf([ident])]))
  const most = Math.max(0, ...points.values())
  return { shares: mapped(points, (own) => (most > 0 ? own / most : own)), most, notes: [] }
}
const mapped = (points: ReadonlyMap<string, number>, shareOf: (own: number, ident: string) => number) =>
  new Map([...points].map(([ident, own]) => [ident, shareOf(own, ident)]))

/** Options of which several may be chosen: alone, or as a part of the set that earns most. */
function weighSeveral(
  idents: readonly string[],
  scoreOf: (values: readonly string[]) => number,
  asked: readonly (readonly string[])[],
): Weights {
  const before = scoreOf([])
  // The difference that an option makes: some conditions hold for no answer at all, too.
  const alone = new Map(idents.map((ident) => [ident, scoreOf([ident]) - before]))
  const pointsOf = (set: readonly string[]): number => scoreOf(set) - before
  const earning = idents.filter((ident) => (alone.get(ident) ?? 0) > 0)
  const sets = [earning, ...asked].filter((set) => set.length > 1)
  const best = sets.toSorted((one, other) => pointsOf(other) - pointsOf(one))[0]
  const total = best ? pointsOf(best) : 0
  const most = Math.max(0, ...alone.values())
  if (!best || total <= most) {
    const isOnlyTakenAway = most === 0 && before > 0 && [...alone.values()].some((own) => own < 0)
    const shareOf = (own: number): number => (isOnlyTakenAway && own === 0 ? 1 : most > 0 ? own / most : own)
    return { shares: mapped(alone, shareOf), most: most + before, notes: [] }
  }
  const isAdditive = best.every((one) => (alone.get(one) ?? 0) > 0)
  const sum = best.reduce((points, one) => points + (alone.get(one) ?? 0), 0)
  const alsoRight = sets.some((set) => isAsMuch(pointsOf(set), total) && set.some((one) => !best.includes(one)))
  return {
    shares: mapped(alone, (own, ident) =>
      best.includes(ident) ? (isAdditive ? own / sum : 1 / best.length) : Math.min(0, own / total),
    ),
    most: total + before,
    notes: [
      ...(isAdditive && sum > total && !isAsMuch(sum, total) ? [lossNotes.someOfAll] : []),
      ...(alsoRight ? ['kumpulan jawaban lain yang juga benar tidak ikut'] : []),
    ],
  }
}

/** Options with their shares, and which feedback each one shows. */
export function choiceOf(
  lid: XmlNode,
  scoring: Scoring,
  takeFeedback: (...idents: string[]) => string,
  points: number,
): Choice {
  const respident = identOf(lid)
  const labels = allOf(lid, 'response_label').map((label) => ({
    html: materialOf(label),
    ident: label.attributes['ident'] ?? '',
  }))
  const idents = labels.map(({ ident }) => ident)
  const scoreOf = (values: readonly string[]): number => scoring.score(new Map([[respident, values]])).points
  const isMultiple = /^multiple$/i.test(lid.attributes['rcardinality'] ?? '')
  const { shares, most, notes } = isMultiple
    ? weighSeveral(
        idents,
        scoreOf,
        scoring.named.map(({ values }) => values),
      )
    : weighOne(idents, scoreOf)
  const answers = labels.map(({ html, ident }): Answers[number] => {
    const shown = scoring.score(new Map([[respident, [ident]]])).feedback
    const others = labels.filter((other) => other.ident !== ident)
    const ofAll = others.map((other) => scoring.score(new Map([[respident, [other.ident]]])).feedback)
    const own = [...shown].filter((id) => !ofAll.some((ids) => ids.has(id)))
    return { ...answerOfHtml(html), fraction: shares.get(ident) ?? 0, feedback: takeFeedback(`${ident}_fb`, ...own) }
  })
  const isBoolean = answers.length === 2 && answers.every(({ text }) => isTruth(text))
  return {
    type: isBoolean ? 'truefalse' : 'choice',
    answers,
    notes: [
      ...notes,
      ...(isMultiple && scoring.start !== 0 ? [lossNotes.start] : []),
      ...scoring.lessThanAll(most, points),
    ],
  }
}
