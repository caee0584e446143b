import { expect, test } from 'vitest'
import { courseBuilder } from './course-builder.ts'

const read = (html: string) =>
  courseBuilder({ title: 'Kelas' }, { essaysAsAssignments: false }).readHtml(html, () => null)

test.each([
  ['<p>List<String> x</p>', '<p>List&lt;String&gt; x</p>'],
  ['<p>#include <stdio.h> dan <budi@x.id></p>', '<p>#include &lt;stdio.h&gt; dan &lt;budi@x.id&gt;</p>'],
  ['<div>a</div><div><span style="text-decoration: underline">b</span></div>', '<p>a</p><p><u>b</u></p>'],
  ['<p><math><msqrt><mn>2</mn></msqrt></math></p>', String.raw`<p>\(\sqrt{2}\)</p>`],
])('a page keeps %j', async (given, html) => expect(await read(given)).toMatchObject({ html, notes: [] }))

test('a page names what is hidden, and a link shows what its picture was called', async () =>
  expect(
    await read('<p style="display:none">kunci</p><a href="https://x.id"><img src="https://x.id/a.png" alt="gbr"></a>'),
  ).toMatchObject({
    html: '<a href="https://x.id" rel="noopener noreferrer nofollow">gbr</a>',
    notes: ['teks tersembunyi tidak ikut: "kunci"', 'gambar "a.png" (gbr) tidak ada atau tidak bisa dibaca'],
  }))
