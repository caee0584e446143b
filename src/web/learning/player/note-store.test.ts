import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maximumNoteLength } from '#contract/learning/note-length.ts'
import { fakeBrowser } from '#testing/fake-browser.ts'
import type { Api } from '#web/identity/index.ts'
import { isNoteUnsent, isSentElsewhere, noteStore, noteTask } from './note-store.ts'

beforeEach(() => void fakeBrowser())
afterEach(() => void vi.unstubAllGlobals())

type Note = { text: string; version: number }

/** The server's part of saving a note: a limit of characters, and a conflict over an older version. */
function serverWith(stored: Note) {
  const saveLessonNote = async ({ text, version }: Note) => {
    if (text.length > maximumNoteLength) throw new ORPCError('BAD_REQUEST', { status: 422, defined: true })
    if (version !== stored.version)
      throw new ORPCError('NOTE_CHANGED', { status: 409, defined: true, data: { note: stored } })
    stored = { text, version: version + 1 }
    return { data: stored }
  }
  return { api: { authenticated: { learning: { saveLessonNote } } } as unknown as Api, read: () => stored }
}

const write = (text: string) => noteStore.put('sari', 'a', { courseId: 'kelas', text, version: 0, isRejected: false })
async function send(api: Api) {
  const sent = await noteTask.send(api, 'sari', 'a')
  if ('confirm' in sent) sent.confirm?.()
  return sent.result
}

test('notes of two devices are joined', async () => {
  const server = serverWith({ text: 'Dari laptop', version: 1 })
  write('Dari ponsel')
  expect(await send(server.api)).toMatchObject({ kind: 'saved', text: 'Dari laptop\n\nDari ponsel' })
  expect([server.read().text, noteStore.read('sari', 'a')]).toEqual(['Dari laptop\n\nDari ponsel', null])
})

test('notes of two devices that are too long together stay on the device, and are sent once they were shortened', async () => {
  const server = serverWith({ text: 'a'.repeat(6_000), version: 1 })
  write('b'.repeat(6_000))
  expect(await send(server.api)).toEqual({ kind: 'rejected' })
  const kept = noteStore.read('sari', 'a')
  expect([kept?.text.length, isNoteUnsent('sari', 'a'), server.read().version]).toEqual([12_002, false, 1])

  noteStore.put('sari', 'a', {
    courseId: 'kelas',
    text: kept?.text.slice(0, 9_000) ?? '',
    version: kept?.version ?? 0,
    isRejected: false,
  })
  expect(await send(server.api)).toMatchObject({ kind: 'saved', version: 2 })
})

test.each([
  ['nothing was confirmed here', null, true],
  ['an older note was confirmed here', { version: 2 }, true],
  ['the one it was written over was', { version: 3 }, true],
  ['it was confirmed here', { version: 4 }, false],
])('a draft over version 3 that is gone, when %s', (_, confirmed, isElsewhere) => {
  expect(isSentElsewhere({ courseId: 'kelas', text: 'Ingat', version: 3, isRejected: false }, confirmed)).toBe(
    isElsewhere,
  )
})
