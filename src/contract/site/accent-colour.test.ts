import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accentContrast,
  accentProblem,
  accentShades,
  contrast,
  formatContrast,
  legibleAccent,
  minimumContrast,
} from './accent-colour.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is the ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#3547b4', '#3547b4')).toBe(1)
  expect(formatContrast(4.4999)).toBe('4,4 : 1')
})

test('a pale accent is rejected with what was measured and a colour that works', () => {
  const problem = accentProblem('#f7b32b') ?? ''
  expect(problem).toMatch(/^Kontras di tema terang 1,6 : 1, minimal 4,5 : 1\. Coba #[0-9a-f]{6}\.$/)
  expect(accentProblem(/#[0-9a-f]{6}/.exec(problem)?.[0] ?? '')).toBeNull()
  expect(accentProblem('#3547b4')).toBeNull()
})

describe('for any colour', () => {
  test('the proposal is accepted, and a colour that is accepted is its own proposal', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        expect(accentProblem(legibleAccent(colour))).toBeNull()
        if (accentProblem(colour) === null) expect(legibleAccent(colour)).toBe(colour)
      }),
    )
  })

  test('that is accepted, text in it, on it, and on the dark bands has the contrast of AA in both themes', () => {
    fc.assert(
      fc.property(colours.map(legibleAccent), (accent) => {
        const { light, dark } = accentShades(accent)
        const measured = accentContrast(accent)
        expect(Math.min(measured.light, measured.dark)).toBeGreaterThanOrEqual(minimumContrast)
        for (const shades of [light, dark]) {
          for (const background of [shades.accent, shades.hover])
            expect(contrast(shades.onAccent, background)).toBeGreaterThanOrEqual(minimumContrast)
          // The greys of text on dark parts, and the accent itself there.
          for (const text of ['#ffffff', '#eeede8', '#c3c5d2', '#9da1b4', dark.accent])
            expect(contrast(text, shades.band), `${text} on ${shades.band}`).toBeGreaterThanOrEqual(minimumContrast)
          // The mark of the logo on its tile is a picture.
          expect(contrast('#f7b32b', shades.logo)).toBeGreaterThanOrEqual(3)
        }
        // Text on the tints.
        expect(contrast('#5e6173', light.tint)).toBeGreaterThanOrEqual(minimumContrast)
        expect(contrast('#9da1b4', dark.tint)).toBeGreaterThanOrEqual(minimumContrast)
      }),
      { numRuns: 400 },
    )
  })
})
