import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

const slug = (text: string, maximum = 40) => slugOf(text, { maximum, fallback: 'kelas' })

test('a slug has letters without accents, digits and single hyphens, none at its ends', () => {
  expect(['Café & Kopi: “Tubruk”!', '  --C# 12--  ', 'Nguyễn', 'ﬁgma'].map((text) => slug(text))).toEqual([
    'cafe-kopi-tubruk',
    'c-12',
    'nguyen',
    'figma',
  ])
})

test('a long text is cut without a hyphen at the end, and one without any such letter has the fallback', () => {
  expect([slug('satu dua tiga', 9), slug('日本'), slug('')]).toEqual(['satu-dua', 'kelas', 'kelas'])
})
