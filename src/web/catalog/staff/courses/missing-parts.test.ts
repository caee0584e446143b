import { expect, test } from 'vitest'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { listMissingParts } from './missing-parts.tsx'

const course = (changes: Partial<StaffCourseDetail>) =>
  ({ _id: 'K1', details: [], learn: [], uploadedThumbnail: null, ...changes }) as unknown as StaffCourseDetail

test('a course without lessons leads to its first lesson, picture and what is learned', () => {
  expect(listMissingParts(course({})).map(({ link, to }) => [link, to])).toEqual([
    ['Isi materi', '/admin/course/K1/create'],
    ['Unggah thumbnail', '/admin/course/edit/K1'],
    ['Tulis yang dipelajari', '/admin/course/edit/K1'],
  ])
})

test('each quiz without questions is named, and a complete course has no list', () => {
  const details = [
    { _id: 'L1', title: 'Uji diri', questionCount: 0 },
    { _id: 'L2', title: 'Bacaan' },
  ] as StaffCourseDetail['details']
  expect(listMissingParts(course({ details })).map(({ link, to }) => [link, to])).toEqual([['Isi kuis “Uji diri”', '/admin/course/K1/update-content/L1']])
  expect(listMissingParts(course({ details: details.slice(1) }))).toEqual([])
})
