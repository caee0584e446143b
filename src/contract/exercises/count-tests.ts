import type { ExerciseLanguage } from './exercise-values.ts'

const isWord = (char: string | undefined): boolean => char !== undefined && /[\w$\u0080-\uFFFF]/.test(char)
const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char)
/** After one of these a slash begins a regular expression; also at the start. */
const beforeExpression = new Set(['', ...'(,=:[!&|?{};'])

/** Where a comment or text of a language begins: what ends it, and whether its line ends it too. */
type Part = { begins: string; ends: string; isOneLine: boolean; isText: boolean }
const text = (quote: string, isOneLine: boolean): Part => ({ begins: quote, ends: quote, isOneLine, isText: true })
const javascript: readonly Part[] = [
  { begins: '//', ends: '\n', isOneLine: true, isText: false },
  { begins: '/*', ends: '*/', isOneLine: false, isText: false },
  text('"', true),
  text("'", true),
  text('`', false),
]
const python: readonly Part[] = [
  { begins: '#', ends: '\n', isOneLine: true, isText: false },
  text('"""', false),
  text("'''", false),
  text('"', true),
  text("'", true),
]
const expression = text('/', true)

/** How many promises the tests of an exercise make: calls of `tes(…)` outside comments and texts. Reads every character once. */
export function countTests(tests: string, language: ExerciseLanguage): number {
  const parts = language === 'python' ? python : javascript
  let count = 0
  let at = 0
  /** The last character that is neither space nor comment. */
  let last = ''
  /** Moves behind a comment or text; one that is cut off by its line ends there. */
  function skip({ begins, ends, isOneLine, isText }: Part) {
    if (!isText) {
      const found = tests.indexOf(ends, at + begins.length)
      at = found === -1 ? tests.length : found + ends.length
      return
    }
    let isInClass = false
    for (at += begins.length; at < tests.length; at++) {
      const char = tests[at]
      if (char === '\\') at++
      else if (isOneLine && char === '\n') return
      else if (ends === '/' && char === '[') isInClass = true
      else if (isInClass && char === ']') isInClass = false
      else if (!isInClass && tests.startsWith(ends, at)) {
        at += ends.length
        return
      }
    }
  }
  while (at < tests.length) {
    const char = tests[at] ?? ''
    const part =
      parts.find(({ begins }) => tests.startsWith(begins, at)) ??
      (language !== 'python' && char === '/' && beforeExpression.has(last) ? expression : null)
    if (isSpace(char)) at++
    else if (part) {
      skip(part)
      if (part.isText) last = char
    } else if (isWord(char)) {
      const from = at
      while (isWord(tests[at])) at++
      const isTest = at - from === 3 && tests.startsWith('tes', from) && last !== '.'
      last = 'a'
      if (!isTest) continue
      while (isSpace(tests[at])) at++
      if (tests[at] === '(') count++
    } else {
      last = char
      at++
    }
  }
  return count
}
