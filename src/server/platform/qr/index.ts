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
