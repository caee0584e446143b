import { failureStatus, registerContract, serverMessage } from '#contract/client.ts'
import type { Api } from '#web/identity/index.ts'
import { deviceStore, newKey } from '#web/kit/device/device-store.ts'
import { parseObject, parseString, type Fields } from '#web/kit/device/parse.ts'
import { isFinalRejection, type SyncTask } from '#web/kit/device/sync.ts'

/** A post being written: a question, or an answer to one. */
export type PostDraft = {
  /** Stays the same however often it is sent, so that the server stores it once. */
  key: string
  title: string
  text: string
  contentId: string | null
  second: number | null
}

/** A post that waits for a connection. */
export type WaitingPost = PostDraft & {
  courseId: string
  /** The question that it answers; null for a question. */
  questionId: string | null
  /** Why the server does not take it; empty while it waits. */
  rejection: string
}

const orNull = (value: unknown): string | null => (value === null ? null : parseString(value))
const parseDraft = ({ key, title, text, contentId, second }: Fields): PostDraft => ({
  key: parseString(key),
  title: parseString(title),
  text: parseString(text),
  contentId: orNull(contentId),
  second: typeof second === 'number' ? second : null,
})

/** By what is written: a question in a course or at one of its lessons, or an answer by its question. */
export const draftStore = deviceStore<PostDraft>({
  name: 'postdraft',
  parse: (stored) => parseDraft(parseObject(stored)),
  merge: (_, incoming) => incoming,
})

/** By key. */
export const waitingStore = deviceStore<WaitingPost>({
  name: 'post',
  parse(stored) {
    const fields = parseObject(stored)
    return {
      ...parseDraft(fields),
      courseId: parseString(fields['courseId']),
      questionId: orNull(fields['questionId']),
      rejection: parseString(fields['rejection']),
    }
  },
  merge: (_, incoming) => incoming,
})

/** Removes what was sent, or waits to be. What was typed meanwhile, or in another tab, stays. */
export function removeSent(owner: string, draftId: string, sent: PostDraft): void {
  draftStore.update(owner, draftId, (now) => {
    if (now === null || (now.title === sent.title && now.text === sent.text)) return null
    // The server has stored this key, or will.
    return now.key === sent.key ? { ...now, key: newKey() } : now
  })
}

/** Takes a post that waits as the draft. What is being typed follows below it. */
export function writeAgain(owner: string, draftId: string, post: WaitingPost): void {
  const { courseId: _, questionId: __, rejection: ___, ...draft } = post
  const typed = draftStore.read(owner, draftId)
  const parts = [draft.text, typed?.title, typed?.text].filter((part) => part?.trim())
  draftStore.put(owner, draftId, { ...draft, text: parts.join('\n\n') })
  waitingStore.update(owner, post.key, () => null)
}

/** Sends a post. Resolves with the id of its question. */
export async function sendPost({ authenticated }: Api, post: Omit<WaitingPost, 'rejection'>): Promise<string> {
  // On demand, because every page of a visit with stored data loads this file.
  const { questionsContract } = await import('#contract/conversation/questions.ts')
  registerContract({ questions: questionsContract })
  const { courseId, questionId, key, title, text, contentId, second } = post
  if (questionId === null)
    return (await authenticated.questions.askQuestion({ id: courseId, title, text, contentId, second, key })).data._id
  await authenticated.questions.answerQuestion({ id: questionId, text, key })
  return questionId
}

export type PostResult = { kind: 'sent' } | { kind: 'rejected' } | null

/** Sends what was written without a connection. */
export const postTask: SyncTask<PostResult> = {
  name: 'post',
  unsent: (owner) => waitingStore.list(owner).filter((key) => waitingStore.read(owner, key)?.rejection === ''),
  async send(api, owner, key) {
    const post = waitingStore.read(owner, key)
    if (!post || post.rejection !== '') return { result: null }
    try {
      await sendPost(api, post)
      return { result: { kind: 'sent' }, confirm: () => waitingStore.update(owner, key, () => null) }
    } catch (error) {
      // 409: the question was deleted or is full.
      if (!isFinalRejection(error) && failureStatus(error) !== 409) throw error
      const rejection = serverMessage(error) ?? 'Belum bisa dikirim.'
      return {
        result: { kind: 'rejected' },
        confirm: () => waitingStore.update(owner, key, (stored) => stored && { ...stored, rejection }),
      }
    }
  },
}
