import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('a table that CSS lays out as cards names its roles, which browsers drop with its display', async () => {
  const wrong: string[] = []
  let tables = 0
  for await (const path of glob('src/web/**/*.tsx')) {
    const text = await readFile(path, 'utf8')
    const isCards = /<t(?:able|body|r|d|h)\b[^>]*max-(?:md|\[[^\]]+\]):(?:block|grid|flex)/s.test(text)
    if (!isCards) continue
    tables++
    for (const [tag, name] of text.matchAll(/<(table|thead|tbody|tr|td|th)\b[^>]*/g))
      if (!/\brole=/.test(tag)) wrong.push(`${path}: <${name}>`)
  }
  expect(tables).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})
