import { expect, test } from 'vitest'
import { renderMessage } from './message.ts'

const head = {
  siteName: 'Kelas',
  siteUrl: 'https://kelas.id',
  contactEmail: '',
  recipientName: 'Siti',
  accent: null,
  logoUrl: null,
}

test('a comment keeps its lines, its tags and the spaces before its code, in both forms', () => {
  const comment = 'Coba:\n\nif (a < b) {\n  <h1>\n}'
  const { text, html } = renderMessage({ subject: 'Dinilai', paragraphs: [], facts: [['Komentar', comment]] }, head)
  expect(text).toContain(`Komentar: ${comment}`)
  expect(html).toContain('Coba:<br><br>if (a &lt; b) {<br>&nbsp;&nbsp;&lt;h1&gt;<br>}')
})

test('a post leads to the site in both forms, also to the part of its own page', () => {
  const post = {
    html: '<p><a href="/kelas/x">a</a> <a href="#bab">b</a></p>',
    text: '[a](/kelas/x) <a href="#bab">b</a>',
  }
  const action = { label: 'Baca', url: 'https://kelas.id/tanya/1' }
  const { text, html } = renderMessage({ subject: 'Ada jawaban', paragraphs: [], post, action }, head)
  for (const address of ['https://kelas.id/kelas/x', 'https://kelas.id/tanya/1#bab']) {
    expect(html).toContain(`href="${address}"`)
    expect(text).toContain(address)
  }
})

test('a comment keeps the tabs of its code, and the spaces within a line, in both forms', () => {
  const comment = 'def f():\n\tif x:\n\t\treturn 1   # satu\n \tx'
  const { text, html } = renderMessage({ subject: 'Dinilai', paragraphs: [], facts: [['Komentar', comment]] }, head)
  const spaces = (count: number) => '&nbsp;'.repeat(count)
  expect(text).toContain(`Komentar: ${comment}`)
  expect(html).toContain(
    `def f():<br>${spaces(4)}if x:<br>${spaces(8)}return 1${spaces(2)} # satu<br>${spaces(5)}x</td>`,
  )
})
