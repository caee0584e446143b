import { expect, test } from 'vitest'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { ExerciseProblem } from '#contract/catalog/exercise-problems.ts'
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
  expect(listMissingParts(course({ details })).map(({ link, to }) => [link, to])).toEqual([
    ['Isi kuis “Uji diri”', '/admin/course/K1/update-content/L1'],
  ])
  expect(listMissingParts(course({ details: details.slice(1) }))).toEqual([])
})

test('a course of drafts leads to its outline, and a draft is not named as incomplete', () => {
  const draft = {
    _id: 'L1',
    title: 'Uji diri',
    questionCount: 0,
    status: 'draft',
    isVideoMissing: true,
  } as StaffCourseDetail['details'][number]
  const parts = listMissingParts(course({ details: [draft], uploadedThumbnail: '/uploads/a.webp', learn: ['Satu'] }))
  expect(parts.map(({ link, to }) => [link, to])).toEqual([['Tayangkan materi', '#materi-kelas']])
})

test('a published lesson without its video is named', () => {
  const lesson = {
    _id: 'L1',
    title: 'Rekaman',
    status: 'published',
    isVideoMissing: true,
  } as StaffCourseDetail['details'][number]
  expect(listMissingParts(course({ details: [lesson] })).map(({ link, to }) => [link, to])).toEqual([
    ['Unggah video “Rekaman”', '/admin/course/K1/update-content/L1'],
  ])
})

test('a published exercise whose solution fails, or whose start passes, is named with what is wrong', () => {
  const lesson = (exerciseProblems: ExerciseProblem[], status = 'published') =>
    ({ _id: 'L1', title: 'Kasir', status, exerciseProblems }) as StaffCourseDetail['details'][number]
  const partsOf = (...details: StaffCourseDetail['details']) =>
    listMissingParts(course({ details })).map(({ to, link, why }) => [to, link, why])
  expect(partsOf(lesson(['solution-fails', 'start-passes']))).toEqual([
    [
      '/admin/course/K1/exercise/L1',
      'Periksa latihan “Kasir”',
      'Solusinya belum lulus semua tes. Kode awalnya sudah lulus semua tes, jadi tidak ada yang dikerjakan siswa.',
    ],
  ])
  expect(partsOf(lesson([]))).toEqual([])
})

test.each([
  ['without chapters', [], ['Buat bab']],
  ['whose chapters all open at once', [{ dripDays: 0 }], ['Atur hari tiap bab']],
  ['with a chapter that waits', [{ dripDays: 0 }, { dripDays: 7 }], []],
])('a course that opens by days %s leads to where they are set', (_, chapters, links) => {
  const details = [{ _id: 'L1', title: 'Bacaan' }] as StaffCourseDetail['details']
  const parts = listMissingParts(course({ details, pace: 'drip', chapters: chapters as StaffCourseDetail['chapters'] }))
  expect(parts.map(({ link, to }) => [link, to])).toEqual(links.map((link) => [link, '#materi-kelas']))
})
