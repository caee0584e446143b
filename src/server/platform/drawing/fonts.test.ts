import { expect, test } from 'vitest'
import { fontsFor } from './fonts-for.ts'

test.each([
  ['Vietnamese', 'Nguyễn Thị Ánh Đào'],
  ['decomposed accents', 'Nguyễn'.normalize('NFD')],
  ['every accent of Latin', 'Łukasz Őze ǅ ẞ Ṭāhā Ḥasan Ṣāliḥ Ǧ'],
  ['Greek and Cyrillic', 'Αθηνά Наталія'],
  ['Arabic', 'محمد الأمين'],
  ['Javanese', 'ꦗꦮ ꦱꦸꦤꦂꦠꦺꦴ'],
  ['Han, kana and Hangul', '陳偉 日本語 さくら 김민준'],
  ['signs', '≥ → ✓ № ≠ ∑ √ ★ ☑ ½ € ₫ … – “”'],
  ['emoji', '🎉 👩🏽‍💻 🇮🇩 ❤️'],
])('there is a font for %s', async (_, text) => {
  expect((await fontsFor(text, 800)).missing).toEqual([])
})

test('characters that no font has are named', async () => {
  expect((await fontsFor('Sari ᭓ \u{E000} ꯀ', 500)).missing).toEqual(expect.arrayContaining(['\u{E000}']))
})
