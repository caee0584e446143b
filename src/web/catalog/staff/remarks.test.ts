import { expect, test } from 'vitest'
import { remarksAt } from './remarks.tsx'

const remarks = [
  { contentId: null, sentence: 'Deskripsi' },
  { contentId: 'a', sentence: 'Suara' },
  { contentId: 'gone', sentence: 'Dihapus' },
]
const sentences = (place: string | null) =>
  remarksAt({ remarks, place, lessonIds: new Set(['a', 'b']) }).map(({ sentence }) => sentence)

test('a remark is shown at its lesson only, and at the course when its lesson is gone', () => {
  expect(sentences('a')).toEqual(['Suara'])
  expect(sentences('b')).toEqual([])
  expect(sentences(null)).toEqual(['Deskripsi', 'Dihapus'])
})
