import { describe, expect, test } from 'vitest'
import type { Certificate } from '#contract/learning/certificates.ts'
import { readDrawnText } from '#testing/materials/read-pdf.ts'
import { renderCertificatePdf } from './pdf.ts'

const certificate: Certificate = {
  _id: '0198a1b2-0000-7000-8000-000000000000',
  name: 'Sari Dewi',
  course: { _id: '1', title: 'Kelas Membatik' },
  instructor: { name: 'Budi Santoso, S.Pd., M.Kom.' },
  issuedAt: '2026-11-21T03:00:00.000Z',
  lessonCount: 12,
  proof: { keyId: 'kunci-1', document: '{}', signature: 'tanda', publicKey: 'kunci' },
} as unknown as Certificate

async function draw(texts: { name?: string; course?: string; instructor?: string }) {
  const { name = 'Sari Dewi', course = 'Kelas Membatik', instructor = 'Budi' } = texts
  const pdf = await renderCertificatePdf({
    certificate: {
      ...certificate,
      name,
      title: course,
      instructor: { ...certificate.instructor, name: instructor },
    },
    issuer: { siteName: 'Cendaki', logo: null, url: 'https://contoh.id/certificates/0198a1b2' },
  })
  return readDrawnText(pdf)
}

// An A4 page in landscape, with its margins.
const page = { left: 140, right: 786, bottom: 44, top: 550 }

/** What is drawn over the margins. */
const findOutside = async (texts: Parameters<typeof draw>[0]) =>
  (await draw(texts)).filter(
    ({ left, right, y }) => left < page.left - 1 || right > page.right + 1 || y < page.bottom - 1 || y > page.top,
  )

const scripts = [
  ['Vietnamese', 'Nguyễn Thị Ánh Đào'],
  ['decomposed accents', 'Nguyễn Thị'.normalize('NFD')],
  ['Latin beyond Latin-1', 'Łukasz Őze ẞ Ṭāhā Ḥasan Ṣāliḥ Ǧ'],
  ['Greek and Cyrillic', 'Αθηνά Наталія'],
  ['Arabic', 'محمد الأمين'],
  ['Javanese', 'ꦗꦮ ꦱꦸꦤꦂꦠꦺꦴ'],
  ['Han, kana and Hangul', '陳偉 日本語 さくら 김민준'],
  ['signs', '≥ → ✓ № ≠ ∑ √ ★ ½ € – “”'],
  ['emoji', '🎉 ❤'],
] as const

describe('a certificate draws every letter, never the box of a missing one', () => {
  test.each(scripts)('%s', async (_, sample) => {
    for (const field of ['name', 'course', 'instructor'] as const) {
      const drawn = await draw({ [field]: sample })
      expect(
        drawn.filter(({ glyphs }) => glyphs.includes(0)),
        field,
      ).toEqual([])
      const all = drawn
        .map(({ text }) => text)
        .join('')
        .normalize('NFC')
      expect(
        [...sample.normalize('NFC')].filter((letter) => !all.includes(letter)),
        field,
      ).toEqual([])
    }
  })
})

describe('whatever the texts are, a certificate stays inside its margins', () => {
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
  test.each<[string, string]>([
    ['a word that is longer than a line', word],
    ['capitals', word.toUpperCase()],
    ...['W', 'Œ', 'Ǆ', 'ǆ', 'm', '%', 'O', '™', 'ď', '…', '0', 'Ж', 'Ω', '陳', '→', '★', '🎉'].map(
      (letter): [string, string] => [`the wide letter ${letter}`, letter.repeat(80)],
    ),
    ['many words', 'Raden Ayu Siti Nurhaliza Kusumawardhani '.repeat(3).trim()],
    ['a script without spaces', '陳偉日本語さくら김민준'.repeat(8)],
    ...['ꦱꦸꦤꦂꦠꦺꦴ', 'ꦗꦮ', 'ꦏ꧀ꦱ', 'ꦘ', 'ꦞ', 'ꦟ'].map((each): [string, string] => [`Javanese ${each}`, each.repeat(20)]),
    ['Arabic', 'محمدالأمين'.repeat(8)],
    ['accents on accents', 'Nguyễn'.normalize('NFD').repeat(14)],
  ])('%s', async (_, text) => {
    const texts = { name: text.slice(0, 80), course: text.slice(0, 100), instructor: text.slice(0, 80) }
    expect(await findOutside(texts)).toEqual([])
  })
})
