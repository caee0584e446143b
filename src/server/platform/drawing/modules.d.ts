// These packages have no types of their own; only what is used here.
declare module 'subset-font' {
  type Options = { targetFormat: 'sfnt'; variationAxes?: Record<string, number>; noHinting?: boolean }
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Buffer>
}
declare module 'fontkit' {
  type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): { positions: { xAdvance: number }[] }
  }
  export function create(font: Uint8Array): Font
}
