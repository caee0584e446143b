import { hashText } from './seeded-random.ts'
import { composeCover } from './compose.ts'
import { knownDesigns } from './palettes.ts'

export { seededRandom, type SeededRandom } from './seeded-random.ts'
export { createSharingImages } from './sharing-images.ts'
export type { SharingInput, SharingText } from './sharing-svg.ts'

/** `category` is a category slug ('html-&-css'); `seed` is the course's id. Any text is safe for both. */
export type CoverInput = { category: string; seed: string }

/** A 640 × 360 SVG element with a batik pattern: the same input gives the same bytes. */
export function coverSvg({ category, seed }: CoverInput): string {
  return composeCover(category, seed)
}

/** Derived from sample covers, so that it changes with every change of the art. */
export const coverVersion: string = hashText(
  [...Object.keys(knownDesigns), 'unknown']
    .flatMap((category) => ['a', 'b', 'c'].map((seed) => coverSvg({ category, seed })))
    .join(''),
).toString(36)
