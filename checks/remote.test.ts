import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { visitorContract } from '../src/contract/visitor.ts'

const root = join(import.meta.dirname, '..')
const files = new Map(
  globSync('src/web/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
)

/** Requests of additions that a page is complete without, and why nothing is said when one fails. */
const additions: Record<string, string> = {
  'src/web/catalog/video/captions.ts': 'the player of the video says which captions there are',
  'src/web/commerce/checkout/use-purchase.ts': 'a code that is offered, which one can also type',
  'src/web/conversation/ask-form.tsx': 'suggestions while one types',
  'src/web/identity/sign-in/redirect-signed-in.ts': 'the sign-in form stays',
  'src/web/learning/player/next-courses.tsx': 'recommendations',
  'src/web/learning/next-step.tsx': 'the next step of a path, beside recommendations',
  'src/web/library/reader/next-ebooks.tsx': 'recommendations',
  'src/web/site/slots/course-page-slots.tsx': 'voting on reviews',
  'src/web/groups/next-meeting.tsx': 'the next meeting, which the schedule shows as well',
  'src/web/site/student-area/student-layout.tsx': 'the link to teams, to which the transactions lead as well',
  'src/web/site/staff/use-waiting.ts': 'numbers beside the menu, which the pages show as well',
}
/** Asked again by themselves, every minute. */
const repeated = ['src/web/notifications/use-unread.ts']

const definition = 'src/web/kit/ui/behaviour/use-remote.ts'
/** Hooks that hand the whole request on to the component that calls them. */
const handingOn = [...files].flatMap(([file, text]) =>
  [...text.matchAll(/function (use\w+)\([^]*?\n}/g)]
    .filter(([body]) => /return useRemote\(/.test(body))
    .map(([, name = '']) => ({ file, name })),
)

test('a failed request is never shown as nothing: its component reads the failure', () => {
  const silent = [...files].filter(
    ([file, text]) =>
      file !== definition &&
      !repeated.includes(file) &&
      (/\buseRemote(?:<\w+>)?\(/.test(text) || handingOn.some(({ name }) => text.includes(`= ${name}(`))) &&
      !/'failed'|hasFailed|OwnedFailure|return useRemote\(/.test(text),
  )
  expect(silent.map(([file]) => file)).toEqual([])
})

/** Files that show a failure without a button of their own, and why. */
const withoutRetry: Record<string, string> = {
  'src/web/catalog/staff/videos/many-videos.tsx': 'without the limit the server still says which video is too large',
  'src/web/catalog/staff/lessons/upload-field.tsx':
    'without the limit the server still says that the video is too large',
  'src/web/conversation/questions-section.tsx': 'code that did not load is requested again with the page only',
  'src/web/groups/use-cohorts.ts': 'the components that call it offer it',
  'src/web/learning/continue-strip.tsx': 'links to the page that shows the courses',
}

test('a failed request can be repeated where its failure is shown, without loading the page again', () => {
  const stuck = [...files].filter(
    ([file, text]) =>
      file !== definition &&
      !(file in withoutRetry) &&
      ((/\buseRemote(?:<\w+>)?\(/.test(text) && !/\breload\b|onRetry/.test(text)) ||
        /belum bisa (dimuat|dibuka)[^'`]* (Muat ulang|Tutup, lalu)/.test(text)),
  )
  expect(stuck.map(([file]) => file)).toEqual([])
})

test('only additions are loaded without their failure', () => {
  const used = [...files].filter(([file, text]) => file !== definition && text.includes('useRemoteAddition('))
  expect(used.map(([file]) => file).toSorted()).toEqual(Object.keys(additions).toSorted())
})

const importLine =
  /^\s*(import|export)\b(?!\s+type\b)(?:[^'"]*?from)?\s+['"]([^'"]+)['"]|\b(import)\(\s*['"]([^'"]+)['"]/gm

/** The files that this one loads at once, and those that it loads on demand. */
const importsOf = new Map(
  [...files].map(([file, text]) => {
    const found = [...text.matchAll(importLine)].map(([, , direct, , later]) => {
      const specifier = direct ?? later ?? ''
      const target = specifier.startsWith('#')
        ? `src/${specifier.slice(1)}`
        : relative(root, join(root, dirname(file), specifier))
      return { target, isLater: later !== undefined }
    })
    return [file, found.filter(({ target }) => files.has(target))] as const
  }),
)

/** Everything that is loaded together with this file. */
function loadedWith(entry: string): Set<string> {
  const seen = new Set([entry])
  for (const file of seen) for (const { target, isLater } of importsOf.get(file) ?? []) if (!isLater) seen.add(target)
  return seen
}

type Calls = ReadonlySet<string>

/** The calls that a registration adds, as `domain.call`. */
async function callsRegisteredIn(file: string): Promise<Calls> {
  const text = files.get(file) ?? ''
  const calls = new Set<string>()
  for (const [, argument = ''] of text.matchAll(/registerContract\(([^)]*)\)/g))
    for (const name of argument.match(/\w+Contract\b/g) ?? []) {
      const source = new RegExp(String.raw`\b${name}\b[^;]*?['"]#(contract/[^'"]+)['"]`).exec(text)?.[1]
      if (!source) continue
      const contract = ((await import(join(root, 'src', source))) as Record<string, Record<string, object>>)[name] ?? {}
      const domain = new RegExp(String.raw`(\w+): (?:\{ )?[^,]*\b${name}\b`).exec(argument)?.[1]
      for (const [key, value] of Object.entries(contract))
        if ('~orpc' in value) calls.add(`${domain}.${key}`)
        else for (const call of Object.keys(value)) calls.add(`${key}.${call}`)
    }
  return calls
}

/** Registered by what reads the stored answers and code of this device, with the contract that it loads on demand. */
const withStoredData = ['quizAttempts', 'exercises']

const calledIn = (file: string): string[] =>
  [
    ...(files.get(file) ?? '').matchAll(
      /\b(?:authenticated|anonymous|caller|client|withToken\(\w+\))\s*\.(\w+)\s*\.(\w+)\(/g,
    ),
  ]
    .filter(([, domain = '']) => !(domain in visitorContract) && !withStoredData.includes(domain))
    .map(([, domain, call]) => `${domain}.${call}`)

test('a contract that is loaded with a file is registered with it, not by a loader that a server-rendered page skips', () => {
  const late = [...files].filter(([, text]) =>
    [...text.matchAll(/^[ \t]+.*\bregisterContract\(([^)]*)\)/gm)].some(([, argument = '']) =>
      (argument.match(/\w+Contract\b/g) ?? []).some((name) =>
        new RegExp(String.raw`^import [^;]*?\b${name}\b[^;]*? from`, 'm').test(text),
      ),
    ),
  )
  expect(late.map(([file]) => file)).toEqual([])
})

test('the code of every page registers each call that it makes beyond those of visitors', async () => {
  const entries = new Set(
    [...importsOf.values()]
      .flat()
      .filter(({ isLater }) => isLater)
      .map(({ target }) => target),
  )
  const registeredIn = new Map<string, Calls>()
  for (const file of files.keys()) registeredIn.set(file, await callsRegisteredIn(file))
  const parts = new Map([...entries].map((entry) => [entry, loadedWith(entry)] as const))
  const available = new Map(
    [...parts].map(
      ([entry, part]) => [entry, new Set([...part].flatMap((file) => [...(registeredIn.get(file) ?? [])]))] as const,
    ),
  )
  // Code that one part loads on demand finds what that part has registered.
  for (let round = 0; round < 4; round++)
    for (const [entry, own] of available) {
      const parents = [...parts].filter(
        ([parent, part]) =>
          parent !== entry &&
          [...part].some((file) => importsOf.get(file)?.some((each) => each.isLater && each.target === entry)),
      )
      const [first, ...others] = parents.map(([parent]) => available.get(parent) ?? new Set<string>())
      for (const call of first ?? []) if (others.every((other) => other.has(call))) own.add(call)
    }
  const missing = [...parts].flatMap(([entry, part]) =>
    [...part].flatMap((file) =>
      calledIn(file)
        .filter((call) => !available.get(entry)?.has(call))
        .map((call) => `${file}: ${call}, in the part of ${entry}`),
    ),
  )
  expect(missing).toEqual([])
})
