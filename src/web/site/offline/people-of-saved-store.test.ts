import { expect, test } from 'vitest'
import { peopleOf } from './saved-store.ts'

const [sari, budi] = ['01a22559-2fcd-7035-88c7-ad5c2868b1af', '01a22552-6a97-74e2-9251-1104921d5db6']

test.each<[string, string[], string[], string[]]>([
  [
    'notes and drafts',
    [`cendaki-note:${sari}:lesson`, `cendaki-draft:${sari}:form`, `cendaki-quiz:${sari}:a`],
    [],
    [sari],
  ],
  ['a saved course', [], [budi], [budi]],
  ['what two people have left', [`cendaki-exercise:${sari}:x`], [budi], [budi, sari]],
  ['what has no owner', ['cendaki-wishlist', 'cendaki-note:tamu:lesson', 'cendaki-saved'], ['tamu'], []],
  ['a push subscription alone', [`cendaki-push:${sari}`], [], []],
])('whose things are on a device is known of %s', (_, keys, owners, people) => {
  expect(
    peopleOf(
      keys,
      owners.map((owner) => ({ owner })),
    ),
  ).toEqual(people)
})
