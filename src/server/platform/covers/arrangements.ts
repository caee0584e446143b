import type { SeededRandom } from './seeded-random.ts'

/** Draws the outline, `gap` units outside of itself, with these attributes. */
type Shape = (gap: number, attributes: string) => string
/** `ornament`: a small plain disc on the rim, on the side that is never cropped. Shapes that are not alone have a narrow rim. */
type Placed = { shape: Shape; ornament?: { x: number; y: number; r: number } | null; isAlone?: false }
/** The right side of a cover; the left stays free for the symbol of the category and, on sharing images, the title. */
type Arrangement = (random: SeededRandom) => Placed[]

const circle =
  (cx: number, cy: number, r: number): Shape =>
  (gap, attributes) =>
    `<circle cx="${cx}" cy="${cy}" r="${r + gap}" ${attributes}/>`

const rectangle =
  (
    x: number,
    y: number,
    width: number,
    height: number,
    { corner, turn = 0 }: { corner: number; turn?: number },
  ): Shape =>
  (gap, attributes) => {
    const size = `x="${x - gap}" y="${y - gap}" width="${width + 2 * gap}" height="${height + 2 * gap}" rx="${corner + gap}"`
    return `<rect ${size}${turn === 0 ? '' : ` transform="rotate(${turn} ${x + width / 2} ${y + height / 2})"`} ${attributes}/>`
  }

/** A disc, sometimes with a small one on its rim. */
const disc: Arrangement = (random) => {
  const [cx, cy, r] = [random.between(390, 560), random.between(90, 280), random.between(112, 182)]
  const angle = ((cy > 180 ? random.between(190, 225) : random.between(135, 170)) * Math.PI) / 180
  const at = (centre: number, reach: number) => Math.round(centre + (r + 13) * reach)
  const ornament = random.pick([
    null,
    { x: at(cx, Math.cos(angle)), y: at(cy, Math.sin(angle)), r: random.between(14, 27) },
  ])
  return [{ shape: circle(cx, cy, r), ornament }]
}

/** A sun that rises behind the lower edge. */
const sunrise: Arrangement = (random) => {
  const [cx, r] = [random.between(410, 500), random.between(170, 225)]
  const ornament = { x: cx - random.between(-70, 120), y: 360 - r - random.between(40, 70), r: random.between(12, 20) }
  return [{ shape: circle(cx, 388, r), ornament: random.pick([null, ornament]) }]
}

/** A gate with a round top. */
const gate: Arrangement = (random) => {
  const [width, top] = [random.between(190, 260), random.between(56, 104)]
  const x = random.between(360, 590 - width)
  return [{ shape: rectangle(x, top, width, 480, { corner: width / 2 }) }]
}

/** A square on its tip. */
const diamond: Arrangement = (random) => {
  const size = random.between(190, 250)
  const [cx, cy] = [random.between(440, 540), random.between(150, 210)]
  return [
    {
      shape: rectangle(cx - size / 2, cy - size / 2, size, size, {
        corner: random.between(14, 44),
        turn: random.pick([45, 38, 52]),
      }),
    },
  ]
}

/** A shawl across the right half. */
const shawl: Arrangement = (random) => [
  {
    shape: rectangle(random.between(395, 480), -160, random.between(118, 178), 680, {
      corner: 6,
      turn: random.pick([-28, -18, 18, 28]),
    }),
  },
]

/** Two discs of different sizes. */
const pair: Arrangement = (random) => {
  const [cy, r] = [random.between(110, 150), random.between(96, 124)]
  const small = random.between(58, 78)
  return [
    { shape: circle(random.between(505, 560), cy, r), isAlone: false },
    { shape: circle(random.between(360, 400), random.pick([cy + 110, cy + 70]), small) },
  ]
}

/** Three panels of growing height, as of a folding screen. */
const panels: Arrangement = (random) => {
  const width = random.between(76, 92)
  const heights = random.pick([
    [150, 210, 270],
    [270, 210, 150],
    [190, 280, 190],
  ])
  const first = random.between(330, 352)
  const corner = random.pick([10, 38])
  return heights.map((height, index) => ({
    shape: rectangle(first + index * (width + 20), 180 - height / 2, width, height, { corner }),
    isAlone: false,
  }))
}

// The disc is listed twice, so that it stays the most frequent.
export const arrangements: readonly Arrangement[] = [disc, sunrise, gate, diamond, disc, shawl, pair, panels]
