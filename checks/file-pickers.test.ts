import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('what a file picker offers is said beside what the server takes, not in the page', () => {
  const written = globSync('src/web/**/*.tsx').filter((file) =>
    /\baccept(?:=["']|:\s*["'`][.\w]+[/,])|accept=\{[^}]*(?:`|\.map\(|\.join\()/.test(readFileSync(file, 'utf8')),
  )
  expect(written).toEqual([])
})
