import { runInWorker } from '#server/platform/work/worker-pool.ts'
import type { findMissing, TextFonts } from './fonts-for.ts'
import type { Run } from './measure.ts'

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

/** In a worker process: the parts of a text by the fonts that draw them. */
export async function runsWith({ fonts }: TextFonts): Promise<(text: string) => Run[]> {
  const { runsWith: runs } = await import('./measure.ts')
  return runs(fonts.map(({ bytes }) => bytes))
}

/** In a worker process: how wide a text is drawn with these fonts, in units of the font size. */
export async function measureWith({ fonts }: TextFonts): Promise<(text: string) => number> {
  const { measureWith: measure } = await import('./measure.ts')
  return measure(fonts.map(({ bytes }) => bytes))
}
// The encoder alone: the package's entry point also loads writers of PNG and terminal text.
import qrcode from 'qrcode/lib/core/qrcode.js'

const quiet = 2

/** A QR code as one SVG path; `size` includes the quiet zone. */
export function drawQr(text: string): { size: number; dark: string } {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  let dark = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) dark += `M${column + quiet} ${row + quiet}h1v1h-1z`
    }
  }
  return { size: modules.size + 2 * quiet, dark }
}

export function qrSvg(text: string): string {
  const { size, dark } = drawQr(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#191b29" d="${dark}"/></svg>`
}
