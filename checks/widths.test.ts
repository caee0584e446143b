import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** In quarters of the text's size: wider than a phone of 320 px within its margins, with text of 200 %. */
const widest = 36
/** Components that bound their own width. */
const bounded = /<(?:Stairs|Skeleton)\b[^>]*$/

test('what is as wide as a phone with large text is told not to be wider than its place', async () => {
  const wrong: string[] = []
  let wide = 0
  for await (const path of glob('src/web/**/*.{ts,tsx}')) {
    const text = await readFile(path, 'utf8')
    for (const { 0: classes, index } of text.matchAll(/(['"`])[^'"`\n]*?\b(?:w|size)-\d+[^'"`\n]*\1/g)) {
      const isWide = classes
        .slice(1, -1)
        .split(/\s+/)
        .some((name) => Number(/^(?:min-w|w|size)-(\d+)$/.exec(name)?.[1]) > widest)
      if (!isWide) continue
      wide++
      if (/\bmax-w-|\bmax-md:w-|\bhidden\b/.test(classes) || bounded.test(text.slice(0, index))) continue
      wrong.push(`${path}: ${classes}`)
    }
  }
  expect(wide).toBeGreaterThan(3)
  expect(wrong).toEqual([])
})
