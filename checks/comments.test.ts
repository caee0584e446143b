import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{src,checks,bench,demo,e2e}/**/*.{ts,tsx}')

const opening = /^\s*(?:\/\/|\{?\/\*\*?) (?:What|Of)\b/
const below = /^\s*\* (?:What|Of)\b/
const emptyOpening = /^\s*\{?\/\*\*?\s*$/
const lineComment = /^\s*\/\//

/** The numbers of the lines on which a comment begins so; a further line of it may begin with any word. */
const wrongLines = (text: string): number[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const before = lines[index - 1] ?? ''
    const isFurther = lineComment.test(line) && lineComment.test(before)
    const isWrong = (opening.test(line) && !isFurther) || (below.test(line) && emptyOpening.test(before))
    return isWrong ? [index + 1] : []
  })
}

test('a comment begins with a verb or with the thing it is about, never with What or Of', () => {
  expect(files.length).toBeGreaterThan(0)
  const wrong = files.flatMap((file) => wrongLines(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(wrong).toEqual([])
})

test('only the first line of a comment counts', () => {
  const first = ['// What it is.', '/** Of it. */', '  {/* What it is. */}', '/**\n * What it is.\n */']
  expect(first.map((text) => wrongLines(text).length)).toEqual([1, 1, 1, 1])
  const further = ['// Says\n// What it is.', '/**\n * Says\n * Of it.\n */', '// Whatever it is.', '// Offers it.']
  expect(further.flatMap(wrongLines)).toEqual([])
})
