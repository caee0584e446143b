const isWord = (char: string | undefined): boolean => char !== undefined && /[\w$\u0080-\uFFFF]/.test(char)
const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char)
/** After one of these a slash begins a regular expression; also at the start. */
const beforeExpression = new Set(['', ...'(,=:[!&|?{};'])

/** How many promises the tests of an exercise make: calls of `tes(…)` outside comments and texts. Reads every character once. */
export function countTests(tests: string): number {
  let count = 0
  let at = 0
  /** The last character that is neither space nor comment. */
  let last = ''
  const skipPast = (end: string, from: number) => {
    const found = tests.indexOf(end, from)
    at = found === -1 ? tests.length : found + end.length
  }
  /** Moves behind a text that began at `at`; one that is cut off by its line ends there. */
  function skipText(end: string, isOneLine: boolean) {
    let isInClass = false
    for (at++; at < tests.length; at++) {
      const char = tests[at]
      if (char === '\\') at++
      else if (isOneLine && char === '\n') return
      else if (end === '/' && char === '[') isInClass = true
      else if (isInClass && char === ']') isInClass = false
      else if (char === end && !isInClass) {
        at++
        return
      }
    }
  }
  while (at < tests.length) {
    const char = tests[at] ?? ''
    if (isSpace(char)) at++
    else if (tests.startsWith('//', at)) skipPast('\n', at)
    else if (tests.startsWith('/*', at)) skipPast('*/', at + 2)
    else if (char === '"' || char === "'" || char === '`' || (char === '/' && beforeExpression.has(last))) {
      skipText(char, char !== '`')
      last = char
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
