import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('e2e/**/*.ts', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

/** Playwright reads these once: they may become true a moment later. */
const reads =
  /\.(?:evaluate|evaluateAll|count|innerText|textContent|allTextContents|allInnerTexts|getAttribute|boundingBox|isVisible|isHidden|isEnabled|isChecked|inputValue|innerHTML|content|title|url)\(/

/**
 * Values that do not become true later: responses that have arrived, files on the disk, and what waits by itself (axe looks at a page
 * that is ready, times are measured).
 */
const settled =
  /^\s*(?:await|\(await) (?:violations\(|readFile\(|redirectOf\(|statusOf\(|statuses\(|responseTime\(|[\w.]*\.(?:text|json)\(\)|\(await page\.request|page\.evaluate\(askHealth\))/

/** Read once, because the script in the page waits for it, or measures it. */
const waitsInThePage: Record<string, string> = {
  'e2e/accounts.e2e.ts: bytes': 'the size of a picture that the page has just made',
  'e2e/certificate.e2e.ts: linkedIn': 'the link is rendered with the heading that was waited for',
  'e2e/connection.thorough.e2e.ts: seconds': 'a measured time',
  'e2e/notifications.thorough.e2e.ts: shown': 'resolves with the call of the worker',
  'e2e/offline-updates.thorough.e2e.ts: asked': 'waits for the answer inside',
  'e2e/offline-updates.thorough.e2e.ts: isUpdating': 'waits for the update inside',
  'e2e/presses.thorough.e2e.ts: arrived': 'the press has ended',
}

/** The argument of the `expect(…)` at this place. */
function argumentAt(text: string, start: number): string {
  let depth = 1
  let end = start
  while (depth > 0 && end < text.length) {
    if (text[end] === '(') depth++
    if (text[end] === ')') depth--
    end++
  }
  return text.slice(start, end - 1)
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Every `expect` that does not try again. */
const onceExpected = (text: string) =>
  [...text.matchAll(/(?<!await )\bexpect\(/g)].map((match) => ({
    index: match.index,
    argument: argumentAt(text, match.index + match[0].length),
  }))

test('journeys wait for what becomes true a moment later: a value of the page is polled, not read once', () => {
  const found = files.flatMap(({ file, text }) =>
    onceExpected(text)
      .filter(({ argument }) => /await\s|\w*[pP]age\w*\.url\(/.test(argument) && reads.test(argument))
      // A function is tried again.
      .filter(({ argument }) => !settled.test(argument) && !/^\s*(?:async|arrived,)/.test(argument))
      .map(({ index, argument }) => `${file}:${lineAt(text, index)} ${argument.trim().split('\n')[0]}`),
  )
  expect(found).toEqual([])
})

/** Each declaration, with what follows it in the same test. */
function declarationsIn(text: string): { names: string[]; value: string; rest: string }[] {
  const lines = text.split('\n')
  const indentOf = (line: string) => /^ */.exec(line)?.[0].length ?? 0
  return lines.flatMap((line, index) => {
    const [, names = '', first = ''] = /^\s*(?:const|let) (\[[^\]]*\]|\{[^}]*\}|\w+) = (.*)$/.exec(line) ?? []
    if (!names) return []
    const ends = (next: string) => next !== '' && indentOf(next) <= indentOf(line) && !/^\s*[)\]}.]/.test(next)
    const length = lines.slice(index + 1).findIndex(ends)
    const end = length < 0 ? lines.length : index + 1 + length
    const value = [first, ...lines.slice(index + 1, end)].join('\n')
    const rest = lines.slice(end)
    const over = rest.findIndex((next) => /^(?:test|\})/.test(next))
    return [{ names: names.match(/\w+/g) ?? [], value, rest: rest.slice(0, over < 0 ? undefined : over).join('\n') }]
  })
}
const isFunction = (value: string): boolean => /^(?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+)? =>/.test(value)

test('nor is a value of the page that a constant holds expected once', () => {
  const found = files.flatMap(({ file, text }) =>
    declarationsIn(text)
      .filter(({ value }) => /\bawait /.test(value) && reads.test(value) && !isFunction(value))
      .flatMap(({ names, rest }) =>
        names
          .filter((name) => onceExpected(rest).some(({ argument }) => new RegExp(`\\b${name}\\b`).test(argument)))
          .map((name) => `${file}: ${name}`),
      ),
  )
  expect(found.filter((each) => !(each in waitsInThePage))).toEqual([])
  expect(Object.keys(waitsInThePage).filter((each) => !found.includes(each))).toEqual([])
})

test('journeys contain no fixed waits', () => {
  // A connection, or one request, that is slow on purpose, and code of a learner that goes on after its run.
  const delays = ['e2e/connection.ts', 'e2e/study.e2e.ts', 'e2e/exercise-busy.thorough.e2e.ts']
  const found = files
    .filter(
      ({ file, text }) =>
        /waitForTimeout|setTimeout\(/.test(text.replaceAll('test.setTimeout(', '')) && !delays.includes(file),
    )
    .map(({ file }) => file)
  expect(found).toEqual([])
})
