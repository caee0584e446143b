import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zipOf } from '#testing/materials/zip.ts'
import { mistakeList } from './mistakes.ts'
import { readZip } from './read-zip.ts'

test('any damaged zip is read or rejected', async () => {
  const zip = await zipOf({
    'course.yaml': 'title: Belajar Menenun\nlessons:\n  - title: Benang\n    article: 01.md\n',
    '01.md': '# Benang\n\nKatun **kuat**.\n',
    'images/x.webp': Buffer.alloc(300, 7),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const damaged = Buffer.from(zip)
        for (const [at, byte] of changes) damaged[at] = byte
        const mistakes = mistakeList()
        const files = await readZip(damaged, mistakes)
        expect(files.has('course.yaml') || mistakes.list().length > 0).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
})
