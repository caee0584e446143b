import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createSharingImages } from './sharing-images.ts'
import { sharingSvg } from './sharing-svg.ts'
import { measureWith } from '#server/platform/drawing/index.ts'
import { drawable, wrapTitle } from './wrap-title.ts'

const input = {
  title: 'Full-Stack Web dari Nol sampai Online',
  label: 'Web Development',
  category: 'web-development',
  seed: 'a',
  siteName: 'Cendaki',
  logoPng: null,
}
const titleFont = await readFile(new URL('title-font.ttf', import.meta.url))
const measure = await measureWith({ fonts: [{ id: 'title', bytes: titleFont }], missing: [] })
const box = { width: 740, sizes: [76, 66, 58, 50], maximumLines: 3 }

describe('a sharing image', () => {
  test('is a PNG of 1200 × 630 below 300 KB, with and without a category', async () => {
    const images = createSharingImages({ maximumBytes: 1e6, maximumWaiting: 5 })
    for (const category of ['web-development', 'php', null]) {
      const png = await images.draw({ ...input, category })
      const { format, width, height } = await sharp(png!).metadata()
      expect([format, width, height]).toEqual(['png', 1200, 630])
      expect(png!.byteLength).toBeLessThan(300 * 1024)
    }
  })

  test('shows the logo of the site, where it has one', async () => {
    const red = await sharp({ create: { width: 128, height: 128, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const png = await createSharingImages({ maximumBytes: 1e6, maximumWaiting: 5 }).draw({
      ...input,
      logoPng: red.toString('base64'),
    })
    const { data } = await sharp(png!)
      .extract({ left: 80, top: 72, width: 40, height: 40 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [r = 0, g = 0, b = 0] = data
    expect([r > 200, g < 60, b < 60]).toEqual([true, true, true])
  })

  test('shows titles in any script, with signs and emoji: no two of them are the same picture, and none is like an empty one', async () => {
    const images = createSharingImages({ maximumBytes: 1e7, maximumWaiting: 9 })
    const titles = ['', '日本語', 'العربية', 'ꦗꦮ', '한국어', '✓ → ≥', '🎉', 'Nguyễn', 'Nguy n']
    const drawn = await Promise.all(titles.map((title) => images.draw({ ...input, title })))
    expect(new Set(drawn.map((png) => Buffer.from(png!).toString('base64'))).size).toBe(titles.length)
  })

  test.each(['Kelas العربية dasar', 'ꦲꦏ꧀ꦱꦫ Jawa', 'हिन्दी dasar', 'Office 日本語 हिन्दी العربية', 'العربية 2026'])(
    'shows every script of %j beside the others',
    async (title) => {
      const images = createSharingImages({ maximumBytes: 1e7, maximumWaiting: 9 })
      const ink = async (text: string) => {
        const png = await images.draw({ ...input, category: null, title: text })
        const { data } = await sharp(png!)
          .extract({ left: 72, top: 320, width: 700, height: 140 })
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true })
        return data.filter((value) => value > 200).length
      }
      const parts = await Promise.all(title.split(' ').map((part) => ink(part)))
      const [whole, least] = [await ink(title), Math.min(...parts)]
      expect(least).toBeGreaterThan(100)
      // In a smaller size, a word has less ink than alone.
      expect(whole).toBeGreaterThan(0.4 * parts.reduce((sum, part) => sum + part, 0))
    },
  )

  test('is drawn once for concurrent requests, cached, and null when too many are waiting', async () => {
    const images = createSharingImages({ maximumBytes: 1e6, maximumWaiting: 2 })
    const [first, same, second, third] = await Promise.all([
      images.draw(input),
      images.draw(input),
      images.draw({ ...input, seed: 'b' }),
      images.draw({ ...input, seed: 'c' }),
    ])
    expect(same).toBe(first)
    expect(second).not.toBeNull()
    expect(third).toBeNull()
    expect(await images.draw(input)).toBe(first)
    expect(await images.draw({ ...input, seed: 'c' })).not.toBeNull()
  })

  test('escapes the title', () => {
    const svg = sharingSvg({ ...input, title: '</text><script>alert(1)</script> & "日本" 🚀', label: '<b>' }, measure)
    expect(svg).not.toMatch(/<script|<b>/)
    expect(svg).toContain('&lt;')
  })
})

describe('a title in lines', () => {
  test('fits its box for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (title) => {
        const { lines, fontSize } = wrapTitle(title, box, measure)
        expect(lines.length).toBeLessThanOrEqual(box.maximumLines)
        for (const line of lines) expect(measure(line) * fontSize).toBeLessThanOrEqual(box.width)
      }),
    )
  })

  test('uses the largest font size that fits, and keeps all words when they fit', () => {
    expect(wrapTitle('PHP', box, measure)).toEqual({ lines: ['PHP'], fontSize: 76 })
    const long = 'Membangun Antarmuka yang Menyenangkan dengan React dan TypeScript'
    expect(wrapTitle(long, box, measure).lines.join(' ')).toBe(long)
  })

  test('ends in an ellipsis when it does not fit in the smallest size', () => {
    expect(wrapTitle('panjang '.repeat(60), box, measure).lines.at(-1)).toMatch(/…$/)
    expect(drawable('  a\n\n b  ')).toBe('a b')
  })
})
