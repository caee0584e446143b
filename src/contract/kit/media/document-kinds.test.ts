import { expect, test } from 'vitest'
import { submissionRules } from '#contract/assessment/assignment-values.ts'
import { attachmentRules } from '#contract/catalog/attachment-rules.ts'
import { acceptDocuments, documentKinds } from './document-kinds.ts'
import {
  acceptArchives,
  acceptCaptions,
  acceptQuestions,
  acceptTables,
  acceptVideos,
  acceptVideosAndCaptions,
} from './picked-files.ts'
import { acceptImages } from './images.ts'

test.each([
  ['of what is handed in', submissionRules],
  ['of a lesson', attachmentRules],
])('the picker of files %s offers each ending that is taken with a type, and no other kind', (_, { extensions }) => {
  const offered = acceptDocuments(extensions).split(',')
  expect(offered).toEqual(expect.arrayContaining(extensions.map((ending) => `.${ending}`)))
  const kinds = Object.entries(documentKinds)
  for (const [ending, { types }] of kinds) expect(offered.includes(types[0] ?? '')).toBe(extensions.includes(ending))
  // `jpeg` is another name of one.
  expect(extensions.filter((ending) => !(ending in documentKinds))).toEqual(['jpeg'])
})

test.each([
  acceptArchives,
  acceptCaptions,
  acceptDocuments(attachmentRules.extensions),
  acceptImages,
  acceptQuestions,
  acceptTables,
  acceptVideos,
  acceptVideosAndCaptions,
])('endings and types stand side by side, because phones hide what they know by its type only: %s', (accept) => {
  const offered = accept.split(',')
  expect(new Set(offered).size).toBe(offered.length)
  for (const one of offered) expect(one).toMatch(/^(?:\.[a-z\d]+|[a-z]+\/[\w.+-]+)$/)
  expect(offered.some((one) => one.startsWith('.'))).toBe(true)
  expect(offered.some((one) => one.includes('/'))).toBe(true)
})
