import { expect, test } from 'vitest'
import { cleanHtml, mapPictures, placePictures, replacePictures } from './index.ts'
import { markdownWithPictures } from './markdown.ts'

const stored = { name: '019f0000-0000-7000-8000-000000000001.webp', width: 640, height: 480 }

test('pictures are numbered by what they refer to, and get the addresses and sizes of stored ones', () => {
  const { html, references } = markdownWithPictures(
    '![Peta](images/peta.png)\n\n![Foto](foto.jpg) dan ![peta lagi](images/peta.png)',
  )
  expect(references).toEqual(['images/peta.png', 'foto.jpg'])
  const placed = placePictures(html, (number) => (number === 0 ? stored : undefined))
  expect(placed).toContain(`<img src="/uploads/${stored.name}" alt="Peta" loading="lazy" width="640" height="480" />`)
  expect(placed).toContain('alt="peta lagi"')
  expect(placed).not.toContain('Foto')
})

test('a size that was written stays, and so does every escaped character', () => {
  const { html } = markdownWithPictures('<img src="a.png" width="10" alt="&lt;b&gt; &quot;x&quot; & 5 > 4">')
  const placed = placePictures(html, () => stored)
  expect(placed).toContain('width="10"')
  expect(placed).not.toContain('height')
  expect(cleanHtml(placed)).toBe(placed)
})

test('a text cannot name a number that is not a picture of its own', () => {
  const { html, references } = markdownWithPictures('![x](/uploads/00000000-0000-7000-8000-000000000007.webp)')
  expect(references).toEqual(['/uploads/00000000-0000-7000-8000-000000000007.webp'])
  expect(placePictures(html, (number) => (number === 7 ? stored : undefined))).not.toContain('img')
})

test('replacing pictures of clean HTML is what cleaning it again with them gives', () => {
  const change = ({ src = '', ...others }: Readonly<Record<string, string>>) =>
    src.includes('a') ? null : { src: '/uploads/peta.webp', ...others }
  for (const source of [
    '<p>a</p>',
    '<p><img src="a.png" alt="1"></p>',
    "<figure><img alt='\"&<>' src=b.png height=3><figcaption>x</figcaption></figure>",
  ]) {
    const clean = mapPictures(source, (attributes) => attributes)
    expect(replacePictures(clean, change)).toBe(mapPictures(clean, change))
  }
})
