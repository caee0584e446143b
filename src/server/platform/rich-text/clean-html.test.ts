import { describe, expect, test } from 'vitest'
import { cleanHtml, mapPictures, replacePictures } from './index.ts'

const plainLink = '<a rel="noopener noreferrer nofollow">x</a>'

describe('a link', () => {
  test.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'JaVaScRiPt&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&#x3a;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x',
    '//jahat.example',
    '/\\jahat.example',
    '\\\\jahat.example',
  ])('to %j loses its target', (href) => expect(cleanHtml(`<a href="${href}">x</a>`)).toBe(plainLink))

  test.each(['https://contoh.id/a?b=1#c', 'http://contoh.id', 'mailto:sari@contoh.id', '/kelas', '#bagian'])(
    'to %s keeps it',
    (href) =>
      expect(cleanHtml(`<a href="${href}" target="_blank" onclick="x()">x</a>`)).toBe(
        `<a href="${href}" rel="noopener noreferrer nofollow">x</a>`,
      ),
  )
})

test.each([
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="//jahat.example/x.png">',
  '<img src="/uploads/../api/sign-out">',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<form action="https://jahat.example"><input name="password"><button>Masuk</button></form>',
  '<p style="position:fixed" class="toast" id="konten" name="x">x</p>',
  '<style>@import "//jahat.example"</style><link rel="stylesheet" href="x">',
  '<base href="//jahat.example"><meta http-equiv="refresh" content="0;url=//jahat.example">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x</p></noscript>',
  '<!--><script>alert(1)</script>-->',
  '<table><td background="javascript:alert(1)">x</td></table>',
  '<details open ontoggle=alert(1)>x</details><video><source onerror=alert(1)></video>',
])('nothing active or disguising is left of %s', (html) => {
  const cleaned = cleanHtml(html)
  expect(cleaned).not.toMatch(
    /<(script|style|svg|math|iframe|object|embed|form|input|button|base|meta|link|template|noscript|details|video|source|img)\b/i,
  )
  // Text that looks like markup is escaped, so attributes appear only in tags.
  expect([...cleaned.matchAll(/<[^>]*>/g)].join('')).not.toMatch(
    /\b(on\w+|style|class|id|name|srcdoc|background|action)\s*=|(javascript|data):/i,
  )
})

describe('a link whose picture goes', () => {
  const link = (inner: string) => `<a href="https://x.id/a?b=1&amp;c" rel="noopener noreferrer nofollow">${inner}</a>`
  const given = (inner: string) => `<a href="https://x.id/a?b=1&c">${inner}</a>`
  const own = '<img src="/uploads/01a2b3c4-0000-7000-8000-000000000000.webp" alt="b" loading="lazy" />'

  test.each<[string, string, string]>([
    ['what the picture was called', '<img src="https://x.id/a.png" alt="gbr">', 'gbr'],
    [
      'all that they were called',
      '<img src="a.png" alt="satu"> <img src="b.png" alt="&quot;dua&quot;">',
      ' satu &quot;dua&quot;',
    ],
    ['its address', '<img src="https://x.id/a.png">', 'https://x.id/a?b=1&amp;c'],
    ['its text', 'Lihat <img src="a.png" alt="gbr">', 'Lihat '],
    ['its other picture', `<img src="a.png" alt="gbr">${own}`, own],
  ])('shows %s', (_, inner, shown) => expect(cleanHtml(given(inner))).toBe(link(shown)))

  test('does so wherever a picture is taken away', () => {
    expect(mapPictures(given('<img src="a.png" alt="gbr">'), () => null)).toBe(link('gbr'))
    expect(replacePictures(cleanHtml(given(own)), () => null)).toBe(link('b'))
  })

  test('is not made up for a picture without a link, or a link without a picture', () => {
    expect(cleanHtml('a<img src="a.png" alt="gbr">b')).toBe('ab')
    expect(cleanHtml('<a href="#x"></a>b')).toBe('<a href="#x" rel="noopener noreferrer nofollow"></a>b')
    expect(cleanHtml('<a name="x"><img src="a.png" alt="gbr"></a>')).toBe('<a rel="noopener noreferrer nofollow"></a>')
  })
})

test('letters and numbers that count the items of a list stay', () => {
  expect(cleanHtml('<ol type="A" start="2"><li value="4">a</li></ol>')).toBe(
    '<ol start="2" type="A"><li value="4">a</li></ol>',
  )
  expect(cleanHtml('<ol style="list-style-type: lower-alpha"><li>a</li></ol>')).toBe('<ol type="a"><li>a</li></ol>')
  expect(cleanHtml('<ol type="1&quot;x"><li>a</li></ol>')).toBe('<ol><li>a</li></ol>')
})
