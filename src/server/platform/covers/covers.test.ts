import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { coverSvg, coverVersion } from './index.ts'
import { designFor, knownDesigns } from './palettes.ts'

const categories = Object.keys(knownDesigns)
const seeds = Array.from({ length: 40 }, (_, index) => `0192c3f4-${index}`)
const everyCover = [...categories, 'kriya-kayu'].flatMap((category) =>
  seeds.map((seed) => coverSvg({ category, seed })),
)

describe('the art', () => {
  test('has a design for each of the twelve categories', () => {
    expect(categories).toHaveLength(12)
    expect(new Set(Object.values(knownDesigns).map((design) => design.motif)).size).toBe(12)
  })

  test('the same course keeps its cover', () => {
    expect(coverSvg({ category: 'php', seed: 'a' })).toBe(coverSvg({ category: 'php', seed: 'a' }))
  })

  test('courses of one category get different covers', () => {
    expect(new Set(everyCover).size).toBe(everyCover.length)
  })

  test('courses of one category differ in the arrangement of their shapes', () => {
    // Shapes that are drawn after the definitions and the cloth, without numbers.
    const arrangement = (svg: string) =>
      (svg.split('</defs>')[1] ?? '')
        .replaceAll(/<path.*?\/>|[\d.-]+|c\w+(?=[pqd]\))/g, '')
        .replaceAll(/ (opacity|stroke\S*)="[^"]*"/g, '')
    for (const category of categories) {
      expect(
        new Set(seeds.map((seed) => arrangement(coverSvg({ category, seed })))).size,
        category,
      ).toBeGreaterThanOrEqual(6)
    }
  })

  test('an unknown category gets its own colours, always the same', () => {
    expect(designFor('kriya-kayu')).toEqual(designFor('kriya-kayu'))
    expect(designFor('kriya-kayu').from).not.toBe(designFor('fotografi').from)
  })

  test('the version is short enough for a URL', () => {
    expect(coverVersion).toMatch(/^[0-9a-z]{1,7}$/)
  })

  test('white text has a contrast of 4.5:1 on all background colours', () => {
    const unknown = Array.from({ length: 1500 }, (_, index) => designFor(`kategori-${index}`))
    for (const { from, to, deep } of [...Object.values(knownDesigns), ...unknown]) {
      for (const colour of [from, to, deep]) expect(contrastWithWhite(colour), colour).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('the file', () => {
  test('has at most 5 KB, and 1.6 KB compressed', () => {
    expect(Math.max(...everyCover.map((svg) => Buffer.byteLength(svg)))).toBeLessThanOrEqual(5120)
    expect(
      Math.max(...everyCover.filter((_, index) => index % 5 === 0).map((svg) => brotliCompressSync(svg).length)),
    ).toBeLessThanOrEqual(1600)
  })

  test('is well-formed, with shapes and presentation attributes only', () => {
    const allowed = 'svg defs pattern linearGradient radialGradient stop g path circle ellipse rect'.split(' ')
    for (const svg of everyCover) {
      const elements = readXml(svg)
      expect(elements.filter(({ name }) => !allowed.includes(name))).toEqual([])
      const names = elements.flatMap(({ attributes }) => Object.keys(attributes))
      expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
      expect(svg).not.toMatch(/undefined|NaN|Infinity|<style|<text/)
    }
  })

  test('refers only to its own ids, which are unique among covers', () => {
    const idsSeen = new Set<string>()
    for (const svg of everyCover) {
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
      const references = [...svg.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)].map(([, url, href]) => url ?? href!)
      expect(references.filter((id) => !ids.includes(id))).toEqual([])
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|data:|href="[^#]/)
      for (const id of ids) expect(idsSeen.has(id), id).toBe(false)
      for (const id of ids) idsSeen.add(id)
    }
  })

  test('category and seed never appear in the markup', () => {
    const hostile = [
      '"><script>alert(1)</script>',
      "' onload='alert(1)",
      '&lt;x',
      ']]>',
      '<!--',
      'constructor',
      '__proto__',
      '',
      '\u0000',
      'x'.repeat(5000),
    ]
    for (const text of hostile) {
      for (const svg of [coverSvg({ category: text, seed: 'a' }), coverSvg({ category: 'php', seed: text })]) {
        expect(readXml(svg).length).toBeGreaterThan(10)
        expect(svg).not.toMatch(/script|alert|onload|<!--|constructor|proto|xxx/)
        expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(5120)
      }
    }
  })
})

type Element = { name: string; attributes: Record<string, string> }

/** Stricter than XML: only tags, unique attributes in double quotes, and matching end tags. */
function readXml(svg: string): Element[] {
  const elements: Element[] = []
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<>&]*")*)(\/?)>/g,
    (tag, closing, name, written, selfClosing) => {
      if (closing) expect(open.pop()).toBe(name)
      else {
        const pairs = [...written.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)].map(
          ([, key, value]) => [key, value] as const,
        )
        elements.push({ name, attributes: Object.fromEntries(pairs) })
        expect(new Set(pairs.map(([key]) => key)).size, tag).toBe(pairs.length)
        if (!selfClosing) open.push(name)
      }
      return ''
    },
  )
  expect(rest).toBe('')
  expect(open).toEqual([])
  return elements
}

// WCAG 2: relative luminance.
function contrastWithWhite(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05)
}
