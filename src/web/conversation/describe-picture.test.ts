import { expect, test } from 'vitest'
import { describePicture, pictureMarkdown } from './describe-picture.ts'

const text = `Lihat ini\n\n${pictureMarkdown('/uploads/a.webp')}\n\n${pictureMarkdown('/uploads/b.webp')}\n`

test.each([
  [
    'the picture at its address',
    text,
    'Galat di baris 3',
    text.replace('Gambar](/uploads/b', 'Galat di baris 3](/uploads/b'),
  ],
  ['again', text.replace('Gambar](/uploads/b', 'Galat](/uploads/b'), '', text],
  [
    'with signs of Markdown as text',
    text,
    'kolom [a]\n\\b',
    text.replace('Gambar](/uploads/b', 'kolom a b](/uploads/b'),
  ],
  ['nothing, once it was taken out', 'Lihat ini', 'Galat', 'Lihat ini'],
])('a description is of %s', (_, markdown, description, described) =>
  expect(describePicture(markdown, '/uploads/b.webp', description)).toBe(described),
)
