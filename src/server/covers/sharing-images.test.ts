import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createSharingImages } from './sharing-images.ts'
import { sharingSvg } from './sharing-svg.ts'
import { drawable, widthOf, wrapTitle } from './wrap-title.ts'

const input = { title: 'Full-Stack Web dari Nol sampai Online', label: 'Web Development', category: 'web-development', seed: 'a', siteName: 'Cendaki' }
const room = { width: 740, sizes: [76, 66, 58, 50], maximumLines: 3 }

describe('a sharing image', () => {
  test('is a PNG of 1200 × 630 below 300 KB, for a category as for the house itself', async () => {
    const images = createSharingImages({ maximumBytes: 1e6, maximumWaiting: 5 })
    for (const category of ['web-development', 'php', null]) {
      const png = await images.draw({ ...input, category })
      const { format, width, height } = await sharp(png!).metadata()
      expect([format, width, height]).toEqual(['png', 1200, 630])
      expect(png!.byteLength).toBeLessThan(300 * 1024)
    }
  })

  test('is drawn once for all who ask, and kept; no more wait than may', async () => {
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

  test('shows no markup of a title, and nothing that the font lacks', () => {
    const svg = sharingSvg({ ...input, title: '</text><script>alert(1)</script> & "日本" 🚀', label: '<b>' })
    expect(svg).not.toMatch(/<script|<b>|日|🚀/)
    expect(svg).toContain('&lt;')
  })
})

describe('a title in lines', () => {
  test('fits its room whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (title) => {
        const { lines, fontSize } = wrapTitle(title, room)
        expect(lines.length).toBeLessThanOrEqual(room.maximumLines)
        for (const line of lines) expect(widthOf(line) * fontSize).toBeLessThanOrEqual(room.width)
      }),
    )
  })

  test('is as large as it can be, and keeps all its words when they fit', () => {
    expect(wrapTitle('PHP', room)).toEqual({ lines: ['PHP'], fontSize: 76 })
    const long = 'Membangun Antarmuka yang Menyenangkan dengan React dan TypeScript'
    expect(wrapTitle(long, room).lines.join(' ')).toBe(long)
  })

  test('ends in an ellipsis when even the smallest letters are too many', () => {
    expect(wrapTitle('panjang '.repeat(60), room).lines.at(-1)).toMatch(/…$/)
    expect(drawable('  a\n\n b  ')).toBe('a b')
  })
})
