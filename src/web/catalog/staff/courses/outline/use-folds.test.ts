import { expect, test } from 'vitest'
import { firstFolded } from './use-folds.ts'

const outline = (lessons: number, remarked: readonly string[] = []) =>
  ({
    chapters: [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }],
    details: Array.from({ length: lessons }, (_, index) => ({ _id: `l${index}`, chapterId: 'abc'[index % 3] })),
    remarks: remarked.map((contentId) => ({ contentId, sentence: 'Perbaiki' })),
  }) as unknown as Parameters<typeof firstFolded>[0]

test('a short outline is open, a long one is folded but for chapters with a remark', () => {
  expect([...firstFolded(outline(59))]).toEqual([])
  expect([...firstFolded(outline(163))]).toEqual(['a', 'b', 'c'])
  expect([...firstFolded(outline(163, ['l1']))]).toEqual(['a', 'c'])
})
