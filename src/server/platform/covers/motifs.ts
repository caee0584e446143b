import { diamond, dot, dots, petals, pixels } from './shapes.ts'

/**
 * One seamless tile. The pattern sets fill and stroke to the tint, stroke-width to 0 and the fill rule to evenodd: a shape inside
 * a shape is a hole, and a line sets its own width.
 */
export type Motif = { width: number; height: number; turns: readonly number[]; art: string }

const fill = (...data: string[]) => `<path d="${data.join('')}"/>`
const line = (width: number, data: string) =>
  `<path fill="none" stroke-width="${width}" stroke-linecap="round" d="${data}"/>`
const faint = (art: string) => `<g opacity=".55">${art}</g>`

// Palm fruit cut across: four seeds that meet at a point, and meet again at every corner of the tile.
function kawung(): Motif {
  const seed = 'M1.5 1.5C16 1.5 26.5 12 26.5 26.5C12 26.5 1.5 16 1.5 1.5Z'
  const core = 'M8 8C14.5 8 20 13.5 20 20C13.5 20 8 14.5 8 8Z'
  const quarter = (turn: number) => `<path d="${seed}${core}" transform="rotate(${turn} 28 28)"/>`
  return {
    width: 56,
    height: 56,
    turns: [0, 45, 18],
    art: [0, 90, 180, 270].map(quarter).join('') + fill(dots(2.4, [28, 5], [28, 51], [5, 28], [51, 28])),
  }
}

// Rain clouds: three lobes of growing bands, and the streaks they trail.
function megaMendung(): Motif {
  const middle = 'M-25.3 10A26 26 0 1 1 25.3 10M-17 10A18 18 0 1 1 17 10M-8 10A10 10 0 1 1 8 10'
  const sides =
    'M-54 10A18 18 0 0 1-24.7-4M-46.5 10A10.5 10.5 0 0 1-28.9 2.2M54 10A18 18 0 0 0 24.7-4M46.5 10A10.5 10.5 0 0 0 28.9 2.2'
  const cloud = line(4, middle + sides) + faint(line(2.6, 'M-62 19H16M-30 27H40'))
  const at = (x: number, y: number) => `<g transform="translate(${x} ${y})scale(.9)">${cloud}</g>`
  return { width: 176, height: 84, turns: [0, -12, 9], art: at(58, 23) + at(146, 65) + at(-30, 65) }
}

// Scattered stars.
function truntum(): Motif {
  const star = (cx: number, cy: number) =>
    petals(cx, cy, { count: 8, inner: 4.5, outer: 17, breadth: 5.5 }) + dot(cx, cy, 2.4)
  const bud = (cx: number, cy: number) => petals(cx, cy, { count: 4, inner: 1.5, outer: 7, breadth: 3.5, turn: 45 })
  return {
    width: 76,
    height: 76,
    turns: [0, 12, 45],
    art:
      fill(star(19, 19), star(57, 57)) + faint(fill(bud(57, 19), bud(19, 57), dots(1.5, [38, 38], [38, 2], [2, 38]))),
  }
}

// Only the wave: the traditional parang itself is reserved for the court.
function parangWave(): Motif {
  return {
    width: 40,
    height: 80,
    turns: [-38, -30, 142],
    art:
      line(10, 'M4.5 10C27 10 13 46 35.5 46') +
      fill(dots(2.6, [31, 12], [9, 44])) +
      faint(line(2, 'M0 58H40M0 78H40')) +
      fill(diamond(20, 68, 12, 5)),
  }
}

// Rosettes in a lattice of diamonds.
function ceplok(): Motif {
  const frame = diamond(36, 36, 35) + diamond(36, 36, 31)
  const rosette =
    petals(36, 36, { count: 4, inner: 5, outer: 23, breadth: 10 }) +
    petals(36, 36, { count: 4, inner: 6, outer: 17, breadth: 5, turn: 45 })
  const corners = [
    [0, 0],
    [72, 0],
    [0, 72],
    [72, 72],
  ] as const
  return {
    width: 72,
    height: 72,
    turns: [0, 15, 45],
    art:
      fill(rosette, dot(36, 36, 3)) +
      faint(fill(frame)) +
      fill(corners.map(([x, y]) => dot(x, y, 13) + dot(x, y, 7)).join('')),
  }
}

