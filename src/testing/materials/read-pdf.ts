import { inflateSync } from 'node:zlib'

/** Glyphs that one operator draws, in points from the left and lower edge. Glyph 0 is the box that stands for a missing letter. */
export type DrawnText = { glyphs: number[]; text: string; left: number; right: number; y: number }

type Matrix = readonly [number, number, number, number, number, number]
type Font = { widths: number[]; letters: Map<number, string> }

const same: Matrix = [1, 0, 0, 1, 0, 0]
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]

/** Objects of a PDF without object streams: the dictionary, and the stream in text. */
function objectsOf(pdf: Buffer): Map<string, string> {
  const found = [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\r?\n([^]*?)\r?\nendobj/g)]
  return new Map(
    found.map(([, id = '', body = '']) => {
      const [, dictionary = body, stream] = /^([^]*?)stream\r?\n([^]*)\r?\nendstream/.exec(body) ?? []
      const isText =
        stream !== undefined && dictionary.includes('/FlateDecode') && !/\/Length1|\/Image/.test(dictionary)
      return [id, isText ? dictionary + inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : dictionary]
    }),
  )
}

function fontsOf(objects: Map<string, string>): Map<string, Font> {
  const follow = (body: string, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1] ?? '') ?? ''
  const names = [...objects.values()].flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)])
  return new Map(
    names.map(([, name = '', id = '']) => {
      const font = objects.get(id) ?? ''
      const widths = /\/W \[0 \[([^\]]*)\]/.exec(follow(font, 'DescendantFonts'))?.[1] ?? ''
      const letters = new Map<number, string>()
      for (const [, first = '', list = ''] of follow(font, 'ToUnicode').matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
        for (const [index, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries())
          letters.set(
            Number.parseInt(first, 16) + index,
            Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
          )
      return [name, { widths: widths.split(' ').map(Number), letters }]
    }),
  )
}

/** Reads the text that a PDF of embedded fonts draws. */
export function readDrawnText(pdf: Buffer): DrawnText[] {
  const objects = objectsOf(pdf)
  const fonts = fontsOf(objects)
  const drawn: DrawnText[] = []
  for (const content of objects.values()) {
    if (!/^BT$/m.test(content)) continue
    let [matrix, text, font, size] = [same, same, undefined as Font | undefined, 0]
    const kept: Matrix[] = []
    for (const line of content.split('\n')) {
      const numbers = line.split(' ').map(Number)
      if (line === 'q') kept.push(matrix)
      else if (line === 'Q') matrix = kept.pop() ?? same
      else if (line.endsWith(' cm')) matrix = times(numbers.slice(0, 6) as unknown as Matrix, matrix)
      else if (line.endsWith(' Tm')) text = numbers.slice(0, 6) as unknown as Matrix
      else if (line.endsWith(' Tf')) [font, size] = [fonts.get(line.slice(1, line.indexOf(' '))), numbers[1] ?? 0]
      else if (line.endsWith(' TJ') && font) {
        const { widths, letters } = font
        const [scale, , , , left, y] = times(text, matrix)
        const glyphs: number[] = []
        let units = 0
        for (const [, hex, gap] of line.matchAll(/<(\w+)>|(-?[\d.]+)(?=[ \]])/g)) {
          for (const [glyph] of hex?.matchAll(/\w{4}/g) ?? []) {
            glyphs.push(Number.parseInt(glyph, 16))
            units += widths[Number.parseInt(glyph, 16)] ?? 0
          }
          units -= Number(gap ?? 0)
        }
        const width = (units / 1000) * size
        drawn.push({
          glyphs,
          text: glyphs.map((glyph) => letters.get(glyph) ?? '').join(''),
          left,
          right: left + width * scale,
          y,
        })
        text = times([1, 0, 0, 1, width, 0], text)
      }
    }
  }
  return drawn
}
