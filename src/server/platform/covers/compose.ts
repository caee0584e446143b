import { arrangements } from './arrangements.ts'
import { seededRandom, hashText, type SeededRandom } from './seeded-random.ts'
import { glyphs, type GlyphName } from './glyphs.ts'
import { motifs } from './motifs.ts'
import { designFor, type Design } from './palettes.ts'

/**
 * The cover as one SVG element of 640 × 360. Category and seed only seed random numbers, so they cannot inject markup.
 * Uses presentation attributes only, because the content security policy forbids inline styles.
 */
export function composeCover(category: string, seed: string): string {
  const { glyph } = designFor(category)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    composeArt(category, seed) +
    (glyph ? drawGlyph(designFor(category), glyph) : '') +
    '</svg>'
  )
}

/** The batik cloth with its arrangement of shapes in 640 × 360, without the glyph: shared by covers and sharing images. */
export function composeArt(category: string, seed: string): string {
  const design = designFor(category)
  const key = JSON.stringify([category, seed])
  const random = seededRandom(key)
  // A document contains several covers, so the ids of each SVG must be unique.
  const id = `c${hashText(key).toString(36)}`
  const cloth = weave(design, id, random)
  return (
    `<defs>${cloth}${light(design, id, random)}</defs>` +
    `<path fill="url(#${id}g)" d="M0 0H640V360H0Z"/><path fill="url(#${id}p)" opacity=".22" d="M0 0H640V360H0Z"/>` +
    `<path fill="url(#${id}v)" d="M0 0H640V360H0Z"/>` +
    drawArrangement(design, id, random)
  )
}

/** The pattern in two sizes: small for the cloth, larger at the same angle for the shapes. */
function weave({ motif, tint }: Design, id: string, random: SeededRandom): string {
  const { width, height, turns, art } = motifs[motif]
  const turn = random.pick(turns) + random.between(-4, 4)
  const size = random.between(84, 112) / 100
  const at = `translate(${random.between(0, width)} ${random.between(0, height)})rotate(${turn})`
  return (
    `<pattern id="${id}p" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="${at}scale(${size})"` +
    ` fill="${tint}" stroke="${tint}" stroke-width="0" fill-rule="evenodd">${art}</pattern>` +
    `<pattern id="${id}q" href="#${id}p" patternTransform="${at}scale(${Math.round(size * 130) / 100})"/>`
  )
}

/** Gradients: g colours the cloth, v shades its left side, d rounds the shapes. */
function light({ from, to, deep }: Design, id: string, random: SeededRandom): string {
  const stop = (offset: number, colour: string, opacity?: number) =>
    `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`
  const direction = random.pick(['x2="1" y2="1"', 'x1="1" x2="0" y2="1"', 'x2=".3" y2="1"'])
  return (
    `<linearGradient id="${id}g" ${direction}>${stop(0, from)}${stop(1, to)}</linearGradient>` +
    `<linearGradient id="${id}v" x2="1" y1=".4" y2="0">${stop(0, to, 0.6)}${stop(0.55, to, 0)}</linearGradient>` +
    `<radialGradient id="${id}d" cx=".4" cy=".35" r=".7">${stop(0.4, deep, 0)}${stop(1, deep, 0.75)}</radialGradient>`
  )
}

/** The shape on the right in which the pattern is larger, with its rim and shadow. */
function drawArrangement(design: Design, id: string, random: SeededRandom): string {
  const { deep, tint } = design
  return random
    .pick(arrangements)(random)
    .map(({ shape, ornament, isAlone = true }) => {
      const line = `fill="none" stroke="${tint}"`
      // Dots around the edge: zero-length dashes with round caps.
      const beads = shape(
        13,
        `${line} stroke-width="4" stroke-linecap="round" stroke-dasharray="0 ${random.between(11, 15)}" opacity=".6"`,
      )
      const rim = (gap: number) => shape(gap, `${line} stroke-width="1.6" opacity=".5"`)
      const edge = isAlone ? random.pick([beads, beads + rim(24), rim(10), rim(9) + rim(16)]) : rim(5)
      const shadow = (isAlone ? [26, 10] : [12]).map((gap) => shape(gap, `fill="${deep}" opacity=".3"`)).join('')
      return (
        shadow +
        shape(0, `fill="${deep}"`) +
        shape(0, `fill="url(#${id}q)"`) +
        shape(0, `fill="url(#${id}d)"`) +
        edge +
        (ornament
          ? `<circle cx="${ornament.x}" cy="${ornament.y}" r="${ornament.r}" fill="${tint}" stroke="${deep}" stroke-width="5"/>`
          : '')
      )
    })
    .join('')
}

function drawGlyph(design: Design, glyph: GlyphName): string {
  return `<rect x="40" y="222" width="98" height="98" rx="24" fill="#fff"/><g transform="translate(61 243)scale(2.333)" ${glyphInk(design, glyph)}</g>`
}

/** Attributes and content of a group that draws a glyph in 24 × 24. */
export const glyphInk = ({ deep }: Design, glyph: GlyphName): string =>
  `fill="${deep}" stroke="${deep}" stroke-width="0">${glyphs[glyph]}`
