import { describe, expect, test } from 'vitest'
import { userMarkdownToHtml } from '#server/platform/rich-text/index.ts'
import { withSiteAddresses } from './site-addresses.ts'

const places = { siteUrl: 'https://kelas.id', page: 'https://kelas.id/tanya/1?x=2#a' }

describe('in HTML, what leads within the site is a whole address', () => {
  test.each<[string, string]>([
    ['<a href="/kelas/x">a</a>', '<a href="https://kelas.id/kelas/x">a</a>'],
    ['<a rel="ugc" href="kelas/x">a</a>', '<a rel="ugc" href="https://kelas.id/kelas/x">a</a>'],
    ['<a href="../kelas/x">a</a>', '<a href="https://kelas.id/kelas/x">a</a>'],
    ['<a href="#bab">a</a>', '<a href="https://kelas.id/tanya/1#bab">a</a>'],
    ['<a href="/cari?a=1&amp;b=2">a</a>', '<a href="https://kelas.id/cari?a=1&amp;b=2">a</a>'],
    ['<img src="/uploads/a.webp" alt="peta" />', '<img src="https://kelas.id/uploads/a.webp" alt="peta" />'],
  ])('%s', (html, shown) => expect(withSiteAddresses({ html, text: '' }, places).html).toBe(shown))

  test.each([
    '<a href="https://contoh.id/a">a</a>',
    '<a href="mailto:a@contoh.id">a</a>',
    '<a href="//contoh.id/a">a</a>',
    '<code>&lt;a href="/kelas/x"&gt;</code>',
  ])('and %s stays', (html) => expect(withSiteAddresses({ html, text: '' }, places).html).toBe(html))
})

describe('in text as well, and what is no link stays as it was typed', () => {
  const textOf = async (text: string) => {
    const html = await userMarkdownToHtml({ userId: 'a', field: 'text' }, text)
    return withSiteAddresses({ html, text }, places).text
  }

  test.each<[string, string]>([
    ['[Bab 2](/kelas/x)', '[Bab 2](https://kelas.id/kelas/x)'],
    ['[Bab 2](/kelas/x "judul")', '[Bab 2](https://kelas.id/kelas/x "judul")'],
    ['<a href="/kelas/x">Bab 2</a>', '<a href="https://kelas.id/kelas/x">Bab 2</a>'],
    ['[Bab 2][1]\n\n[1]: /kelas/x', '[Bab 2][1]\n\n[1]: https://kelas.id/kelas/x'],
    [
      '![peta](/uploads/01890a5d-ac96-774b-bcce-b302099a8057.webp)',
      '![peta](https://kelas.id/uploads/01890a5d-ac96-774b-bcce-b302099a8057.webp)',
    ],
  ])('%s', async (text, shown) => expect(await textOf(text)).toBe(shown))

  test.each([
    'buka /kelas/x',
    '[a](https://contoh.id/kelas/x)',
    '`[Bab 2](/kelas/x)` dan arr[0](/x',
    '```\n[Bab 2](/kelas/x)\n```',
  ])('%s', async (text) => expect(await textOf(text)).toBe(text))

  test('the same address is whole where it is a link, and stays in code', async () =>
    expect(await textOf('[a](/kelas/x)\n\n```md\n[a](/kelas/x)\n```')).toBe(
      '[a](https://kelas.id/kelas/x)\n\n```md\n[a](/kelas/x)\n```',
    ))
})
