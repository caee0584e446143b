/* oxlint-disable no-console, no-restricted-imports -- run by hand in Node; nothing of it is shipped */
// Draws the hero image, five rising steps of batik squares: `node src/web/kit/ui/feedback/make-climb.mjs`.
import { writeFile } from 'node:fs/promises'

const size = 100

// Each motif fills a square of 100; `currentColor` is the colour of the lines.
const motifs = {
  kawung:
    '<g id="petal"><path d="M48 48C26 46 8 32 6 6c26 2 40 20 42 42z"/></g><use href="#petal" transform="rotate(90 50 50)"/><use href="#petal" transform="rotate(180 50 50)"/><use href="#petal" transform="rotate(270 50 50)"/>',
  truntum: [
    [25, 25],
    [75, 75],
    [75, 25],
    [25, 75],
  ]
    .map(
      ([x, y], index) =>
        `<path transform="translate(${x} ${y})${index > 1 ? ' scale(.5)' : ''}" d="M0-21 4-6 15-15 6-4 21 0 6 4 15 15 4 6 0 21-4 6-15 15-6 4-21 0-6-4-15-15-4-6z"/>`,
    )
    .join(''),
  ceplok:
    '<path d="M50 6 94 50 50 94 6 50zM50 24 24 50 50 76 76 50z" fill-rule="evenodd"/><circle cx="50" cy="50" r="11"/><path d="M0 0h17L0 17zM100 0v17L83 0zM0 100V83l17 17zM100 100H83l17-17z"/>',
  tumpal: '<path d="M0 50 25 6l25 44zM50 50 75 6l25 44zM0 100l25-44 25 44zM50 100l25-44 25 44z"/>',
  lereng: '<path d="M0 30 30 0h20L0 50zM0 80 80 0h20L0 100zM30 100l70-70v20L50 100zM80 100l20-20v20z"/>',
  nitik: Array.from(
    { length: 16 },
    (_, index) => `<path d="M${12.5 + (index % 4) * 25} ${4.5 + Math.floor(index / 4) * 25}l8 8-8 8-8-8z"/>`,
  ).join(''),
  mega: '<g fill="none" stroke="currentColor" stroke-width="7"><path d="M3 100a47 47 0 0 1 94 0M19 100a31 31 0 0 1 62 0M35 100a15 15 0 0 1 30 0"/><path d="M-47 50a47 47 0 0 1 94 0M-31 50a31 31 0 0 1 62 0M-15 50a15 15 0 0 1 30 0M53 50a47 47 0 0 1 94 0M69 50a31 31 0 0 1 62 0M85 50a15 15 0 0 1 30 0" /></g>',
  sekar:
    '<path d="M50 50C36 36 36 14 50 4c14 10 14 32 0 46zM50 50c14 14 14 36 0 46-14-10-14-32 0-46zM50 50C36 64 14 64 4 50c10-14 32-14 46 0zM50 50c14-14 36-14 46 0-10 14-32 14-46 0z"/><circle cx="14" cy="14" r="6"/><circle cx="86" cy="14" r="6"/><circle cx="14" cy="86" r="6"/><circle cx="86" cy="86" r="6"/>',
  parang:
    '<g fill="none" stroke="currentColor" stroke-width="9"><path d="M-10 25q15-22 30 0t30 0 30 0 30 0"/><path d="M-10 58q15-22 30 0t30 0 30 0 30 0"/><path d="M-10 91q15-22 30 0t30 0 30 0 30 0"/></g>',
}

// Background and line colours.
const dyes = {
  nila: ['#3547b4', '#a9b8ff'],
  malam: ['#232d7a', '#7286ea'],
  kunyit: ['#f7b32b', '#8a4b00'],
  mori: ['#f3ead3', '#2a3893'],
  soga: ['#a8481c', '#ffc49a'],
  mengkudu: ['#9f2340', '#ffb0b4'],
  laut: ['#0f7378', '#8fe0dc'],
  daun: ['#1a7346', '#a5e8bd'],
  manggis: ['#7a2a68', '#f0a9d6'],
}

// From left to right, each column from top to bottom.
const columns = [
  ['kunyit kawung'],
  ['laut mega', 'malam nitik'],
  ['mori ceplok', 'mengkudu tumpal', 'nila sekar'],
  ['manggis truntum', 'nila kawung', 'kunyit lereng', 'laut parang'],
  ['soga sekar', 'daun lereng', 'mori kawung', 'malam truntum', 'mengkudu mega'],
]

const used = [...new Set(columns.flat().map((square) => square.split(' ')[1]))]
const symbols = used.map((name) => `<symbol id="${name}" viewBox="0 0 100 100">${motifs[name]}</symbol>`).join('')
const squares = columns.flatMap((column, x) =>
  column.map((square, row) => {
    const [dye, motif] = square.split(' ')
    const [cloth, thread] = dyes[dye]
    const top = (columns.length - column.length + row) * size
    return `<g color="${thread}"><rect x="${x * size}" y="${top}" width="${size}" height="${size}" fill="${cloth}"/><use href="#${motif}" x="${x * size}" y="${top}" width="${size}" height="${size}"/></g>`
  }),
)
// The climber on the third step, with the path so far.
const climber =
  '<path d="M50 388C54 240 146 240 150 288C154 140 246 120 250 150" fill="none" stroke="#7286ea" stroke-width="4" stroke-linecap="round" stroke-dasharray="1 12"/><circle cx="250" cy="156" r="44" fill="#f7b32b"/>'
const side = columns.length * size
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" fill="currentColor"><defs>${symbols}</defs>${squares.join('')}${climber}</svg>\n`
await writeFile(new URL('climb.svg', import.meta.url), svg)
console.log(`${svg.length} bytes`)
