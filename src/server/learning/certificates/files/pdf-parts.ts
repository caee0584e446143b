import { createElement as h } from 'react'
import { G, Image, Path, Rect, Svg, Text, View } from '@react-pdf/renderer'
import { drawQr } from '#server/platform/drawing/index.ts'

// An A4 page in landscape, in points.
export const sheet = { width: 842, height: 595 }
export const band = 84
export const textWidth = sheet.width - band - 56 - 56
export const colors = {
  mori: '#fbfaf6',
  ink: '#191b29',
  muted: '#5e6173',
  line: '#e4e0d5',
  nila: '#3547b4',
  night: '#151c4f',
  kunyit: '#f7b32b',
}

// One tile of the kawung batik pattern, 40 units wide.
const petals =
  'M19 19C10 18 3 13 3 3c10 0 15 7 16 16zM21 19c1-9 6-16 16-16 0 10-7 15-16 16zM21 21c9 1 16 6 16 16-10 0-15-7-16-16zM19 21c-1 9-6 16-16 16 0-10 7-15 16-16z'
const mark = 'M25 19.5V25H13a6 6 0 0 1-6-6v-6a6 6 0 0 1 6-6h12v5h-4v2.5h-4V17h-4v2.5z'

export function cloth() {
  const tile = band / 2
  const rows = Math.ceil(sheet.height / tile)
  const tiles = Array.from({ length: rows * 2 }, (_, index) => ({
    x: (index % 2) * tile,
    y: Math.floor(index / 2) * tile,
  }))
  return h(
    Svg,
    {
      width: band,
      height: sheet.height,
      viewBox: `0 0 ${band} ${sheet.height}`,
      style: { position: 'absolute', left: 0, top: 0 },
    },
    h(Rect, { x: 0, y: 0, width: band, height: sheet.height, fill: colors.night }),
    ...tiles.map(({ x, y }, index) =>
      h(
        G,
        { key: index, transform: `translate(${x} ${y}) scale(${tile / 40})` },
        h(Path, {
          d: petals,
          fill: (index + Math.floor(index / 2)) % 5 === 0 ? colors.kunyit : '#5566cc',
          fillOpacity: 0.8,
        }),
      ),
    ),
  )
}

export function brand(siteName: string, logo: Uint8Array | null, bold: { fontWeight: number; fontFamily: string[] }) {
  return h(
    View,
    { style: { flexDirection: 'row', alignItems: 'center' } },
    logo
      ? h(Image, { src: Buffer.from(logo), style: { width: 30, height: 30 } })
      : h(
          Svg,
          { width: 30, height: 30, viewBox: '0 0 32 32' },
          h(Rect, { width: 32, height: 32, rx: 9, fill: colors.night }),
          h(Path, { d: mark, fill: colors.kunyit }),
        ),
    h(Text, { style: { ...bold, marginLeft: 10, fontSize: 19, letterSpacing: -0.6 } }, siteName),
  )
}

export function qrCode(url: string) {
  const { size, dark } = drawQr(url)
  return h(
    Svg,
    { width: 92, height: 92, viewBox: `0 0 ${size} ${size}` },
    h(Rect, { width: size, height: size, fill: '#ffffff' }),
    h(Path, { d: dark, fill: colors.ink }),
  )
}