// Rows of bamboo shoots, as on the edge of a cloth.
function tumpal(): Motif {
  return {
    width: 52,
    height: 64,
    turns: [0, 30, -24],
    art:
      fill('M26 3L49 52H3Z', 'M26 15L40.5 47H11.5Z', 'M26 27L34 44H18Z') +
      faint(fill(dots(2.4, [0, 8], [52, 8], [0, 18], [52, 18]), dots(1.6, [0, 27], [52, 27])) + line(2, 'M0 58.5H52')),
  }
}

// Woven bars: banji as basket work.
function banji(): Motif {
  const across = (x: number, y: number) => `M${x} ${y}h26M${x} ${y + 8}h26M${x} ${y + 16}h26`
  const down = (x: number, y: number) => `M${x} ${y}v26M${x + 8} ${y}v26M${x + 16} ${y}v26`
  return {
    width: 64,
    height: 64,
    turns: [45, 30, 0],
    art: line(3.4, across(3, 8) + across(35, 40) + down(40, 3) + down(8, 35)),
  }
}

// Small squares that imitate the double weave.
function nitik(): Motif {
  const quarter = ['#......#', '.#....#.', '.....#..', '....#..#', '...#..#.', '..#..#..', '.#..#..#', '#..#..##']
  return {
    width: 80,
    height: 80,
    turns: [0, 45, 20],
    art: `<path fill="none" stroke-width="4" d="${pixels(quarter, 5, 4)}"/>`,
  }
}

// Scales.
function gringsing(): Motif {
  const scale = (cx: number, cy: number) =>
    [22.4, 15, 7.6].map((r) => `M${cx - r} ${cy}a${r} ${r} 0 0 1 ${r * 2} 0`).join('')
  return {
    width: 48,
    height: 48,
    turns: [0, 180, 16],
    art: line(2.8, scale(24, 47) + scale(0, 23) + scale(48, 23)) + fill(dots(2.4, [24, 46], [0, 22], [48, 22])),
  }
}

// Slanting rain: lines, leaves and drops in turn.
function lereng(): Motif {
  const leaf = (cx: number, cy: number) => petals(cx, cy, { count: 1, inner: -11, outer: 11, breadth: 9, turn: 60 })
  return {
    width: 52,
    height: 72,
    turns: [-40, -28, 36],
    art:
      fill('M0 2H52V8H0Z', leaf(13, 28), leaf(39, 28), dots(2.6, [13, 60], [39, 60], [26, 60], [0, 60], [52, 60])) +
      faint(line(1.8, 'M0 14H52M0 44H52M0 50H52')),
  }
}

// Flowers of six petals, drawn as three crossing orbits.
function sekar(): Motif {
  const orbit = (turn: number) => `<ellipse cx="26" cy="26" rx="23" ry="8.5" transform="rotate(${turn} 26 26)"/>`
  const flower = `<g fill="none" stroke-width="2.6">${[0, 60, 120].map(orbit).join('')}</g>${fill(dot(26, 26, 4))}`
  const bud = (cx: number, cy: number) =>
    petals(cx, cy, { count: 6, inner: 3, outer: 12, breadth: 5, turn: 30 }) + dot(cx, cy, 1.6)
  return {
    width: 104,
    height: 104,
    turns: [0, 15, -12],
    art: flower + `<g transform="translate(52 52)">${flower}</g>` + faint(fill(bud(78, 26), bud(26, 78))),
  }
}

// A climbing vine: it waves, and rolls up a tendril in each bow.
function sulur(): Motif {
  const tendril = line(3.4, 'M54 35C50 54 25 56 18 43C13 30 29 22 36 32C39 41 28 44 27 36')
  const leaves = fill(
    petals(28, 17, { count: 1, inner: 4, outer: 15, breadth: 6, turn: -40 }),
    petals(28, 17, { count: 1, inner: 4, outer: 15, breadth: 6, turn: 40 }),
  )
  return {
    width: 112,
    height: 76,
    turns: [-18, 0, 14],
    art:
      line(4, 'M0 38C14 10 42 10 56 38S98 66 112 38') +
      tendril +
      leaves +
      `<g transform="rotate(180 56 38)">${tendril}${leaves}</g>`,
  }
}

export const motifs = {
  kawung: kawung(),
  megaMendung: megaMendung(),
  truntum: truntum(),
  parangWave: parangWave(),
  ceplok: ceplok(),
  tumpal: tumpal(),
  banji: banji(),
  nitik: nitik(),
  gringsing: gringsing(),
  lereng: lereng(),
  sekar: sekar(),
  sulur: sulur(),
} satisfies Record<string, Motif>

export type MotifName = keyof typeof motifs
