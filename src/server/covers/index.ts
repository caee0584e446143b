import { hashText } from './chance.ts'
import { composeCover } from './compose.ts'
import { knownDesigns } from './palettes.ts'

export { chanceFrom, type Chance } from './chance.ts'
export { createSharingImages, type SharingImages } from './sharing-images.ts'
export type { SharingInput, SharingWords } from './sharing-svg.ts'

/** `category` is a category slug ('html-&-css'); `seed` is the course's id. Any text is safe in either. */
export type CoverInput = { category: string; seed: string }

/** A 640 × 360 SVG element in batik geometry: the same input gives the same bytes. */
export function coverSvg({ category, seed }: CoverInput): string {
  return composeCover(category, seed)
}

/** Follows the art by itself, so nobody has to remember to raise a number when a motif changes. */
export const coverVersion: string = hashText(
  [...Object.keys(knownDesigns), 'unknown'].flatMap((category) => ['a', 'b', 'c'].map((seed) => coverSvg({ category, seed }))).join(''),
).toString(36)
