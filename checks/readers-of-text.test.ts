import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Parsers of packages, and the readers of bytes and XML that all others use. */
const takesApart = /from '(?:gift-pegjs|marked|csv-parse[^']*|turndown|yaml)'|\b(?:parseXml|readText|decodeText)\b/
const property = 'src/testing/chaos/nothing-vanishes.thorough.test.ts'

/** Modules that take texts apart and are no reader of what is shown, or are tried elsewhere. */
const otherReaders: Readonly<Record<string, string>> = {
  'src/server/platform/xml.ts': 'XML for the readers of archives',
  'src/server/platform/read-text.ts': 'bytes to text for all readers',
  'src/server/platform/media/check-document.ts': 'looks at files that stay as they are',
  'src/server/platform/rich-text/typed-signs.ts': 'signs of posts, for the reader of Markdown: typed-texts.test.ts',
  'src/server/platform/rich-text/html-to-markdown.ts': 'writes; html-to-markdown.thorough.test.ts reads it again',
  'src/server/moving/course-files.ts': 'hands archives to their readers',
  'src/server/moving/reading/read-course.ts': 'own format: round-trip.thorough.api.test.ts',
  'src/server/moving/reading/markdown-file.ts': 'own format: round-trip.thorough.api.test.ts',
  'src/server/moving/reading/course-yaml.ts': 'own format: round-trip.thorough.api.test.ts',
  'src/server/moving/reading/quiz.ts': 'own format: round-trip.thorough.api.test.ts',
  'src/server/moving/reading/probe-yaml.ts': 'says where a course file is wrong',
  'src/server/moving/reading/yaml-mistakes.ts': 'says where a course file is wrong',
  'src/server/assessment/question-files/question-files.ts': 'hands files to their readers',
  'src/server/process/config/env-file.ts': 'settings of an installation',
  'src/server/process/demo/reading.ts': 'texts of the demo',
  'src/server/moving/ebooks/read-folder.ts': 'Markdown of the operator, by the same reader',
  'src/sandbox/payment/payments/create-request.ts': 'the sandbox of payments',
  'src/web/kit/staff/editor/pasted-markdown.ts': 'what an author pastes and sees at once',
}

test('every module that takes texts apart is in the property that nothing vanishes, or is named here with its reason', () => {
  const found = globSync('src/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file) && takesApart.test(readFileSync(file, 'utf8')))
  const tried = [...readFileSync(property, 'utf8').matchAll(/'(src\/[^']+\.ts)'/g)].map(([, file = '']) => file)
  const listed = new Set([...tried, ...Object.keys(otherReaders)])
  expect(found.filter((file) => !listed.has(file)).toSorted()).toEqual([])
  expect([...listed].filter((file) => !found.includes(file)).toSorted()).toEqual([])
})
