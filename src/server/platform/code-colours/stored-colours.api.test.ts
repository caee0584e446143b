import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { codeColours } from './code-tables.ts'
import { codeBlocksOf, digestOf } from './paint-code.ts'
import { storedPainter } from './stored-colours.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('a response colours as much code as it may cost, and the code after that stays plain', async () => {
  const code = 'a'.repeat(15_000)
  const html = `<pre><code class="language-js">${code}</code></pre>`
  const [block = { language: '', code: '' }] = codeBlocksOf(html)
  const runs = Array.from(code, () => '1keyword').join(' ')
  await site.database.query.insert(codeColours).values({ digest: digestOf(block), runs, madeAt: new Date() })
  const show = await storedPainter(site.database.query, [html])
  expect(show(html).match(/<span class="hljs-keyword">/g)).toHaveLength(15_000)
  expect([show(html), show('<p>Teks</p>')]).toEqual([html, '<p>Teks</p>'])
  const next = await storedPainter(site.database.query, [html])
  expect(next(html)).not.toBe(html)
})
