import { seededRandom, hashText, type SeededRandom } from './seeded-random.ts'
import { glyphs, type GlyphName } from './glyphs.ts'
import { motifs } from './motifs.ts'
import { designFor, type Design } from './palettes.ts'

type Disc = { cx: number; cy: number; r: number }

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

/** The batik cloth with its disc in 640 × 360, without the glyph: shared by covers and sharing images. */
export function composeArt(category: string, seed: string): string {
  const design = designFor(category)
  const key = JSON.stringify([category, seed])
  const random = seededRandom(key)
  // A document contains several covers, so the ids of each SVG must be unique.
  const id = `c${hashText(key).toString(36)}`
  const cloth = weave(design, id, random)
  const disc = placeDisc(random)
  return (
    `<defs>${cloth}${light(design, id, random)}</defs>` +
    `<path fill="url(#${id}g)" d="M0 0H640V360H0Z"/><path fill="url(#${id}p)" opacity=".22" d="M0 0H640V360H0Z"/>` +
    `<path fill="url(#${id}v)" d="M0 0H640V360H0Z"/>` +
    drawDisc(design, id, disc, random)
  )
}

/** The pattern in two sizes: small for the cloth, larger at the same angle for the disc. */
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

/** Gradients: g colours the cloth, v shades its left side, s is the disc's shadow, d the disc's rounding. */
function light({ from, to, deep }: Design, id: string, random: SeededRandom): string {
  const stop = (offset: number, colour: string, opacity?: number) =>
    `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`
  const direction = random.pick(['x2="1" y2="1"', 'x1="1" x2="0" y2="1"', 'x2=".3" y2="1"'])
  return (
    `<linearGradient id="${id}g" ${direction}>${stop(0, from)}${stop(1, to)}</linearGradient>` +
    `<linearGradient id="${id}v" x2="1" y1=".4" y2="0">${stop(0, to, 0.6)}${stop(0.55, to, 0)}</linearGradient>` +
    `<radialGradient id="${id}s">${stop(0.8, deep, 0.7)}${stop(1, deep, 0)}</radialGradient>` +
    `<radialGradient id="${id}d" cx=".4" cy=".35" r=".7">${stop(0.4, deep, 0)}${stop(1, deep, 0.75)}</radialGradient>`
  )
}

function placeDisc(random: SeededRandom): Disc {
  return { cx: random.between(390, 560), cy: random.between(90, 280), r: random.between(112, 182) }
}

function drawDisc(design: Design, id: string, disc: Disc, random: SeededRandom): string {
  const { deep, tint } = design
  const { cx, cy, r } = disc
  const circle = (radius: number, attributes: string) => `<circle cx="${cx}" cy="${cy}" r="${radius}" ${attributes}/>`
  const line = `fill="none" stroke="${tint}"`
  // Dots around the edge: zero-length dashes with round caps.
  const beads = circle(r + 13, `${line} stroke-width="4" stroke-linecap="round" stroke-dasharray="0 ${random.between(11, 15)}" opacity=".6"`)
  const ring = (gap: number) => circle(r + gap, `${line} stroke-width="1.6" opacity=".5"`)
  const edge = random.pick([beads, beads + ring(24), ring(10), ring(9) + ring(16)])
  return (
    circle(r + 34, `fill="url(#${id}s)"`) +
    circle(r, `fill="${deep}"`) +
    circle(r, `fill="url(#${id}q)"`) +
    circle(r, `fill="url(#${id}d)"`) +
    edge +
    random.pick(['', moon(disc, design, random)])
  )
}

/** A small plain disc on the rim of the large one, on the side that is never cropped. */
function moon({ cx, cy, r }: Disc, { deep, tint }: Design, random: SeededRandom): string {
  const angle = ((cy > 180 ? random.between(190, 225) : random.between(135, 170)) * Math.PI) / 180
  const at = (centre: number, reach: number) => Math.round(centre + (r + 13) * reach)
  return `<circle cx="${at(cx, Math.cos(angle))}" cy="${at(cy, Math.sin(angle))}" r="${random.between(14, 27)}" fill="${tint}" stroke="${deep}" stroke-width="5"/>`
}

function drawGlyph(design: Design, glyph: GlyphName): string {
  return `<rect x="40" y="222" width="98" height="98" rx="24" fill="#fff"/><g transform="translate(61 243)scale(2.333)" ${glyphInk(design, glyph)}</g>`
}

/** Attributes and content of a group that draws a glyph in 24 × 24. */
export const glyphInk = ({ deep }: Design, glyph: GlyphName): string => `fill="${deep}" stroke="${deep}" stroke-width="0">${glyphs[glyph]}`
