import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#testing/fake-browser.ts'
import { openDrafts } from '#web/kit/device/device-store.ts'
import { quizStore, type StoredAttempt } from '#web/assessment/quiz-store.ts'
import { draftStore as handInStore } from '#web/assessment/draft-store.ts'
import { editStore } from '#web/conversation/edit-store.ts'
import { draftStore as postDraftStore, waitingStore } from '#web/conversation/post-store.ts'
import { draftStore as formDraftStore } from '#web/kit/staff/use-local-draft.ts'
import { noteStore } from '#web/learning/player/note-store.ts'
import { listKeptWriting } from './kept-writing.ts'

beforeEach(() => void fakeBrowser())
afterEach(() => void vi.unstubAllGlobals())

const post = { key: 'k', title: '', text: 'Kenapa?', contentId: null, second: null }
const waiting = { ...post, courseId: 'c', questionId: null, rejection: '' }
const note = { courseId: 'c', text: 'Ingat ini', version: 1, isRejected: false }
const attempt = { attempt: { _id: 'a', questions: [] }, answers: {}, drafts: {}, changed: [] } as object
const storeAttempt = (id: string, drafts: object) =>
  quizStore.put('sari', id, { ...attempt, seq: 0, wantsSubmit: false, clockOffsetMs: 0, drafts } as StoredAttempt)

test('what one person has written and not sent is counted by kind', () => {
  handInStore.put('sari', 'a', { text: 'Kotaku', link: '' })
  handInStore.put('sari', 'b', { text: '', link: '' })
  storeAttempt('a', { q: ['x'] })
  postDraftStore.put('sari', 'a', post)
  waitingStore.put('sari', 'a', { ...waiting, rejection: 'Pertanyaannya sudah dihapus' })
  editStore.put('sari', 'a', { text: 'Baru', from: 'Lama' })
  noteStore.put('sari', 'a', { ...note, isRejected: true })
  formDraftStore.put('sari', 'course:1', { savedAt: 0, values: {} })
  expect(listKeptWriting('sari')).toEqual([
    '2 jawaban tugas',
    '1 kuis dengan jawaban yang belum diperiksa',
    '1 pertanyaan atau jawaban yang sedang ditulis',
    '1 pertanyaan atau jawaban yang tidak bisa dikirim',
    '1 perubahan tulisan',
    '1 catatan yang tidak bisa dikirim',
    '1 draf formulir',
  ])
  expect(listKeptWriting('budi')).toEqual([])
})

test('what is empty, unchanged, or will be sent is not', () => {
  storeAttempt('a', {})
  postDraftStore.put('sari', 'a', { ...post, text: ' ' })
  waitingStore.put('sari', 'a', waiting)
  editStore.put('sari', 'a', { text: 'Lama', from: 'Lama' })
  noteStore.put('sari', 'a', note)
  expect(listKeptWriting('sari')).toEqual([])
})

test('the draft of the form that is open is not counted: the page names its input itself', () => {
  formDraftStore.put('sari', 'course:1', { savedAt: 0, values: {} })
  formDraftStore.put('sari', 'course:2', { savedAt: 0, values: {} })
  openDrafts.add('course:1')
  expect(listKeptWriting('sari')).toEqual(['1 draf formulir'])
  openDrafts.clear()
})
