// Path data for the shapes of the motifs. Coordinates are rounded to tenths, which is invisible and saves bytes.

const tenth = (value: number) => Math.round(value * 10) / 10

export type Petals = { count: number; inner: number; outer: number; breadth: number; turn?: number }

/** Almond petals around a point, from `inner` to `outer` radius; `turn` in degrees, 0 points up. */
export function petals(cx: number, cy: number, { count, inner, outer, breadth, turn = 0 }: Petals): string {
  let data = ''
  for (let index = 0; index < count; index++) {
    const angle = ((turn + (360 / count) * index) * Math.PI) / 180
    const at = (along: number, across: number) =>
      `${tenth(cx + along * Math.sin(angle) + across * Math.cos(angle))} ${tenth(cy - along * Math.cos(angle) + across * Math.sin(angle))}`
    const belly = (inner + outer) / 2
    data += `M${at(inner, 0)}Q${at(belly, breadth)} ${at(outer, 0)}Q${at(belly, -breadth)} ${at(inner, 0)}Z`
  }
  return data
}

export function dot(cx: number, cy: number, radius: number): string {
  const width = tenth(radius * 2)
  return `M${tenth(cx - radius)} ${cy}a${radius} ${radius} 0 1 0 ${width} 0a${radius} ${radius} 0 1 0-${width} 0Z`
}

export function dots(radius: number, ...centres: [number, number][]): string {
  return centres.map(([cx, cy]) => dot(cx, cy, radius)).join('')
}

export function diamond(cx: number, cy: number, halfWidth: number, halfHeight = halfWidth): string {
  return `M${cx} ${cy - halfHeight}l${halfWidth} ${halfHeight}l-${halfWidth} ${halfHeight}l-${halfWidth}-${halfHeight}Z`
}

/** Each `#` becomes a dash to stroke, a square as long as the stroke is as wide as `side`. The rows are a quarter, mirrored on its last column and row. */
export function pixels(quarter: readonly string[], pitch: number, side: number): string {
  const mirrored = <Part>(parts: Part[]) => [...parts, ...parts.slice(0, -1).toReversed()]
  return mirrored([...quarter])
    .map((row, y) =>
      mirrored([...row])
        .map((cell, x) => (cell === '#' ? `M${x * pitch} ${y * pitch + side / 2}h${side}` : ''))
        .join(''),
    )
    .join('')
}
