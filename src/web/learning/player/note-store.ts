import { failureCode, failureData } from '#contract/client.ts'
import type { LessonNote } from '#contract/learning/learning.ts'
import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseBoolean, parseNumber, parseObject, parseString } from '#web/kit/device/parse.ts'
import { isFinalRejection, type Sent, type SyncTask } from '#web/kit/device/sync.ts'
import type { Api } from '#web/identity/index.ts'

export type NoteDraft = {
  courseId: string
  text: string
  /** Version on the server that the text was written over; 0 without one. */
  version: number
  /** The server does not take it: the student no longer has access to the course, or it is too long. The text stays on this device. */
  isRejected: boolean
}

/** Lesson notes that the server has not confirmed, per lesson. */
export const noteStore = deviceStore<NoteDraft>({
  name: 'note',
  parse(stored) {
    const { courseId, text, version, isRejected } = parseObject(stored)
    return {
      courseId: parseString(courseId),
      text: parseString(text),
      version: parseNumber(version),
      isRejected: parseBoolean(isRejected),
    }
  },
  merge: (_, incoming) => incoming,
})

export const isNoteUnsent = (userId: string, lessonId: string): boolean =>
  noteStore.read(userId, lessonId)?.isRejected === false

/** True when a draft that is gone was sent by another tab: what the server confirmed to this one is no newer. */
export const isSentElsewhere = (gone: NoteDraft, confirmed: { version: number } | null): boolean =>
  confirmed === null || confirmed.version <= gone.version

/** `saved` also has the text of another device, joined to it. Null when there was nothing to send. */
export type NoteResult = { kind: 'saved'; text: string; version: number } | { kind: 'rejected' } | null

/** Sends changed notes, per lesson. */
export const noteTask: SyncTask<NoteResult> = {
  name: 'note',
  unsent: (userId) => noteStore.list(userId).filter((lessonId) => isNoteUnsent(userId, lessonId)),
  async send(api, userId, lessonId) {
    const sent = noteStore.read(userId, lessonId)
    if (!sent) return { result: null }
    try {
      return await saveOrJoin(api, userId, lessonId, sent)
    } catch (error) {
      // Two long texts that were joined are longer than a note may be: they stay here until the student shortens them.
      if (!isFinalRejection(error)) throw error
      return {
        result: { kind: 'rejected' },
        confirm: () => noteStore.update(userId, lessonId, (stored) => stored && { ...stored, isRejected: true }),
      }
    }
  },
}

/** Another device may have changed the note: then both texts are joined and sent. */
async function saveOrJoin(api: Api, userId: string, lessonId: string, sent: NoteDraft): Promise<Sent<NoteResult>> {
  try {
    return await save(api, userId, lessonId, sent)
  } catch (error) {
    const conflict = conflictingNote(error)
    if (!conflict) throw error
    const joined = {
      ...sent,
      text: joinTexts(conflict.text, noteStore.read(userId, lessonId)?.text ?? sent.text),
      version: conflict.version,
    }
    noteStore.put(userId, lessonId, joined)
    return save(api, userId, lessonId, joined)
  }
}

async function save(
  api: Api,
  userId: string,
  lessonId: string,
  { courseId, text, version }: NoteDraft,
): Promise<Sent<NoteResult>> {
  const { data } = await api.authenticated.learning.saveLessonNote({ id: courseId, contentId: lessonId, text, version })
  return {
    result: { kind: 'saved', text, version: data.version },
    // Text typed during the request stays unsent, over the version that is now on the server.
    confirm: () =>
      noteStore.update(userId, lessonId, (stored) =>
        stored === null || stored.text === text ? null : { ...stored, version: data.version },
      ),
  }
}

function conflictingNote(error: unknown): LessonNote | null {
  if (failureCode(error) !== 'NOTE_CHANGED') return null
  return failureData<'learning', 'saveLessonNote', 'NOTE_CHANGED'>(error).note
}

const joinTexts = (there: string, here: string): string =>
  there.includes(here) ? there : here.includes(there) ? here : `${there}\n\n${here}`
