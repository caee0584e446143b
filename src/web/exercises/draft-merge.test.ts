import { expect, test } from 'vitest'
import { confirmDraft, emptyExercise, mergeDraft, typed, withRun, type StoredExercise } from './draft-merge.ts'

const files = (text: string) => [{ path: 'utama.js', text }]
const start = emptyExercise('kelas')
const stored = (text: string, seq: number, isSent = false): StoredExercise => ({
  ...start,
  files: files(text),
  seq,
  isSent,
})

test('later typing has a higher number, also where the clock of the device is behind', () => {
  expect(typed(start, files('a'), 1_000)).toMatchObject({ seq: 1_000, isSent: false })
  expect(typed(stored('a', 5_000), files('b'), 1_000).seq).toBe(5_001)
})

test('the first visit of a second device continues what the first one typed', () => {
  expect(mergeDraft(start, { files: files('telepon'), seq: 7 })).toMatchObject({
    files: files('telepon'),
    seq: 7,
    isSent: true,
    replaced: null,
  })
  expect(mergeDraft(start, { files: null, seq: 0 })).toEqual(start)
})

test('what was typed here later stays, and is still to be sent', () => {
  expect(mergeDraft(stored('baru', 9), { files: files('lama'), seq: 7 })).toEqual(stored('baru', 9))
})

test('what was typed elsewhere later is shown, and what was not sent from here can be brought back', () => {
  expect(mergeDraft(stored('di sini', 7), { files: files('di sana'), seq: 9 })).toMatchObject({
    files: files('di sana'),
    seq: 9,
    isSent: true,
    replaced: files('di sini'),
  })
  expect(mergeDraft(stored('terkirim', 7, true), { files: files('di sana'), seq: 9 }).replaced).toBeNull()
})

test('what the server never takes is on this device only until something else is typed, and can be brought back', () => {
  const rejected = { ...stored('sangat panjang', 7, true), isRejected: true }
  expect(mergeDraft(rejected, { files: files('lama'), seq: 5 })).toEqual(rejected)
  expect(mergeDraft(rejected, { files: files('di sana'), seq: 9 })).toMatchObject({
    isRejected: false,
    replaced: files('sangat panjang'),
  })
  expect(typed(rejected, files('pendek'), 1_000)).toMatchObject({ isSent: false, isRejected: false })
})

test('of two texts with one number the later typing wins with a higher number', () => {
  expect(mergeDraft(stored('di sini', 7), { files: files('di sana'), seq: 7 })).toEqual(stored('di sini', 8))
  expect(mergeDraft(stored('terkirim', 7, true), { files: files('di sana'), seq: 7 }).files).toEqual(files('di sana'))
})

test('a save that is answered is sent, and what was typed meanwhile is later than the answer', () => {
  const sent = stored('a', 7)
  expect(confirmDraft(sent, sent, { files: files('a'), seq: 7 }).isSent).toBe(true)
  expect(confirmDraft(stored('ab', 8), sent, { files: files('lain'), seq: 20 })).toEqual(stored('ab', 21))
})

test('runs wait up to a limit, and the one that passed is never forgotten', () => {
  const run = (passed: number) => ({ files: files(String(passed)), passed, total: 2 })
  const many = [2, ...Array.from({ length: 30 }, () => 1)].reduce((state, passed) => withRun(state, run(passed)), start)
  expect(many.runs).toHaveLength(20)
  expect(many.runs.filter(({ passed }) => passed === 2)).toHaveLength(1)
})
