import { plainOf, type ForeignQuestion } from '#server/assessment/index.ts'
import { allOf, childrenOf, type XmlNode } from '#server/platform/xml.ts'
import { flowsOf, identOf, materialOf } from './material.ts'
import { lossNotes, type Scoring } from './scoring.ts'

type Pairs = Pick<ForeignQuestion, 'pairs'> & { notes: string[] }

/** A left side with the option that earns most, and the others that earn as much. All HTML; empty for none. */
type Row = {
  left: string
  right: string
  alsoRight: string[]
  points: number
  hasParts: boolean
  takesAway: boolean
}

function readRow(
  left: XmlNode,
  lid: XmlNode | undefined,
  { scoring, textOf }: { scoring: Scoring; textOf: (ident: string) => string },
): Row {
  const respident = lid ? identOf(lid) : ''
  const before = scoring.score(new Map()).sum
  const scored = allOf(lid, 'response_label')
    .map(identOf)
    .map((ident) => ({ ident, points: scoring.score(new Map([[respident, [ident]]])).sum - before }))
  const points = Math.max(0, ...scored.map((option) => option.points))
  const [best, ...others] = scored.filter((option) => points > 0 && option.points === points)
  const together = scoring.named.find((one) => one.respident === respident && one.values.length === 1)
  const right = textOf(best?.ident ?? together?.values[0] ?? '')
  return {
    left: materialOf(left),
    right,
    alsoRight: others.map(({ ident }) => textOf(ident)).filter((text) => text !== right),
    points,
    hasParts: scored.some((option) => option.points > 0 && option.points < points),
    takesAway: scored.some((option) => option.points < 0),
  }
}

/** Reports what pairs have no place for. */
function lossesOf(rows: readonly Row[], { countsWrong, start }: Scoring): string[] {
  const weights = rows.flatMap(({ points, right }) => (right === '' ? [] : points))
  const most = Math.max(0, ...weights)
  return [
    ...rows.flatMap(({ left, alsoRight }) =>
      alsoRight.map(
        (other) =>
          `jawaban lain yang benar untuk "${plainOf(left).slice(0, 100)}" tidak ikut: "${plainOf(other).slice(0, 100)}"`,
      ),
    ),
    // Thirds are written with a few digits.
    ...(weights.some((points) => most - points > most / 50) ? ['bobot pasangan yang berbeda menjadi sama'] : []),
    ...(rows.some(({ hasParts }) => hasParts) ? [lossNotes.parts] : []),
    ...(!countsWrong && rows.some(({ takesAway }) => takesAway) ? [lossNotes.takenAway] : []),
    ...(start === 0 ? [] : [lossNotes.start]),
  ]
}

const withSpare = (rows: readonly Row[], scoring: Scoring, spare: readonly string[]): Pairs => ({
  pairs: [...rows.map(({ left, right }) => ({ left, right })), ...spare.map((right) => ({ left: '', right }))],
  notes: lossesOf(rows, scoring),
})

/** Pairs of Blackboard: the options are numbers of the right sides, which stand in a block of their own. */
function pairsApart(presentation: XmlNode | undefined, rights: readonly XmlNode[], scoring: Scoring): Pairs {
  const used = new Set<number>()
  const rows = allOf(presentation, 'flow')
    .filter((flow) => childrenOf(flow, 'response_lid').length === 1)
    .map((flow) => {
      const [lid] = childrenOf(flow, 'response_lid')
      const idents = allOf(lid, 'response_label').map(identOf)
      const textOf = (ident: string): string => {
        const place = idents.indexOf(ident)
        used.add(place)
        return materialOf(rights[place])
      }
      return readRow(flow, lid, { scoring, textOf })
    })
  return withSpare(
    rows,
    scoring,
    rights.filter((_, place) => !used.has(place)).map((right) => materialOf(right)),
  )
}

/** Each left side is an answer of its own, and the options are the same for all of them; null where they are not. */
export function pairsOf(presentation: XmlNode | undefined, lids: readonly XmlNode[], scoring: Scoring): Pairs | null {
  const apart = flowsOf(presentation, 'RIGHT_MATCH_BLOCK').flatMap((block) => childrenOf(block, 'flow'))
  if (apart.length > 0) return pairsApart(presentation, apart, scoring)
  const optionsOf = (lid: XmlNode) =>
    new Map(allOf(lid, 'response_label').map((label) => [label.attributes['ident'] ?? '', materialOf(label)]))
  const [first] = lids
  if (!first) return null
  const all = [...optionsOf(first).values()]
  if (lids.some((lid) => [...optionsOf(lid).values()].join('\n') !== all.join('\n'))) return null
  const rows = lids.map((lid) => {
    const options = optionsOf(lid)
    return readRow(lid, lid, { scoring, textOf: (ident) => options.get(ident) ?? '' })
  })
  const used = new Set(rows.flatMap(({ right, alsoRight }) => [right, ...alsoRight]))
  return withSpare(
    rows,
    scoring,
    all.filter((html) => !used.has(html)),
  )
}
