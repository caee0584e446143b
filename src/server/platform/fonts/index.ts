import { runInWorker } from '#server/platform/work/worker-pool.ts'
import type { findMissing, TextFonts } from './fonts-for.ts'

export { toDraw } from './to-draw.ts'
export type { TextFonts } from './fonts-for.ts'

const file = new URL('fonts-for.ts', import.meta.url)

/** The characters of a text that no font has, such as of scripts that are not supported. */
export const findUndrawable = (text: string): Promise<string[]> =>
  runInWorker<typeof findMissing>('pictures', file, 'findMissing', text)

/** In a worker process: the fonts that draw a text. The libraries for it are loaded when it is first called. */
export async function fontsFor(text: string, weight: number): Promise<TextFonts> {
  const { fontsFor: find } = await import('./fonts-for.ts')
  return find(text, weight)
}

/** In a worker process: how wide a text is drawn with these fonts, in units of the font size. */
export async function measureWith({ fonts }: TextFonts): Promise<(text: string) => number> {
  const { measureWith: measure } = await import('./measure.ts')
  return measure(fonts.map(({ bytes }) => bytes))
}
