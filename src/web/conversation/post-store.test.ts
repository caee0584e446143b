import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#testing/fake-browser.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { draftStore, removeSent, waitingStore, writeAgain } from './post-store.ts'

beforeEach(() => void fakeBrowser())
afterEach(() => void vi.unstubAllGlobals())

const sent = { key: newKey(), title: 'Kenapa diam?', text: 'Sudah kucoba', contentId: null, second: null }
const afterSending = (now: typeof sent | null) => {
  draftStore.update('sari', 'kelas', () => now)
  removeSent('sari', 'kelas', sent)
  return draftStore.read('sari', 'kelas')
}

test('a draft that was sent is gone', () => {
  expect(afterSending({ ...sent })).toBeNull()
})

test.each([{ title: 'Kenapa tombol diam?' }, { text: 'Sudah kucoba dua kali' }])(
  'what was typed while a draft was being sent stays, as a post of its own: %o',
  (typed) => {
    const kept = afterSending({ ...sent, ...typed })
    expect(kept).toEqual({ ...sent, ...typed, key: expect.any(String) })
    expect(kept?.key).not.toBe(sent.key)
  },
)

test('a draft that another tab began under a key of its own keeps it', () => {
  const begun = { ...sent, key: newKey(), text: 'Yang lain' }
  expect(afterSending(begun)).toEqual(begun)
})

test('a draft that was discarded while it was being sent stays discarded', () => {
  expect(afterSending(null)).toBeNull()
})

const waiting = { ...sent, courseId: 'kelas', questionId: null, rejection: 'Pertanyaan ini sudah dihapus.' }
const writingAgain = (typed: typeof sent | null) => {
  draftStore.update('sari', 'kelas', () => typed)
  waitingStore.put('sari', sent.key, waiting)
  writeAgain('sari', 'kelas', waiting)
  return [draftStore.read('sari', 'kelas'), waitingStore.list('sari')]
}

test('a post that waits is written on as the draft, under the key that the server may know', () => {
  expect(writingAgain(null)).toEqual([sent, []])
  expect(writingAgain({ ...sent, key: newKey(), title: ' ', text: '' })).toEqual([sent, []])
})

test('what is being typed stays when a post that waits is written on: it follows below', () => {
  const typed = { ...sent, key: newKey(), title: 'Yang lain', text: 'Sedang diketik' }
  expect(writingAgain(typed)).toEqual([{ ...sent, text: 'Sudah kucoba\n\nYang lain\n\nSedang diketik' }, []])
})
